import { type Answer, ask } from "./questions/ask";
import { expected } from "./questions/expected";
import { type Cell, PlainService, type Rows } from "./questions/plain";
import { readResults, recordedAnswers, writeResults } from "./questions/results";
import { now, questions, today } from "./questions/sample";
import { awaitAnalysis } from "./ready-analysis";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

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

describe("The questions of docs/questions.md", () => {
  let stage: Stage;
  let workbench: WorkbenchPage;
  let service: PlainService;
  const answers = new Map<string, Answer>();

  beforeAll(async () => {
    stage = await startStage("small", today);
    workbench = await stage.open("?fresh", { now });
    service = new PlainService(stage.origin, stage.demo);
    await workbench.call("showPane", true);
    await signIn(workbench);
    await awaitAnalysis(workbench, "A1", stage.demo.analyses[0]?.instance ?? "");
    for (const question of questions) answers.set(question.id, await ask(stage, workbench, question));
    if (process.env["RECORD"] !== undefined) writeResults(recordedAnswers(answers));
  }, 400_000);
  afterAll(() => stage.close());

  it.each(questions.map((question) => [question.question, question] as const))("%s", async (_, { id }) => {
    const shown = answers.get(id)?.cells ?? [];
    expect(shown.flat().flatMap(({ error }) => (error === undefined ? [] : [error]))).toEqual([]);
    const computed = await expected[id]?.(service);
    expect(computed?.length).toBeGreaterThan(0);
    expect(comparable(shown.map((row) => row.map(({ value }) => value)))).toEqual(comparable(computed ?? []));
  });

  it("are shown with these answers and calls: RECORD=1 npx jest test/e2e/questions, then npm run generate", () => {
    expect(recordedAnswers(answers)).toEqual(readResults());
  });

  it("are at least forty, each with an expected answer of its own", () => {
    expect(questions.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(expected).toSorted()).toEqual(questions.map(({ id }) => id).toSorted());
  });
});
