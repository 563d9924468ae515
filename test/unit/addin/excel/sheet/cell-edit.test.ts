import { VirtualClock } from "../../../../support/virtual-clock";
import { followCellEdit } from "../../../../../src/addin/excel/sheet/cell-edit";
import { runExcel } from "../../../../../src/addin/excel/run-excel";

/** An Excel in which somebody edits a cell: batches that may wait do, others are refused. */
const editing = { now: false, ended: (): void => undefined, refused: 0 };

beforeEach(() => {
  editing.now = false;
  editing.refused = 0;
  const run = async (first: object, second?: (context: object) => Promise<unknown>): Promise<unknown> => {
    const waits = "delayForCellEdit" in first;
    if (editing.now && !waits) {
      editing.refused += 1;
      throw Object.assign(new Error("Excel is in cell-editing mode."), { code: "InvalidOperationInCellEditMode" });
    }
    if (editing.now) await new Promise<void>((resolve) => (editing.ended = resolve));
    const batch = second ?? (first as (context: object) => Promise<unknown>);
    return batch({ sync: () => Promise.resolve(), workbook: { load: () => undefined } });
  };
  Object.assign(globalThis, { Excel: { run } });
});
afterEach(() => void Reflect.deleteProperty(globalThis, "Excel"));

test("a batch that waits for a cell to be finished is told once it has waited, and not any more when it is through", async () => {
  const clock = new VirtualClock(1);
  const waiting = followCellEdit(clock);
  const notified: boolean[] = [];
  waiting.subscribe(() => notified.push(waiting.get()));
  editing.now = true;
  const batch = runExcel(() => Promise.resolve("done"));
  await clock.advance(999);
  expect(notified).toEqual([]);
  await clock.advance(3_000);
  expect(notified).toEqual([true]);
  editing.now = false;
  editing.ended();
  expect(await batch).toBe("done");
  await clock.rest();
  expect(notified).toEqual([true, false]);
});

test("hundreds of batches that wait ask once a second, not each for itself", async () => {
  const clock = new VirtualClock(1);
  const waiting = followCellEdit(clock);
  editing.now = true;
  const batches = Array.from({ length: 200 }, () => runExcel(() => Promise.resolve()));
  await clock.advance(5_100);
  expect(waiting.get()).toBe(true);
  expect(editing.refused).toBe(5);
  editing.now = false;
  editing.ended();
  await Promise.all(batches);
  await clock.rest();
  expect(waiting.get()).toBe(false);
});

test("a batch that only takes long is nothing to tell", async () => {
  const clock = new VirtualClock(1);
  const waiting = followCellEdit(clock);
  let finish = (): void => undefined;
  const batch = runExcel(() => new Promise<void>((resolve) => (finish = resolve)));
  await clock.advance(4_000);
  expect(waiting.get()).toBe(false);
  finish();
  await batch;
});
