import { createDOMRenderer, RendererProvider, renderToStyleElements, type Theme } from "@fluentui/react-components";
import { renderToStaticMarkup } from "react-dom/server";
import type { SessionState } from "../src/runtime/session";
import { createStore } from "../src/runtime/store";
import { App } from "../src/taskpane/app";
import { failureKey, type FrameTexts } from "../src/taskpane/frame/show-frame";
import type { PaneTheme, PaneWorld } from "../src/taskpane/pane-world";
import { paneStateOf } from "../src/taskpane/state/pane-state";
import { createSay, loadTexts, type PaneTexts, type Say, type TextKey } from "../src/taskpane/text/say";
import { themeOf } from "../src/taskpane/themes";

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
const languages = ["en", "fr", "de", "es"] as const;

/** As much of the pane's world as its first frame looks at. */
const worldOf = (state: SessionState, say: Say): PaneWorld => {
  const runtime = {
    session: { state: createStore(state) },
    clock: { now: () => 0, after: () => () => undefined, random: () => 0 },
    memory: { latestAt: createStore(undefined) },
    ledger: { pending: createStore(0) },
  };
  const world = {
    runtime,
    say,
    theme: createStore("light"),
    request: createStore(undefined),
    notices: createStore([]),
    cellEdit: createStore(false),
    deployment: {},
  };
  return world as unknown as PaneWorld;
};

/** Answers the place of each sentence, and notes which ones were asked for. */
const placeholders = (asked: Set<TextKey>): Say => {
  const say = (key: TextKey, values?: object): string => {
    if (values !== undefined) throw new Error(`The first frame cannot know the values of ${key}.`);
    asked.add(key);
    return `[[${key}]]`;
  };
  return Object.assign(say, createSay("en"), { locale: "[[language]]" });
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
  return swap(themed, /^<div /, '<div data-frame="" ');
};

/** The variables that these styles use, for one theme. */
const colours = (name: PaneTheme, styles: string): string => {
  const theme: Partial<Theme> = themeOf(name);
  const used = new Set([...styles.matchAll(/var\(--(\w+)\)/g)].map(([, variable = ""]) => variable));
  const lines = Object.entries(theme).filter(([variable]) => used.has(variable));
  return `.frame-${name}{${lines.map(([variable, value]) => `--${variable}:${value}`).join(";")}}`;
};

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");

const textsOf = async (language: string, keys: ReadonlySet<TextKey>): Promise<Readonly<Record<string, string>>> => {
  const texts: PaneTexts | undefined = await loadTexts(language);
  const say = createSay(language, texts);
  return Object.fromEntries([...keys].map((key) => [key, escaped(say(key))]));
};

/** Renders the pane as somebody sees it who is signed out, and as somebody does whose device remembers him. */
export const renderFirstFrame = async (): Promise<FirstFrame> => {
  const renderer = createDOMRenderer();
  const asked = new Set<TextKey>([failureKey]);
  const frameOf = (state: SessionState): string => {
    const world = worldOf(state, placeholders(asked));
    const pane = <App world={world} state={paneStateOf(world)} />;
    return withoutTheme(renderToStaticMarkup(<RendererProvider renderer={renderer}>{pane}</RendererProvider>));
  };
  const signedOut = frameOf({ status: "signed-out" });
  const starting = frameOf({ status: "starting" });
  const own = renderToStaticMarkup(<>{renderToStyleElements(renderer)}</>);
  const styles = `${own}<style>${themes.map((name) => colours(name, own)).join("")}</style>`;
  const texts = await Promise.all(
    languages.map(async (language) => [language, await textsOf(language, asked)] as const),
  );
  return { signedOut, starting, styles, texts: Object.fromEntries(texts) };
};
