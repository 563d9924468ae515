import type { DataKind } from "../../src/addin/deployment";
import "./without-layout";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react/pure";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import type { PaneTheme } from "../../src/addin/taskpane/pane-deps";
import { functions } from "../../src/formulas/functions";
import type { Calculation } from "../../src/formulas/table/formula-result";
import type { Send } from "../../src/engine/http/client";
import { createService, type Service } from "../../src/service/service";
import { inProcessSend } from "../support/in-process-send";
import type { Demo } from "../support/local-runtime";
import { createMemoryPane, type MemoryPane } from "./memory-pane";
import { createPaneClock } from "./pane-clock";

export { act, screen, waitFor, within };

const origin = "http://localhost";
/** The day before which all records of the made-up world lie, and the first moment of all clocks. */
const today = "2026-11-02";
const firstMoment = Date.parse(`${today}T09:00:00Z`);

/** One request as it was sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** A file that the pane gave to the browser to save. */
export interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** The pane that is shown, with what a person does to it. */
export interface ShownPane extends MemoryPane {
  /** The requests since the pane was opened, in the order in which they were sent. */
  readonly sent: SentRequest[];
  readonly saved: SavedFile[];
  /** From now on the pane's time passes so many times as fast as real time: it pauses for minutes between tries. */
  readonly setSpeed: (times: number) => void;
}

interface OpenOptions {
  readonly theme?: PaneTheme;
  readonly locale?: string;
  /** Of the device. */
  readonly timeZone?: string;
  /** What the deployment says of the service's data; "none" if it says nothing. "made-up" if omitted. */
  readonly data?: DataKind | "none";
  /** Milliseconds that the clock of the device is ahead of the service's. */
  readonly clockAhead?: number;
  /** Answers a request in place of the service, where it returns a response. */
  readonly answer?: (request: Request) => Response | Promise<Response> | undefined;
  /** Holds a request until the promise is fulfilled, where it returns one. */
  readonly hold?: (request: Request) => Promise<void> | undefined;
}

/** The pane over a local service of its own in this process. */
export interface PaneStage {
  readonly service: Service;
  readonly demo: Demo;
  /** Shows the sign-in. The pane that was shown before is removed. */
  readonly open: (options?: OpenOptions) => ShownPane;
  /** Shows the pane as somebody sees it who has signed in to the demo account, with the view Universes. */
  readonly openSignedIn: (options?: OpenOptions) => Promise<ShownPane>;
  /** The number of requests to each operation of the service since `resetCalls`. */
  readonly calls: () => Promise<Readonly<Record<string, number>>>;
  readonly resetCalls: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Keeps what the pane saves: jsdom neither makes addresses of files nor follows a link to one. */
const keepSavedFiles = (saved: SavedFile[]): (() => void) => {
  const blobs = new Map<string, Blob>();
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      const address = `blob:${blobs.size}`;
      blobs.set(address, blob);
      return address;
    },
    revokeObjectURL: () => undefined,
  });
  const save = (event: Event): void => {
    if (!(event.target instanceof HTMLAnchorElement) || event.target.download === "") return;
    event.preventDefault();
    const { download, href } = event.target;
    void blobs
      .get(href)
      ?.text()
      .then((text) => saved.push({ name: download, text }));
  };
  document.addEventListener("click", save, true);
  return () => document.removeEventListener("click", save, true);
};

