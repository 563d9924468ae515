import { AddinError } from "../../../../src/engine/http/addin-error";
import { fromSerial } from "../../../../src/formulas/table/dates";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const universe = "EU Banks";
const nobody = "00000000-0000-4000-8000-000000000000";
const documents = (fields: string, count: number) =>
  office.run("ESG.DOCUMENTS", universe, null, null, null, null, fields, count, "headers=no");

describe("ESG documents", () => {
  test("ESG.DOCUMENTS filters category and language here and keeps the service's order", async () => {
    const rows = await office.run(
      "ESG.DOCUMENTS",
      universe,
      4,
      "-1y",
      null,
      null,
      "categories,language,score",
      20,
      "category=E; language=eng; headers=no",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(
      rows.every(
        ([categories, language, score]) =>
          (categories as string).includes("E") && language === "English" && Number(score) >= 4,
      ),
    ).toBe(true);
    expect(office.sent[0]).toContain("extract_date=gte:2025-11-01T00:00:00.000Z");
    expect(office.sent[0]).not.toContain("category=");
  });

  test("ESG.DOCUMENT answers beside each id: blank for blank, a failure in its own row", async () => {
    const [[id] = []] = await documents("id", 1);
    const rows = await office.run("ESG.DOCUMENT", [[id], [""], [nobody], ["no id"]], "id,score");
    expect(rows[0]?.[0]).toBe(id);
    expect(rows[1]).toEqual(["", ""]);
    expect(rows[2]?.[0]).toMatchObject({ code: "not-found" });
    expect(rows[3]?.[0]).toMatchObject({ code: "invalid-argument" });
    expect(await failure(office.run("ESG.DOCUMENT", nobody))).toMatchObject({ code: "not-found" });
  });

  test("ESG.CASE lists the events and documents of a case, oldest first", async () => {
    const caseId = (await documents("case_id", 50)).map(([id]) => id).find((id) => id !== "");
    const rows = await office.run("ESG.CASE", caseId, universe, "date,kind", null, "headers=no");
    const dates = rows.map(([date]) => Number(date));
    expect(dates).toEqual([...dates].sort((one, other) => one - other));
    expect(new Set(rows.map(([, kind]) => kind))).toEqual(new Set(["event", "document"]));
  });

  test("ESG.SUMMARY adds up to the listing, whatever number of rows a table may show", async () => {
    const all = await office.run("ESG.EVENTS", universe, 3, null, null, null, "id", "all", "headers=no");
    const byEntity = await office.run("ESG.SUMMARY", universe, 3, null, null, null, "entity", "headers=no");
    expect(byEntity.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(all.length);
    office.runtime.settings.set({ ...office.runtime.settings.get(), rowCap: 50 });
    expect(await office.run("ESG.SUMMARY", universe, 3, null, null, null, "entity", "headers=no")).toEqual(byEntity);
    office.runtime.settings.set({ ...office.runtime.settings.get(), rowCap: 10_000 });
  });

  test("ESG.SUMMARY of documents adds the mean polarity and refuses filters of events", async () => {
    const [header] = await office.run(
      "ESG.SUMMARY",
      universe,
      4,
      null,
      null,
      null,
      "category",
      "of=documents; category=E",
    );
    expect(header).toEqual(["Category", "Documents", "Highest score", "Mean polarity"]);
    office.forget();
    expect(
      await failure(office.run("ESG.SUMMARY", universe, 4, null, null, null, "category", "of=documents; content=oil")),
    ).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("content") as string,
    });
    expect(office.sent).toEqual([]);
  });
});

