import fc from "fast-check";
import { functions } from "../../../src/formulas/functions";
import type { Page } from "playwright-core";
import { addUniverse, openFunction, openStage, signIn, tab, type PaneStage } from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage(5188);
}, 60_000);

afterEach(() => stage.closePages());

afterAll(() => stage.close());

const stopped = "Something went wrong in this view";

/** What cells and clipboards hold that no form expects. */
const hostile = fc.oneof(
  fc.constantFrom(
    "BE0ZZ0004419;CA0ZZ0009726",
    "a;b,c\td|e\n;;,,",
    "x".repeat(40_000),
    "=".repeat(3_000),
    '"'.repeat(999),
    "(".repeat(5_000),
    "#N/A",
    "#VALUE!",
    "0012345",
    "1e308",
    "-1",
    "1/0",
    "NaN",
    "שלום \u202Eabc\u202C مرحبا",
    "\u0000\u0001\u0007\u001B[31m\u007F\u2028",
    "\uD800 alone \uDFFF",
    "a-thousand\u0301".repeat(50),
    "__proto__",
    "constructor",
    "{{name}} ${x} %s <img src=x onerror=alert(1)>",
    "99999-12-31",
    "eq:in:between:;",
    "=A1:B2,C3",
    "='no end!A1",
    "key='open; other=,",
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
);

/** Fills every text field of the view at once, as pasting does. */
const fill = (page: Page, value: string): Promise<void> =>
  page.evaluate((text) => {
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("main input, main textarea");
    for (const field of fields) {
      if (["checkbox", "radio", "password", "date"].includes(field.type)) continue;
      const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }, value);

/** Clicks a button that may be missing: what the view offers depends on what the last click did. */
const click = (page: Page, name: string): Promise<void> =>
  page.evaluate((label) => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>("main button")];
    buttons.findLast(({ textContent }) => textContent === label)?.click();
  }, name);

/** What went wrong in the page: errors that nobody caught, and views that stopped. */
const watch = (page: Page): (() => Promise<readonly string[]>) => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => void errors.push(message));
  return async () => [...errors, ...(await page.getByText(stopped).allTextContents())];
};

/** Checks a view with many values; `press` are the buttons that work on what the fields hold. */
const survives = async (page: Page, press: readonly string[]): Promise<void> => {
  const faults = watch(page);
  await fc.assert(
    fc.asyncProperty(hostile, async (value) => {
      await fill(page, value);
      for (const name of press) await click(page, name);
      expect(await faults()).toEqual([]);
      // A part of a view that loads late shows its heading then.
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    }),
    { seed: 13, numRuns: 30 },
  );
};

const open = async (name?: string): Promise<Page> => {
  const page = await stage.open();
  page.setDefaultTimeout(10_000);
  await signIn(page);
  if (name !== undefined) await tab(page, name);
  return page;
};

describe("No value breaks a view", () => {
  test("Universes: adding, searching and creating", async () => {
    const page = await open();
    await addUniverse(page, stage);
    for (const panel of ["Create", "Edit", "More"]) {
      await page.getByRole("button", { name: panel, exact: true }).first().click();
      await survives(page, ["Add", "Search", "Create", "Create the universe", "Save changes", "Save nickname"]);
    }
  }, 120_000);

  test("Resolve: a pasted list, and a selection", async () => {
    const page = await open("Resolve");
    await page.getByRole("button", { name: /paste/i }).click();
    await survives(page, ["Resolve", "All"]);
    const faults = watch(page);
    const cell = fc.oneof(hostile, fc.double(), fc.boolean(), fc.constantFrom("", 0, 1e21, -0));
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 12 }), async (cells) => {
        await page.evaluate(
          ([values, last]) => {
            const { workbook } = (
              window as never as { pane: { workbook: Record<string, (...given: unknown[]) => void> } }
            ).pane;
            workbook["fill"]!("Sheet1!A2", values);
            workbook["select"]!("Sheet1!C9");
            workbook["select"]!(`Sheet1!A2:A${String(last)}`);
          },
          [cells.map((value) => [value]), cells.length + 1] as const,
        );
        await page.getByRole("button", { name: "Take the selection" }).dispatchEvent("click");
        expect(await faults()).toEqual([]);
      }),
      { seed: 13, numRuns: 20 },
    );
  }, 120_000);

  test("Formula: every argument of every function, and a formula of a cell", async () => {
    const page = await open("Formula");
    const faults = watch(page);
    const values = fc.sample(hostile, { seed: 13, numRuns: 12 });
    for (const { name } of functions) {
      await openFunction(page, name);
      for (const value of values) await fill(page, value);
      expect([name, ...(await faults())]).toEqual([name]);
      await page.getByRole("button", { name: "All functions and questions" }).click();
    }
    for (const value of values) {
      await page.evaluate((text) => {
        const { workbook } = (
          window as never as { pane: { workbook: { formulas: Map<string, string>; select: (at: string) => void } } }
        ).pane;
        workbook.formulas.set("Sheet1!D4", `=ESG.EVENTS(${text})`);
        workbook.select("Sheet1!A1");
        workbook.select("Sheet1!D4");
      }, value);
      await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
      await click(page, "Open the formula in Sheet1!D4");
      expect(await faults()).toEqual([]);
    }
  }, 120_000);

  test.each(["Analyses", "Documents", "Tasks"])(
    "Analyses: %s",
    async (part) => {
      const page = await open("Analyses");
      if (part === "Analyses") await page.getByRole("button", { name: "All settings" }).click();
      else await tab(page, part);
      for (const fold of await page.locator("main summary").all()) await fold.click();
      await survives(page, ["Start the analysis", "Translate…", "Request coverage…"]);
    },
    120_000,
  );

  test.each(["What is being said", "Follow a topic"])(
    "Analyses, guided: %s",
    async (task) => {
      const page = await open("Analyses");
      await page.getByRole("button", { name: new RegExp(`^${task}`) }).click();
      const paste = page.getByRole("button", { name: "Paste a list" });
      if ((await paste.count()) > 0) await paste.click();
      await survives(page, ["Add these companies", "Continue under All settings"]);
    },
    120_000,
  );

  test.each(["Now", "History", "Diagnostics"])(
    "Activity: %s",
    async (part) => {
      const page = await open("Activity");
      await tab(page, part);
      await survives(page, []);
    },
    120_000,
  );

  test("Settings and sign-in", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Settings" }).click();
    await survives(page, ["Check now", "Save"]);
  }, 120_000);
});

