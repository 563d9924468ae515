import { type RefObject, useEffect } from "react";

/** The ancestors of a control, nearest first, each with the index of the child that leads to the control. */
type FocusPlace = readonly { readonly around: Element; readonly at: number }[];

const focusPlace = (control: Element, body: Element): FocusPlace => {
  const place: { around: Element; at: number }[] = [];
  for (let inner = control; inner !== body && inner.parentElement !== null; inner = inner.parentElement)
    place.push({ around: inner.parentElement, at: [...inner.parentElement.children].indexOf(inner) });
  return place;
};

const isUsable = (control: Element): boolean =>
  control.isConnected && !control.matches(":disabled") && control.getClientRects().length > 0;

/** Whether the focus is lost. A control that is disabled keeps the focus until the next paint, but counts as lost. */
const isLost = (last: Element): boolean => {
  const { activeElement, body } = document;
  return activeElement === last
    ? last.matches(":disabled")
    : (activeElement === null || activeElement === body) && !isUsable(last);
};

const controlSelector = "button, input, select, textarea, a[href], summary, [tabindex='0']";

/**
 * The element that is at a place now. After a declined confirmation the new control gets the focus. Otherwise its container does, so that a
 * repeated key press does not activate a control that moved there.
 */
const nowAt = (place: FocusPlace, declined: boolean): HTMLElement | undefined => {
  const nearest = place.find(({ around }) => around.isConnected && around.getClientRects().length > 0);
  if (nearest === undefined) return undefined;
  const { around, at } = nearest;
  const there = around.children[Math.min(at, around.children.length - 1)];
  const control = declined ? there?.querySelector<HTMLElement>("button:enabled") : undefined;
  const holder = there === undefined || there.matches(controlSelector) || !isUsable(there) ? around : there;
  return control ?? (holder as HTMLElement);
};

const focusOn = (element: HTMLElement): void => {
  if (!element.matches(controlSelector) && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/** Keeps the focus in the pane: when the focused control is removed or disabled, the element at its place gets the focus. */
export const useFocusKeeper = (body: RefObject<HTMLElement>): void => {
  useEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    let last: { readonly control: Element; readonly place: FocusPlace; readonly declined: boolean } | undefined;
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      const place = element.contains(target) ? focusPlace(target, element) : [];
      last = { control: target, place, declined: target.closest("[data-declines]") !== null };
    };
    const watcher = new MutationObserver(() => {
      if (last !== undefined && isLost(last.control)) focusOn(nowAt(last.place, last.declined) ?? element);
    });
    document.addEventListener("focusin", remember);
    watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "open", "hidden"] });
    return () => {
      document.removeEventListener("focusin", remember);
      watcher.disconnect();
    };
  }, [body]);
};