describe("SDG documents", () => {
  test("SDG.DOCUMENTS reads one listing per company, each up to the limit", async () => {
    const ids = office.demo.entities.slice(0, 3).map(({ isin }) => [isin]);
    const rows = await office.run(
      "SDG.DOCUMENTS",
      ids,
      null,
      null,
      null,
      null,
      "entity_id,entity.name,score",
      2,
      "headers=no",
    );
    expect(office.sent.filter((line) => line.includes("/sdg/documents"))).toHaveLength(3);
    for (const { id } of office.demo.entities.slice(0, 3))
      expect(rows.filter(([each]) => each === id).length).toBeLessThanOrEqual(2);
  });

  test("goals are numbers or SDG:7, and travel as categories", async () => {
    const { isin } = office.demo.entities[1]!;
    await office.run("SDG.DOCUMENTS", isin, null, null, null, [[7, "SDG:13"]], "categories", 5);
    expect(office.sent.at(-1)).toContain("category=SDG:7&category=SDG:13");
    expect(await failure(office.run("SDG.DOCUMENTS", isin, null, null, null, 18))).toMatchObject({
      message: expect.stringMatching(/^goals must be a goal from 1 to 17.*got 18\.$/) as string,
    });
  });

  test("SDG.DOCUMENT answers beside each id, in one call for each", async () => {
    const { isin } = office.demo.entities[1]!;
    const listed = ["SDG.DOCUMENTS", isin, null, null, null, null, "id,title", 2, "headers=no"] as const;
    const rows = await office.run(...listed);
    office.forget();
    const ids = [...rows.map(([id]) => [id]), [""]];
    expect(await office.run("SDG.DOCUMENT", ids, "id,title")).toEqual([...rows, ["", ""]]);
    expect(office.sent).toHaveLength(rows.length);
  });

  test("SDG.MATRIX counts what SDG.DOCUMENTS lists", async () => {
    const { isin } = office.demo.entities[1]!;
    const [header, counts] = await office.run("SDG.MATRIX", [[isin], [""]], null, null, null, "headers=yes");
    expect(header).toHaveLength(17);
    const rows = await office.run(
      "SDG.DOCUMENTS",
      isin,
      null,
      null,
      null,
      null,
      "categories",
      "all",
      "headers=no; explode=categories",
    );
    const listed = header?.map((goal) => rows.filter(([each]) => each === goal).length);
    expect(counts).toEqual(listed);
  });
});

describe("Content", () => {
  test("DOC.CONTENT makes one call for all documents and answers in their order, with a status each", async () => {
    const rows = await documents("datamarts_document_id,extract_date,title", 20);
    office.forget();
    const ids = [...rows.map(([id]) => [id]), ["nobody"], [""]];
    const dates = [...rows.map(([, date]) => [date]), [rows[0]?.[1]], [""]];
    const content = await office.run("DOC.CONTENT", ids, dates, "title,status,datamarts_document_id");
    expect(office.sent).toHaveLength(1);
    expect(content).toHaveLength(22);
    expect(content.slice(0, 20).map(([, , id]) => id)).toEqual(rows.map(([id]) => id));
    expect(content[20]?.[1]).toBe("not found");
    expect(content[21]).toEqual(["", "", ""]);
  });

  test("ids and dates of different height are refused with both sizes", async () => {
    expect(await failure(office.run("DOC.CONTENT", [["a"], ["b"]], [[46_000]]))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("ids has 2 cells and extractDates has 1") as string,
    });
    expect(office.sent).toEqual([]);
  });

  test("dates come back to the millisecond they came from", async () => {
    const [id, date] = (await documents("datamarts_document_id,extract_date", 60)).at(-1) ?? [];
    office.forget();
    const [[title] = []] = await office.run("DOC.TITLE", id, date);
    expect(title).not.toBe("");
    expect(office.sent[0]).toContain(new Date(fromSerial(Number(date))).toISOString());
    expect(await failure(office.run("DOC.TITLE", id, 40_000))).toBeInstanceOf(AddinError);
  });

  test("DOC.SUMMARY is the summary that DOC.CONTENT shows", async () => {
    const [[id, date] = []] = await documents("datamarts_document_id,extract_date", 1);
    const [[summary] = []] = await office.run("DOC.SUMMARY", id, date);
    expect(summary).not.toBe("");
    expect(await office.run("DOC.CONTENT", id, date, "summary")).toEqual([[summary]]);
  });

  test("many cells of DOC.TEXT share one call", async () => {
    // Nothing of the two car makers is premium news, whose text this account may not read.
    const fields = "datamarts_document_id,extract_date";
    const rows = await office.run("ESG.DOCUMENTS", "EV Makers", null, "-80d", null, null, fields, 30, "headers=no");
    office.forget();
    const texts = await Promise.all(rows.map(([id, date]) => office.run("DOC.TEXT", id, date, "cache=never")));
    expect(texts.every((matrix) => (matrix[0]?.[0] as string).length > 10)).toBe(true);
    expect(office.sent).toHaveLength(1);
  });
});
