import { runExcel } from "../../../../src/addin/excel/run-excel";

interface Ran {
  readonly options: object;
}

let ran: Ran[];
let open: number;
let mostOpen: number;

beforeEach(() => {
  ran = [];
  open = 0;
  mostOpen = 0;
  const run = async (options: object, batch: (context: object) => Promise<unknown>): Promise<unknown> => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    ran.push({ options });
    try {
      return await batch({ sync: () => Promise.resolve() });
    } finally {
      open -= 1;
    }
  };
  Object.assign(globalThis, { Excel: { run } });
});
afterEach(() => void Reflect.deleteProperty(globalThis, "Excel"));

test("hundreds of batches run one after the other, in order, each with its own answer", async () => {
  const order: number[] = [];
  const batches = Array.from({ length: 300 }, (_, index) =>
    runExcel(async (context) => {
      await context.sync();
      order.push(index);
      return index;
    }),
  );
  expect(await Promise.all(batches)).toEqual(Array.from({ length: 300 }, (_, index) => index));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(mostOpen).toBe(1);
});

test("a batch that fails fails alone", async () => {
  const failing = runExcel(() => Promise.reject(new Error("ItemNotFound")));
  const next = runExcel(() => Promise.resolve("fine"));
  await expect(failing).rejects.toThrow("ItemNotFound");
  expect(await next).toBe("fine");
});

test("every batch waits while a cell is edited; one undo step where asked", async () => {
  await runExcel(() => Promise.resolve());
  await runExcel(() => Promise.resolve(), { mergeUndoGroup: true });
  expect(ran.map(({ options }) => options)).toEqual([
    { delayForCellEdit: true },
    { delayForCellEdit: true, mergeUndoGroup: true },
  ]);
});
