import { openEditions, type WorkbookEditions } from "../../../../src/addin/excel/refresh/workbook-editions";
import { LatestResults } from "../../../../src/addin/excel/refresh/latest-results";
import {
  compareRefresh,
  type RefreshChanges,
  type RefreshedFormula,
} from "../../../../src/formulas/changes/refresh-changes";
import { linesToResult, resultToLines } from "../../../../src/formulas/editions/answer-lines";
import type { Calculation } from "../../../../src/formulas/table/formula-result";
import { HostDocumentSettings } from "../../../../src/workbench/office/document-settings";
import { type Office, openOffice } from "../functions/office";

// What the first refresh of a session says has changed since a refresh of an earlier one.

const address = "Sheet1!A1";

/** A workbook as a session has it: what its file keeps, and where it lies. */
interface Book {
  readonly settings: HostDocumentSettings;
  readonly url: string;
}

interface Session {
  readonly editions: WorkbookEditions;
  readonly answers: LatestResults;
  refreshes: readonly RefreshChanges[];
}

let office: Office;
beforeEach(async () => {
  office = await openOffice();
}, 60_000);
afterEach(() => office.close());

const bookAt = (url: string, settings = new HostDocumentSettings()): Book => ({ url, settings });

const copyOf = ({ saved }: HostDocumentSettings): HostDocumentSettings => {
  const copy = new HostDocumentSettings();
  copy.open(saved);
  return copy;
};

const openBook = ({ settings, url }: Book): Session => {
  const { runtime } = office;
  const answers = new LatestResults();
  const editions = openEditions({
    runtime,
    recalculation: { follow: () => undefined },
    answers,
    clock: runtime.clock,
    crypto: globalThis.crypto,
    locks: { request: ((_: string, work: () => unknown) => work()) as LockManager["request"] },
    document: { url, settings },
  });
  return { editions, answers, refreshes: [] };
};

type Formula = readonly [name: string, ...values: readonly unknown[]];

const events: Formula = ["ESG.EVENTS", "Holdings", 3, null, null, null, "title,score"];

/** Calculates a formula as its cell does. */
const calculate = ({ answers }: Session, [name, ...values]: Formula): Promise<unknown> =>
  office.runWith(
    {
      address,
      reloadSince: Date.now() * 2,
      onCalculated: (answer) => answers.note(address, answer),
    },
    name,
    ...values,
  );

/** Refreshes a formula: what it says has changed, and since when. */
const refresh = async (session: Session, formula: Formula = events): Promise<readonly string[]> => {
  const { editions, answers } = session;
  const before: readonly Calculation[] = answers.of(address);
  await calculate(session, formula);
  const refreshed: RefreshedFormula = {
    address,
    before,
    after: answers.of(address),
    wasDropped: false,
    function: formula[0],
    error: undefined,
  };
  const request = { formulas: [refreshed], missed: [], isWhole: true };
  const readEarlier = await editions.earlierAnswers();
  const { refreshes } = await compareRefresh(request, session.refreshes, office.runtime.clock, readEarlier);
  session.refreshes = refreshes;
  expect(await editions.capture([refreshed], true)).toBe("stored");
  const news = refreshes.at(-1);
  return [
    ...(news?.formulas ?? []).flatMap(({ changes }) => changes.map(({ change, title }) => `${change} ${title}`)),
    ...(news?.notCompared ?? []).map(({ reason }) => `not compared: ${reason}`),
  ];
};

/** From now on the first event is another one, and the second has another title. */
const changeEvents = (title: string): void => {
  office.alter = (path, _, answer) => {
    if (!path.includes("/esg/events")) return answer;
    const { data } = answer as { readonly data: readonly Readonly<Record<string, unknown>>[] };
    const [, second, ...others] = data;
    const added = { ...second, id: "00000000-0000-4000-8000-00000000000a", title: `new ${title}` };
    return { ...(answer as object), data: [added, { ...second, title }, ...others] };
  };
};

const changed = (title: string): unknown => [`new new ${title}`, `changed ${title}`, expect.stringMatching(/^gone /)];

