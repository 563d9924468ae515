import { fromSerial, toSerial } from "../../../../src/formulas/table/dates";
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
  test("ANALYSIS.STATUS shows the state of an analysis, and a failed one makes no second call", async () => {
    expect(await office.run("ANALYSIS.STATUS", [[instance], [""], [failed]])).toEqual([
      ["ready"],
      [""],
      ["stopped or failed"],
    ]);
    expect(await failure(office.run("ANALYSIS.SERIES", failed))).toMatchObject({ code: "stopped" });
    expect([...(office.runtime.requestLog.entries.get().at(-1)?.reads ?? [])]).toContain("analyses");
  });

  const before: readonly (readonly [string, readonly unknown[], RegExp])[] = [
    ["more than 500 documents", ["title", 501], /^limit must be a whole number from 1 to 500, or "all", got 501\.$/],
    [
      "sorting by an entity's polarity without the entity",
      ["title", 5, "document_entity_polarity"],
      /needs the argument entity\.$/,
    ],
    ["translating without the summary", ["title", 5, null, null, "translate=fr"], /Add summary to fields\.$/],
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

  test("sentences, mentions and sentiment have a row each", async () => {
    const sentences = await office.run("ANALYSIS.SENTENCES", instance, 3);
    expect(sentences[0]).toHaveLength(17);
    expect(new Set(sentences.slice(1).map(([id]) => id)).size).toBe(3);
    const sentiment = await office.run("ANALYSIS.SENTIMENT", instance, 2, "headers=no");
    expect(new Set(sentiment.map(([, , measure]) => measure))).toEqual(
      new Set(["negative", "neutral", "positive", "polarity"]),
    );
    const matches = await office.run("ANALYSIS.MENTIONS", instance, 2, "matches=yes");
    expect(matches[0]).toContain("Similarity");
  });

  test("entities and concepts have a row for each that a document names", async () => {
    const entities = await office.run("ANALYSIS.ENTITIES", instance, 20);
    expect(entities[0]).toEqual(["ID", "Entity ID", "Label", "Count", "Entity type"]);
    expect(entities.length).toBeGreaterThan(1);
    for (const [, , label, count] of entities.slice(1)) {
      expect(label).not.toBe("");
      expect(Number(count)).toBeGreaterThan(0);
    }
    const concepts = await office.run("ANALYSIS.CONCEPTS", instance, 20);
    expect(concepts[0]).toEqual(["ID", "Concept", "Key", "Value"]);
    const known = new Set((await office.run("ANALYSIS.DOCUMENTS", instance, "id", 20)).flat());
    expect(concepts.slice(1).filter(([id]) => !known.has(id as string))).toEqual([]);
  });

  test("sum=yes adds up over all documents, the most mentioned first", async () => {
    const rows = await office.run("ANALYSIS.ENTITIES", instance, 40, "headers=no");
    const sums = await office.run("ANALYSIS.ENTITIES", instance, 40, "sum=yes; headers=names");
    expect(sums[0]).toEqual(["label", "entity_type", "entity_id", "count", "documents"]);
    for (const [label, , entity, count, documents] of sums.slice(1)) {
      const own = rows.filter(([, id, name]) => id === entity && name === label);
      expect(count).toBe(own.reduce((sum, row) => sum + Number(row[3]), 0));
      expect(documents).toBe(new Set(own.map(([id]) => id)).size);
    }
    const counts = sums.slice(1).map((row) => Number(row[3]));
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
    const keywords = await office.run("ANALYSIS.MENTIONS", instance, 40, "sum=yes; headers=names");
    expect(keywords[0]).toEqual(["entity", "keyword", "count", "documents"]);
  });

  test("ANALYSIS.LIST shows the analyses that were started here, by state, and makes no call", async () => {
    const started_at = Date.parse("2026-11-01");
    office.runtime.analyses.add({
      name: "Started here",
      instance: "an instance",
      started_at,
      state: "stopped or failed",
    });
    const [header, row] = await office.run("ANALYSIS.LIST", "stopped or failed");
    expect(header).toEqual(["Name", "Started at", "State", "Instance"]);
    expect(row).toEqual(["Started here", expect.any(Number), "stopped or failed", "an instance"]);
    expect(await office.run("ANALYSIS.LIST", "not found")).toEqual([header]);
    office.runtime.analyses.forget("an instance");
    expect(office.sent).toEqual([]);
  });

  test("DOC.FIELDS reads the documents of an analysis in one call, beside their ids", async () => {
    const keys = await office.run("ANALYSIS.DOCUMENTS", instance, "id,extract_date,title", 3, null, null, "headers=no");
    office.forget();
    const ids = [...keys.map(([id]) => [id]), [""]];
    const dates = [...keys.map(([, date]) => [date]), [""]];
    const rows = await office.run("DOC.FIELDS", ids, dates, "title");
    expect(rows).toEqual([...keys.map(([, , title]) => [title]), [""]]);
    expect(office.sent).toHaveLength(1);
  });

  test("DOC.FIELDS shows the id that the service adds to every document", async () => {
    const keys = await office.run("ANALYSIS.DOCUMENTS", instance, "id,extract_date,title", 3, null, null, "headers=no");
    const ids = keys.map(([id]) => [id]);
    const dates = keys.map(([, date]) => [date]);
    expect(await office.run("DOC.FIELDS", ids, dates, "id,title")).toEqual(keys.map(([id, , title]) => [id, title]));
    expect(await office.run("DOC.FIELDS", ids, dates, "id")).toEqual(ids);
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
    expect(header?.[0]).toBe("Extract day (UTC)");
    expect(header?.filter((name) => (name as string).endsWith(" mean polarity")).length).toBeGreaterThan(1);
    expect(Number(second?.[0]) - Number(first?.[0])).toBe(1);
    expect(office.sent[0]).toContain('"operands":["mean"],"pivots":["extract_day","entity"],"time_granularity":"day"');
  });

  /** Daily rows over plain HTTP. */
  const daily = async (body: object): Promise<readonly Readonly<Record<string, string | number | null>>[]> => {
    const [account] = office.demo.accounts.filter(({ name }) => name === "demo");
    const credentials = {
      grant_type: "password",
      username: account?.api_key,
      password: account?.api_secret,
      audience: "http://localhost/",
      client_id: office.demo.client_id,
    };
    const post = async (url: string, payload: object, headers = {}) =>
      (await office.service.fastify.inject({ method: "POST", url, payload, headers })).json<unknown>();
    const { access_token } = (await post("/oauth/token", credentials)) as { access_token: string };
    const authorization = `Bearer ${access_token}`;
    return (await post("/api/2.0/analyze/timeserie", { instance, ...body }, { authorization })) as never;
  };
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

  test("a series has rows for the whole period of an analysis that was started here, and marks months in part", async () => {
    const days = (await daily({ volume_only: true, pivots: ["extract_day"] })).map((row) => String(row["extract_day"]));
    const first = days.toSorted()[0] ?? "";
    const begin = new Date(Date.parse(first.slice(0, 10)) - 80 * 86_400_000);
    begin.setUTCDate(19);
    const request = { start_date: begin.toISOString().slice(0, 10), end_date: days.toSorted().at(-1)?.slice(0, 10) };
    const months = async () => {
      const host = { formattedValues: true, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 };
      return office.runWith({ host }, "ANALYSIS.VOLUME", instance, "extract_day", "month", "headers=no");
    };
    const unknown = await months();
    const started_at = office.runtime.clock.now();
    office.runtime.analyses.add({ name: "Started here", instance, started_at, state: "ready", request });
    const known = await months();
    office.runtime.analyses.forget(instance);
    expect(known.length).toBeGreaterThan(unknown.length + 1);
    expect(known[0]?.[1]).toBe(0);
    expect(known[0]?.[0]).toMatchObject({ numberFormat: expect.stringContaining("(from 19 ") as string });
    expect(known.slice(-unknown.length).map(([, volume]) => volume)).toEqual(unknown.map(([, volume]) => volume));
  });

  test("weeks start on Monday: volumes are summed, means weighted by sentences, extremes kept", async () => {
    const operands = ["mean", "min", "max"];
    const days = await daily({ operands, pivots: ["extract_day", "entity"] });
    const rows = await office.run(
      "ANALYSIS.SERIES",
      instance,
      "polarity,volume_document,volume_sentence",
      "extract_day,entity",
      "mean,min,max",
      "week",
      "headers=no",
    );
    expect(office.sent).toHaveLength(1);
    expect(office.sent[0]).toContain('"time_granularity":"day"');
    expect(new Set(rows.map(([week]) => new Date(fromSerial(Number(week))).getUTCDay()))).toEqual(new Set([1]));
    for (const [week, entity, mean, min, max, documents, sentences] of rows) {
      const own = days.filter((day) => {
        const distance = toSerial(Date.parse(String(day["extract_day"]))) - Number(week);
        return day["entity"] === entity && distance >= 0 && distance < 7;
      });
      const values = (name: string): readonly number[] => own.map((day) => Number(day[name]));
      const weighted = own.filter((day) => day["mean_polarity"] !== null);
      expect([documents, sentences]).toEqual([sumOf(values("volume_document")), sumOf(values("volume_sentence"))]);
      expect(mean).toBeCloseTo(
        sumOf(weighted.map((day) => Number(day["mean_polarity"]) * Number(day["volume_sentence"]))) /
          sumOf(weighted.map((day) => Number(day["volume_sentence"]))),
        10,
      );
      expect([min, max]).toEqual([Math.min(...values("min_polarity")), Math.max(...values("max_polarity"))]);
    }
    expect(sumOf(rows.map((row) => Number(row[5])))).toBe(sumOf(days.map((day) => Number(day["volume_document"]))));
  });

  test("a median of weeks is refused before any call, because medians of days do not give it", async () => {
    const weekly = office.run("ANALYSIS.SERIES", instance, "polarity", null, "median", "week");
    expect(await failure(weekly)).toMatchObject({
      code: "invalid-argument",
      message: "operands: the median of a week cannot be computed from the medians of its days. Use mean, min or max.",
    });
    expect(office.sent).toEqual([]);
  });

  test("columns are in natural order, a period has no gap, and what has no name is last as (none)", async () => {
    const days = await daily({ operands: ["mean"], pivots: ["extract_day", "country"] });
    const countries = [...new Set(days.map((day) => day["country"] ?? null))];
    const [byCountry = []] = await office.run(
      "ANALYSIS.SERIES",
      instance,
      "polarity",
      "extract_day,country",
      null,
      "month",
      "wide=country",
    );
    expect(countries).toContain(null);
    const nameOf = new Intl.DisplayNames(["en"], { type: "region" });
    const names = countries.filter((code) => code !== null).map((code) => nameOf.of(code as string));
    expect(byCountry.slice(1)).toEqual([...names.sort(), "(none)"]);
    const [byWeek = []] = await office.run(
      "ANALYSIS.VOLUME",
      instance,
      "extract_day,country",
      "week",
      "wide=extract_day",
    );
    const weeks = byWeek
      .filter((name) => (name as string).endsWith(" volume_document"))
      .map((name) => Date.parse((name as string).slice(0, 10)));
    expect(weeks.slice(1).map((week, index) => week - (weeks[index] ?? 0))).toEqual(
      weeks.slice(1).map(() => 7 * 86_400_000),
    );
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
      message: expect.stringContaining("only if site is one of the pivots") as string,
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
    expect(header).toEqual(["Label", "Item description", "Item ID", "UUID"]);
    expect(first?.[3]).toBe(office.demo.entities[1]?.id);
  });
});
