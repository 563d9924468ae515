import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { callTool, connectClient, queryRows, toolText } from "../../../support/mcp-client";
import { seededRandom } from "../../../support/seeded-random";
import { MovableClock } from "../../../support/team-gateway";
import { openTeamOffice, personOf, type TeamOffice } from "../team/team-office";
import { faults, makeQuotes, type Quotable } from "./misquotes";

const started = Date.now();
const clock = new MovableClock(() => Date.parse("2026-01-05T09:00:00Z") + Date.now() - started);

let office: TeamOffice;
let client: Client;
let companies: string;
/** The service answers with more employees and revenue than it did before. */
let isLater = false;

const grow = (record: unknown): unknown => {
  if (Array.isArray(record)) return record.map(grow);
  if (typeof record !== "object" || record === null) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]): [string, unknown] =>
      (name === "employee_count" || (name === "value" && typeof value === "number")) && typeof value === "number"
        ? [name, Math.round(value * 1.37) + 3]
        : [name, grow(value)],
    ),
  );
};

beforeAll(async () => {
  office = await openTeamOffice({
    people: [personOf("ann"), personOf("bob")],
    clock,
    mcp: {},
    between: (send) => async (request) => {
      const response = await send(request);
      if (!isLater || !request.url.includes("msearch")) return response;
      return Response.json(grow(await response.json()), { status: response.status });
    },
  });
  client = await connectClient(await office.fastify.listen({ port: 0, host: "127.0.0.1" }), "ann");
  companies = `{${office.demo.entities
    .slice(0, 12)
    .map(({ isin }) => `"${isin}"`)
    .join(";")}}`;
}, 60_000);
afterAll(async () => {
  await client.close();
  await office.close();
});

interface Verified {
  readonly numbers: readonly {
    readonly number: string;
    readonly clause: string;
    readonly verdict: string;
    readonly reason?: string;
  }[];
}

const verifyWith = async (formula: string, text: string): Promise<Verified["numbers"]> => {
  const result = await callTool(client, "verify", { formula, text });
  if (result.isError === true) throw new Error(toolText(result));
  return (result.structuredContent as unknown as Verified).numbers;
};

const universe = (): string =>
  office.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")?.universe_id ?? "";

const quotables = async (): Promise<readonly Quotable[]> => {
  const formulas = [
    `ESG.SUMMARY("${universe()}",,"-2y",,,"entity","show=events,highest_score,mean_score")`,
    `ESG.SUMMARY("${universe()}",,"-10m",,,"month","show=events,companies,mean_score")`,
    `ESG.SUMMARY("${universe()}",,"-1y",,,"country","of=documents; show=documents,mean_polarity,share")`,
    `SDG.SUMMARY(${companies},,"-3y",,,"show=documents,positive,negative,net")`,
    `ESG.SUMMARY("${universe()}",,"-2y",,,"entity","wide=category; show=events")`,
  ];
  const register = `ENTITY.GET(${companies},"name,employee_count,revenue,revenue.currency","headers=yes")`;
  isLater = false;
  const earlier = await queryRows(client, register, { rows: 500 });
  isLater = true;
  clock.move(86_400_000);
  const answers = await Promise.all(
    formulas.map(async (formula) => ({ formula, answer: await queryRows(client, formula, { rows: 500 }) })),
  );
  return [
    ...answers,
    { formula: register, answer: await queryRows(client, register, { rows: 500, refresh: true }), earlier },
  ];
};

const count = 200;

test("200 planted misquotes are found, and 200 true sentences raise no alarm", async () => {
  const quotes = makeQuotes(await quotables(), count, seededRandom(7));
  const flagged = new Map<number, string>();
  const formulas = [...new Set(quotes.map(({ formula }) => formula))];
  for (const formula of formulas) {
    const own = quotes.flatMap((quote, place) => (quote.formula === formula ? [{ ...quote, place }] : []));
    for (let first = 0; first < own.length; first += 80) {
      const part = own.slice(first, first + 80);
      const numbers = await verifyWith(formula, part.map(({ sentence }) => sentence).join("\n"));
      for (const { sentence, place } of part) {
        const claims = numbers.filter(({ clause }) => sentence.includes(clause));
        if (claims.length === 0) flagged.set(place, "no number was read");
        const fault = claims.find(({ verdict }) => verdict === "wrong" || verdict === "no source");
        if (fault !== undefined) flagged.set(place, `${fault.number} ${fault.verdict} ${fault.reason ?? ""}`);
      }
    }
  }
  const alarms = quotes.flatMap(({ sentence, fault }, place) =>
    fault === undefined && flagged.has(place) ? [`${sentence} → ${flagged.get(place) ?? ""}`] : [],
  );
  const overlooked = quotes.flatMap(({ sentence, fault }, place) =>
    fault !== undefined && !flagged.has(place) ? [`${fault}: ${sentence}`] : [],
  );
  const found = count - overlooked.length;
  process.stdout.write(
    `verify: precision ${(found / (found + alarms.length)).toFixed(3)}, recall ${(found / count).toFixed(3)}, ${faults.length} kinds\n`,
  );
  expect({ alarms, overlooked }).toEqual({ alarms: [], overlooked: [] });
});

