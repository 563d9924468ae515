import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator } from "playwright-core";
import { until } from "../support/until";
import { signIn, startStageWithReport, type Stage } from "./stage";
import { closeBrowser, type WorkbenchPage } from "./workbench/page";

const root = path.join(__dirname, "..", "..");

/** What a journey takes. */
interface Effort {
  readonly clicks: number;
  /** Presses of Tab, Shift+Tab and arrow keys that bring the focus from one control to the next, where nobody uses the mouse. */
  readonly tabs: number;
  readonly keys: number;
  readonly calls: number;
}

/** What the hands of a practised person take, without any waiting. */
interface Seconds {
  readonly mouse: string;
  readonly keyboard: string;
}

/** The keystroke-level model: seconds to decide, to point and press, and for a key. */
const [decision, pointing, stroke] = [1.35, 1.3, 0.28];

const secondsOf = ({ clicks, tabs, keys }: Effort): Seconds => ({
  mouse: `${Math.round(clicks * (decision + pointing) + keys * stroke)} s`,
  keyboard: `${Math.round(clicks * decision + (clicks + tabs + keys) * stroke)} s`,
});

/** The table of docs/journeys.md, by the name of the journey. */
const documented = new Map<string, Effort>(
  readFileSync(path.join(root, "docs", "journeys.md"), "utf8")
    .split("\n")
    .flatMap((line): readonly [string, Effort & Seconds][] => {
      const [, name = "", , clicks, tabs, keys, calls, mouse = "", keyboard = ""] = line
        .split("|")
        .map((cell) => cell.trim());
      return /^\d+$/.test(clicks ?? "")
        ? [[name, { clicks: +clicks!, tabs: +tabs!, keys: +keys!, calls: +calls!, mouse, keyboard }]]
        : [];
    }),
);

let stage: Stage;

beforeAll(async () => {
  stage = await startStageWithReport();
}, 240_000);
afterAll(async () => {
  await stage.close();
  await closeBrowser();
});

const sizes = [
  [1440, 860],
  [1024, 768],
  [320, 760],
] as const;

/** A screenshot in each theme at each width, where they are asked for. */
const picture = async ({ page, call }: WorkbenchPage, name: string): Promise<void> => {
  if (process.env["SCREENSHOTS"] === undefined) return;
  for (const theme of ["dark", "contrast", "light"] as const) {
    await call("theme", theme);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(400);
      await page.screenshot({ path: path.join(root, "screenshots", `journey-${name}-${theme}-${width}.png`) });
    }
  }
  await page.setViewportSize({ width: 1440, height: 860 });
  await page.waitForTimeout(300);
};

/** A person who counts clicks and keys. A picture is taken after each click. */
interface Person {
  readonly click: (control: Locator) => Promise<void>;
  readonly type: (field: Locator, text: string) => Promise<void>;
  readonly key: (field: Locator, name: string) => Promise<void>;
  readonly button: (name: string | RegExp) => Locator;
  readonly tab: (name: string) => Locator;
  readonly field: (name: string | RegExp) => Locator;
  readonly sees: (text: string | RegExp) => Promise<void>;
}

/** The most presses that lead to any control of a view. */
const mostTabs = 80;

/**
 * Brings the focus to a control of the pane by Tab or Shift+Tab, and by an arrow key among tabs. Returns how many presses it took. The
 * focus is at the top of the pane where it was in the sheet.
 */
