import type { Clock } from "../../../../src/engine/clock";
import type { Matrix } from "../../../../src/formulas/table/matrix";
import { functions } from "../../../../src/formulas/functions";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

describe("QUERY.INFO", () => {
  const info = (address: string, item?: string) =>
    office.runWith({ parameterAddresses: [address] }, "QUERY.INFO", "anything", item);

  test("shows where the formula in a cell got its data, for any cell of its spill, without a call", async () => {
    await office.runWith({ address: "Sheet1!B2" }, "ESG.EVENTS", "Holdings", 3, null, null, null, "score,title", 5);
    office.forget();
    const all = new Map((await info("Sheet1!C4")).map(([item, value]) => [item, value]));
    expect(Object.fromEntries(all)).toMatchObject({
      function: "ESG.EVENTS",
      rows: 5,
      status: "done",
      truncated: true,
      error: "",
    });
    expect(all.get("query")).toContain('"Holdings"');
    expect(await info("Sheet1!B2", "rows")).toEqual([[5]]);
    expect(await info("Sheet1!B2", "source")).toEqual([["live"]]);
    expect(await failure(info("Sheet1!D2"))).toMatchObject({ code: "not-found" });
    expect(office.sent).toEqual([]);
  });

  test("an error in the referred cell is ignored: only the address counts", async () => {
    await failure(office.runWith({ address: "Sheet1!Z1" }, "ESG.EVENTS", "EU Banks", 9));
    const [[sentence] = []] = await info("Sheet1!Z1", "error");
    expect(sentence).toMatch(/^minScore/);
  });
});

test("QUERY.PENDING sends the count at once and after each change, at most once a second", async () => {
  const definition = functions.find(({ name }) => name === "QUERY.PENDING")!;
  const sent: Matrix[] = [];
  const seconds: (() => void)[] = [];
  const clock: Clock = {
    ...office.runtime.clock,
    after: (milliseconds, task) => {
      expect(milliseconds).toBe(1_000);
      seconds.push(task);
      return () => undefined;
    },
  };
  const controller = new AbortController();
  const context = {
    runtime: { ...office.runtime, clock },
    host: { formattedValues: false, entityCards: false, maxCharacters: 1, maxCells: 1 },
    address: "S!A1",
    signal: controller.signal,
    preview: false,
    reloadSince: undefined,
  };
  definition.stream?.([null], context, (matrix) => sent.push(matrix));
  expect(sent).toEqual([[[0]]]);
  const running = ["Colleague's Drafts", "Global 500"].map((name) =>
    office.run("ESG.EVENTS", name).catch(() => undefined),
  );
  expect(sent).toEqual([[[0]]]);
  seconds.shift()?.();
  expect(sent).toEqual([[[0]], [[2]]]);
  await Promise.all(running);
  expect(sent).toEqual([[[0]], [[2]]]);
  seconds.shift()?.();
  expect(sent).toEqual([[[0]], [[2]], [[0]]]);
  seconds.shift()?.();
  controller.abort();
  await office.run("ESG.EVENTS", "Rival Holdings").catch(() => undefined);
  expect(sent).toEqual([[[0]], [[2]], [[0]]]);
});
