import { createWorkbookAsOf } from "../../../../src/engine/state/workbook-as-of";

/** The settings of one workbook, as each page that opens it finds them. */
const makeDocument = (stored?: unknown) => {
  const settings = new Map<string, unknown>([["as of", stored]]);
  return {
    get: (key: string) => settings.get(key),
    set: (key: string, value: unknown) => void settings.set(key, value),
  };
};

const opened = (document: ReturnType<typeof makeDocument>) => {
  const asOf = createWorkbookAsOf(() => document);
  asOf.read();
  return asOf;
};

test("what is saved stays with the workbook, and what is only set ends with the page", () => {
  const document = makeDocument();
  const first = opened(document);
  first.save({ asof: "2026-09-30" });
  first.set({ asof: "Q3 report" });
  expect(first.get()).toEqual({ asof: "Q3 report" });
  expect(opened(document).get()).toEqual({ asof: "2026-09-30" });
});

test.each([null, "2026-09-30", { asof: "" }, { asof: "  " }, { asof: 46_000 }, {}])(
  "a workbook whose setting is %j shows current values",
  (stored) => {
    expect(opened(makeDocument(stored)).get()).toBeUndefined();
  },
);
