import { addressSheet, withoutSheet } from "../../../../../../src/facts/sheet-names";
import { companiesAt } from "../../../../../../src/addin/excel/trace/companies-at";
import { type Report, writeReport } from "../../../../../../src/addin/excel/sheet/report-sheet";
import { createWhereFrom } from "../../../../../../src/addin/excel/trace/where-from";
import {
  type Ask,
  askFunctions,
  listCases,
  type FileRow,
  identityQuestion,
  fileQuestions,
  sectionNames,
  textQuestion,
  timeLineQuestion,
  universesQuestion,
} from "../../../../../../src/addin/taskpane/features/company/company-file";
import { blockCells, companySheet } from "../../../../../../src/addin/taskpane/features/company/company-sheet";
import { systemClock } from "../../../../../../src/engine/clock";
import { functions } from "../../../../../../src/formulas/functions";
import { localOffice } from "../../../../../support/local-runtime";
import { type SheetWithFunctions, sheetWithFunctions } from "../../../../../support/sheet-with-functions";

let sheet: SheetWithFunctions;
let ask: Ask;
/** Two companies with events in the universe Holdings: id and ISIN. */
let companies: readonly (readonly [id: string, isin: string])[];
let universe: string;

const idOf = (place: number): string => companies[place]?.[0] ?? "";
const isinOf = (place: number): string => companies[place]?.[1] ?? "";

const dataCalls = (from: number): readonly string[] =>
  sheet.sent.slice(from).map((request) => request.replace(/\?.*$/s, "").replaceAll(/[\da-f-]{36}/g, "{id}"));

beforeAll(async () => {
  sheet = await sheetWithFunctions();
  const { runtime, demo } = sheet;
  for (const { universe_id, universe_name } of demo.universes)
    runtime.universes.add({ universe_id, name: universe_name, type: "PRIVATE" });
  universe = demo.universes.find(({ universe_name }) => universe_name === "Holdings")?.universe_id ?? "";
  ask = askFunctions(functions, runtime, new AbortController().signal);
  await sheet.open("Sheet1");
  await sheet.enter({ "Sheet1!A1": '=ESG.SUMMARY("Holdings",,,,,"entity","show=events,documents_so_far")' });
  const rows = (await sheet.values("Sheet1!A2:F40")).filter(([name]) => name !== "");
  const ids = rows.map((row) => String(row.find((cell) => /^[\da-f-]{36}$/.test(String(cell)))));
  const identities = await Promise.all(
    ids.slice(0, 12).map(async (id) => (await ask(identityQuestion(id))).rows[0] ?? {}),
  );
  companies = identities
    .filter((identity) => String(identity["isin"]) !== "")
    .map((identity) => [String(identity["id"]), String(identity["isin"]).split(";")[0] ?? ""]);
}, 60_000);

const readFile = async (company: string): Promise<Readonly<Record<string, readonly FileRow[]>>> => {
  const questions = fileQuestions(company, universe, "");
  const rows: Record<string, readonly FileRow[]> = {};
  for (const name of sectionNames) rows[name] = (await ask(questions[name])).rows;
  return rows;
};

test("a file is read with one call for each listing, and that of a second company of the universe with its SDG documents alone", async () => {
  const [one, other] = [idOf(0), idOf(1)];
  // What is read of a universe has been read for no company before.
  let before = sheet.sent.length;
  const first = await readFile(one);
  const calls = dataCalls(before);
  expect(calls.filter((call) => call === "GET /v3/entities/{id}/sdg/documents")).toHaveLength(1);
  expect(new Set(calls)).toEqual(
    new Set([
      "GET /v3/universes/{id}/esg/events",
      "GET /v3/universes/{id}/esg/documents",
      "GET /v3/entities/{id}/sdg/documents",
    ]),
  );
  expect(first["events"]?.length).toBeGreaterThan(0);
  expect(first["documents"]?.length).toBeGreaterThan(0);
  before = sheet.sent.length;
  await readFile(other);
  expect(dataCalls(before)).toEqual(["GET /v3/entities/{id}/sdg/documents"]);
});

