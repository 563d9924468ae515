import {
  EditionVerbs,
  openEditions,
  type WorkbookEditions,
} from "../../../../src/addin/excel/refresh/workbook-editions";
import { LatestResults } from "../../../../src/addin/excel/refresh/latest-results";
import {
  compareRefresh,
  type RefreshChanges,
  type RefreshedFormula,
} from "../../../../src/formulas/changes/refresh-changes";
import { linesToResult, resultToLines } from "../../../../src/formulas/editions/edition-file";
import { createStore } from "../../../../src/engine/store";
import type { Edition } from "../../../../src/formulas/editions/edition-store";
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
const refresh = async (session: Session, formula: Formula = events, isWhole = true): Promise<readonly string[]> => {
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
  const request = { formulas: [refreshed], missed: [], isWhole };
  const readEarlier = await editions.earlierAnswers();
  const { refreshes } = await compareRefresh(request, session.refreshes, office.runtime.clock, readEarlier);
  session.refreshes = refreshes;
  expect(await editions.capture([refreshed], isWhole)).toBe("stored");
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

test("a workbook lists its own editions alone; a file that was moved or copied takes them only if it is told to", async () => {
  const book = bookAt("q3.xlsx");
  const first = openBook(book);
  await refresh(first);
  const [edition] = await first.editions.all.list();
  await first.editions.all.name(edition!, "Q3 report");
  const moments = async ({ editions }: Session): Promise<unknown[]> =>
    (await editions.all.list()).map(({ at, name }) => [at === edition?.at, name]);
  for (const other of [bookAt("other.xlsx"), bookAt(book.url), bookAt("")])
    expect([await moments(openBook(other)), await openBook(other).editions.all.listElsewhere()]).toEqual([[], []]);
  const moved = openBook(bookAt("archive/q3.xlsx", copyOf(book.settings)));
  expect(await moments(moved)).toEqual([]);
  expect(await moved.editions.all.listElsewhere()).toHaveLength(1);
  await moved.editions.all.copyFromElsewhere();
  expect(await moments(moved)).toEqual([[true, "Q3 report"]]);
  await refresh(moved);
  expect(await moments(openBook(book))).toEqual([[true, "Q3 report"]]);
  expect(await moments(moved)).toHaveLength(2);
  // What is brought twice is there once, with its name.
  expect(await moved.editions.all.listElsewhere()).toEqual([]);
  await moved.editions.all.copyFromElsewhere();
  expect(await moments(moved)).toEqual([
    [false, undefined],
    [true, "Q3 report"],
  ]);
});

test("the editions of a workbook that was never saved are its own, also once it is saved", async () => {
  const unsaved = bookAt("");
  const session = openBook(unsaved);
  expect(await session.editions.all.list()).toEqual([]);
  await refresh(session);
  expect(await session.editions.all.list()).toHaveLength(1);
  expect(await openBook({ ...unsaved, url: "q3.xlsx" }).editions.all.list()).toHaveLength(1);
  expect(await openBook(bookAt("")).editions.all.list()).toEqual([]);
});

test("a file that was loaded is not taken for a refresh of the workbook", async () => {
  const book = bookAt("q3.xlsx");
  const session = openBook(book);
  await refresh(session);
  const { all } = session.editions;
  await all.name((await all.list())[0]!, "Q3 report");
  const file = await all.toFile((await all.list())[0]?.id ?? "");
  const other = openBook(bookAt("other.xlsx"));
  expect(await other.editions.all.fromFile(file)).toBe("Q3 report");
  expect((await other.editions.all.list()).map(({ name, isOfFile }) => [name, isOfFile])).toEqual([
    ["Q3 report", true],
  ]);
  expect(await other.editions.all.lastOfEarlierSession()).toBeUndefined();
  expect(await refresh(other)).toEqual(["not compared: first"]);
});

const count: Formula = ["UNIVERSE.COUNT", "Holdings"];

type Log = Pick<Office["runtime"]["requestLog"], "entries">;
const verbs = ({ editions, answers }: Session, cell = address, requestLog: Log = office.runtime.requestLog) =>
  new EditionVerbs({
    asOf: office.runtime.asOf,
    editions,
    clock: office.runtime.clock,
    cells: { find: () => Promise.resolve([cell]) },
    recalculation: { calculateAll: () => Promise.resolve([]) },
    requestLog,
    answers,
  });

const newest = async ({ editions }: Session): Promise<Edition> => {
  const [edition] = await editions.all.list();
  if (edition === undefined) throw new Error("There is no edition.");
  return edition;
};

test("two editions are compared by formula without a call: what changed, what only one answers, and the cell if one has it", async () => {
  const session = openBook(bookAt("q3.xlsx"));
  await refresh(session);
  const before = await newest(session);
  changeEvents("B");
  await refresh(session);
  await refresh(session, count, false);
  const after = await newest(session);
  office.forget();
  // No cell of the workbook holds the formulas any more.
  const { changes, same } = await verbs(session, "Sheet1!B7").compare(before, after);
  expect(same).toBe(0);
  expect(changes.formulas.map(({ function: name, address: cell }) => [name, cell])).toEqual([["ESG.EVENTS", ""]]);
  expect(changes.formulas[0]?.changes.map(({ change, title }) => `${change} ${title}`)).toEqual(changed("B"));
  expect(changes.notCompared).toMatchObject([{ function: "UNIVERSE.COUNT", reason: "onlyLater" }]);
  const back = await verbs(session).compare(after, before);
  expect(back.changes.formulas.map(({ address: cell }) => cell)).toEqual([address]);
  expect(back.changes.notCompared).toMatchObject([{ function: "UNIVERSE.COUNT", reason: "onlyEarlier" }]);
  expect(office.sent).toEqual([]);
});

test("what cells show now is compared with an edition; a cell that was not calculated is not taken for gone", async () => {
  const session = openBook(bookAt("q3.xlsx"));
  await refresh(session);
  const edition = await newest(session);
  const nothing = await verbs(session).compare(edition, "now");
  expect([nothing.same, nothing.changes.formulas, nothing.changes.notCompared]).toEqual([1, [], []]);
  changeEvents("B");
  await calculate(session, events);
  const { changes } = await verbs(session).compare(edition, "now");
  expect(changes.formulas[0]?.changes.map(({ change, title }) => `${change} ${title}`)).toEqual(changed("B"));
  const opened = verbs({ ...session, answers: new LatestResults() }, address, { entries: createStore([]) });
  expect((await opened.compare(edition, "now")).changes.notCompared).toMatchObject([
    { address, reason: "notCalculated" },
  ]);
});

test("a file is checked by hashes and not stored: the same, different by rows, only here and only there", async () => {
  const session = openBook(bookAt("q3.xlsx"));
  await refresh(session);
  await refresh(session, count, false);
  const { all } = session.editions;
  await all.name(await newest(session), "Theirs");
  const file = await all.toFile((await newest(session)).id);
  await all.delete(await all.list());
  const check = async (): Promise<unknown[]> =>
    (await verbs(session).check(file, await newest(session))).formulas.map((each) => [
      each.function,
      each.state,
      each.rows,
    ]);
  await refresh(session);
  expect(await check()).toEqual([
    ["UNIVERSE.COUNT", "onlyTheirs", 0],
    ["ESG.EVENTS", "same", 0],
  ]);
  changeEvents("B");
  await refresh(session);
  await refresh(session, ["UNIVERSE.COUNT", "EU Banks"], false);
  expect(await check()).toEqual([
    ["ESG.EVENTS", "different", 2],
    ["UNIVERSE.COUNT", "onlyMine", 0],
    ["UNIVERSE.COUNT", "onlyTheirs", 0],
  ]);
  expect((await all.list()).every(({ name }) => name === undefined)).toBe(true);
});

test("an edition is proved by the hash of each formula, which is that of the cell", async () => {
  const session = openBook(bookAt("q3.xlsx"));
  await refresh(session);
  const [shown] = session.answers.of(address);
  const hash = shown && (await session.editions.all.hash(shown.result));
  const proof = await verbs(session).prove(await newest(session));
  expect(proof.formulas).toMatchObject([{ function: "ESG.EVENTS", address, hash }]);
  expect(proof.fingerprint).toMatch(/^[0-9a-f]{32}$/);
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