export const openStage = async (): Promise<PaneStage> => {
  const serviceClock = createPaneClock(firstMoment);
  const service = await createService({
    size: "test",
    seed: 1,
    localControls: true,
    today,
    clock: serviceClock,
    audiences: [`${origin}/`],
  });
  const demo = (await service.fastify.inject("/_local/demo")).json<Demo>();
  let shown: MemoryPane | undefined;
  let forget = (): void => undefined;
  const hide = (): void => {
    shown?.hide();
    forget();
    shown = undefined;
    document.getElementById("pane")?.remove();
  };
  const open = (options: OpenOptions = {}): ShownPane => {
    const {
      theme = "light",
      locale = "en-GB",
      timeZone = "UTC",
      data = "made-up",
      clockAhead = 0,
      answer,
      hold,
    } = options;
    hide();
    const sent: SentRequest[] = [];
    const inner = inProcessSend(service.fastify);
    const send: Send = async (request) => {
      // A pane that is gone goes on following its analyses; nobody waits for it, and its calls are not counted.
      if (shown !== pane) return new Promise<never>(() => undefined);
      const { pathname, search } = new URL(request.url);
      if (!pathname.startsWith("/_local/"))
        sent.push({ method: request.method, path: pathname + search, body: await request.clone().text() });
      await hold?.(request);
      return (await answer?.(request.clone())) ?? inner(request);
    };
    const root = document.createElement("div");
    root.id = "pane";
    document.body.append(root);
    const saved: SavedFile[] = [];
    const clock = createPaneClock(firstMoment + clockAhead);
    const forgetFiles = keepSavedFiles(saved);
    forget = () => {
      forgetFiles();
      clock.stop();
    };
    const pane: MemoryPane = createMemoryPane({
      origin,
      clientId: demo.client_id,
      send,
      clock,
      theme,
      locale,
      timeZone,
      ...(data !== "none" && { data }),
    });
    shown = pane;
    pane.show();
    return Object.assign(pane, { sent, saved, setSpeed: clock.setSpeed });
  };
  return {
    service,
    demo,
    open,
    openSignedIn: async (options) => {
      const pane = open(options);
      await press("Use the demo account");
      await screen.findByRole("heading", { name: "Start" });
      await openView("Universes");
      await screen.findByRole("heading", { name: "Universes" });
      return pane;
    },
    calls: async () =>
      (await service.fastify.inject("/_local/calls")).json<{ routes: Record<string, number> }>().routes,
    resetCalls: async () => {
      await service.fastify.inject({ method: "DELETE", url: "/_local/calls" });
    },
    close: async () => {
      hide();
      serviceClock.stop();
      await service.close();
    },
  };
};

/** Keys and mouse. Between two keys no time passes. */
export const user = userEvent.setup({ delay: null });