test("two identifiers pasted into one line are one row that cannot be searched; the other rows are found", async () => {
  const page = await open("Resolve");
  const [first, second] = stage.demo.entities.filter(({ isin }) => isin !== null).map(({ isin }) => isin);
  await page.getByRole("button", { name: /paste/i }).click();
  await page.getByRole("textbox").first().fill(`${first}\n${first};${second}\n${second}`);
  await page.getByText("2 to search").waitFor();
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await page.getByRole("button", { name: "1 row needs your review" }).waitFor();
  await page.getByRole("listitem").getByText(`${first};${second}`, { exact: true }).waitFor();
});

/** Puts something into the draft of the Resolve view that it cannot show, as no user can. */
const breakResolve = "pane.state.draft('resolve').set({ inputs: null, by: 'auto', answers: null, address: undefined })";

describe("A view that fails", () => {
  test("says so in one sentence and works again after Start over, without a reload", async () => {
    const page = await open("Resolve");
    await page.getByRole("button", { name: /paste/i }).click();
    await page.evaluate(breakResolve);
    await page.getByText(stopped).waitFor();
    expect(await page.getByRole("tab").count()).toBe(5);
    await page.getByRole("button", { name: "Start over" }).click();
    await page.getByRole("button", { name: /paste/i }).click();
    await page.getByRole("textbox").first().fill("Bank");
    await page.getByText("1 to search").waitFor();
  });

  test("works again after another tab was opened, and says that its fields were cleared", async () => {
    const page = await open("Resolve");
    await page.evaluate(breakResolve);
    await page.getByText(stopped).waitFor();
    await tab(page, "Activity");
    await page.getByRole("heading", { name: "Activity" }).waitFor();
    await tab(page, "Resolve");
    await page.getByText("so its fields were cleared").waitFor();
    await page.getByRole("button", { name: /paste/i }).waitFor();
    expect(await page.getByText(stopped).count()).toBe(0);
  });

  test("leaves the input of a view alone where it can be shown when it is opened again", async () => {
    const page = await open("Resolve");
    await page.getByRole("button", { name: /paste/i }).click();
    await page.getByRole("textbox").first().fill("Bank");
    await page.evaluate("window.before = pane.state.draft('resolve').get()");
    await page.evaluate(breakResolve);
    await page.getByText(stopped).waitFor();
    await tab(page, "Activity");
    await page.evaluate("pane.state.draft('resolve').set(before)");
    await tab(page, "Resolve");
    await page.getByText("1 to search").waitFor();
  });
});

test("an entry that cannot be shown is one line of its list", async () => {
  const page = await open();
  await page.evaluate(`for (const name of ["First", { odd: true }, "Third"])
    pane.runtime.analyses.add({ instance: crypto.randomUUID(), name, started_at: 0, state: "ready", request: {} })`);
  await tab(page, "Analyses");
  await page.getByText("This entry cannot be shown").waitFor();
  await page.getByText("Third").first().waitFor();
});
