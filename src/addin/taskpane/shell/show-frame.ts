import { type FrameNote, readFrameNote } from "../state/frame-note";

/** The texts of the first frame by language and key, as HTML. */
export type FrameTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The controls in document order, which is the same in the first frame and in the pane. */
export const findControls = (root: Element): readonly HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>("button, input"),
];

/** The attribute of the control that was clicked last before the pane was ready. */
export const pressedMark = "data-pressed";

/**
 * The display language of Office from the URL (`_host_Info=Excel$Web$16.01$fr-FR$…`), which is known before office.js is loaded; else the
 * browser's language.
 */
const frameLanguage = (page: Window, texts: FrameTexts): string => {
  const [, , , locale] = (new URLSearchParams(page.location.search).get("_host_Info") ?? "").split(/[$|]/);
  const language = (locale ?? page.navigator.language).slice(0, 2).toLowerCase();
  return language in texts ? language : "en";
};

const frameTheme = (page: Window, { theme }: FrameNote): string =>
  page.matchMedia("(forced-colors: active)").matches ? "contrast" : theme === "dark" ? "dark" : "light";

const fillIn = (markup: string, values: Readonly<Record<string, string>>): string =>
  markup.replaceAll(/\[\[([\w.]+)\]\]/g, (_, name: string) => values[name] ?? "");

/** Records clicks until the pane is ready. Prevents form submission, which would put the input into the URL. */
const recordClicks = (root: HTMLElement): void => {
  const record = ({ target }: Event): void => {
    const pressed = target instanceof Element ? target.closest("button") : null;
    if (pressed === null) return;
    root.querySelector(`[${pressedMark}]`)?.removeAttribute(pressedMark);
    pressed.setAttribute(pressedMark, "");
  };
  const prevent = (event: Event): void => event.preventDefault();
  root.addEventListener("click", record);
  root.addEventListener("submit", prevent);
  // React clears the root on its first render.
  const observer = new MutationObserver(() => {
    if (root.querySelector("[data-frame]") !== null) return;
    observer.disconnect();
    root.removeEventListener("click", record);
    root.removeEventListener("submit", prevent);
  });
  observer.observe(root, { childList: true });
};

/** The key of the text that replaces the frame when a script fails to load. */
export const failureKey = "pane.chunkFailed";

const showFailure = (page: Window, root: HTMLElement, sentence: string): void => {
  const listener = (event: Event): void => {
    const missing = event.target instanceof HTMLScriptElement;
    // Without office.js the first script that uses Office fails.
    const broken = event instanceof ErrorEvent && event.filename.endsWith("/functions.js");
    if (!(missing || broken) || root.querySelector("[data-frame]") === null) return;
    root.innerHTML = `<p class="failed" role="alert">${sentence}</p>`;
  };
  // Load errors of elements do not bubble; they are visible in the capture phase only.
  page.addEventListener("error", listener, true);
};

/** Whether people sign in at the gateway of their team, which says so in a header of the page (src/gateway/files.ts). */
const hasTeam = (page: Window): boolean => {
  // Older web views have no `serverTiming`.
  const [navigation] = page.performance.getEntriesByType("navigation") as Partial<PerformanceNavigationTiming>[];
  return navigation?.serverTiming?.some(({ name }) => name === "team") === true;
};

/** Shows a pre-rendered pane until its scripts are loaded. Input and clicks are kept for the pane. */
export const showFrame = (page: Window, texts: FrameTexts): void => {
  const note = readFrameNote();
  const root = page.document.getElementById("pane");
  const frame = page.document.querySelector<HTMLTemplateElement>(
    // The form of the first frame is that of the service's accounts.
    note.remembered || hasTeam(page) ? "#frame-starting" : "#frame-signed-out",
  );
  if (root === null || frame === null) return;
  const language = frameLanguage(page, texts);
  const theme = frameTheme(page, note);
  const scheme = theme === "contrast" ? "light dark" : theme;
  root.innerHTML = fillIn(frame.innerHTML, { ...texts[language], language, theme, scheme });
  recordClicks(root);
  showFailure(page, root, texts[language]?.[failureKey] ?? "");
  root.querySelector("input")?.focus();
};
