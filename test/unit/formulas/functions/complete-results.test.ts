import { CellError } from "../../../../src/formulas/table/matrix";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";
import { untilAnalysisIsReady } from "./ready-analysis";

let office: Office;
let token: string;

beforeAll(async () => {
  office = await openOffice("demo", {}, "small");
  const { accounts, client_id } = office.demo;
  const { api_key: username, api_secret: password } = accounts.find(({ name }) => name === "demo")!;
  const payload = { grant_type: "password", username, password, audience: "http://localhost/", client_id };
  const answer = await office.service.fastify.inject({ method: "POST", url: "/oauth/token", payload });
  token = answer.json<{ access_token: string }>().access_token;
  await untilAnalysisIsReady(office, token);
}, 90_000);
afterAll(() => office.close());
beforeEach(() => {
  office.forget();
  setCap(10_000);
});

type Json = Readonly<Record<string, unknown>>;

/** All records of a listing, over HTTP alone. */
const everything = async (path: string): Promise<readonly Json[]> => {
  const records: Json[] = [];
  for (let cursor = ""; ;) {
    const url = `${path}${path.includes("?") ? "&" : "?"}size=1000${cursor}`;
    const answer = await office.service.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } });
    const page = answer.json<{ data: Json[]; has_next: boolean; search_after: string }>();
    records.push(...page.data);
    if (!page.has_next) return records;
    cursor = `&search_after=${encodeURIComponent(page.search_after)}`;
  }
};

const listing = (universe: string, kind: string, query = ""): string =>
  `/v3/universes/${office.universe(universe)}/esg/${kind}?${query}`;

const setCap = (rowCap: number): void => office.runtime.settings.set({ ...office.runtime.settings.get(), rowCap });

/** The queries of the calls to one listing. */
const calls = (kind: string): readonly URLSearchParams[] =>
  office.sent
    .filter((line) => line.split("?")[0]?.endsWith(kind))
    .map((line) => new URL(line.split(" ")[1] ?? "", "http://service").searchParams);

const info = async (address: string): Promise<Readonly<Record<string, unknown>>> =>
  Object.fromEntries(
    (await office.runWith({ parameterAddresses: [address] }, "QUERY.INFO", "any")).map(([item, value]) => [
      item as string,
      value,
    ]),
  );

const universe = "Whole Catalogue";

