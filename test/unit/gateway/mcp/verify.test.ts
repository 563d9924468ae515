import { callTool, connectClient, queryRows, toolText } from "../../../support/mcp-client";
import { seededRandom } from "../../../support/seeded-random";
import { faults, makeQuotes } from "./misquotes";
import {
  listQuotables,
  openQuotedOffice,
  type QuotedOffice,
  type VerifiedNumber,
  verifyQuotes,
  verifyWith as verifyThrough,
} from "./quoted-answers";

let quoted: QuotedOffice;

beforeAll(async () => {
  quoted = await openQuotedOffice();
}, 60_000);
afterAll(async () => {
  await quoted.client.close();
  await quoted.office.close();
});

const verifyWith = (formula: string, text: string): Promise<readonly VerifiedNumber[]> =>
  verifyThrough(quoted.client, formula, text);

const count = 200;

test("200 planted misquotes are found, and 200 true sentences raise no alarm", async () => {
  const quotes = makeQuotes(await listQuotables(quoted), count, seededRandom(7));
  const { alarms, overlooked } = await verifyQuotes(quoted.client, quotes);
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
  const numbers = await verifyWith(`ESG.SUMMARY("${quoted.universe}",,"-2y",,,"entity","show=events")`, text);
  expect(numbers.map((each) => each.verdict)).toEqual([verdict]);
});

test("each of two numbers is of the period behind it, though another one stands before it", async () => {
  const formula = `ESG.SUMMARY("${quoted.universe}",,"2025-04-01","2025-12-31",,"month","show=events")`;
  const { rows } = await queryRows(quoted.client, formula);
  const counts = new Map(rows.map(([month, events]) => [String(month).slice(0, 7), Number(events)]));
  const [may = NaN, december = NaN] = [counts.get("2025-05"), counts.get("2025-12")];
  expect(may).not.toBe(december);
  const verdicts = async (one: number, other: number) =>
    (
      await verifyWith(
        formula,
        `There were ${one} events in May 2025, while there were ${other} events in December 2025.`,
      )
    ).map(({ verdict }) => verdict);
  expect(await verdicts(may, december)).toEqual(["right", "right"]);
  expect(await verdicts(may, may)).toEqual(["right", "wrong"]);
});

test("a table is checked cell by cell", async () => {
  const formula = `ESG.SUMMARY("${quoted.universe}",,"-2y",,,"entity","show=events,highest_score")`;
  const { rows } = await queryRows(quoted.client, formula);
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
  const formula = `ENTITY.GET(${quoted.companies},"name,employee_count","headers=no")`;
  const listing = `UNIVERSE.ENTITIES("${quoted.universe}",,,"name,employee_count",3)`;
  const first = await callTool(quoted.client, "changes", { formula: listing, since: "2026-01-01" });
  expect(first.structuredContent).toMatchObject({ compared: false });
  expect(toolText(first)).toContain("No earlier answer to this formula is kept");
  const second = await callTool(quoted.client, "changes", { formula: listing });
  expect(second.structuredContent).toMatchObject({ compared: true, total_changes: 0 });
  // A refresh shares what was asked for a moment ago.
  quoted.clock.move(60_000);
  quoted.setLater(false);
  await queryRows(quoted.client, formula, { refresh: true });
  quoted.setLater(true);
  quoted.clock.move(60_000);
  const third = await callTool(quoted.client, "changes", { formula });
  const { changes } = third.structuredContent as unknown as {
    readonly changes: readonly { readonly change: string; readonly field?: string }[];
  };
  expect(changes.length).toBeGreaterThan(5);
  expect(new Set(changes.map(({ change, field }) => `${change} ${field ?? ""}`))).toEqual(
    new Set(["changed employee_count"]),
  );
});

test("a person reads no answer of somebody else by its hash", async () => {
  const { hash } = await queryRows(quoted.client, `UNIVERSE.COUNT("${quoted.universe}")`);
  const address = quoted.office.fastify.listeningOrigin;
  const other = await connectClient(address, "bob");
  const own = await callTool(quoted.client, "verify", { hash, text: "There are 3 companies." });
  expect(own.isError).not.toBe(true);
  const foreign = await callTool(other, "verify", { hash, text: "There are 3 companies." });
  expect([foreign.isError, toolText(foreign)]).toEqual([true, expect.stringContaining("No answer of yours")]);
  await other.close();
});

test("of several functions a change in any of them counts, whichever of them the hash is of", async () => {
  const formula = `SUM(ENTITY.GET(${quoted.companies},"employee_count","headers=no"))+0*UNIVERSE.COUNT("${quoted.universe}")`;
  quoted.setLater(false);
  quoted.clock.move(60_000);
  const before = await queryRows(quoted.client, formula, { refresh: true });
  quoted.setLater(true);
  quoted.clock.move(60_000);
  const after = await callTool(quoted.client, "changes", { formula });
  expect(after.structuredContent).toMatchObject({ compared: true, total_changes: null });
  const text = `The sum is ${String(before.rows[0]?.[0])}.`;
  expect((await verifyWith(formula, text)).map(({ verdict, reason = "" }) => [verdict, reason.slice(0, 20)])).toEqual([
    ["wrong", "It is out of date: i"],
  ]);
});

test("where nothing can be compared, the number of changes is not known, and not 0", async () => {
  const formula = `UNIVERSE.COUNT("${quoted.universe}",,"Germany")`;
  const result = await callTool(quoted.client, "changes", { formula });
  expect(result.structuredContent).toMatchObject({ compared: false, total_changes: null, changes: [] });
  expect(toolText(result)).toContain("What changed is not known.");
});
