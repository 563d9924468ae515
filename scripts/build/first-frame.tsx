import { createDOMRenderer, RendererProvider, renderToStyleElements, type Theme } from "@fluentui/react-components";
import { renderToStaticMarkup } from "react-dom/server";
import type { WorkbookAsOf } from "../../src/engine/state/workbook-as-of";
import type { Runtime } from "../../src/engine/runtime";
import type { SessionState } from "../../src/engine/session/session";
import { nothingToRepair } from "../../src/addin/excel/repair/repair-state";
import { createStore } from "../../src/engine/store";
import { App } from "../../src/addin/taskpane/shell/app";
import { failureKey, type FrameTexts } from "../../src/addin/taskpane/shell/show-frame";
import type { PaneTheme, PaneDeps } from "../../src/addin/taskpane/pane-deps";
import { openPaneState } from "../../src/addin/taskpane/state/pane-state";
import { pane } from "../../src/i18n/locales/en/pane";
import { addMessages, type PlainKey, setLocale, t } from "../../src/i18n/t";
import { loadTranslation, translatedLanguages } from "../../src/i18n/translations";
import { fluentTheme } from "../../src/addin/taskpane/shell/themes";

/** The pane's first frame as HTML, from the pane's own components: nothing is drawn twice, and nothing can drift apart. */
export interface FirstFrame {
  /** With `[[key]]` for each sentence and `[[language]]`, `[[theme]]`, `[[scheme]]`. */
  readonly signedOut: string;
  readonly starting: string;
  /** The styles both need, and the colours of every theme. */
  readonly styles: string;
  /** The sentences, by language and key, as HTML. */
  readonly texts: FrameTexts;
}

const themes: readonly PaneTheme[] = ["light", "dark", "contrast"];
const languages = ["en", ...translatedLanguages];

/** The parts of PaneDeps that the first frame reads. */
const paneDeps = (state: SessionState): PaneDeps => {
  const runtime = {
    session: { state: createStore(state) },
    clock: { now: () => 0, after: () => () => undefined, random: () => 0 },
    cache: { latestAt: createStore(undefined) },
    requestLog: { pending: createStore(0), entries: createStore([]) },
    connection: { state: createStore("online" as const) },
    asOf: createStore<WorkbookAsOf | undefined>(undefined),
  } satisfies { [Part in keyof Runtime]?: Partial<Runtime[Part]> };
  const deps = {
    runtime,
    workbook: { place: createStore(undefined) },
    theme: createStore("light"),
    request: createStore(undefined),
    notices: createStore([]),
    cellEdit: createStore(false),
    release: { isNewer: createStore(false), clockAhead: createStore(NaN) },
    functionList: createStore("current"),
    deployment: {},
    repair: { state: createStore(nothingToRepair) },
    recalculation: { report: createStore(undefined) },
  };
  return deps as unknown as PaneDeps;
};

/** The tag for "no language": its texts are their own keys (`[[pane.stop]]`): the page replaces them, because only it knows the language. */
const keysAsTexts = "zxx";
addMessages("en", pane);
addMessages(keysAsTexts, Object.fromEntries(Object.keys(pane).map((key) => [key, `[[${key}]]`])));

const keysIn = (markup: string): readonly PlainKey[] => {
  const keys = [...markup.matchAll(/\[\[([\w.]+\.[\w.]+)\]\]/g)].map(([, key]) => key as PlainKey);
  for (const key of keys)
    if (JSON.stringify(pane[key as keyof typeof pane]).includes("{"))
      throw new Error(`The first frame cannot know the values of ${key}.`);
  return keys;
};

/** Swaps exactly one part; the build fails where Fluent UI writes it otherwise one day. */
const swap = (markup: string, part: RegExp, by: string): string => {
  if (!part.test(markup)) throw new Error(`The first frame lacks ${part.source}.`);
  return markup.replace(part, () => by);
};

/** The colours come from the page's own rules: which theme it is, is known only when it is shown. */
const withoutTheme = (markup: string): string => {
  const bare = swap(markup, /<style\b.*?<\/style>/s, "");
  const scheme = swap(bare, /color-scheme:light/, "color-scheme:[[scheme]]");
  const themed = swap(scheme, /fui-FluentProvider fui-FluentProvider\w+/, "frame-[[theme]]");
  const translated = swap(themed, / lang="zxx"/, ' lang="[[language]]"');
  return swap(translated, /^<div /, '<div data-frame="" ');
};

/** The variables that these styles use, for one theme. */
const colours = (name: PaneTheme, styles: string): string => {
  const theme: Partial<Theme> = fluentTheme(name);
  const used = new Set([...styles.matchAll(/var\(--(\w+)\)/g)].map(([, variable = ""]) => variable));
  const lines = Object.entries(theme).filter(([variable]) => used.has(variable));
  return `.frame-${name}{${lines.map(([variable, value]) => `--${variable}:${value}`).join(";")}}`;
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");

const textsOf = async (language: string, keys: readonly PlainKey[]): Promise<Readonly<Record<string, string>>> => {
  await loadTranslation(language, "pane");
  return Object.fromEntries(keys.map((key) => [key, escaped(t(key))]));
};

/** Renders the pane as somebody sees it who is signed out, and as somebody does whose device remembers him. */
export const renderFirstFrame = async (): Promise<FirstFrame> => {
  const renderer = createDOMRenderer();
  const frameOf = (state: SessionState): string => {
    const deps = paneDeps(state);
    const pane = <App deps={deps} state={openPaneState(deps)} />;
    return withoutTheme(renderToStaticMarkup(<RendererProvider renderer={renderer}>{pane}</RendererProvider>));
  };
  setLocale(keysAsTexts);
  const signedOut = frameOf({ status: "signed-out" });
  const starting = frameOf({ status: "starting" });
  const own = renderToStaticMarkup(<>{renderToStyleElements(renderer)}</>);
  const styles = `${own}<style>${themes.map((name) => colours(name, own)).join("")}</style>`;
  const keys = [...new Set<PlainKey>([...keysIn(signedOut + starting), failureKey])];
  const texts: Record<string, Readonly<Record<string, string>>> = {};
  // One after the other: the locale is one for the whole process.
  for (const language of languages) texts[language] = await textsOf(language, keys);
  setLocale("en");
  return { signedOut, starting, styles, texts };
};