test("the pane shows what the cell shows: the newest first, dates and the number of rows", async () => {
  const company = idOf(0);
  const { rows } = await ask(fileQuestions(company, universe, "").events);
  await sheet.open("Sheet1");
  await sheet.enter({
    "Sheet1!A1": `=ESG.EVENTS("Holdings",,,,"${company}","last_activity,title",,"sort=last_activity:desc")`,
  });
  const cells = (await sheet.values("Sheet1!A2:B400")).filter(([, title]) => title !== "");
  expect(rows.map(({ title }) => title)).toEqual(cells.map(([, title]) => title));
  const moments = rows.map((row) => Number(row["last_activity"]));
  expect(moments).toEqual(moments.toSorted((one, other) => other - one));
});

test("the documents by month add up to the documents, and those of the cases are counted once", async () => {
  const company = idOf(0);
  const { events = [], documents = [], sentiment = [] } = await readFile(company);
  expect(sentiment.reduce((sum, row) => sum + Number(row["documents"]), 0)).toBe(documents.length);
  const cases = listCases(events, documents);
  expect(cases.reduce((sum, one) => sum + one.events, 0)).toBe(events.length);
  expect(cases.reduce((sum, one) => sum + one.documents, 0)).toBe(
    documents.filter((row) => row["case_id"] !== "").length,
  );
  const [newest] = cases;
  expect(newest?.last).toBe(Math.max(...cases.map(({ last }) => last)));
});

test("the time line of a case has its events and documents, oldest first", async () => {
  const company = idOf(0);
  const { events = [] } = await readFile(company);
  const [event = {}] = events;
  const { rows } = await ask(timeLineQuestion(event["case_id"], universe));
  expect(rows.map((row) => row["id"])).toContain(event["id"]);
  const moments = rows.map((row) => Number(row["date"]));
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
});

test("a time line takes three calls at most: events, documents, and the names of companies that memory lacks", async () => {
  const { runtime, demo, sent, service } = await localOffice();
  for (const { universe_id, universe_name } of demo.universes)
    runtime.universes.add({ universe_id, name: universe_name, type: "PRIVATE" });
  const askFirst = askFunctions(functions, runtime, new AbortController().signal);
  const { rows } = await askFirst({ name: "ESG.EVENTS", values: [universe, null, null, null, null, "case_id", "all"] });
  const cases = [...new Set(rows.map((row) => String(row["case_id"])).filter((id) => id !== ""))].slice(0, 12);
  const calls: number[] = [];
  for (const id of cases) {
    const before = sent.length;
    await askFirst(timeLineQuestion(id, universe));
    calls.push(sent.length - before);
  }
  await service.close();
  expect(Math.max(...calls)).toBe(3);
});

test("texts are read, and one that cannot be is refused in the words of its function", async () => {
  const { documents = [] } = await readFile(idOf(0));
  const read = documents.slice(0, 40).map(async (row) => {
    const moment = new Date(Number(row["extract_date"])).toISOString();
    return ask(textQuestion(row["datamarts_document_id"], moment)).then(
      ({ rows }) => String(rows[0]?.["value"]).length > 0,
      (error: unknown) => String(error),
    );
  });
  const answers = await Promise.all(read);
  expect(answers).toContain(true);
  for (const answer of answers) if (answer !== true) expect(answer).toMatch(/licen[cs]e|not found/i);
});

test("an empty list is no failure", async () => {
  const { rows } = await ask(fileQuestions(idOf(0), universe, "today").events);
  expect(rows).toEqual([]);
});

test("the universes of a company are those that contain it", async () => {
  const { rows } = await ask(universesQuestion(idOf(0)));
  expect(rows.map((row) => row["universe_id"])).toContain(universe);
});

