import type { Store } from "../../../../src/engine/store";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  // The second look at a task, 1.5 s after it was requested, finds it completed; the third would come 20 s later.
  office = await openOffice("demo", { taskWaitMs: 700, taskRunMs: 600, analysisWaitMs: 1_500 });
}, 60_000);
afterAll(() => office.close());

const changeOf = (store: Store<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const stop = store.subscribe(() => {
      stop();
      resolve();
    });
  });
const readsOfLast = () => [...(office.runtime.requestLog.entries.get().at(-1)?.reads ?? [])];

test("a cell that shows an analysis in progress is recalculated when it is ready", async () => {
  const body = {
    start_date: "2026-10-01",
    end_date: "2026-10-31",
    entities: [{ entity_of_interest: "Volta", keywords: ["Volta"] }],
    workers: ["raw-matcher"],
  };
  const { value } = await office.runtime.actions.call("startAnalysis", { body });
  const { instance } = value as { readonly instance: string };
  expect(await office.run("ANALYSIS.STATUS", instance)).toEqual([["in progress"]]);
  expect(readsOfLast()).toContain("analyses");
  await changeOf(office.runtime.analyses.known);
  expect(await office.run("ANALYSIS.STATUS", instance)).toEqual([["ready"]]);
  expect((await office.run("ANALYSIS.VOLUME", instance, "extract_day")).length).toBeGreaterThan(1);
});

test("a cell that shows a pending task is recalculated when its status changes", async () => {
  const body = {
    universe_ids: [office.universe("Demo Portfolio")],
    entities: [{ external_id: "new-1", name: "New Company", country: "france" }],
  };
  const { value } = await office.runtime.actions.call("extendCoverage", { body });
  const { task_id } = value as { readonly task_id: string };
  expect(await office.run("TASKS.STATUS", task_id)).toEqual([["pending"]]);
  expect(readsOfLast()).toContain("tasks");
  // A busy machine may see it while it runs.
  const statuses: unknown[] = [];
  while (statuses.at(-1) !== "completed" && statuses.length < 3) {
    await changeOf(office.runtime.tasks.changes);
    statuses.push((await office.run("TASKS.STATUS", task_id))[0]?.[0]);
  }
  expect(statuses.at(-1)).toBe("completed");
});
