import { type RefObject, useEffect, useRef, useState } from "react";

/** Attempts to submit a form. */
export interface Attempts {
  /** Whether the form was submitted once; problems are shown from then on. */
  readonly tried: boolean;
  readonly fields: RefObject<HTMLDivElement>;
  /** Counts an attempt. True where there is no problem; else the first wrong field gets the focus. */
  readonly pass: (problems: Readonly<Record<string, string | undefined>>) => boolean;
  /** Hides problems again, after the draft was sent. */
  readonly forget: () => void;
}

/** Focuses the first wrong field, and expands the fold that contains it. In a group of check boxes the first enabled one gets the focus. */
const focusFirstWrong = (fields: Element | null): void => {
  const wrong = fields?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
  const fold = wrong?.closest("details");
  if (fold) fold.open = true;
  const box = wrong?.querySelector<HTMLElement>("input:enabled");
  (box ?? wrong)?.focus();
};

/** Tracks attempts. After a failed one the first wrong field gets the focus, so that a screen reader announces its problem. */
export const useAttempts = (): Attempts => {
  const fields = useRef<HTMLDivElement>(null);
  const [{ tried, refused }, set] = useState({ tried: false, refused: 0 });
  useEffect(() => {
    if (refused > 0) focusFirstWrong(fields.current);
  }, [refused]);
  return {
    fields,
    tried,
    pass: (problems) => {
      const fine = Object.values(problems).every((problem) => problem === undefined);
      set((last) => ({ tried: true, refused: last.refused + (fine ? 0 : 1) }));
      return fine;
    },
    forget: () => set((last) => ({ ...last, tried: false })),
  };
};
