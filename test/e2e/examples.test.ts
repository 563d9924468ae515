import { readFileSync } from "node:fs";
import path from "node:path";
import { functions } from "../../src/formulas/functions";
import { columnLabel } from "../../src/formulas/table/columns";
import { until } from "../support/until";
import { enterAgain } from "./workbench/enter-again";
import type { WorkbenchPage } from "./workbench/page";
import { awaitAnalysis } from "./ready-analysis";
import { signIn, startStage, type Stage } from "./stage";

const readme = readFileSync(path.join(__dirname, "..", "..", "README.md"), "utf8");

/** Every formula anybody is shown: those of the reference, and those the README has between backticks. */
const formulas = [
  ...new Set([
    ...functions.flatMap(({ examples }) => examples.map(({ formula }) => formula)),
    ...[...readme.matchAll(/`(=[A-Z][A-Z.]*\([^`]*\))`/g)].map(([, formula = ""]) => formula),
  ]),
];

/** A sheet for each, so that a thousand rows are in nobody's way. */
const sheetOf = (formula: string): string => `Example ${formulas.indexOf(formula) + 1}`;
const anchor = "E1";

/** What the cells must hold that a formula refers to: pasted ISINs in a column, or a formula to ask about. */
const cellsFor = (formula: string, isins: readonly string[]): Readonly<Record<string, string>> => {
  const place = `'${sheetOf(formula)}'!`;
  const last = /\bA2:A(\d+)\b/.exec(formula)?.[1];
  if (last !== undefined)
    return Object.fromEntries(isins.slice(0, Number(last) - 1).map((isin, row) => [`${place}A${row + 2}`, isin]));
  return /\bA1\b/.test(formula) ? { [`${place}A1`]: '=UNIVERSE.COUNT("EU Banks")' } : {};
};

interface Shown {
  readonly formula: string;
  /** What stands first: a column's name where there is a header row. */
  readonly first: unknown;
  readonly rows: number;
  readonly filled: number;
  readonly errors: readonly string[];
}

/** What stands in the sheet right of the arguments and below; counted in the page, for a thousand rows of each are many. */
const look = (workbench: WorkbenchPage, formula: string): Promise<Shown> =>
  workbench.page.evaluate(
    ([sheet, first, shown]) => {
      const { read } = (window as unknown as { workbench: { read: (range: string) => { value: unknown }[][] } })
        .workbench;
      type Cell = { value: unknown; error?: { code: string; message?: string } };
      const down = read(`'${sheet}'!${first}:E1300`) as Cell[][];
      const rows = down.findLastIndex(([cell]) => cell?.value !== "") + 1;
      const cells = (read(`'${sheet}'!${first}:BZ${Math.max(rows, 1)}`) as Cell[][]).flat();
      const errors = cells.flatMap(({ error }) => (error ? [`${error.code} ${error.message ?? ""}`] : []));
      return {
        formula: shown,
        rows,
        first: down[0]?.[0]?.value,
        filled: cells.filter(({ value }) => value !== "").length,
        errors,
      };
    },
    [sheetOf(formula), anchor, formula] as const,
  );

describe("the examples of the reference and of the README", () => {
  let stage: Stage;
  let workbench: WorkbenchPage;
  const shown = new Map<string, Shown>();

  beforeAll(async () => {
    stage = await startStage();
    workbench = await stage.open();
    await workbench.call("showPane", true);
    const sheets = formulas.map((formula) => ({ name: sheetOf(formula), cells: {} }));
    await workbench.call("open", { name: "Examples", sheets: [{ name: "First", cells: {} }, ...sheets] });
    await signIn(workbench);
    await enterAll();
  }, 240_000);
  afterAll(() => stage.close());

  const enterAll = async (): Promise<void> => {
    const [{ instance } = { instance: "" }] = stage.demo.analyses;
    await awaitAnalysis(workbench, "First!A1", instance);
    const cells = formulas.map((formula) => ({
      ...cellsFor(formula, stage.demo.holdings),
      [`'${sheetOf(formula)}'!${anchor}`]: formula,
    }));
    await workbench.enterAll(Object.assign({}, ...cells) as Record<string, string>);
    // What a refresh changed is known after one.
    await workbench.call("select", `'${sheetOf("=QUERY.CHANGES(A1)")}'!A1`);
    await workbench.call("runCommand", "refreshSelection");
    const changes = `'${sheetOf("=QUERY.CHANGES(A1)")}'!${anchor}`;
    await until("the refresh has ended", async () => (await workbench.cell(changes)).value !== "#N/A");
    await workbench.settled();
    for (const formula of formulas) shown.set(formula, await look(workbench, formula));
  };

  it("are found: one for every function at least, and those of the README", () => {
    expect(formulas.length).toBeGreaterThan(functions.length);
    expect(formulas).toEqual(expect.arrayContaining(['=ESG.EVENTS("EU Banks",3)', "=ENTITY.RESOLVE(A2:A1201)"]));
  });

  it.each(formulas)("%s calculates", (formula) => {
    const seen = shown.get(formula);
    expect(seen).toMatchObject({ formula, errors: [] });
    expect({ formula, filled: seen?.filled }).not.toEqual({ formula, filled: 0 });
  });

  it("show rows below their header", () => {
    const bare = functions.flatMap(({ name, columns, examples }) =>
      examples.filter(({ formula }) => {
        const { first, rows = 0 } = shown.get(formula) ?? {};
        // Nobody has started an analysis here, and the refresh has changed nothing.
        return (
          columns.some(({ name: column }) => column === first || columnLabel(column) === first) &&
          rows < 2 &&
          name !== "ANALYSIS.LIST" &&
          name !== "QUERY.CHANGES"
        );
      }),
    );
    expect(bare).toEqual([]);
  });

  it("are answered from memory or with (preview) while they are only looked at, without a call", async () => {
    const calls = await stage.during(async () => {
      expect(await workbench.call("preview", '=ESG.EVENTS("EU Banks",2,"-17d")')).toEqual([["(preview)"]]);
      expect((await workbench.call("preview", '=ESG.EVENTS("EU Banks",3)'))[0]?.[0]).toBe("Last activity");
    });
    expect(calls.total).toBe(0);
  });

  it("stand in the page that functions.json names as each function's help", async () => {
    const answer = await fetch(`${stage.origin}/functions.json`);
    const { functions: listed } = (await answer.json()) as { functions: { name: string; helpUrl: string }[] };
    const pages = new Set(listed.map(({ helpUrl }) => helpUrl.split("#")[0] ?? ""));
    expect([...pages]).toEqual([`${stage.origin}/docs/functions.html`]);
    const page = await (await fetch([...pages][0] ?? "")).text();
    for (const { name, helpUrl } of listed)
      expect(page).toContain(`<h2 id="${helpUrl.split("#")[1] ?? ""}">${name}</h2>`);
  });

  it("are typed with the values of an argument offered", async () => {
    await workbench.call("activate", "First");
    const write = async (): Promise<void> => {
      await workbench.call("select", "A5");
      await workbench.page.locator("canvas[id^=univer-sheet-main]").click({ position: { x: 80, y: 122 } });
      await workbench.page.keyboard.type('=ESG.SUMMARY("EU Banks",,,,,"ca');
      await workbench.page.locator("#choices").waitFor();
      expect(await workbench.page.locator("#choices code").allTextContents()).toEqual(['"category"']);
      await workbench.screenshot("choices");
      await workbench.page.keyboard.press("Tab");
      await workbench.page.keyboard.type(")");
    };
    await enterAgain(workbench, { address: "A5", formula: '=ESG.SUMMARY("EU Banks",,,,,"category")', write });
    await workbench.settled();
    expect((await workbench.values("A5:A8")).flat().toSorted()).toEqual(["Category", "E", "G", "S"]);
  });
});
