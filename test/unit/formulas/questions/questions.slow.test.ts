import { createService, type Service } from "../../../../src/service/service";
import { sheetWithFunctions } from "../../../support/sheet-with-functions";
import { MovableClock } from "../../../support/team-gateway";
import { type Answer, ask } from "./ask";
import { expected } from "./expected";
import { type Cell, PlainService, type Rows } from "./plain";
import { readResults, recordedAnswers, writeResults } from "./results";
import { now, questions, today } from "./sample";

import { until } from "../../../support/until";
/** Rows of equal length without blank rows at the end, which cannot be told from empty cells; numbers to twelve digits. */
const comparable = (rows: Rows): Rows => {
  const width = Math.max(...rows.map((row) => row.length));
  const end = rows.findLastIndex((row) => row.some((value) => value !== "")) + 1;
  return rows.slice(0, end).map((row) =>
    Array.from({ length: width }, (_, column): Cell => {
      const value = row[column] ?? "";
      return typeof value === "number" ? Number(value.toPrecision(12)) : value;
    }),
  );
};

describe("The questions of docs/questions.md, in the engine of the workbench", () => {
  let running: Service;
  let service: PlainService;
  const answers = new Map<string, Answer>();

  beforeAll(async () => {
    const started = Date.now();
    const clock = new MovableClock(() => now + Date.now() - started);
    running = await createService({ size: "small", seed: 1, localControls: true, today, clock });
    // Tokens are for the address, which is known from here on.
    const address = await running.listen(0);
    const sheet = await sheetWithFunctions(() => true, { clock, service: running });
    service = new PlainService(address, sheet.demo);
    // An analysis is computed when it is first asked for; until then the answer is empty.
    const download = { instance: sheet.demo.analyses[0]?.instance, limit: 1 };
    await until("the analysis is ready", async () =>
      Array.isArray(
        await new PlainService(address, sheet.demo).post("/api/2.0/analyze/download", download).catch(() => undefined),
      ),
    );
    for (const question of questions) answers.set(question.id, await ask(sheet, question));
    if (process.env["RECORD"] !== undefined) writeResults(recordedAnswers(answers));
  }, 400_000);
  afterAll(() => running.close());

  it.each(questions.map((question) => [question.question, question] as const))("%s", async (_, { id }) => {
    const shown = answers.get(id)?.cells ?? [];
    expect(shown.flat().flatMap(({ error }) => (error === undefined ? [] : [error]))).toEqual([]);
    const computed = await expected[id]?.(service);
    expect(computed?.length).toBeGreaterThan(0);
    expect(comparable(shown.map((row) => row.map(({ value }) => value)))).toEqual(comparable(computed ?? []));
  });

  it("are shown with these answers and calls: RECORD=1 npx jest formulas/questions, then npm run generate", () => {
    expect(recordedAnswers(answers)).toEqual(readResults());
  });

  it("are at least forty, each with an expected answer of its own", () => {
    expect(questions.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(expected).toSorted()).toEqual(questions.map(({ id }) => id).toSorted());
  });
});
