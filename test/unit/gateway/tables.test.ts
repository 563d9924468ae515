import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { AddinError } from "../../../src/engine/http/addin-error";
import type { Send } from "../../../src/engine/http/client";
import { functions } from "../../../src/formulas/functions";
import { CellError, type CellValue } from "../../../src/formulas/table/matrix";
import { createRouter } from "../../../src/gateway/router";
import { MemoryStore } from "../../../src/gateway/team/memory-store";
import type { People } from "../../../src/gateway/team/person";
import { Team, type TeamOptions } from "../../../src/gateway/team/team";
import { addTeamRoutes } from "../../../src/gateway/team/team-server";
import { inProcessSend } from "../../support/in-process-send";
import { until } from "../../support/until";
import { calculate, readFormula } from "../formulas/functions/formula-reader";
import { type Office, openOffice } from "../formulas/functions/office";
import { personOf } from "./team/team-office";

let office: Office;
let team: Team;
let fastify: FastifyInstance;
/** Requests that reached the service through the team. */
let upstream: string[];

const people = [personOf("ann"), personOf("bob")];

const open = async (options: Partial<TeamOptions> = {}, between?: (send: Send) => Send): Promise<void> => {
  const { service, runtime, demo } = office;
  const account = demo.accounts.find(({ name }) => name === "demo");
  const { api_key: key = "", api_secret: secret = "" } = account ?? {};
  upstream = [];
  const direct = inProcessSend(service.fastify);
  const send = between?.(direct) ?? direct;
  const address = "http://localhost";
  team = new Team(
    {
      address,
      accounts: [{ name: "firm", key, secret, audience: `${address}/`, clientId: demo.client_id }],
      ...options,
    },
    {
      clock: runtime.clock,
      store: new MemoryStore(runtime.clock),
      send: (request) => {
        if (!request.url.includes("/oauth/")) upstream.push(`${request.method} ${request.url}`);
        return send(request);
      },
    },
  );
  const known: People = {
    authenticate: (authorization) =>
      Promise.resolve(
        people.find(({ id }) => authorization === `Bearer ${id}`) ?? {
          status: 401,
          reason: "signed_out",
          message: "Please sign in.",
        },
      ),
  };
  const universes = demo.universes.map(({ universe_id, universe_name: name, type }) => ({ universe_id, name, type }));
  fastify = await createRouter({
    root: tmpdir(),
    team: { addRoutes: (scope) => addTeamRoutes(scope, team, known, { clock: runtime.clock, universes }) },
  });
};

const close = async (): Promise<void> => {
  await team.close();
  await fastify.close();
};

const get = (query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  fastify.inject({ url: "/table", query, headers: { authorization: "Bearer ann", ...headers } });

const problemOf = async (formula: string): Promise<readonly [number, string]> => {
  const { statusCode, payload } = await get({ formula });
  return [statusCode, (JSON.parse(payload) as { readonly message: string }).message];
};

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());