describe("A result is complete unless a person asks for less", () => {
  test('=ESG.EVENTS("EU Banks",3) shows all events, in pages of 1,000', async () => {
    const events = await everything(listing("EU Banks", "events", "score=gte:3"));
    expect(events.length).toBeGreaterThan(1_000);
    expect(events.length).toBeLessThan(10_000);
    const rows = await office.run("ESG.EVENTS", "EU Banks", 3, null, null, null, "id", null, "headers=no");
    expect(rows.map(([id]) => id)).toEqual(events.map(({ id }) => id));
    const pages = Array.from({ length: Math.ceil(events.length / 1_000) }, () => "1000");
    expect(calls("/esg/events").map((query) => query.get("size"))).toEqual(pages);
  });

  test("the latest severe event of each company is one row for every company that has one", async () => {
    const events = await everything(listing(universe, "events", "score=gte:3"));
    const latest = new Map<string, string>();
    for (const { entity_id, last_activity } of events) {
      const known = latest.get(String(entity_id));
      if (known === undefined || known < String(last_activity)) latest.set(String(entity_id), String(last_activity));
    }
    const options = "headers=no; dates=iso; sort=last_activity:desc; distinct=entity_id";
    const rows = await office.run(
      "ESG.EVENTS",
      universe,
      3,
      null,
      null,
      null,
      "entity_id,last_activity",
      null,
      options,
    );
    expect(rows).toHaveLength(latest.size);
    expect(Object.fromEntries(rows as [string, string][])).toEqual(Object.fromEntries(latest));
  });

  test("limit 5 with sort=extract_date:desc gives the five newest documents, whatever their reliability", async () => {
    const documents = await everything(listing("EU Banks", "documents"));
    const newest = documents
      .map(({ extract_date }) => String(extract_date))
      .toSorted()
      .toReversed();
    const options = "headers=no; dates=iso; sort=extract_date:desc";
    const rows = await office.run("ESG.DOCUMENTS", "EU Banks", null, null, null, null, "extract_date", 5, options);
    expect(rows.map(([date]) => date)).toEqual(newest.slice(0, 5));
    expect(calls("/esg/documents")).toHaveLength(Math.ceil(documents.length / 1_000));
  });

  test("what the service can sort it sorts: the five newest events are one small page", async () => {
    const events = await everything(listing(universe, "events", "order=last_activity:desc"));
    const options = "headers=no; sort=last_activity:desc,score:desc";
    const rows = await office.run("ESG.EVENTS", universe, null, null, null, null, "id,entity.name", 5, options);
    expect(new Set(rows.map(([id]) => id))).toEqual(new Set(events.slice(0, 5).map(({ id }) => id)));
    expect(calls("/esg/events").map((query) => [query.get("size"), query.getAll("order")])).toEqual([
      ["5", ["last_activity:desc", "score:desc"]],
    ]);
  });

  test("a table of everything is sorted here, from the records that another formula has read", async () => {
    await office.run("ESG.EVENTS", universe, 4, null, null, null, "id,score,start_date");
    office.forget();
    const options = "headers=no; sort=start_date:asc";
    const rows = await office.run("ESG.EVENTS", universe, 4, null, null, null, "start_date,id", null, options);
    const dates = rows.map(([date]) => Number(date));
    expect(dates).toEqual(dates.toSorted((one, other) => one - other));
    expect(office.sent).toEqual([]);
  });

  test("a limit counts rows after filters done here, and no page is read behind the last of them", async () => {
    const documents = await everything(listing(universe, "documents", "score=gte:2"));
    const german = documents.filter(({ language }) => language === "ger");
    const most = german.length - 3;
    const options = "headers=no; language=ger";
    const list = (limit: number | null) =>
      office.run("ESG.DOCUMENTS", universe, 2, null, null, null, "id", limit, options);
    expect((await list(3)).map(([id]) => id)).toEqual(german.slice(0, 3).map(({ id }) => id));
    expect(calls("/esg/documents")).toHaveLength(1 + Math.floor(documents.indexOf(german[2]!) / 1_000));
    expect(await list(most)).toHaveLength(most);
    expect(await list(null)).toHaveLength(german.length);
  });

  test("distinct with a limit reads until there are so many values, and explode comes after the limit", async () => {
    const events = await everything(listing(universe, "events"));
    const companies = [...new Set(events.map(({ entity_id }) => entity_id))];
    const list = (limit: number, options: string) =>
      office.run(
        "ESG.EVENTS",
        universe,
        null,
        null,
        null,
        null,
        "entity_id,categories",
        limit,
        `headers=no; ${options}`,
      );
    expect((await list(7, "distinct=entity_id")).map(([id]) => id)).toEqual(companies.slice(0, 7));
    expect(calls("/esg/events")).toHaveLength(1);
    const parts = events.slice(0, 9).flatMap(({ categories }) => categories as string[]);
    expect(await list(9, "explode=categories")).toHaveLength(parts.length);
  });

  test("UN Global Compact classes are sorted by severity, here as by the service", async () => {
    setCap(20_000);
    const options = "headers=no; ungc_classification=violator,watchlist; sort=ungc_classification:desc";
    const list = (limit: number | null) =>
      office.run("ESG.EVENTS", universe, null, null, null, null, "ungc_classification", limit, options);
    const all = (await list(null)).map(([value]) => value);
    expect([...new Set(all)]).toEqual(["violator", "watchlist"]);
    expect((await list(20)).map(([value]) => value)).toEqual(all.slice(0, 20));
  });

  test("entities are looked up for the rows shown, not for those that were read", async () => {
    const options = "headers=no; sort=title:asc";
    const rows = await office.run("ESG.EVENTS", universe, 2, null, null, null, "title,entity.name", 4, options);
    expect(rows.every(([, name]) => name !== "")).toBe(true);
    const [search = ""] = office.sent.filter((line) => line.includes("/msearch"));
    const { entities } = JSON.parse(search.slice(search.indexOf("{"))) as { entities: unknown[] };
    expect(entities.length).toBeLessThanOrEqual(4);
  });

  test("each company of SDG.DOCUMENTS shows its newest documents, and all companies share the row cap", async () => {
    const companies = office.demo.entities.slice(0, 3);
    const isins = companies.map(({ isin }) => [isin]);
    const list = (limit: number | null, options: string) =>
      office.run(
        "SDG.DOCUMENTS",
        isins,
        null,
        null,
        null,
        null,
        "entity_id,extract_date",
        limit,
        `headers=no; ${options}`,
      );
    const rows = await list(2, "dates=iso; sort=extract_date:desc");
    for (const { id } of companies) {
      const dates = (await everything(`/v3/entities/${id}/sdg/documents`)).map(({ extract_date }) =>
        String(extract_date),
      );
      expect(rows.filter(([each]) => each === id).map(([, date]) => date)).toEqual(
        dates.toSorted().toReversed().slice(0, 2),
      );
    }
    expect(calls("/sdg/documents").map((query) => query.get("size"))).toEqual(["2", "2", "2"]);
    setCap(4);
    expect(await list(null, "")).toHaveLength(5);
  });

  test("a case shows its oldest records, not its most reliable ones", async () => {
    const [first] = await everything(listing(universe, "events"));
    const caseId = String(first?.["case_id"]);
    const whole = await office.run("ESG.CASE", caseId, universe, "date,id", null, "headers=no");
    expect(await office.run("ESG.CASE", caseId, universe, "date,id", 2, "headers=no")).toEqual(whole.slice(0, 2));
  });
});