test("the first refresh of a session says what changed since the last refresh of an earlier one", async () => {
  const book = bookAt("C:\\Reports\\q3.xlsx");
  const earlier = openBook(book);
  expect(await refresh(earlier)).toEqual(["not compared: first"]);
  const stored = office.runtime.clock.now();
  changeEvents("B");
  const session = openBook(book);
  expect(await refresh(session)).toEqual(changed("B"));
  expect(session.refreshes.at(-1)?.formulas[0]?.since).toBeLessThanOrEqual(stored);
  // The next one compares with the first.
  expect(await refresh(session)).toEqual([]);
  expect(session.refreshes.at(-1)?.formulas[0]?.since).toBeUndefined();
});

test("cells that were fetched anew at the opening do not hide what changed since the last refresh", async () => {
  const book = bookAt("q3.xlsx");
  await refresh(openBook(book));
  changeEvents("B");
  const session = openBook(book);
  await calculate(session, events);
  expect(await refresh(session)).toEqual(changed("B"));
});

test("a workbook that was saved after its refresh is known by what it was before", async () => {
  const unsaved = bookAt("");
  await refresh(openBook(unsaved));
  changeEvents("B");
  expect(await refresh(openBook({ ...unsaved, url: "q3.xlsx" }))).toEqual(changed("B"));
});

test.each<[string, (book: Book) => Book]>([
  ["another workbook", () => bookAt("other.xlsx")],
  ["a copy in another place", ({ settings }) => bookAt("copy.xlsx", copyOf(settings))],
  ["another workbook at the same place", ({ url }) => bookAt(url)],
])("%s is not compared with what this one answered, nor this one with that", async (_, makeOther) => {
  const book = bookAt("q3.xlsx");
  await refresh(openBook(book));
  changeEvents("B");
  const other = makeOther(book);
  expect(await refresh(openBook(other))).toEqual(["not compared: first"]);
  expect(await refresh(openBook(book))).toEqual(changed("B"));
});

test("another account is not compared with what this one was answered", async () => {
  const book = bookAt("q3.xlsx");
  const session = openBook(book);
  await refresh(session);
  const [answer] = session.answers.of(address);
  if (answer === undefined) throw new Error("The formula was not answered.");
  const isKnown = async (): Promise<boolean> =>
    (await (await openBook(book).editions.earlierAnswers())(answer)) !== undefined;
  const signIn = async (name: string): Promise<void> => {
    const account = office.demo.accounts.find((each) => each.name === name);
    await office.runtime.session.signIn({ key: account?.api_key ?? "", secret: account?.api_secret ?? "" }, false);
  };
  expect(await isKnown()).toBe(true);
  await signIn("rival");
  expect(await isKnown()).toBe(false);
  await signIn("demo");
  expect(await isKnown()).toBe(true);
});

test("another question is not compared, and what an earlier refresh fetched in part tells nothing of what is new", async () => {
  const book = bookAt("q3.xlsx");
  const part: Formula = [...events, 2];
  await refresh(openBook(book), part);
  changeEvents("B");
  const session = openBook(book);
  expect(await refresh(session, events)).toEqual(["not compared: first"]);
  expect(await refresh(session, part)).toEqual(["changed B"]);
  expect(session.refreshes.at(-1)?.formulas[0]).toMatchObject({
    newUnknown: expect.any(String) as string,
    goneUnknown: expect.any(String) as string,
  });
});

const shapes: Formula[] = [
  events,
  [...events, null, "transpose=yes"],
  [...events, null, "headers=no"],
  ["ESG.SUMMARY", "Holdings"],
  ["UNIVERSE.ENTITIES", "Holdings"],
  ["UNIVERSE.COUNT", "Holdings"],
];

const named = shapes.map((formula): [string, Formula] => [formula.map(String).join(" "), formula]);

test.each(named)("what is stored of %s has its cells and the records behind them", async (_, formula) => {
  const session = openBook(bookAt("q3.xlsx"));
  await calculate(session, formula);
  const result = session.answers.of(address)[0]?.result;
  expect(result).toBeDefined();
  if (result === undefined) return;
  const copy = await linesToResult(await resultToLines(result, () => undefined), () => undefined);
  const { identity, columns, ...others } = result.records;
  expect(copy.records).toMatchObject(others);
  expect(copy.records.columns).toEqual(columns.map(({ name, label, type }) => ({ name, label, type })));
  expect(copy.records.identity).toEqual(identity && { ...identity, ignored: identity.ignored ?? [] });
  expect([copy.rows(), copy.pendingFormats]).toEqual([result.rows(), result.pendingFormats]);
});
