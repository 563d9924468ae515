import { webAddress, writeValues } from "../../../../../src/addin/excel/sheet/write-cells";

/** What one sync hands over to Excel, and which rows of the sheet it fills. */
interface Handed {
  readonly bytes: number;
  readonly from: number;
  readonly rows: number;
}

let handed: Handed[] = [];
let waiting: { row: number; values: readonly (readonly unknown[])[] }[] = [];
let links: { row: number; column: number; link: unknown }[] = [];
let cleared = 0;
let failsAt = Infinity;

/** A range as far as writing needs it: it knows at which row it begins, and what is set on it waits for the next sync. */
const rangeFrom = (row: number, column = 0): object => ({
  load: () => rangeFrom(row),
  getCell: (down: number, right: number) => rangeFrom(row + down, column + right),
  getResizedRange: () => rangeFrom(row),
  getColumn: () => rangeFrom(row),
  clear: () => (cleared += 1),
  address: "Sheet1!A1",
  set values(values: readonly (readonly unknown[])[]) {
    waiting.push({ row, values });
  },
  set hyperlink(link: unknown) {
    links.push({ row, column, link });
  },
});

const sync = (): Promise<void> => {
  if (waiting.length > 0 && handed.length + 1 >= failsAt) {
    waiting = [];
    return Promise.reject(new Error("PayloadSizeLimitExceeded"));
  }
  for (const { row, values } of waiting)
    handed.push({ bytes: Buffer.byteLength(JSON.stringify(values)), from: row, rows: values.length });
  waiting = [];
  return Promise.resolve();
};

beforeEach(() => {
  [handed, waiting, links, cleared, failsAt] = [[], [], [], 0, Infinity];
  const context = { sync, workbook: { worksheets: { getItem: () => ({ getRange: () => rangeFrom(0) }) } } };
  Object.assign(globalThis, {
    Excel: { run: (_: unknown, batch: (of: object) => unknown) => batch(context), ClearApplyTo: {} },
  });
});
afterEach(() => void Reflect.deleteProperty(globalThis, "Excel"));

/** An import of 92 full days, with titles that take three bytes a letter. */
const documents = 92 * 500;
const matrix = [
  ["id", "extract_date", "title", "url", "document_polarity"],
  ...Array.from({ length: documents }, (_, at) => [
    `a3975255-be9f-4899-9af9-${String(at).padStart(12, "0")}`,
    46_000 + at / 500,
    "電気自動車の販売が伸びる".repeat(8),
    `https://example.com/${at}`,
    at / documents,
  ]),
];

test("a long table goes to Excel in chunks of at most 4 MB, every row once, its header at the top alone", async () => {
  const progress: number[] = [];
  await writeValues("Sheet1!A1", matrix, { progress: (rows) => progress.push(rows) });
  expect(handed.length).toBeGreaterThan(3);
  expect(Math.max(...handed.map(({ bytes }) => bytes))).toBeLessThanOrEqual(4_000_000);
  expect(handed.map(({ from }) => from)).toEqual([0, ...progress.slice(0, -1)]);
  expect(handed.reduce((sum, { rows }) => sum + rows, 0)).toBe(documents + 1);
  expect(progress.at(-1)).toBe(documents + 1);
});

test("a table that Excel refuses half-way is cleared again", async () => {
  failsAt = 3;
  await expect(writeValues("Sheet1!A1", matrix)).rejects.toThrow("PayloadSizeLimitExceeded");
  expect([handed.length, cleared]).toEqual([2, 1]);
});

test("Stop ends between two chunks, and nothing of the table is left", async () => {
  const stop = new AbortController();
  const writing = writeValues("Sheet1!A1", matrix, { signal: stop.signal, progress: () => stop.abort() });
  await expect(writing).rejects.toMatchObject({ code: "interrupted" });
  expect([handed.length, cleared]).toEqual([1, 1]);
});

test("websites become links with their text, and what is none stays as it is", async () => {
  const rows = [
    ["Name", "Website"],
    ["Volta", "volta.example"],
    ["Brenner", "http://brenner.example/a?b=c"],
    ["Nobody", ""],
  ];
  await writeValues("Sheet1!A1", rows, { links: [1] });
  expect(links).toEqual([
    { row: 1, column: 1, link: { address: "https://volta.example", textToDisplay: "volta.example" } },
    {
      row: 2,
      column: 1,
      link: { address: "http://brenner.example/a?b=c", textToDisplay: "http://brenner.example/a?b=c" },
    },
  ]);
});

test("the first 1,000 of more addresses become links, and the caller hears of it", async () => {
  const fewer: (readonly number[])[] = [];
  const options = { links: [3], onFewerLinks: (...counts: readonly number[]) => fewer.push(counts) };
  await writeValues("Sheet1!A1", matrix.slice(0, 1_001), options);
  expect([links.length, fewer]).toEqual([1_000, []]);
  links = [];
  await writeValues("Sheet1!A1", matrix.slice(0, 1_002), options);
  expect([links.length, links.at(-1)?.row, fewer]).toEqual([1_000, 1_000, [[1_000, 1_001]]]);
});

test.each([
  "javascript:alert(1)",
  "file:///c:/x",
  "mailto:a@b.example",
  "Website",
  "a b.example",
  "//b.example",
  "1.5",
  5,
])("%j is no web address", (text) => {
  expect(webAddress(text)).toBeUndefined();
});

test("an address of more than 2,079 characters is none", () => {
  const start = "https://x.example/";
  expect(webAddress(start.padEnd(2_079, "y"))).toHaveLength(2_079);
  expect(webAddress(start.padEnd(2_080, "y"))).toBeUndefined();
});