describe("Where the row cap ends a result", () => {
  const list = (options: string, limit: number | null = null) =>
    office.runWith(
      { address: "Sheet1!A1" },
      "ESG.EVENTS",
      universe,
      3,
      null,
      null,
      null,
      "title,score",
      limit,
      options,
    );
  const sentence = "50 rows shown, more exist: set limit or narrow the filters";

  beforeEach(() => setCap(50));

  test("the last row says so and makes a sum over a part fail", async () => {
    const rows = await list("");
    expect(rows).toHaveLength(52);
    expect(rows.at(-1)?.[0]).toBe(sentence);
    expect(rows.at(-1)?.[1]).toMatchObject(new CellError("#N/A", sentence));
    expect(rows.slice(1, -1).every(([, score]) => typeof score === "number")).toBe(true);
  });

  test("with one column it is #N/A too, with the sentence as its message: SUM would ignore a text", async () => {
    const [header, ...rows] = await office.runWith(
      { address: "Sheet1!A1" },
      "ESG.EVENTS",
      universe,
      null,
      null,
      null,
      null,
      "score",
    );
    expect(header).toEqual(["Score"]);
    expect(rows.pop()).toEqual([new CellError("#N/A", sentence)]);
    expect(rows.every(([score]) => typeof score === "number")).toBe(true);
    expect(office.runtime.requestLog.latestAt("Sheet1!A1")).toMatchObject({ partial: true, truncated: sentence });
  });

  test("without a header row it is #N/A throughout, with transpose it is the last column", async () => {
    const plain = await list("headers=no");
    expect(plain).toHaveLength(51);
    expect(plain.at(-1)).toMatchObject([{ excelCode: "#N/A" }, { excelCode: "#N/A" }]);
    const turned = await list("transpose=yes");
    expect(turned.map((row) => row.length)).toEqual([52, 52]);
    expect(turned.map((row) => row.at(-1))).toMatchObject([sentence, { excelCode: "#N/A" }]);
  });

  test("more=no leaves the row out, and QUERY.INFO still says that the result is cut, and why", async () => {
    await list("");
    expect(await info("Sheet1!A1")).toMatchObject({ rows: 50, truncated: true, why: sentence });
    expect(await list("more=no")).toHaveLength(51);
    expect(await info("Sheet1!A1")).toMatchObject({ rows: 50, truncated: true, why: sentence });
    expect(office.runtime.requestLog.latestAt("Sheet1!A1")).toMatchObject({ partial: true });
  });

  test("a number that a person gave is no reason for the row", async () => {
    expect(await list("", 20)).toHaveLength(21);
    expect(office.runtime.requestLog.latestAt("Sheet1!A1")).toMatchObject({ partial: false, rows: 20 });
    expect(await list("", 60)).toHaveLength(61);
  });

  test("a result that has exactly so many rows is complete", async () => {
    const events = await everything(listing(universe, "events", "score=gte:3"));
    setCap(events.length);
    expect(await list("")).toHaveLength(events.length + 1);
    expect(await info("Sheet1!A1")).toMatchObject({ truncated: false, why: "" });
    const companies = new Set(events.map(({ entity_id }) => entity_id)).size;
    setCap(companies);
    expect(await list("distinct=entity_id")).toHaveLength(companies + 1);
    setCap(companies - 1);
    expect(await list("distinct=entity_id")).toHaveLength(companies + 1);
    expect(office.runtime.requestLog.latestAt("Sheet1!A1")).toMatchObject({ partial: true, rows: companies - 1 });
  });

  test("the rows shown are the first of the sorted whole, and the last row stays last", async () => {
    const scores = (await everything(listing(universe, "events", "score=gte:3"))).map(({ score }) => Number(score));
    for (const options of ["sort=score:asc", "sort=score:asc,title:asc"]) {
      const rows = await list(options);
      expect(rows.slice(1, -1).map(([, score]) => score)).toEqual(scores.toSorted().slice(0, 50));
      expect(rows.at(-1)?.[0]).toBe(sentence);
    }
  });

  test("the cap counts the rows of explode, and a filter done here", async () => {
    const exploded = await office.run(
      "ESG.EVENTS",
      universe,
      3,
      null,
      null,
      null,
      "id,categories",
      null,
      "explode=categories",
    );
    expect(exploded).toHaveLength(52);
    const isins = office.demo.entities.slice(0, 2).map(({ isin }) => [isin]);
    const kept = (cap: number) => {
      setCap(cap);
      return office.run("ESG.EVENTS", universe, null, null, null, isins, "id", null, "headers=no");
    };
    const all = await kept(10_000);
    expect(await kept(all.length)).toEqual(all);
    const cut = await kept(all.length - 1);
    expect(cut.slice(0, -1)).toEqual(all.slice(0, -1));
    expect(cut.at(-1)).toMatchObject([{ excelCode: "#N/A" }]);
  });

  test("a function that takes no limit refuses the option", async () => {
    expect(await failure(office.run("ENTITY.SEARCH", "Bank", null, null, null, null, "more=no"))).toMatchObject({
      code: "invalid-argument",
    });
  });
});

