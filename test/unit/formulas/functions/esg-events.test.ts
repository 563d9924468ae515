import { fromSerial } from "../../../../src/formulas/table/dates";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const events = (...values: unknown[]) => office.run("ESG.EVENTS", ...values);
const universe = "EU Banks";

describe("ESG.EVENTS", () => {
  test("shows the columns for readers with real dates and company names, no id and no address, in two calls", async () => {
    const [header, first] = await events(universe, 3);
    expect(header).toEqual([
      "Last activity",
      "Entity name",
      "Score",
      "Title",
      "Categories",
      "Sub categories",
      "Related documents count",
    ]);
    expect(new Date(fromSerial(first?.[0] as number)).getUTCFullYear()).toBeGreaterThan(2020);
    expect(first?.[1]).toMatch(/\w/);
    expect(office.sent.map((line) => line.split("?")[0])).toEqual([
      `GET /v3/universes/${office.universe(universe)}/esg/events`,
      "POST /v3/entities/msearch",
    ]);
  });

  test("chains=yes fetches a long listing score by score, with the same rows", async () => {
    const listWith = async (options: string): Promise<readonly unknown[]> =>
      (
        await events(universe, 3, null, null, null, "score,id", "all", `headers=no; order=score:desc; ${options}`)
      ).slice();
    const whole = await listWith("chains=no");
    office.forget();
    const chained = await listWith("chains=yes");
    const scores = office.sent.map((line) =>
      new URL(line.split(" ")[1] ?? "", "http://service").searchParams.get("score"),
    );
    expect([...new Set(scores)].toSorted()).toEqual(["in:3", "in:4", "in:5"]);
    expect(chained.map(String).toSorted()).toEqual(whole.map(String).toSorted());
    expect(chained.map((row) => (row as number[])[0])).toEqual(whole.map((row) => (row as number[])[0]));
  });

  test("makes no call for fewer fields, a shorter limit or another order of columns", async () => {
    await events(universe, 3);
    office.forget();
    const rows = await events(universe, "gte:3", null, null, null, "title,score", 7);
    expect(rows).toHaveLength(8);
    expect(office.sent).toEqual([]);
  });

  test("sends filters under their wire names, with operators, each once", async () => {
    await events(
      universe,
      "in:3;5",
      "2026-01-01",
      "2026-01-31",
      null,
      "id",
      5,
      "order=score:desc,last_activity:asc; category=E,s; sector=K; content='oil, gas'",
    );
    const [line = ""] = office.sent;
    const query = new URL(`http://x${line.split(" ")[1] ?? ""}`).searchParams;
    expect(query.get("score")).toBe("in:3;5");
    expect(query.get("last_activity")).toBe("between:2026-01-01T00:00:00.000Z;2026-01-31T23:59:59.999Z");
    expect(query.getAll("order")).toEqual(["score:desc", "last_activity:asc"]);
    expect(query.getAll("category")).toEqual(["E", "S"]);
    expect(query.get("sector")).toBe("eq:K");
    expect(query.get("size")).toBe("5");
    expect(query.getAll("content")).toEqual(["oil, gas"]);
  });

  test("date=start_date lets from and to mean the start", async () => {
    await events(universe, null, "-1y", null, null, "id", 5, "date=start_date");
    expect(office.sent[0]).toContain("start_date=gte:2025-11-01T00:00:00.000Z");
    expect(office.sent[0]).not.toContain("last_activity=");
  });

  test("options may be a range, a text or an array of the same meaning", async () => {
    const text = await events(universe, 4, null, null, null, "score,title", 5, "order=score:desc; headers=no");
    const range = await events(universe, 4, null, null, null, "score,title", 5, [
      ["order", "score:desc", ""],
      ["", "", ""],
      ["HEADERS", "no", null],
    ]);
    expect(range).toEqual(text);
  });

  test("a limit above every list is the whole list", async () => {
    const listed = await events(universe, 5, null, null, null, "id", 1e9, "headers=no");
    expect(listed).toEqual(await events(universe, 5, null, null, null, "id", "all", "headers=no"));
  });

  test("with entities only those companies' events come, filtered here", async () => {
    const isins = office.demo.entities.slice(0, 3).map(({ isin }) => [isin]);
    const rows = await events(universe, 3, null, null, isins, "entity_id,score", "all", "headers=no");
    const ids = new Set(office.demo.entities.slice(0, 3).map(({ id }) => id));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(([id]) => ids.has(id as string))).toBe(true);
  });

  test("a header row above the spill names the columns: wire names, labels, a blank", async () => {
    const header = ["Last activity", "score", "", "ENTITY NAME", "categories.E"];
    const rows = await events(universe, 3, null, null, null, [header], 3, "headers=no");
    expect(rows[0]?.[2]).toBe("");
    expect(typeof rows[0]?.[0]).toBe("number");
    expect(typeof rows[0]?.[4]).toBe("boolean");
  });

  test("fields may add to and take from the columns shown", async () => {
    const [header] = await events(universe, 3, null, null, null, "+dashboard_url,-title", 1);
    expect(header).toContain("Dashboard URL");
    expect(header).not.toContain("Title");
    const [all] = await events(universe, 3, null, null, null, "*", 1);
    expect(all).toHaveLength(15);
    const [usual] = await events(universe, 3, null, null, null, "default", 1);
    expect(usual).toHaveLength(12);
  });

  test("translate puts the translation behind the original, and fields decide when they are given", async () => {
    const [header, row] = await events(universe, 3, null, null, null, null, 1, "translate=fr");
    expect(header?.slice(3, 5)).toEqual(["Title", "Translated title"]);
    expect(row?.[4]).not.toBe("");
    const [chosen] = await events(universe, 3, null, null, null, "title", 1, "translate=fr");
    expect(chosen).toEqual(["Title"]);
  });

  test("sort, distinct, explode and transpose arrange the rows", async () => {
    const sorted = await events(universe, 3, null, null, null, "score", 50, "sort=score:asc; headers=no");
    const scores = sorted.map(([score]) => Number(score));
    expect(scores).toEqual([...scores].sort((one, other) => one - other));
    const distinct = await events(universe, 3, null, null, null, "score", 200, "distinct=score; headers=no");
    expect(distinct.map(([score]) => score).sort()).toEqual([3, 4, 5]);
    const exploded = await events(universe, 3, null, null, null, "id,categories", 30, "explode=categories; headers=no");
    expect(exploded.every(([, category]) => (category as string).length === 1)).toBe(true);
    const transposed = await events(universe, 3, null, null, null, "id,score", 4, "transpose=yes");
    expect(transposed).toHaveLength(2);
    expect(transposed[0]?.[0]).toBe("ID");
  });

  test("dates=iso gives text, formatted dates come where the host takes them and the table is short", async () => {
    const iso = await events(universe, 3, null, null, null, "start_date", 1, "dates=iso; headers=no");
    expect(iso[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT/);
    const host = { formattedValues: true, entityCards: true, maxCharacters: 64_000_000, maxCells: 5_000_000 };
    const formatted = await office.runWith(
      { host },
      "ESG.EVENTS",
      universe,
      3,
      null,
      null,
      null,
      "start_date",
      1,
      "headers=no",
    );
    expect(formatted[0]?.[0]).toMatchObject({ kind: "formatted", numberFormat: "yyyy-mm-dd hh:mm" });
  });

  test("an empty result is the header row, and #N/A without headers", async () => {
    expect(await events("Empty Shelf", 3)).toHaveLength(1);
    expect(await failure(events("Empty Shelf", 3, null, null, null, null, null, "headers=no"))).toMatchObject({
      code: "no-rows",
      message: "No rows.",
    });
  });
});

