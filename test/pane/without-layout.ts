// What the pane calls of a browser that jsdom has not: all of it is about layout, which jsdom does not do. No test of this project
// proves layout; Chromium does (test/e2e/pane).
import { configure } from "@testing-library/react/pure";

const nothing = (): void => undefined;

const define = (target: object, values: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
};

/** Whether a browser would draw the element: that is told by attributes alone, because the pane hides nothing by a class. */
const isDrawn = (element: Element): boolean =>
  element.isConnected &&
  element.closest("[hidden]") === null &&
  (element.closest("details:not([open])") === null ||
    element.matches("details, details > summary, details > summary *"));

class Observer {
  readonly observe = nothing;
  readonly unobserve = nothing;
  readonly disconnect = nothing;
}

define(window, {
  // Elements have no size and no place, so none ever changes. Charts, message bars and menus observe some.
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  // Nobody asks for less motion, more contrast or forced colors.
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: nothing,
    removeEventListener: nothing,
  }),
});

/** Locks by name, in the order of the requests. jsdom has none, and a test is the only page of its device. */
const lockOf = new Map<string, Promise<unknown>>();
const requestLock = (name: string, work: () => Promise<unknown>): Promise<unknown> => {
  const result = (lockOf.get(name) ?? Promise.resolve()).then(work);
  lockOf.set(
    name,
    result.catch(() => undefined),
  );
  return result;
};
// Charts measure their labels with it. No text has a width.
define(HTMLCanvasElement.prototype, { getContext: () => ({ measureText: () => ({ width: 0 }) }) });
define(navigator, { locks: { request: requestLock } });
define(Element.prototype, {
  scrollIntoView: nothing,
  scrollTo: nothing,
  // The focus keeper asks only whether there is any.
  getClientRects(this: Element) {
    return isDrawn(this) ? [this.getBoundingClientRect()] : [];
  },
});
Object.defineProperty(HTMLElement.prototype, "offsetParent", {
  configurable: true,
  // Fluent takes an element without one for hidden, and does not let Tab go there.
  get(this: HTMLElement) {
    return isDrawn(this) ? this.parentElement : null;
  },
});
// Fluent takes a page without a size for a hidden one.
define(document.body, { getBoundingClientRect: () => new DOMRect(0, 0, 320, 760) });

const blocks = new Set(
  "ADDRESS ARTICLE ASIDE BODY DD DETAILS DIV DL DT FIELDSET FIGURE FOOTER FORM H1 H2 H3 H4 HEADER HTML LEGEND LI MAIN NAV OL P PRE SECTION SUMMARY UL".split(
    " ",
  ),
);

const displayOf = (element: Element): string => {
  const { parentElement, tagName } = element;
  const isFolded = parentElement?.tagName === "DETAILS" && !parentElement.hasAttribute("open") && tagName !== "SUMMARY";
  if (isFolded || element.hasAttribute("hidden") || tagName === "STYLE" || tagName === "SCRIPT") return "none";
  return blocks.has(tagName) ? "block" : "inline";
};

// jsdom compares each rule of Fluent's thousands with each element whenever a style is asked for, and does not know that a closed <details>
// hides what is in it. Here an element has the style of its attributes alone: finding a button takes milliseconds in place of a second.
define(CSSStyleSheet.prototype, { insertRule: () => 0 });
define(window, {
  getComputedStyle: (element: Element, part?: string): CSSStyleDeclaration => {
    const style = new CSSStyleDeclaration();
    if (part !== undefined && part !== "") return style;
    style.cssText = `visibility: visible; display: ${displayOf(element)}; ${element.getAttribute("style") ?? ""}`;
    return style;
  },
});

// As long as `until` waits.
configure({
  asyncUtilTimeout: 60_000,
  // Its own message has the whole tree with every class.
  getElementError: (message) =>
    Object.assign(
      new Error(`${message?.split("\n")[0] ?? ""}\nThe pane says: ${document.body.textContent.slice(-3_000)}`),
      {
        name: "TestingLibraryElementError",
      },
    ),
});
