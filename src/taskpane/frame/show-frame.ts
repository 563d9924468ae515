import { readNote, type FrameNote } from "./frame-note";

/** The first frame as the build made it: the sentences of each language by their keys, as HTML. */
export type FrameTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The controls of the frame and of the pane that takes its place, which stand in the same order. */
export const controlsOf = (root: Element): readonly HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>("button, input"),
];

/** Marks the control that was pressed last while nobody could answer. */
export const pressedMark = "data-pressed";

/**
 * Office's display language as the host writes it into the page's address (`_host_Info=Excel$Web$16.01$fr-FR$…`): known before office.js is;
 * else the browser's.
 */
const languageOf = (page: Window, texts: FrameTexts): string => {
  const [, , , locale] = (new URLSearchParams(page.location.search).get("_host_Info") ?? "").split(/[$|]/);
  const language = (locale ?? page.navigator.language).slice(0, 2).toLowerCase();
  return language in texts ? language : "en";
};

const themeOf = (page: Window, { theme }: FrameNote): string =>
  page.matchMedia("(forced-colors: active)").matches ? "contrast" : theme === "dark" ? "dark" : "light";

const written = (markup: string, values: Readonly<Record<string, string>>): string =>
  markup.replaceAll(/\[\[([\w.]+)\]\]/g, (_, name: string) => values[name] ?? "");

/** Presses are kept until there is somebody to answer them; a form that nobody reads must not send itself, with what is typed in its address. */
const keepPresses = (root: HTMLElement): void => {
  const keep = ({ target }: Event): void => {
    const pressed = target instanceof Element ? target.closest("button") : null;
    if (pressed === null) return;
    root.querySelector(`[${pressedMark}]`)?.removeAttribute(pressedMark);
    pressed.setAttribute(pressedMark, "");
  };
  const hold = (event: Event): void => event.preventDefault();
  root.addEventListener("click", keep);
  root.addEventListener("submit", hold);
  // React clears the root when it takes over.
  const over = new MutationObserver(() => {
    if (root.querySelector("[data-frame]") !== null) return;
    over.disconnect();
    root.removeEventListener("click", keep);
    root.removeEventListener("submit", hold);
  });
  over.observe(root, { childList: true });
};

/** The sentence that stands in the frame's place where a script does not come: nobody would ever answer what is typed there. */
export const failureKey = "pane.chunkFailed";

const tellFailure = (page: Window, root: HTMLElement, sentence: string): void => {
  const tell = (event: Event): void => {
    const missing = event.target instanceof HTMLScriptElement;
    // Where office.js is missing, the first script that names Office fails.
    const broken = event instanceof ErrorEvent && event.filename.endsWith("/functions.js");
    if (!(missing || broken) || root.querySelector("[data-frame]") === null) return;
    root.innerHTML = `<p class="failed" role="alert">${sentence}</p>`;
  };
  // What an element could not load is told on the way down only.
  page.addEventListener("error", tell, true);
};

/** Shows the pane as it will look, made at build time, until its scripts have come; what is typed and pressed meanwhile is not lost. */
export const showFrame = (page: Window, texts: FrameTexts): void => {
  const note = readNote();
  const root = page.document.getElementById("pane");
  const frame = page.document.querySelector<HTMLTemplateElement>(
    note.remembered ? "#frame-starting" : "#frame-signed-out",
  );
  if (root === null || frame === null) return;
  const language = languageOf(page, texts);
  const theme = themeOf(page, note);
  const scheme = theme === "contrast" ? "light dark" : theme;
  root.innerHTML = written(frame.innerHTML, { ...texts[language], language, theme, scheme });
  keepPresses(root);
  tellFailure(page, root, texts[language]?.[failureKey] ?? "");
  root.querySelector("input")?.focus();
};
