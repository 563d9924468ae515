import type { FunctionHost } from "../functions/function-host";

/** F9 calculates what is dirty, Ctrl+Alt+F9 everything; only the latter calls functions whose cells are not dirty, as in Excel. */
export const listenForKeys = (page: Window, functions: FunctionHost): void => {
  page.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "F9") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.ctrlKey && event.altKey) functions.callAllAgain();
      else functions.calculation.calculate();
    },
    { capture: true },
  );
};
