/** What keys do, by their name: `Ctrl+Alt+F9`, `Shift+ `. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Hears keys before anybody else in the page does; `listens` says whether they are meant. */
export const listenForKeys = (page: Window, actions: KeyActions, listens: () => boolean = () => true): void => {
  page.addEventListener(
    "keydown",
    (event) => {
      const action = actions[nameOf(event)];
      if (action === undefined || !listens()) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    },
    { capture: true },
  );
};

const nameOf = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): string =>
  [(ctrlKey || metaKey) && "Ctrl", altKey && "Alt", shiftKey && "Shift", key.toUpperCase()]
    .filter((part) => part !== false)
    .join("+");