describe("on a sheet", () => {
  const sheetOfFile = async (company: number) => {
    const [id, isin] = [idOf(company), isinOf(company)];
    const { rows } = await ask(identityQuestion(id));
    const report = companySheet({ company: isin, universe: "Holdings", from: "", identity: rows[0] ?? {} });
    return { id, isin, report };
  };
  const settle = (): Promise<void> => sheet.enter({ "Sheet1!Z1": 1 });
  /** The name of the sheet that a report is written on. */
  const insert = async (report: Report): Promise<string> => {
    const name = addressSheet(await writeReport(report, true)) ?? "";
    await settle();
    return name;
  };
  const titles = async (name: string, at: number): Promise<readonly unknown[]> => {
    const letter = String.fromCharCode(65 + at);
    return (await sheet.values(`${name}!${letter}9:${letter}400`)).flat().filter((title) => title !== "");
  };

  test("every block is live, has columns of its own, and follows the company cell", async () => {
    await sheet.open("Sheet1");
    const { id, report } = await sheetOfFile(0);
    const name = await insert(report);
    const { events = [] } = await readFile(id);
    const [first] = report.blocks ?? [];
    const eventColumn = first?.column ?? 0;
    expect(await titles(name, eventColumn + 2)).toEqual(events.map(({ title }) => title));
    const anchors = await Promise.all(
      blockCells("", report).map((cell) => sheet.values(`${name}!${withoutSheet(cell)}`)),
    );
    for (const [[value] = []] of anchors) expect(String(value)).not.toMatch(/^#/);
    // The rows that the block says are those that it shows.
    expect((await sheet.values(`${name}!D5`))[0]).toEqual([events.length]);
    const before = sheet.sent.length;
    await sheet.enter({ [`${name}!B4`]: isinOf(1) });
    await settle();
    const other = await readFile(idOf(1));
    expect(await titles(name, eventColumn + 2)).toEqual(other["events"]?.map(({ title }) => title));
    expect((await sheet.values(`${name}!B9`))[0]?.[0]).not.toBe(report.facts[5]?.value);
    expect(dataCalls(before).filter((call) => /universes\/\{id\}\/esg\/(events|documents)$/.test(call)).length).toBe(
      // Of the universe everything is in memory; only the case of the other company is read.
      2,
    );
  });

  test("columns of blocks never overlap, whatever grows", async () => {
    const { report } = await sheetOfFile(0);
    const name = await insert(report);
    const blocks = report.blocks ?? [];
    for (const [place, { column, heading }] of blocks.slice(0, -1).entries()) {
      const next = blocks[place + 1]?.column ?? column;
      const letter = (at: number): string =>
        at < 26 ? String.fromCharCode(65 + at) : `A${String.fromCharCode(65 + at - 26)}`;
      const [header = []] = await sheet.values(`${name}!${letter(column)}8:${letter(next - 1)}8`);
      expect([heading, header.at(-1)]).toEqual([heading, ""]);
    }
  });
});

describe("the company of a cell:", () => {
  const at = (address: string) => {
    const { runtime, names, answers } = sheet;
    const { trace } = createWhereFrom(names, "", { clock: systemClock, requestLog: runtime.requestLog, answers });
    return companiesAt(address, trace);
  };

  beforeEach(async () => {
    await sheet.open("Sheet1");
    await sheet.enter({ "Sheet1!A1": '=ESG.EVENTS("Holdings",,,,,"title,entity.name,entity_id,score",60)' });
  });

  test("that of the row of a result, also for a cell that the user computed, without a call", async () => {
    await sheet.enter({ "Sheet1!H1": "=D3*2" });
    const [[, name, id] = []] = await sheet.values("Sheet1!A3:C3");
    const before = sheet.sent.length;
    const expected = { companies: [{ id, name }], isCut: false, text: undefined };
    expect(await at("Sheet1!A3")).toMatchObject(expected);
    expect(await at("Sheet1!H1")).toMatchObject(expected);
    expect(sheet.sent.length).toBe(before);
  });

  test("all of several rows, and that only the first rows were looked at", async () => {
    await sheet.enter({ "Sheet1!H1": "=SUM(D2:D50)" });
    const found = await at("Sheet1!H1");
    expect(found.companies.length).toBeGreaterThan(1);
    expect(found.isCut).toBe(true);
  });

  test("the id of an entity card, and the text of a cell; none of a number, an error and an empty cell", async () => {
    const [id, isin] = [idOf(0), isinOf(0)];
    await sheet.enter({
      "Sheet1!H1": `=ENTITY.CARD("${id}")`,
      "Sheet1!H2": isin,
      "Sheet1!H3": 7,
      "Sheet1!H4": "=NA()",
    });
    expect(await at("Sheet1!H1")).toMatchObject({ companies: [], text: id });
    expect(await at("Sheet1!H2")).toMatchObject({ companies: [], text: isin });
    for (const cell of ["H3", "H4", "H9"])
      expect(await at(`Sheet1!${cell}`)).toMatchObject({ companies: [], text: undefined });
  });
});
