import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;
let instance = "";
let failed = "";

beforeAll(async () => {
  office = await openOffice();
  instance = office.demo.analyses[0]?.instance ?? "";
  failed = office.demo.analyses[1]?.instance ?? "";
  await office.run("ANALYSIS.DOCUMENTS", instance, "id", 1);
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

describe("An analysis", () => {
  test("tells its state, and one that failed says so and asks nothing twice", async () => {
    expect(await office.run("ANALYSIS.STATUS", [[instance], [""], [failed]])).toEqual([
      ["ready"],
      [""],
      ["stopped or failed"],
    ]);
    expect(await failure(office.run("ANALYSIS.SERIES", failed))).toMatchObject({ code: "stopped" });
    expect([...(office.runtime.ledger.entries.get().at(-1)?.reads ?? [])]).toContain("analyses");
  });

  const before: readonly (readonly [string, readonly unknown[], RegExp])[] = [
    [
      "more than 500 documents",
      ["title", 501],
      /^limit must be a whole number from 1 to 500 \(more: Import by day in the task pane\), got 501\.$/,
    ],
    [
      "sorting by an entity's polarity without the entity",
      ["title", 5, "document_entity_polarity"],
      /needs the argument entity\.$/,
    ],
    ["translating without the summary", ["title", 5, null, null, "translate=fr"], /add summary to fields\.$/],
    ["an order without a sort", ["title", 5, null, null, "order=asc"], /needs the argument sort\.$/],
    ["a field to sort by that does not exist", ["title", 5, "titel"], /^sort must be /],
  ];
  test.each(before)("refuses %s before any call", async (_, values, sentence) => {
    expect(await failure(office.run("ANALYSIS.DOCUMENTS", instance, ...values))).toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(sentence) as string,
    });
    expect(office.sent).toEqual([]);
  });

  test("shows documents sorted by the service, with paths into their maps", async () => {
    const rows = await office.run(
      "ANALYSIS.DOCUMENTS",
      instance,
      "document_negative,document_negative.max,source.site,extract_date",
      10,
      "document_negative",
      null,
      "order=desc; headers=no",
    );
    const means = rows.map(([mean]) => Number(mean));
    expect(means).toEqual([...means].sort((one, other) => other - one));
    expect(rows.every(([mean, max]) => Number(max) >= Number(mean))).toBe(true);
    expect(rows[0]?.[2]).toMatch(/\./);
    expect(office.sent[0]).toContain('"sort":{"field":"document_negative","order":"DESC"}');
  });

  test("with an entity its part of the maps is shown", async () => {
    const [[, entity] = []] = await office.run("ANALYSIS.MENTIONS", instance, 5, "headers=no");
    const rows = await office.run(
      "ANALYSIS.DOCUMENTS",
      instance,
      "document_entity_polarity",
      5,
      "document_entity_polarity",
      entity,
      "headers=no",
    );
    expect(rows.every(([polarity]) => typeof polarity === "number")).toBe(true);
  });

  test("spreads sentences, mentions and sentiment over rows of their own", async () => {
    const sentences = await office.run("ANALYSIS.SENTENCES", instance, 3);
    expect(sentences[0]).toHaveLength(17);
    expect(new Set(sentences.slice(1).map(([id]) => id)).size).toBe(3);
    const sentiment = await office.run("ANALYSIS.SENTIMENT", instance, 2, "headers=no");
    expect(new Set(sentiment.map(([, , measure]) => measure))).toEqual(
      new Set(["negative", "neutral", "positive", "polarity"]),
    );
    const matches = await office.run("ANALYSIS.MENTIONS", instance, 2, "matches=yes");
    expect(matches[0]).toContain("similarity");
  });

  test("its series is a cross table for charts, with real days", async () => {
    const [header, first, second] = await office.run(
      "ANALYSIS.SERIES",
      instance,
      "polarity,volume_document",
      null,
      null,
      null,
      "wide=entity",
    );
    expect(header?.[0]).toBe("extract_day");
    expect(header?.filter((name) => (name as string).endsWith(" mean_polarity")).length).toBeGreaterThan(1);
    expect(Number(second?.[0]) - Number(first?.[0])).toBe(1);
    expect(office.sent[0]).toContain('"operands":["mean"],"pivots":["extract_day","entity"],"time_granularity":"day"');
  });

  test("its volumes add up over a pivot", async () => {
    const byDay = await office.run("ANALYSIS.VOLUME", instance, "extract_day", null, "headers=no");
    const [[all] = []] = await office.run(
      "ANALYSIS.VOLUME",
      instance,
      "language",
      null,
      "headers=no; sort=volume_document:desc",
    );
    expect(byDay.length).toBeGreaterThan(1);
    expect(all).not.toBe("");
    expect(await failure(office.run("ANALYSIS.VOLUME", instance, "language", null, "wide=site"))).toMatchObject({
      message: expect.stringContaining("needs site among the pivots") as string,
    });
  });
});

describe("Tasks and candidates", () => {
  test("TASKS.LIST filters status here, and TASKS.STATUS finds a task by its id", async () => {
    const rows = await office.run("TASKS.LIST", "completed", null, null, "headers=no; fields=id,status");
    expect(rows.every(([, status]) => status === "completed")).toBe(true);
    expect(await office.run("TASKS.STATUS", rows[0]?.[0])).toEqual([["completed"]]);
    expect(await failure(office.run("TASKS.STATUS", instance))).toMatchObject({ code: "not-found" });
  });

  test("KG.CANDIDATES lists candidates for a keyword", async () => {
    const [header, first] = await office.run("KG.CANDIDATES", office.demo.entities[1]?.name, 3);
    expect(header).toEqual(["label", "itemDescription", "item_id", "uuid"]);
    expect(first?.[3]).toBe(office.demo.entities[1]?.id);
  });
});
