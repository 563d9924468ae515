import { make } from "./dom";

interface DialogQuestion<Answer extends string> {
  readonly title: string;
  readonly sentences: readonly string[];
  /** The labels of the buttons. The first one has the focus. */
  readonly answers: Readonly<Record<Answer, string>>;
}

/** Asks in a dialog. Escape answers undefined. */
export const askInDialog = <Answer extends string>({
  title,
  sentences,
  answers,
}: DialogQuestion<Answer>): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const dialog = make("dialog", { class: "question", "aria-labelledby": "question-title" });
    const buttons = Object.entries<string>(answers).map(([answer, label]) =>
      make("button", { type: "button", click: () => dialog.close(answer) }, label),
    );
    dialog.append(
      make("strong", { id: "question-title" }, title),
      ...sentences.map((sentence) => make("p", {}, sentence)),
      make("div", { class: "answers" }, ...buttons),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      returnCaret();
      resolve(dialog.returnValue === "" ? undefined : (dialog.returnValue as Answer));
    });
    document.body.append(dialog);
    dialog.showModal();
  });

/**
 * A closed dialog returns the focus, but the caret stays where its text was clicked: keys would then go to an editor
 * that has the focus and enters nothing.
 */
const returnCaret = (): void => {
  const { activeElement } = document;
  const selection = getSelection();
  if (!(activeElement instanceof HTMLElement) || !activeElement.isContentEditable) return;
  if (selection !== null && !activeElement.contains(selection.anchorNode)) selection.collapse(activeElement);
};
