import { readdirSync } from "node:fs";
import path from "node:path";
import type { WorkbenchPage } from "./workbench/page";
import { awaitAnalysis } from "./ready-analysis";
import { signIn, startStage, type Stage } from "./stage";

interface Sample {
  readonly active?: string;
  readonly sheets: readonly { readonly name: string; readonly cells: Readonly<Record<string, string>> }[];
}

const files = readdirSync(path.join(__dirname, "..", "..", "assets", "workbooks"));

describe("the sample workbooks", () => {
  let stage: Stage;
  let workbench: WorkbenchPage;

  beforeAll(async () => {
    stage = await startStage();
    workbench = await stage.open();
    await workbench.call("showPane", true);
    await signIn(workbench);
    await awaitAnalysis(workbench, "A1", stage.demo.analyses[0]?.instance ?? "");
  }, 240_000);
  afterAll(() => stage.close());

  const open = async (name: string): Promise<Sample> => {
    const answer = await fetch(`${stage.origin}/assets/workbooks/${name}.json`);
    const sample = (await answer.json()) as Sample;
    await workbench.call("open", sample);
    await workbench.settled();
    return sample;
  };

  it.each(files.map((file) => file.replace(".json", "")))(
    "%s calculates without an error",
    async (name) => {
      const { sheets } = await open(name);
      for (const sheet of sheets) {
        for (const [address, content] of Object.entries(sheet.cells)) {
          if (!content.startsWith("=")) continue;
          const cell = await workbench.cell(`'${sheet.name}'!${address}`);
          expect({ address, error: cell.error }).toEqual({ address, error: undefined });
          expect(cell.value).not.toBe("");
        }
        await workbench.call("activate", sheet.name);
        await workbench.screenshot(`sample-${name}-${sheet.name.toLowerCase()}`);
      }
    },
    120_000,
  );

  it("portfolio leads from 40 ISINs to companies to the universes of one", async () => {
    await open("portfolio");
    const rows = await workbench.values("Portfolio!A2:G41");
    for (const [isin, name, , , , resolved, status] of rows) {
      expect(isin).toMatch(/^[A-Z]{2}[A-Z0-9]{9}\d$/);
      expect({ isin, resolved, status }).toEqual({ isin, resolved: name, status: "exact" });
    }
    expect(await workbench.values("Universes!A4")).not.toEqual([[""]]);
  });

  it("controversies has the text of each document beside it, or says why not", async () => {
    await open("controversies");
    const rows = await workbench.values("Documents!A2:G21");
    expect(rows.filter(([id]) => id !== "")).toHaveLength(20);
    const statuses = rows.map(([, , , , , text, status]) => [status, text !== ""]);
    for (const [status, hasText] of statuses) expect([status, hasText]).toEqual([status, status === "ok"]);
    expect(statuses.filter(([status]) => status === "ok").length).toBeGreaterThan(15);
  });

  it("goals is a matrix of 20 companies and 17 goals", async () => {
    await open("goals");
    const [header, ...rows] = await workbench.values("A1:S22");
    expect(header?.slice(2).map((goal) => Number(/\d+/.exec(String(goal))?.[0]))).toEqual(
      Array.from({ length: 17 }, (_, index) => index + 1),
    );
    expect(rows.filter(([id]) => id !== "")).toHaveLength(20);
    for (const row of rows.slice(0, 20)) expect(row.slice(2).every((count) => typeof count === "number")).toBe(true);
  });

  it("analysis has a row per day and columns per company", async () => {
    await open("analysis");
    const [header, ...rows] = await workbench.values("Series!A4:E100");
    expect(header?.slice(1).join(" ")).toMatch(/Acme.*Volta.*Acme.*Volta/);
    const days = rows.map(([day]) => day).filter((day) => day !== "");
    expect(days.length).toBeGreaterThan(80);
    expect(new Set(days).size).toBe(days.length);
  });
});