test.each([
  ["The answer says nothing of Zanderhof Bank AG: it has 5 events.", "no source"],
  ["Nobody says whose 4711 this is.", "no source"],
])("%s is without a source", async (text, verdict) => {
  const numbers = await verifyWith(`ESG.SUMMARY("${universe()}",,"-2y",,,"entity","show=events")`, text);
  expect(numbers.map((each) => each.verdict)).toEqual([verdict]);
});

test("a table is checked cell by cell", async () => {
  const formula = `ESG.SUMMARY("${universe()}",,"-2y",,,"entity","show=events,highest_score")`;
  const { rows } = await queryRows(client, formula);
  const [[name, events, score] = []] = rows;
  const table = (count: unknown): string =>
    `| Company | Events | Highest score |\n| --- | --- | --- |\n| ${String(name)} | ${String(count)} | ${String(score)} |`;
  expect((await verifyWith(formula, table(events))).map(({ verdict }) => verdict)).toEqual(["right", "right"]);
  const wrong = await verifyWith(formula, table(Number(events) + 1));
  expect(wrong.map(({ verdict, reason = "" }) => [verdict, reason.includes(String(events))])).toEqual([
    ["wrong", true],
    ["right", false],
  ]);
});

test("changes tells what is different since an earlier answer, and says so where none is kept", async () => {
  const formula = `ENTITY.GET(${companies},"name,employee_count","headers=no")`;
  const listing = `UNIVERSE.ENTITIES("${universe()}",,,"name,employee_count",3)`;
  const first = await callTool(client, "changes", { formula: listing, since: "2026-01-01" });
  expect(first.structuredContent).toMatchObject({ compared: false });
  expect(toolText(first)).toContain("No earlier answer to this formula is kept");
  const second = await callTool(client, "changes", { formula: listing });
  expect(second.structuredContent).toMatchObject({ compared: true, total_changes: 0 });
  // A refresh shares what was asked for a moment ago.
  clock.move(60_000);
  isLater = false;
  await queryRows(client, formula, { refresh: true });
  isLater = true;
  clock.move(60_000);
  const third = await callTool(client, "changes", { formula });
  const { changes } = third.structuredContent as unknown as {
    readonly changes: readonly { readonly change: string; readonly field?: string }[];
  };
  expect(changes.length).toBeGreaterThan(5);
  expect(new Set(changes.map(({ change, field }) => `${change} ${field ?? ""}`))).toEqual(
    new Set(["changed employee_count"]),
  );
});

test("a person reads no answer of somebody else by its hash", async () => {
  const { hash } = await queryRows(client, `UNIVERSE.COUNT("${universe()}")`);
  const address = office.fastify.listeningOrigin;
  const other = await connectClient(address, "bob");
  const own = await callTool(client, "verify", { hash, text: "There are 3 companies." });
  expect(own.isError).not.toBe(true);
  const foreign = await callTool(other, "verify", { hash, text: "There are 3 companies." });
  expect([foreign.isError, toolText(foreign)]).toEqual([true, expect.stringContaining("No answer of yours")]);
  await other.close();
});

test("of several functions a change in any of them counts, whichever of them the hash is of", async () => {
  const formula = `SUM(ENTITY.GET(${companies},"employee_count","headers=no"))+0*UNIVERSE.COUNT("${universe()}")`;
  isLater = false;
  clock.move(60_000);
  const before = await queryRows(client, formula, { refresh: true });
  isLater = true;
  clock.move(60_000);
  const after = await callTool(client, "changes", { formula });
  expect(after.structuredContent).toMatchObject({ compared: true, total_changes: null });
  const text = `The sum is ${String(before.rows[0]?.[0])}.`;
  expect((await verifyWith(formula, text)).map(({ verdict, reason = "" }) => [verdict, reason.slice(0, 20)])).toEqual([
    ["wrong", "It is out of date: i"],
  ]);
});

test("where nothing can be compared, the number of changes is not known, and not 0", async () => {
  const formula = `UNIVERSE.COUNT("${universe()}",,"Germany")`;
  const result = await callTool(client, "changes", { formula });
  expect(result.structuredContent).toMatchObject({ compared: false, total_changes: null, changes: [] });
  expect(toolText(result)).toContain("What changed is not known.");
});
