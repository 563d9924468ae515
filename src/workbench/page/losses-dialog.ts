import { make } from "./dom";

/** Says what a file loses, and resolves whether it is to be saved nevertheless. Without losses it asks nothing. */
export const agreed = (losses: readonly string[]): Promise<boolean> => {
  if (losses.length === 0) return Promise.resolve(true);
  return new Promise((resolve) => {
    const dialog = make("dialog", { id: "losses", "aria-labelledby": "losses-title" });
    const answer = (saves: boolean) => () => {
      dialog.close(saves ? "save" : "");
    };
    dialog.append(
      make("strong", { id: "losses-title" }, "Some of this file cannot be kept as it is"),
      ...losses.map((sentence) => make("p", {}, sentence)),
      make("button", { type: "button", click: answer(true) }, "Save anyway"),
      make("button", { type: "button", click: answer(false) }, "Cancel"),
    );
    // Escape closes the dialog too.
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "save");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
};
