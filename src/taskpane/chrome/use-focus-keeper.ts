import { useEffect, type RefObject } from "react";

/** Where a control stands: the elements around it, the nearest first, and at which place in each. */
type Place = readonly { readonly around: Element; readonly at: number }[];

const placeOf = (control: Element, body: Element): Place => {
  const place: { around: Element; at: number }[] = [];
  for (let inner = control; inner !== body && inner.parentElement !== null; inner = inner.parentElement)
    place.push({ around: inner.parentElement, at: [...inner.parentElement.children].indexOf(inner) });
  return place;
};

const isUsable = (control: Element): boolean =>
  control.isConnected && !control.matches(":disabled") && control.getClientRects().length > 0;

/** Whether the focus is gone, or goes as soon as the page is painted: a control that is switched off keeps it until then. */
const isLost = (last: Element): boolean => {
  const { activeElement, body } = document;
  return activeElement === last
    ? last.matches(":disabled")
    : (activeElement === null || activeElement === body) && !isUsable(last);
};

const controls = "button, input, select, textarea, a[href], summary, [tabindex='0']";

/**
 * What is at that place now. The control that took the place of a question that was declined gets the focus itself; else what holds the place
 * does, because a second press of the same key must not press what has moved there.
 */
const nowAt = (place: Place, declined: boolean): HTMLElement | undefined => {
  const nearest = place.find(({ around }) => around.isConnected && around.getClientRects().length > 0);
  if (nearest === undefined) return undefined;
  const { around, at } = nearest;
  const there = around.children[Math.min(at, around.children.length - 1)];
  const control = declined ? there?.querySelector<HTMLElement>("button:enabled") : undefined;
  const holder = there === undefined || there.matches(controls) || !isUsable(there) ? around : there;
  return control ?? (holder as HTMLElement);
};

const focusOn = (element: HTMLElement): void => {
  if (!element.matches(controls) && !element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/** Never lets the focus fall out of the pane: when the focused control vanishes or is switched off, what is at its place takes it. */
export const useFocusKeeper = (body: RefObject<HTMLElement>): void => {
  useEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    let last: { readonly control: Element; readonly place: Place; readonly declined: boolean } | undefined;
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      const place = element.contains(target) ? placeOf(target, element) : [];
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
