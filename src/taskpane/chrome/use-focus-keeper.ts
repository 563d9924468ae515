import { useEffect, type RefObject } from "react";

/** Whether what had the focus has just vanished from the page. */
const lost = (last: Element | undefined): boolean =>
  last !== undefined &&
  !last.isConnected &&
  (document.activeElement === null || document.activeElement === document.body);

/** Never lets the focus fall out of the pane: when the focused control vanishes, the body of the pane takes it. */
export const useFocusKeeper = (body: RefObject<HTMLElement>): void => {
  useEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    let last: Element | undefined;
    const remember = (event: FocusEvent): void => {
      if (event.target instanceof Element) last = event.target;
    };
    const watcher = new MutationObserver(() => {
      if (lost(last)) element.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", remember);
    watcher.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      watcher.disconnect();
    };
  }, [body]);
};