describe("Documents of an analysis", () => {
  const list = (limit: number | null, options: string) =>
    office.run("ANALYSIS.DOCUMENTS", office.demo.analyses[0]?.instance, "title,language", limit, null, null, options);

  test("all that one call gives are shown, with a last row where there may be more", async () => {
    const rows = await list(null, "");
    expect(rows).toHaveLength(502);
    expect(rows.at(-1)?.[0]).toBe(
      '500 documents used, more may exist: set limit to "all", or narrow with date, entity or concept',
    );
    expect(await list(null, "more=no")).toHaveLength(501);
    expect(await list(20, "")).toHaveLength(21);
  });

  test("a sum over a part that nobody asked for is refused", async () => {
    const instance = office.demo.analyses[0]?.instance;
    const refused = await failure(office.run("ANALYSIS.ENTITIES", instance, null, "sum=yes"));
    expect(refused).toMatchObject({ code: "too-large" });
    expect(refused.message).toContain("500");
    expect(await office.run("ANALYSIS.ENTITIES", instance, 20, "sum=yes")).not.toHaveLength(1);
  });

  test("a sort of a part is refused, a sort of all documents of a day comes before the limit", async () => {
    expect(await failure(list(null, "sort=title:asc"))).toMatchObject({ code: "too-large" });
    expect(await failure(list(5, "sort=title:asc"))).toMatchObject({ code: "too-large" });
    const [[day] = []] = await office.run(
      "ANALYSIS.DOCUMENTS",
      office.demo.analyses[0]?.instance,
      "extract_date",
      1,
      null,
      null,
      "headers=no; dates=iso",
    );
    const onDay = `headers=no; date=${(day as string).slice(0, 10)}`;
    const titles = (await list(null, onDay)).map(([title]) => title as string);
    const order = new Intl.Collator("en");
    expect((await list(2, `${onDay}; sort=title:asc`)).map(([title]) => title)).toEqual(
      titles.toSorted((one, other) => order.compare(one, other)).slice(0, 2),
    );
  });
});

