import { fireEvent } from "@testing-library/react/pure";
import fc from "fast-check";
import { functions } from "../../src/formulas/functions";
import {
  addUniverse,
  openFunction,
  openStage,
  openView,
  paneText,
  press,
  screen,
  user,
  waitFor,
  type PaneStage,
  type ShownPane,
} from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage();
});

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

const main = (): HTMLElement => screen.getByRole("main", { hidden: true });

/** Fills every text field of the view at once, as pasting does. */
const fillAll = (text: string): void => {
  for (const field of main().querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea"))
    if (!["checkbox", "radio", "password", "date", "file"].includes(field.type))
      fireEvent.input(field, { target: { value: text } });
};

/** Clicks a button that may be missing: what the view offers depends on what the last click did. */
const click = (name: string): void => {
  const [last] = [...main().querySelectorAll("button")].filter(({ textContent }) => textContent === name).toReversed();
  if (last !== undefined) fireEvent.click(last);
};

/** Errors that nobody caught. */
const errors: unknown[] = [];
const note = (event: unknown): void => void errors.push(event instanceof ErrorEvent ? event.message : event);
beforeAll(() => {
  window.addEventListener("error", note);
  process.on("unhandledRejection", note);
});
afterAll(() => {
  window.removeEventListener("error", note);
  process.off("unhandledRejection", note);
});
beforeEach(() => (errors.length = 0));

/** Errors that nobody caught, and views that stopped. */
const faults = (): readonly unknown[] => [...errors, ...(paneText().includes(stopped) ? [stopped] : [])];

/** Checks a view with many values; `buttons` work on what the fields hold. */
const survives = (buttons: readonly string[]): Promise<void> =>
  fc.assert(
    fc.asyncProperty(hostile, async (value) => {
      fillAll(value);
      for (const name of buttons) click(name);
      // A part of a view that loads late shows its heading then.
      await waitFor(() => expect(main().querySelectorAll("h1")).toHaveLength(1));
      expect(faults()).toEqual([]);
    }),
    { seed: 13, numRuns: 30 },
  );

const open = async (name?: string): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  if (name !== undefined) await openView(name);
  return pane;
};

describe("No value breaks a view", () => {
  test.each(["Create", "Edit", "More"])("Universes: adding, searching, and %s", async (panel) => {
    await open();
    await addUniverse(stage);
    await press(panel);
    await survives(["Add", "Search", "Create", "Create the universe", "Save changes", "Save nickname"]);
  });

  test("Resolve: a pasted list", async () => {
    await open("Resolve");
    await press("Paste a list");
    await survives(["Resolve", "All"]);
  });

  test("Resolve: a selection", async () => {
    const { workbook } = await open("Resolve");
    const cell = fc.oneof(hostile, fc.double(), fc.boolean(), fc.constantFrom("", 0, 1e21, -0));
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 12 }), async (cells) => {
        workbook.fill(
          "Sheet1!A2",
          cells.map((value) => [value]),
        );
        workbook.select("Sheet1!C9");
        workbook.select(`Sheet1!A2:A${cells.length + 1}`);
        click("Take the selection");
        await waitFor(() => expect(main().querySelectorAll("h1")).toHaveLength(1));
        expect(faults()).toEqual([]);
      }),
      { seed: 13, numRuns: 20 },
    );
  });

  test("Formula: every argument of every function, and a formula of a cell", async () => {
    const { workbook } = await open("Build");
    const values = fc.sample(hostile, { seed: 13, numRuns: 12 });
    for (const { name } of functions) {
      await openFunction(name);
      for (const value of values) fillAll(value);
      expect([name, ...faults()]).toEqual([name]);
      await press("All functions and questions");
    }
    for (const value of values) {
      workbook.formulas.set("Sheet1!D4", `=ESG.EVENTS(${value})`);
      workbook.select("Sheet1!A1");
      workbook.select("Sheet1!D4");
      await waitFor(() => expect(main().querySelectorAll("h1")).toHaveLength(1));
      click("Open the formula in Sheet1!D4");
      expect(faults()).toEqual([]);
    }
  }, 600_000);

  test("Analyses: All settings", async () => {
    await open("Analyses");
    await press("All settings");
    for (const fold of main().querySelectorAll("summary")) await user.click(fold);
    await survives(["Start the analysis"]);
  });

  test.each(["What is being said", "Follow a topic"])("Analyses, guided: %s", async (task) => {
    await open("Analyses");
    await press(new RegExp(`^${task}`));
    if (screen.queryByRole("button", { name: "Paste a list" }) !== null) await press("Paste a list");
    await survives(["Add these companies", "Continue under All settings"]);
  });

  test.each(["Status", "Editions", "Support"])("%s", async (view) => {
    await open(view);
    for (const fold of main().querySelectorAll("summary")) await user.click(fold);
    await survives(["Request coverage…"]);
  });

  test("Settings", async () => {
    await open();
    await press("Settings");
    await survives(["Check now", "Save"]);
  });
});