/** Fields of RFC 4180, by the letter of it. */
const readCsv = (text: string): string[][] => {
  expect(text.endsWith("\r\n")).toBe(true);
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (let match = field.exec(text); match !== null && match[0] !== ""; match = field.exec(text)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
};

const dateText = (serial: number, format: string): string => {
  const text = new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString();
  return format.includes("hh") ? text.replace(".000Z", "Z") : text.slice(0, 10);
};

const host = { formattedValues: true, entityCards: false, maxCharacters: 64_000_000, maxCells: 5_000_000 };

/** A listing of more rows than a table has without a limit. */
const endlessEvents: Send = (request) => {
  const { searchParams } = new URL(request.url);
  const [size, from] = [Number(searchParams.get("size")), Number(searchParams.get("search_after") ?? 0)];
  const data = Array.from({ length: size }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(from + index).padStart(12, "0")}`,
    title: `Event ${from + index}`,
  }));
  const page = { data, count: size, has_next: true, search_after: String(from + size), total: 40_000 };
  return Promise.resolve(Response.json(page));
};

/** What a cell is in CSV and in JSON. */
const expectedOf = (cell: CellValue): readonly [csv: string, json: unknown] => {
  if (typeof cell === "boolean") return [cell ? "TRUE" : "FALSE", cell];
  if (typeof cell === "number") return [String(cell), cell];
  if (typeof cell === "string") return [cell.replace(/^(?=[=+\-@])/, "'"), cell === "" ? null : cell];
  if (cell instanceof CellError) return [cell.excelCode, { error: cell.excelCode, message: cell.message }];
  if (cell instanceof AddinError) throw cell;
  if (cell.kind === "entity") return [cell.text, cell.text];
  const { value, numberFormat } = cell;
  // A period that is covered in part is shown as its month, with a note.
  const note = /" (\(.*\))"$/.exec(numberFormat)?.[1];
  if (note !== undefined)
    return [`${dateText(value, "yyyy-mm-dd")} ${note}`, `${dateText(value, "yyyy-mm-dd")} ${note}`];
  const shown = numberFormat.startsWith("yyyy") ? dateText(value, numberFormat) : value;
  return [String(shown), shown];
};

describe("with a team of the demo's account", () => {
  beforeAll(() => open());
  afterAll(close);

  /** Functions about the workbook or the device that asks. */
  const isElsewhere = (name: string): boolean => name.startsWith("QUERY.") || name === "ANALYSIS.LIST";
  const examples = functions.flatMap(({ name, examples: own }) =>
    isElsewhere(name) ? [] : own.map(({ formula }) => [name, formula] as const),
  );

  test.each(examples)("%s: %s has the rows of the cell in CSV and in JSON", async (_, formula) => {
    const expression = readFormula(formula);
    if (expression.kind !== "call") throw new Error("An example is a call.");
    const values = await Promise.all(expression.given.map((given) => calculate(office, given)));
    const matrix = await office.runWith({ host }, expression.name, ...values);
    const expected = matrix.map((row) => row.map(expectedOf));
    const csv = await get({ formula });
    expect([csv.statusCode, csv.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(readCsv(csv.payload)).toEqual(expected.map((row) => row.map(([text]) => text)));
    const json = await get({ formula, format: "json" });
    expect(json.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    const lines = json.payload.trimEnd().split("\n");
    const records = lines.map((line) => Object.values(JSON.parse(line) as object) as unknown[]);
    const rows = expected.map((row) => row.map(([, value]) => value));
    // Without the header row, whose texts are the names of the members.
    expect(records).toEqual(lines[0]?.startsWith("{") === true ? rows.slice(1) : rows);
    expect(csv.headers["spillway-complete"]).toBe("yes");
  });

  test("every function is compared, but those about a workbook or a device", () => {
    const compared = new Set(examples.map(([name]) => name));
    const others = functions.filter(({ name }) => !compared.has(name)).map(({ name }) => name);
    expect(others.toSorted()).toEqual(["ANALYSIS.LIST", "QUERY.CHANGES", "QUERY.INFO", "QUERY.PENDING", "QUERY.SPAN"]);
  });

  test.each([
    ["QUERY.PENDING()", 400, "QUERY.PENDING is about formulas of a workbook, and an address has none."],
    ['QUERY.INFO("A1","source")', 400, "QUERY.INFO is about formulas of a workbook, and an address has none."],
    ["ENTITY.GET(A2:A9)", 400, "A2 names cells, and an address has none: write the values, in braces if several."],
    ["ANALYSIS.LIST()", 400, expect.stringContaining("name an analysis by its id")],
    ["ENTITY.GET(Holdings)", 400, "Holdings is a name of a workbook, and an address has none."],
    [
      'VLOOKUP("x")',
      400,
      "There is no function VLOOKUP here; docs/functions.md lists them all. Of Excel's own there are LET, DATE, INDEX, FILTER, TAKE, HSTACK, SUM, SUMPRODUCT.",
    ],
    ['ENTITY.ID("x")"y"', 400, '"y" stands where an end or an operator is expected.'],
    ['ENTITY.ID("x"', 400, "The formula ends where , or ) is expected."],
    ['"x"', 400, 'The formula must be a call, such as =ESG.EVENTS("EU Banks",3).'],
    ["ESG.EVENTS()", 404, "Give the name or the id of a universe."],
    [
      'ESG.EVENTS("EU Bank")',
      404,
      'The gateway knows no universe "EU Bank". Did you mean "EU Banks"? If not, give its id.',
    ],
    [
      'ESG.EVENTS("EU Banks",3,,,,,5,"asof=2026-01-01")',
      404,
      "asof is answered from the editions of a workbook, and an address has none.",
    ],
    ['ESG.EVENTS("EU Banks","high")', 400, expect.stringContaining("minScore")],
    ['ENTITY.ID(INDEX(ENTITY.SEARCH("Wendilund Bank"),99))', 422, expect.stringContaining("INDEX names a row")],
  ])("%s is refused with a sentence", async (formula, status, sentence) => {
    upstream.length = 0;
    expect(await problemOf(formula)).toEqual([status, sentence]);
    if (!formula.includes("INDEX")) expect(upstream).toEqual([]);
  });

  test("a formula that is too long or too deep is refused", async () => {
    const deep = `${"ENTITY.ID(".repeat(40)}"x"${")".repeat(40)}`;
    expect(await problemOf(deep)).toEqual([400, "Calls may stand in each other 16 deep at most."]);
    const long = `ENTITY.ID("${"x".repeat(9_000)}")`;
    expect(await problemOf(long)).toEqual([400, expect.stringContaining("at most 8192 are allowed")]);
  });

  test("formulas as Excel writes them are read: namespace, lower case, blanks, joined texts, DATE, negative numbers", async () => {
    const { payload } = await get({ formula: '=ESG.EVENTS("EU Banks",3,"2025-10-01")' });
    const others = [
      'SPILLWAY.ESG.EVENTS("EU Banks",3,"2025-10-01")',
      ' = esg.events( "EU " & "Banks" , 3 , DATE(2025,10,1) )'.trim(),
      '=ESG.EVENTS({"EU Banks"},+3,("2025-10-01"))',
    ];
    for (const formula of others) expect((await get({ formula })).payload).toBe(payload);
    expect(await problemOf('ESG.EVENTS("EU Banks",-3)')).toEqual([400, expect.stringContaining("-3")]);
  });

  test.each([
    "DATE(1e308,1,1)",
    "DATE(9999,99999999,1)",
    "DATE(10000,1,1)",
    "DATE(-1,1,1)",
    "SUM(1e308,1e308)",
    "SUMPRODUCT({1e308;1e308},{9;9})",
  ])("%s is no number of Excel, and neither NaN nor Infinity", async (formula) => {
    expect(await problemOf(formula)).toEqual([422, "The formula gives a number that Excel does not have."]);
  });

  test("DATE counts years before 1900 from 1900, as Excel does", async () => {
    expect((await get({ formula: "DATE(126,1,5)+0" })).payload).toBe(
      (await get({ formula: "DATE(2026,1.9,5.9)+0" })).payload,
    );
  });

  test.each(["=1+1", "+1", "-1", "@SUM(1)", "\t=1+1", "\n=1+1", "＝1+1"])(
    "a colleague's text that a spreadsheet would calculate is marked in CSV, and left as it is in JSON: %j",
    async (text) => {
      const universe = office.demo.universes.find(({ universe_name }) => universe_name === "EU Banks");
      const describe = (description: string) =>
        fastify.inject({
          method: "PATCH",
          url: `/v3/universes/${universe?.universe_id ?? ""}`,
          headers: { authorization: "Bearer bob" },
          payload: { description },
        });
      expect((await describe(`${text}, "quoted"`)).statusCode).toBe(204);
      const formula = 'ENTITY.UNIVERSES("SE0ZZ0000012")';
      const fresh = { "cache-control": "no-cache" };
      const cells = readCsv((await get({ formula }, fresh)).payload).flat();
      expect(cells).toContain(`'${text}, "quoted"`);
      const json = (await get({ formula, format: "json" }, fresh)).payload.trimEnd().split("\n");
      const values = json.flatMap((line) => Object.values(JSON.parse(line) as object) as unknown[]);
      expect(values).toContain(`${text}, "quoted"`);
      await describe("Banks of the European Union");
    },
  );

  test("failures of single rows are counted", async () => {
    const part = await get({ formula: 'ENTITY.RESOLVE({"SE0ZZ0000012";"XX0ZZ0000000"})' });
    expect(part.headers["spillway-complete"]).toBe("yes");
    expect(Number(part.headers["spillway-errors"])).toBe(part.payload.split(/#N\/A|#VALUE!/).length - 1);
  });

  test("neither a token in the address nor anything else there is taken or repeated", async () => {
    for (const query of [
      "authorization=Bearer%20ann",
      "access_token=secret-value",
      "format=xml&formula=TASKS.LIST()",
      "timezone=Europe/Atlantis",
      "timezone=",
      "timezone=UTC&timezone=Europe/Berlin",
    ]) {
      const url = `/table?formula=TASKS.LIST()&${query}`;
      const { statusCode, payload } = await fastify.inject({ url, headers: { authorization: "Bearer ann" } });
      expect([query, statusCode]).toEqual([query, 400]);
      expect(payload).not.toContain("secret-value");
      expect((await fastify.inject({ url })).statusCode).toBe(401);
    }
    expect((await fastify.inject({ url: "/table?formula=TASKS.LIST()" })).statusCode).toBe(401);
  });
});

