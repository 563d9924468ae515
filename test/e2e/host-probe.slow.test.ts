import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildProbe } from "../../scripts/build/probe";
import { compareTraces, describeDifferences } from "../../src/probe/compare";
import { steps } from "../../src/probe/steps";
import type { Trace } from "../../src/probe/trace";
import { until } from "../support/until";
import { serveFixture, type FixtureServer } from "./workbench/fixture-server";
import { closeBrowser, openWorkbench, type WorkbenchPage } from "./workbench/page";

jest.setTimeout(300_000);

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const committed = path.join(__dirname, "../host/traces/workbench.json");

interface ProbePage {
  readonly hostProbe: {
    readonly run: (options: object) => Promise<Trace>;
  };
  readonly parent: { readonly workbench: { readonly undo: () => Promise<void> } };
}

describe("the host probe in the workbench", () => {
  let server: FixtureServer;
  let bench: WorkbenchPage;
  const built = mkdtempSync(path.join(tmpdir(), "probe-"));

  beforeAll(async () => {
    await buildProbe(built);
    const file = (name: string): string => readFileSync(path.join(built, name), "utf8");
    server = await serveFixture({
      "/probe/manifest.xml": file("manifest.xml"),
      "/probe/functions.json": file("functions.json"),
      "/probe/functions.js": file("functions.js"),
      "/probe/taskpane.html": file("taskpane.workbench.html"),
    });
    bench = await openWorkbench(`${server.address}?addin=probe&fresh`);
  });
  afterAll(async () => {
    await closeBrowser();
    await server.close();
    rmSync(built, { recursive: true });
  });

  it("has every file that its manifest names", () => {
    const manifest = readFileSync(path.join(built, "manifest.xml"), "utf8");
    const named = [...manifest.matchAll(/"https:\/\/localhost:3000\/probe\/([^"]+)"/g)].map(([, file]) => file!);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !existsSync(path.join(built, file)))).toEqual([]);
  });

  it("finds what test/host/traces/workbench.json says, and leaves the workbook as it was", async () => {
    await bench.enterAll({ A1: "mine" });
    const trace = await bench.pane().evaluate(() => {
      const { hostProbe, parent } = window as unknown as ProbePage;
      const ask = async (sentence: string): Promise<boolean> => {
        await parent.workbench.undo();
        if (sentence.includes("twice")) await parent.workbench.undo();
        return true;
      };
      return hostProbe.run({ quiet: 60, patience: 1_500, ask });
    });
    if (process.env["RECORD_TRACE"] !== undefined) {
      const timeless = trace.steps.map((step) => ({ ...step, milliseconds: 0 }));
      writeFileSync(committed, `${JSON.stringify({ ...trace, steps: timeless }, undefined, 1)}\n`);
    }
    const known = JSON.parse(readFileSync(committed, "utf8")) as Trace;
    const { unknown } = compareTraces(known, trace);
    expect(describeDifferences(unknown)).toBe("");
    expect(trace.steps).toHaveLength(steps.length);
    expect(await bench.call("sheets")).toEqual(["Sheet1"]);
    expect(await bench.values("A1:B2")).toEqual([
      ["mine", ""],
      ["", ""],
    ]);
  });

  it("refuses to use a sheet of the user, asks for what only a person can do, and has no accessibility faults", async () => {
    const pane = bench.pane();
    await bench.call("addSheet", "Spillway probe");
    await pane.getByRole("button", { name: "Run the probe" }).click();
    await until("the pane says why not", async () =>
      ((await pane.getByRole("alert").textContent()) ?? "").includes("Delete or rename it"),
    );
    await pane.evaluate(() => {
      for (const hidden of document.querySelectorAll("[hidden]")) hidden.removeAttribute("hidden");
    });
    await pane.evaluate(axe);
    const found = await pane.evaluate<string[]>(
      "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
    );
    expect(found).toEqual([]);
    await bench.screenshot("host-probe");
  });
});
