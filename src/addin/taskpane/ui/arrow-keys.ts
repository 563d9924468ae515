import type { KeyboardEvent } from "react";

export const horizontal = { next: ["ArrowRight"], before: ["ArrowLeft"] };
export const vertical = { next: ["ArrowDown"], before: ["ArrowUp"] };

/** Moves the focus among the controls of a group, which is one tab stop: arrows go around, Home and End to its ends. */
export const moveFocus = (
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  { next, before }: Readonly<typeof horizontal>,
): void => {
  const { key, target, currentTarget } = event;
  const controls = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = controls.findIndex((control) => control === target);
  if (at === -1) return;
  const step = next.includes(key) ? 1 : before.includes(key) ? -1 : undefined;
  const end = key === "Home" ? 0 : key === "End" ? -1 : undefined;
  const place = step === undefined ? end : (at + step) % controls.length;
  if (place === undefined) return;
  event.preventDefault();
  controls.at(place)?.focus();
};