describe("with the cache and the budget of the team", () => {
  afterEach(close);

  test("days are those of the time zone in the address, each time anew, and of UTC without one", async () => {
    await open();
    const formula = 'ESG.DOCUMENTS("EU Banks",,"today")';
    const began = async (timezone: string | undefined): Promise<readonly string[]> => {
      const seen = upstream.length;
      await get({ formula, ...(timezone !== undefined && { timezone }) });
      const asked = upstream.slice(seen).filter((call) => call.includes("/esg/documents"));
      return asked.flatMap((call) => /gte(?::|%3A)(2026-1[01]-\d\dT\d\d)/.exec(decodeURIComponent(call))?.[1] ?? []);
    };
    // In New York, summer time ends on this day.
    expect(await began("America/New_York")).toEqual(["2026-11-01T04"]);
    expect(await began(undefined)).toEqual(["2026-11-01T00"]);
    expect(await began("Asia/Tokyo")).toEqual(["2026-10-31T15"]);
    // Another spelling is the same zone, which is answered from memory.
    expect(await began("asia/tokyo")).toEqual([]);
  });

  test("a colleague's table costs nothing; a refresh goes through and serves everybody", async () => {
    await open();
    const formula = 'ESG.EVENTS("EU Banks",3)';
    await get({ formula });
    const first = upstream.length;
    expect(first).toBeGreaterThan(0);
    await get({ formula }, { authorization: "Bearer bob" });
    await get({ formula, format: "json" }, { authorization: "Bearer bob" });
    expect(upstream.length).toBe(first);
    await until("a refresh no longer shares the answer of a second ago", async () => {
      await get({ formula }, { authorization: "Bearer bob", "cache-control": "no-cache" });
      return upstream.length > first;
    });
    const refreshed = upstream.length;
    await get({ formula });
    expect(upstream.length).toBe(refreshed);
  });

  test("a table of 10,000 rows of more says so in a header and in its last row; with a limit it is all that was asked for", async () => {
    await open(
      {},
      (send) => (request) => (request.url.includes("/esg/events") ? endlessEvents(request) : send(request)),
    );
    const part = await get({ formula: 'ESG.EVENTS("EU Banks",,,,,"title")' });
    const rows = readCsv(part.payload);
    expect([part.statusCode, part.headers["spillway-complete"], rows.length]).toEqual([200, "no", 10_002]);
    expect(rows.at(-1)?.[0]).toBe("#N/A");
    const json = await get({ formula: 'ESG.EVENTS("EU Banks",,,,,"title")', format: "json" });
    const lines = json.payload.trimEnd().split("\n");
    expect([json.headers["spillway-complete"], lines.length]).toEqual(["no", 10_001]);
    expect(lines.at(-1)).toContain("10,000 rows shown, more exist");
    const asked = await get({ formula: 'ESG.EVENTS("EU Banks",,,,,"title",20)' });
    expect([asked.headers["spillway-complete"], readCsv(asked.payload).length]).toEqual(["yes", 21]);
  });

  test("cache=never asks the service although a colleague's answer is there, and its answer serves the colleague", async () => {
    await open();
    await get({ formula: 'ESG.EVENTS("EU Banks",3)' }, { authorization: "Bearer bob" });
    const before = upstream.length;
    await until("an answer of a second ago is no longer shared", async () => {
      await get({ formula: 'ESG.EVENTS("EU Banks",3,,,,,,"cache=never")' });
      return upstream.length > before;
    });
    const asked = upstream.length;
    await get({ formula: 'ESG.EVENTS("EU Banks",3)' }, { authorization: "Bearer bob" });
    expect(upstream.length).toBe(asked);
  });

  test("the work for a client that goes away ends: nothing more is sent for it, and its place is free", async () => {
    let held = 0;
    const release: (() => void)[] = [];
    await open({}, (send) => async (request) => {
      if (request.url.includes("/esg/events")) {
        held += 1;
        await new Promise<void>((resolve) => release.push(resolve));
        return endlessEvents(request);
      }
      return send(request);
    });
    const address = await fastify.listen({ port: 0, host: "127.0.0.1" });
    const ask = (formula: string, signal?: AbortSignal) =>
      fetch(`${address}/table?${new URLSearchParams({ formula }).toString()}`, {
        headers: { authorization: "Bearer ann" },
        ...(signal !== undefined && { signal }),
      });
    const clients = Array.from({ length: 16 }, () => new AbortController());
    const gone = clients.map(({ signal }, index) =>
      ask(`ESG.EVENTS("EU Banks",${(index % 4) + 1},,,,"title")`, signal),
    );
    await until("the service was asked", () => held > 0);
    await until("one more is too many", async () => (await ask("TASKS.LIST()")).status === 503);
    for (const client of clients) client.abort();
    await Promise.allSettled(gone);
    await until("there is room again", async () => (await ask("TASKS.LIST()")).status === 200);
    const before = held;
    for (const each of release) each();
    await until("the service is asked for nothing more", async () => (await ask("TASKS.LIST()")).status === 200);
    // Each of the four listings has many pages: none of the next ones is asked for.
    expect(held).toBe(before);
  });

  test("a spent budget is refused with the sentence of the cell", async () => {
    await open({ budgets: { person: 1 } });
    expect((await get({ formula: 'UNIVERSE.COUNT("EU Banks")' })).statusCode).toBe(200);
    const { statusCode, payload } = await get({ formula: 'ENTITY.SEARCH("Wendilund Bank")' });
    expect([statusCode, JSON.parse(payload)]).toEqual([
      403,
      {
        message: "Your team's budget for today is used up; it resets at 00:00 UTC.",
        code: 403,
        reason: "budget_spent",
      },
    ]);
    expect(upstream.length).toBe(1);
  });
});
