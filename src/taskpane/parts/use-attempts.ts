import { useEffect, useRef, useState, type RefObject } from "react";

/** The presses of a form's button, as far as something was wrong. */
export interface Attempts {
  /** Whether what is wrong is shown; nothing is before the first press. */
  readonly tried: boolean;
  /** What holds the form's fields. */
  readonly fields: RefObject<HTMLDivElement>;
  /** Takes a press: true where nothing is wrong; else what is wrong is shown and the first wrong field gets the focus. */
  readonly pass: (problems: Readonly<Record<string, string | undefined>>) => boolean;
  /** What was typed is sent: the next form begins with nothing wrong. */
  readonly forget: () => void;
}

/** Opens what the first wrong field is folded in, and puts the focus there; of several boxes into the first that can be ticked. */
const focusFirstWrong = (fields: Element | null): void => {
  const wrong = fields?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
  const fold = wrong?.closest("details");
  if (fold) fold.open = true;
  const box = wrong?.querySelector<HTMLElement>("input:enabled");
  (box ?? wrong)?.focus();
};

/** Where a press of a form's button that was refused leads: to the first wrong field, whose sentence a screen reader then says. */
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