describe('All documents of an analysis (limit "all")', () => {
  const all = (fields: string, options = "", sort: string | null = null) =>
    office.run(
      "ANALYSIS.DOCUMENTS",
      office.demo.analyses[0]?.instance,
      fields,
      "all",
      sort,
      null,
      `headers=no; dates=iso; ${options}`,
    );
  const downloads = (): readonly string[] => office.sent.filter((line) => line.includes("/analyze/download"));
  afterEach(() => (office.alter = undefined));

  test("500 or more are read day by day, newest first: two calls, and one for each day with documents", async () => {
    const volumes = await office.run(
      "ANALYSIS.VOLUME",
      office.demo.analyses[0]?.instance,
      "extract_day",
      null,
      "headers=no; dates=iso",
    );
    const documents = volumes.reduce((sum, [, count]) => sum + Number(count), 0);
    office.forget();
    const rows = await all("id,extract_date");
    expect(documents).toBeGreaterThan(500);
    expect(new Set(rows.map(([id]) => id)).size).toBe(documents);
    expect(rows).toHaveLength(documents);
    const days = rows.map(([, date]) => (date as string).slice(0, 10));
    expect(days).toEqual(days.toSorted().reverse());
    // The formula above has asked for the days.
    expect(office.sent).toHaveLength(1 + volumes.length);
  }, 30_000);

  test("the argument sort sorts all of them, from the documents that another formula has read", async () => {
    const dates = (await all("id,extract_date", "order=asc", "extract_date")).map(([, date]) => date as string);
    expect(dates.length).toBeGreaterThan(500);
    expect(dates).toEqual(dates.toSorted());
    expect(office.sent).toEqual([]);
  }, 30_000);

  test("the row cap ends the calls, and the last row says so", async () => {
    setCap(600);
    const rows = await all("id");
    expect(rows).toHaveLength(601);
    expect(rows.at(-1)?.[0]).toEqual(
      new CellError("#N/A", "600 rows shown, more exist: set limit or narrow the filters"),
    );
    expect(downloads().length).toBeLessThan(45);
  }, 30_000);

  test("fewer than 500 take one call", async () => {
    office.alter = (_, body, answer) => (body.includes('"qscore"') ? (answer as unknown[]).slice(0, 499) : answer);
    expect(await all("qscore")).toHaveLength(499);
    expect(office.sent).toHaveLength(1);
  });

  test("one day takes one call", async () => {
    const [[, date] = []] = await all("id,extract_date");
    office.forget();
    const day = (date as string).slice(0, 10);
    const rows = await all("qscore,extract_date", `date=${day}`);
    expect(rows.map(([, when]) => (when as string).slice(0, 10))).toEqual(rows.map(() => day));
    expect(office.sent).toHaveLength(1);
  });

  test("tables of what documents name read all of them too", async () => {
    const instance = office.demo.analyses[0]?.instance;
    const some = await office.run("ANALYSIS.ENTITIES", instance, null, "headers=no; more=no");
    const every = await office.run("ANALYSIS.ENTITIES", instance, "all", "headers=no");
    expect(new Set(some.map(([id]) => id)).size).toBeLessThanOrEqual(500);
    expect(new Set(every.map(([id]) => id)).size).toBeGreaterThan(500);
    const sums = await office.run("ANALYSIS.ENTITIES", instance, "all", "headers=no; sum=yes");
    const total = (rows: typeof sums, column: number): number =>
      rows.reduce((sum, row) => sum + Number(row[column]), 0);
    expect(total(sums, 3)).toBe(total(every, 3));
  }, 30_000);

  // Last, because its answers stay in the cache.
  describe("where days have more than 500", () => {
    /** The service has 30 times as many documents. */
    const busy: Office["alter"] = (path, body, answer) => {
      if (path.endsWith("/timeserie"))
        return (answer as { volume_document: number }[]).map((row) => ({
          ...row,
          volume_document: row.volume_document * 30,
        }));
      return body.includes('"date"')
        ? (answer as object[]).flatMap((document) => Array.from({ length: 30 }, () => document)).slice(0, 500)
        : answer;
    };

    test("the last row counts those days, and QUERY.INFO says that the result is cut", async () => {
      office.alter = busy;
      setCap(1_000_000);
      const rows = await office.runWith(
        { address: "Sheet1!A1", reloadSince: office.runtime.clock.now() },
        "ANALYSIS.DOCUMENTS",
        office.demo.analyses[0]?.instance,
        "language,qscore",
        "all",
      );
      expect(rows.at(-1)).toEqual([
        "92 days have more than 500 documents, one call gives 500 of a day: narrow with entity or concept",
        expect.any(CellError),
      ]);
      expect(rows).toHaveLength(92 * 500 + 2);
      expect(await info("Sheet1!A1")).toMatchObject({ truncated: true });
    }, 60_000);

    test("a sort is refused before any day is read", async () => {
      office.alter = busy;
      const refused = await failure(all("language,title", "cache=never", "title"));
      expect(refused).toMatchObject({
        code: "too-large",
        message: expect.stringMatching(/^92 days have more/) as string,
      });
      expect(office.sent.length).toBeLessThanOrEqual(2);
    });
  });
});
