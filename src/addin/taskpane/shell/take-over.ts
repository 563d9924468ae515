import { emptyDraft } from "../features/sign-in/sign-in";
import type { PaneState } from "../state/pane-state";
import { findControls, pressedMark } from "./show-frame";

const inputValue = (root: Element, name: string): string | undefined =>
  root.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value;

/** Copies the input of the first frame into the draft of the sign-in form. */
const takeTyped = (root: Element, state: PaneState): void => {
  const key = inputValue(root, "api-key");
  const secret = inputValue(root, "api-secret");
  if (key === undefined || secret === undefined) return;
  const remember = root.querySelector<HTMLInputElement>('input[name="remember"]')?.checked === true;
  state.draft("sign-in", emptyDraft).set({ ...emptyDraft, key, secret, remember });
};

/** Records focus and selection; the returned function restores them among the new controls. */
const noteSelection = (controls: readonly HTMLElement[]): ((later: readonly HTMLElement[]) => void) => {
  const at = controls.findIndex((control) => control === document.activeElement);
  const field = controls[at];
  if (!(field instanceof HTMLInputElement)) return (later) => later[at]?.focus();
  const { selectionStart: from, selectionEnd: end } = field;
  return (later) => {
    const now = later[at];
    now?.focus();
    if (now instanceof HTMLInputElement && from !== null) now.setSelectionRange(from, end);
  };
};

/**
 * Reads the input of the first frame before the pane replaces it. Call the returned function after the first render: it restores focus and
 * selection, and repeats the last click.
 */
export const takeOver = (root: Element, state: PaneState): (() => void) => {
  if (root.querySelector("[data-frame]") === null) return () => undefined;
  takeTyped(root, state);
  const controls = findControls(root);
  const select = noteSelection(controls);
  const pressed = controls.findIndex((control) => control.hasAttribute(pressedMark));
  return () => {
    const now = findControls(root);
    select(now);
    now[pressed]?.click();
  };
};