const reach = async (workbench: WorkbenchPage, control: Locator): Promise<number> => {
  await control.waitFor();
  await control.evaluate((element) => {
    const { activeElement, body } = element.ownerDocument;
    element.ownerDocument.defaultView?.focus();
    if (activeElement === null || activeElement === body) {
      // A browser begins at the point of the last click where nothing has the focus.
      body.tabIndex = -1;
      body.focus();
      body.removeAttribute("tabindex");
    }
  });
  for (let presses = 0; presses < mostTabs; presses += 1) {
    const place = await control.evaluate((element): "here" | "beside" | "before" | "behind" => {
      const active = element.ownerDocument.activeElement;
      if (active === element || element.contains(active)) return "here";
      const list = element.closest("[role=tablist]");
      if (list?.contains(active) === true) return "beside";
      const isBefore =
        active !== null && (active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      return isBefore ? "before" : "behind";
    });
    if (place === "here") return presses;
    await workbench.page.keyboard.press({ beside: "ArrowRight", before: "Shift+Tab", behind: "Tab" }[place]);
  }
  throw new Error(`The focus does not reach ${String(control)} in ${mostTabs} presses.`);
};

/** What the journey of this name takes: calls to the service without those that only read the list of tasks. */
const effortOf = async (
  workbench: WorkbenchPage,
  name: string,
  steps: (person: Person) => Promise<void>,
): Promise<Effort> => {
  let [clicks, tabs, keys] = [0, 0, 0];
  const pane = workbench.pane();
  const focus = async (control: Locator): Promise<void> => {
    if (await control.evaluate((element) => element.closest("#ribbon") === null))
      tabs += await reach(workbench, control);
  };
  const shot = (): Promise<void> => picture(workbench, `${name.toLowerCase().replaceAll(" ", "-")}-${clicks}`);
  await shot();
  const { routes } = await stage.during(async () => {
    await steps({
      click: async (control) => {
        await focus(control);
        await control.click();
        clicks += 1;
        await workbench.settled();
        await shot();
      },
      type: async (field, text) => {
        await focus(field);
        await field.fill(text);
        keys += text.length;
      },
      key: async (field, pressed) => {
        await field.press(pressed);
        keys += 1;
        await workbench.settled();
      },
      button: (label) => pane.getByRole("button", { name: label, exact: typeof label === "string" }).first(),
      tab: (label) => pane.getByRole("tab", { name: label, exact: true }),
      field: (label) => pane.locator("input").and(pane.getByLabel(label)).first(),
      sees: (text) => pane.getByText(text).first().waitFor(),
    });
    // Calls begin up to a batch window after their cause.
    await workbench.page.waitForTimeout(200);
    await workbench.settled();
  });
  await picture(workbench, `${name.toLowerCase().replaceAll(" ", "-")}-end`);
  const calls = Object.entries(routes).reduce((sum, [route, count]) => sum + (route === "listTasks" ? 0 : count), 0);
  return { clicks, tabs, keys, calls };
};

/** Opens a workbook, signed in, on the start view. */
const signedIn = async (query: string): Promise<WorkbenchPage> => {
  const workbench = await stage.open(query);
  await signIn(workbench);
  await workbench.pane().getByRole("button", { name: "Start", exact: true }).click();
  await workbench.settled();
  // The person comes from the sheet: the focus is at the top of the pane.
  await workbench.pane().evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return workbench;
};

const journeys: Readonly<
  Record<string, { readonly open: string; readonly steps: (person: Person, workbench: WorkbenchPage) => Promise<void> }>
> = {
  "A report with today's values": {
    open: "",
    steps: async ({ click, button }, workbench) => {
      await click(button("Use the demo account"));
      await click(button(/^Refresh this workbook/));
      await until("the report says when its values were fetched", async () =>
        String((await workbench.cell("Report!B2")).value).endsWith("UTC"),
      );
    },
  },
  "The companies behind a list": {
    open: "?open=holdings.json",
    steps: async ({ click, button, sees }) => {
      await click(button(/^Resolve my list/));
      await sees("Holdings!A1:A41");
      await click(button("Resolve"));
      await click(button("Insert formula"));
      await sees(/^Inserted in Holdings!/);
    },
  },
  "The events of a portfolio": {
    open: "?open=holdings.json",
    steps: async ({ click, button }, workbench) => {
      await click(button(/^See a portfolio/));
      await click(button("Use a new sheet"));
      await until("the events are shown", async () => {
        const rows = await workbench.values("'Demo Portfolio'!A1:B2").catch(() => []);
        return typeof rows[1]?.[0] === "number";
      });
    },
  },
  "A formula from a word": {
    open: "?fresh",
    steps: async ({ click, type, button, field }, workbench) => {
      await click(button(/^Build a formula/));
      await type(field("Search functions, questions and columns"), "controversy");
      await click(button(/^ESG\.EVENTS/));
      await type(field(/^Universe/), "EU Banks");
      await click(button("Preview 5 rows"));
      await workbench.pane().getByRole("region", { name: /rows/ }).first().waitFor();
      await click(button("Insert formula"));
      await until("the events are shown", async () => typeof (await workbench.cell("A2")).value === "number");
    },
  },
  "A result that looks finished": {
    open: "?fresh",
    steps: async ({ click }, workbench) => {
      await click(workbench.page.locator("#ribbon").getByText("Format result", { exact: true }));
    },
  },
  "A universe of a list": {
    open: "?open=holdings.json",
    steps: async ({ click, type, button, tab, field, sees }) => {
      await click(tab("Companies"));
      await click(tab("Universes"));
      await click(button("From my list"));
      await click(button("Use the selected cells"));
      await sees("Holdings!A1:A41");
      await click(button("Resolve"));
      await type(field(/^Name of the universe/), "My book");
      await click(button("Fill the universe…"));
      await click(button("Confirm"));
      await sees(/^Filling My book: 40 of 40/);
    },
  },
  "The events of a table": {
    open: "?open=holdings.json",
    steps: async ({ click, type, button, field, sees }, workbench) => {
      await click(button(/^Resolve my list/));
      await sees("Holdings!A1:A41");
      await click(button("Resolve"));
      await click(button("Make a universe…"));
      await click(button("Make the table"));
      await click(button("Show their events"));
      await type(field(/^Universe/), "Demo Portfolio");
      await click(button("Use a new sheet"));
      await until("the events are shown", async () => {
        const rows = await workbench.values("'ESG.EVENTS'!A1:B2").catch(() => []);
        return typeof rows[1]?.[0] === "number";
      });
    },
  },
  "A formula with a mistake": {
    open: "?fresh",
    steps: async ({ click, type, key, button, tab, field }, workbench) => {
      await click(tab("This workbook"));
      await click(button("Edit the formula in Sheet1!A1"));
      await type(field(/^Lowest score/), "4");
      await key(field(/^Lowest score/), "Control+Enter");
      await until("the events are shown", async () => typeof (await workbench.cell("A2")).value === "number");
    },
  },
};

/** What is in the workbook before a journey begins. */
const prepared: Readonly<Record<string, string>> = {
  "A result that looks finished": '=ESG.EVENTS("EU Banks",4)',
  "A formula with a mistake": '=ESG.EVENTS("EU Banks",9)',
};

test("the table of journeys names exactly the eight that are tested", () => {
  expect([...documented.keys()]).toEqual(Object.keys(journeys));
});

test.each(Object.entries(journeys))(
  "%s takes as many clicks, Tabs, keys and calls as its row in docs/journeys.md says",
  async (name, { open, steps }) => {
    const workbench = open === "" ? await stage.open("") : await signedIn(open);
    const formula = prepared[name];
    if (formula !== undefined) await workbench.enterAll({ A1: formula });
    if (open.includes("holdings")) await workbench.call("select", "A1");
    const effort = await effortOf(workbench, name, (person) => steps(person, workbench));
    expect({ name, ...effort, ...secondsOf(effort) }).toEqual({ name, ...documented.get(name) });
    await workbench.leave();
  },
  240_000,
);