describe("align=yes", () => {
  const banks = () => office.demo.entities.slice(0, 3).map(({ isin }) => [isin]);
  const stranger = () => office.demo.entities.find(({ name }) => name.startsWith("Acme"))?.isin;

  test("shows the latest event beside each company of a list, and an error in its own row where there is none to show", async () => {
    const list = [...banks(), [stranger()], [null], ["DE0ZZ9999907"], ...banks().slice(0, 1)];
    const rows = await events(
      universe,
      4,
      null,
      null,
      list,
      "last_activity,entity_id,title",
      null,
      "align=yes; sort=last_activity:desc",
    );
    const all = await events(
      universe,
      4,
      null,
      null,
      null,
      "last_activity,entity_id,title",
      null,
      "headers=no; sort=last_activity:desc",
    );
    const first = (place: number) => all.find(([, id]) => id === office.demo.entities[place]?.id);
    expect(rows).toHaveLength(list.length);
    expect(rows.slice(0, 3)).toEqual([first(0), first(1), first(2)]);
    expect(rows[3]?.[0]).toMatchObject({
      code: "not-found",
      message: expect.stringContaining("not monitored") as string,
    });
    expect(rows[4]?.[0]).toMatchObject({ code: "no-rows" });
    expect(rows[5]?.[0]).toMatchObject({ code: "invalid-argument" });
    expect(rows[6]).toEqual(rows[0]);
  });

  test("documents are aligned too, the most reliable one of each company where nothing is sorted", async () => {
    const list = banks();
    const rows = await office.run(
      "ESG.DOCUMENTS",
      universe,
      null,
      "-1y",
      null,
      list,
      "id,entity.name",
      null,
      "align=yes; category=E",
    );
    const all = await office.run(
      "ESG.DOCUMENTS",
      universe,
      null,
      "-1y",
      null,
      null,
      "id,entity.name",
      null,
      "headers=no; category=E",
    );
    const names = office.demo.entities.slice(0, 3).map(({ name }) => name);
    expect(rows).toEqual(names.map((name) => all.find((row) => row[1] === name)));
  });

  test.each([
    ["limit", [3, "align=yes"]],
    ["distinct", [null, "align=yes; distinct=score"]],
    ["explode", [null, "align=yes; explode=categories"]],
    ["translate", [null, "align=yes; translate=fr"]],
  ])("refuses %s before any call", async (key, [most, options]) => {
    const fields = "score,categories,title,entity_id";
    expect(await failure(events(universe, 4, null, null, banks(), fields, most, options))).toMatchObject({
      code: "invalid-argument",
      message: `options: ${key} cannot be used with align=yes.`,
    });
    expect(office.sent).toEqual([]);
  });

  test("needs a list", async () => {
    expect(await failure(events(universe, 4, null, null, null, null, null, "align=yes"))).toMatchObject({
      message: "options: align=yes needs a list of entities.",
    });
  });
});