/** Types into what has the focus. */
export const type = (text: string): Promise<void> => user.keyboard(text.replaceAll(/[{[]/g, "$&$&"));

/** Presses a key on a control, which gets the focus first, as somebody does who has no mouse. */
const pressKey = async (control: HTMLElement, key: string): Promise<void> => {
  act(() => control.focus());
  await user.keyboard(key);
};

type Name = string | RegExp;

/** The button of this name; the last one where there are several. */
export const button = async (name: Name): Promise<HTMLElement> => {
  const buttons = await screen.findAllByRole("button", { name });
  return buttons[buttons.length - 1]!;
};

/** Presses Enter on a button, by keyboard. */
export const press = async (name: Name): Promise<void> => pressKey(await button(name), "{Enter}");

/** The places with several views, by their views. */
const places: Readonly<Record<string, string>> = {
  Resolve: "Companies",
  "Company file": "Companies",
  Universes: "Companies",
  Status: "This workbook",
  Changes: "This workbook",
  "Where from": "This workbook",
  Editions: "This workbook",
};

/** Opens a view by the tab of its place and its own, by keyboard. */
export const openView = async (name: string): Promise<void> => {
  const place = places[name];
  // From Settings itself its button leads to Start.
  if (name === "Support" && screen.queryByRole("tab", { name }) === null) await press("Settings");
  else if (place !== undefined) await pressKey(await screen.findByRole("tab", { name: place }), "{Enter}");
  await pressKey(await screen.findByRole("tab", { name }), "{Enter}");
};

/** Opens or closes a fold. */
export const toggleFold = async (title: Name): Promise<void> =>
  user.click(await screen.findByText(title, { selector: "summary" }));

/** The text field of this label, required (`*`) or not. */
export const field = async (label: string): Promise<HTMLInputElement> => {
  const escaped = label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const [first] = await screen.findAllByLabelText(new RegExp(String.raw`^${escaped}\s*\*?$`), {
    selector: "input, textarea, select",
  });
  return first as HTMLInputElement;
};

/** Puts a text into a field in place of what is there, as pasting does. */
export const fill = async (label: string | HTMLElement, text: string): Promise<void> => {
  const input = typeof label === "string" ? await field(label) : label;
  if (input instanceof HTMLInputElement && input.type === "date") {
    fireEvent.change(input, { target: { value: text } });
    return;
  }
  await user.clear(input);
  if (text !== "") await user.paste(text);
};

/** What the pane says, without what is folded away. */
export const paneText = (): string => {
  const pane = document.getElementById("pane");
  const nodes = document.createTreeWalker(pane ?? document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const { parentElement } = node;
    const isFolded =
      parentElement?.closest("details:not([open])") !== null && parentElement?.closest("summary") === null;
    if (!isFolded) texts.push(node.textContent ?? "");
  }
  return texts.join("").replaceAll(/\s+/g, " ");
};

/** Waits until the pane says this somewhere. */
export const says = (text: Name): Promise<void> =>
  waitFor(() => {
    const now = paneText();
    if (typeof text === "string" ? !now.includes(text) : !text.test(now))
      throw new Error(`The pane does not say ${String(text)}. It says: ${now}`);
  });

/** Waits until the pane says this nowhere. */
export const saysNoMore = (text: string): Promise<void> =>
  waitFor(() => {
    if (paneText().includes(text)) throw new Error(`The pane still says ${text}: ${paneText()}`);
  });

/** The label of what has the focus, whether it is marked as wrong, and the sentence tied to it. */
const focusedField = (): { readonly label: string; readonly isWrong: boolean; readonly sentence: string } => {
  const control = document.activeElement as HTMLInputElement;
  const group = control.closest('[role="group"]');
  const described = (group ?? control).getAttribute("aria-describedby") ?? "";
  const sentences = described.split(" ").map((id) => document.getElementById(id)?.textContent ?? "");
  return {
    label: group?.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? "",
    isWrong: group?.hasAttribute("data-wrong") ?? control.getAttribute("aria-invalid") === "true",
    sentence: sentences.join(" "),
  };
};

/** Waits until the focus is in a field of this label that is marked as wrong, and looks at the sentence tied to it. */
export const wrongFieldHasFocus = (label: RegExp, sentence: Name): Promise<void> =>
  waitFor(() =>
    expect(focusedField()).toEqual({
      label: expect.stringMatching(label) as string,
      isWrong: true,
      sentence: typeof sentence === "string" ? sentence : (expect.stringMatching(sentence) as string),
    }),
  );

/** Adds the universe "EU Banks" by its id, in the view Universes. */
export const addUniverse = async ({ demo }: PaneStage): Promise<void> => {
  const euBanks = demo.universes.find(({ universe_name }) => universe_name === "EU Banks");
  await fill("Universe id", euBanks?.universe_id ?? "");
  await user.keyboard("{Enter}");
  await says("Added: EU Banks");
};

/** Opens the form of a function in the view Build. */
export const openFunction = async (name: string): Promise<void> => {
  await fill("Search functions, questions and columns", name);
  await user.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Preview 5 rows" });
};

/** Rules that need layout or colors; Chromium proves them (test/e2e/pane/views.slow.test.ts). */
const withoutLayout = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"];

/** Ids, paths and names of the service, which nobody should have to read. */
const code = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\/v\d\/|\b[a-z]+_[a-z_]+\b/g;

/**
 * What is wrong with the view that is open: what axe finds in its structure, and ids and names of code. `showsCode` is for a view that shows
 * some on purpose: an example of an id, columns as a formula names them, diagnostics.
 */
export const faultsOfView = async (view: string, showsCode?: "showsCode"): Promise<readonly string[]> => {
  const { violations } = await axe.run(document.body, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: Object.fromEntries(withoutLayout.map((rule) => [rule, { enabled: false }])),
    resultTypes: ["violations"],
  });
  return [
    ...violations.map(({ id, nodes }) => `${view}: ${id} ${nodes[0]?.html.slice(0, 160) ?? ""}`),
    ...(showsCode === undefined ? (paneText().match(code) ?? []) : []).map((word) => `${view}: ${word}`),
  ];
};

/** The input of an argument in the form of a function, by its label and name. */
export const argumentField = async (label: string): Promise<HTMLInputElement> => {
  const escaped = label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const [first] = await screen.findAllByLabelText(new RegExp(String.raw`^${escaped}\s*\*?$`), { selector: "input" });
  return first as HTMLInputElement;
};

/** The name of what has the focus: its label, or that it is something which only holds controls. */
const focusedControl = (): string => {
  const element = document.activeElement;
  if (element === null || element === document.body) return "lost";
  const isControl = element.matches("button, input, select, textarea, a, summary");
  return isControl ? (element.getAttribute("aria-label") ?? element.textContent) : "holder";
};

/** Waits until the focus is on the control of this name; "holder" is an element around controls. */
export const focusIsOn = (name: string): Promise<void> => waitFor(() => expect(focusedControl()).toBe(name));

/** Calculates a function of the add-in as a cell does. Returns what its request answered. */
export const calculate = async (
  { runtime }: ShownPane,
  address: string,
  name: string,
  ...values: readonly unknown[]
): Promise<readonly Calculation[]> => {
  const answers: Calculation[] = [];
  const definition = functions.find((each) => each.name === name);
  await definition?.invoke(values, {
    runtime,
    host: { formattedValues: false, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 },
    address,
    signal: new AbortController().signal,
    preview: false,
    reloadSince: undefined,
    onCalculated: (calculation) => answers.push(calculation),
  });
  return answers;
};
