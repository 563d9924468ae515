import { readFileSync } from "node:fs";
import path from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Answer } from "../../../../src/gateway/mcp/answer";
import { toSource } from "../../../../src/gateway/mcp/number-source";
import { VerifiedTable } from "../../../../src/gateway/mcp/verified-table";
import { verifyText } from "../../../../src/gateway/mcp/verify-tool";
import { callTool, connectClient, queryRows, toolText } from "../../../support/mcp-client";
import { openTeamOffice, personOf, type TeamOffice } from "../team/team-office";

let office: TeamOffice;
let client: Client;
let universe: string;
let summary: string;
let answer: Answer;
/** Two companies with different counts, and what the answer says of them. */
let [one, other]: readonly Company[] = [];

interface Company {
  readonly name: string;
  readonly events: number;
  readonly highest: number;
  readonly mean: number;
}

beforeAll(async () => {
  office = await openTeamOffice({ people: [personOf("ann")], mcp: {} });
  client = await connectClient(await office.fastify.listen({ port: 0, host: "127.0.0.1" }), "ann");
  universe = office.demo.universes.find(({ universe_name: name }) => name === "EU Banks")?.universe_id ?? "";
  summary = `ESG.SUMMARY("${universe}",,"2024-01-01","2026-01-05",,"entity","show=events,highest_score,mean_score")`;
  answer = await queryRows(client, summary, { rows: 500 });
  const companies = answer.rows.map(([name, events, highest, mean]): Company => ({
    name: String(name),
    events: Number(events),
    highest: Number(highest),
    mean: Number(mean),
  }));
  one = companies.find(({ events, highest, mean }) => events > 6 && events !== highest && mean % 1 !== 0);
  other = companies.find(({ events, name }) => events !== one?.events && name !== one?.name && events > 0);
}, 60_000);
afterAll(async () => {
  await client.close();
  await office.close();
});

interface Verified {
  readonly numbers: readonly { readonly number: string; readonly verdict: string; readonly reason?: string }[];
  readonly not_checked: readonly string[];
}

const verifyWith = async (formula: string, text: string): Promise<Verified> => {
  const result = await callTool(client, "verify", { formula, text });
  if (result.isError === true) throw new Error(toolText(result));
  return result.structuredContent as unknown as Verified;
};

type Companies = readonly [one: Company, other: Company];

const german = (value: number, digits: number): string => value.toFixed(digits).replace(".", ",");
const words =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );
const inWords = (value: number): string =>
  value <= 20
    ? (words[value] ?? "")
    : `${"twenty thirty forty fifty sixty seventy eighty ninety".split(" ")[Math.floor(value / 10) - 2] ?? ""}${value % 10 === 0 ? "" : `-${words[value % 10] ?? ""}`}`;

test.each<readonly [title: string, sentence: (companies: Companies) => string, verdicts: readonly string[]]>([
  ["a decimal comma", ([a]) => `The mean score of ${a.name} is ${german(a.mean, 2)}.`, ["rounded"]],
  [
    "a wrong number with a decimal comma",
    ([a]) => `The mean score of ${a.name} is ${german(a.mean + 0.2, 1)}.`,
    ["wrong"],
  ],
  ["a change that one number does not show", ([a]) => `Events rose to ${a.events} at ${a.name}.`, ["no source"]],
  ["a minus sign (U+2212)", ([a]) => `The mean score of ${a.name} is −${a.mean.toFixed(2)}.`, ["wrong"]],
  ["a minus sign of full width", ([a]) => `The mean score of ${a.name} is －${a.mean.toFixed(2)}.`, ["wrong"]],
  ["a percentage of what is none", ([a]) => `The mean score of ${a.name} is ${a.mean.toFixed(2)}%.`, ["wrong"]],
  ["thousands of what are single ones", ([a]) => `${a.name} had ${a.events} thousand events.`, ["wrong"]],
  ["a number in words", ([a]) => `${a.name} had ${inWords(a.events)} events.`, ["right"]],
  ["a wrong number in words", ([a]) => `${a.name} had ${inWords(a.events + 1)} events.`, ["wrong"]],
  ["no events where there are some", ([a]) => `${a.name} had no events.`, ["wrong"]],
  ["no events of a company that the answer does not have", () => "Zanderhof Bank AG had no events.", ["no source"]],
  ["one number for two companies", ([a, b]) => `${a.name} and ${b.name} had ${b.events} events.`, ["wrong"]],
  [
    "one number for two companies, one of them behind it",
    ([a, b]) => `There were ${a.events} events at ${a.name} and ${b.name}.`,
    ["wrong"],
  ],
  [
    "the sum of two companies",
    ([a, b]) => `${a.name} and ${b.name} together had ${a.events + b.events} events.`,
    ["right"],
  ],
  [
    "two numbers for two companies",
    ([a, b]) => `${a.name} and ${b.name} had ${a.events} and ${b.events} events respectively.`,
    ["right", "right"],
  ],
  [
    "two numbers in the wrong order",
    ([a, b]) => `${a.name} and ${b.name} had ${b.events} and ${a.events} events respectively.`,
    ["wrong", "wrong"],
  ],
  [
    "somebody else with the number of a company",
    ([a]) => `Zanderhof Bank AG had ${a.events} events, as many as ${a.name}.`,
    ["no source"],
  ],
  [
    "somebody else behind a company",
    ([a]) => `${a.name} had ${a.events} events, while Zanderhof had ${a.events}.`,
    ["right", "no source"],
  ],
  [
    "a longer name that begins like a company",
    ([a]) => `${a.name} Leasing Partners had ${a.events} events.`,
    ["no source"],
  ],
  [
    "a count as a score, which the answer does not have",
    ([a]) => `${a.name} has a score of ${a.events}.`,
    ["no source"],
  ],
  ["a measure that the answer does not have", ([a]) => `${a.name} made a profit of ${a.events}.`, ["no source"]],
  ["more than a number that is larger", ([a]) => `${a.name} had more than ${a.events + 100} events.`, ["wrong"]],
  ["more than a number that is smaller", ([a]) => `${a.name} had more than ${a.events - 1} events.`, ["rounded"]],
  ["nearly a number that is smaller", ([a]) => `${a.name} had nearly ${a.events - 1} events.`, ["wrong"]],
  [
    "about a number that is far away",
    ([a]) => `${a.name} had about ${Math.ceil(a.events / 100) * 100 + 400} events.`,
    ["wrong"],
  ],
  ["a day without its year", ([a]) => `On 5 January ${a.name} had ${a.events} events.`, ["no source"]],
  ["a time", ([a]) => `At 09:30 ${a.name} had ${a.events} events.`, ["right"]],
  ["another year than that of the answer", ([a]) => `In 2013 ${a.name} had ${a.events} events.`, ["no source"]],
])("%s", async (_, sentence, verdicts) => {
  if (one === undefined || other === undefined) throw new Error("The world has no two such companies.");
  const text = sentence([one, other]);
  const { numbers } = await verifyWith(summary, text);
  expect([text, numbers.map(({ verdict }) => verdict)]).toEqual([text, verdicts]);
});

test("a rank is not checked, and verify says so", async () => {
  const { not_checked: names, numbers } = await verifyWith(summary, `${one?.name ?? ""} is among the top 5.`);
  expect([numbers, names]).toEqual([[], [expect.stringContaining("top 5")]]);
});

test("of a part of the records neither sums nor counts are right", async () => {
  const listing = `ESG.EVENTS("${universe}",,"2024-01-01","2026-01-05",,"title,score",5)`;
  const { rows, complete } = await queryRows(client, listing);
  expect([rows.length, complete]).toEqual([5, false]);
  const { numbers } = await verifyWith(listing, "There were 5 events. In total there were 5 events.");
  expect(numbers.map(({ verdict, reason = "" }) => [verdict, reason.includes("a part")])).toEqual([
    ["no source", true],
    ["no source", true],
  ]);
});

test("the score of an event is no count of events", async () => {
  const listing = `ESG.EVENTS("${universe}",5,"2024-01-01","2026-01-05",,"entity.name,score,title",500)`;
  const { rows, complete } = await queryRows(client, listing, { rows: 500 });
  expect(complete).toBe(true);
  const name = String(rows[0]?.[0]);
  const count = rows.filter(([each]) => each === name).length;
  expect(count).not.toBe(5);
  const { numbers } = await verifyWith(listing, `${name} had 5 events. ${name} had ${count} events.`);
  expect(numbers.map(({ verdict }) => verdict)).toEqual(["wrong", "right"]);
});

test("a company that the universe does not cover is missing with its reason, and not 0", async () => {
  const isins = office.demo.entities.map(({ isin }) => `"${isin}"`).join(";");
  const formula = `ESG.SUMMARY("${universe}",,"2024-01-01","2026-01-05",{${isins}},"entity","show=events; align=yes")`;
  const { rows, missing, coverage } = await queryRows(client, formula, { rows: 500 });
  const place = rows.findIndex(([events]) => events === null);
  expect([place >= 0, coverage]).toEqual([true, expect.stringMatching(/^\d+ of \d+$/)]);
  expect(missing.find(({ row }) => row === place + 1)?.reason).toMatch(/not in/i);
});

/** The answers of `claims.txt`, each with its sentences and what is said of their numbers. */
const readClaims = () => {
  const parts = readFileSync(path.join(__dirname, "claims.txt"), "utf8").split(/^= /m).slice(1);
  return parts.map((part) => {
    const [title = "", formula = "", ...lines] = part.split("\n").filter((line) => line !== "");
    const table = lines.filter((line) => line.startsWith("| ")).map((line) => line.slice(2).split(" | "));
    const [header = [], ...cells] = table;
    const columns = header.map((each) => {
      const [name = "", label = "", type = ""] = each.split(":");
      return { name, ...(label !== "" && { label }), type };
    });
    const isNumber = (place: number): boolean => /integer|number/.test(columns[place]?.type ?? "");
    const rows = cells.map((row) => row.map((cell, place) => (cell !== "" && isNumber(place) ? Number(cell) : cell)));
    const claims = lines
      .filter((line) => !line.startsWith("| "))
      .map((line) => {
        const [, verdicts = "", text = ""] = /^([-+]+|0) (.*)$/.exec(line) ?? [];
        return { verdicts, text: JSON.parse(`"${text.replaceAll('"', String.raw`\"`)}"`) as string };
      });
    const source = toSource(formula.slice(2), new VerifiedTable(columns, rows), {
      incomplete: title.endsWith("a part") ? "More rows exist." : undefined,
      fetchedAt: Date.parse("2026-01-05T09:00:00Z"),
      universes: [],
    });
    return [title, source, claims] as const;
  });
};

test.each(readClaims())(
  "claims about %s have the verdicts that are written beside them",
  async (_, present, claims) => {
    const { signal } = new AbortController();
    const verdicts = await Promise.all(
      claims.map(async ({ text }) => {
        const { numbers } = await verifyText({ signal }, text, { present, earlier: [] });
        const marks = numbers.map(({ verdict }) => (verdict === "right" || verdict === "rounded" ? "+" : "-"));
        return { verdicts: marks.join("") || "0", text };
      }),
    );
    expect(verdicts).toEqual(claims);
  },
);

test.each([
  "Belgium was first reported with 111 documents.",
  "Belgium was first mentioned in 111 documents.",
  "Poland's 148 documents are less than ideal, and Belgium has 111.",
  "Belgium's 111 documents are more than enough, but Poland has 148.",
  "Most of the 148 documents of Poland are in English.",
  "Portugal is ahead of schedule with 74 documents.",
  "Finland is below the average, with 57 documents.",
  "Sweden has a track record of 79 documents.",
])("what sounds like a rank or a comparison and is none makes no number wrong: %s", async (text) => {
  const present = readClaims()[0]?.[1];
  if (present === undefined) throw new Error("claims.txt has no answer.");
  const { numbers } = await verifyText(new AbortController(), text, { present, earlier: [] });
  expect(numbers.map(({ verdict }) => verdict)).not.toContain("wrong");
});

test("digits that are no number are said not to be checked", async () => {
  const present = readClaims()[0]?.[1];
  if (present === undefined) throw new Error("claims.txt has no answer.");
  const { numbers, names } = await verifyText(new AbortController(), "CO2: Poland has 148 documents, or 4O.", {
    present,
    earlier: [],
  });
  expect([numbers.map(({ verdict }) => verdict), names]).toEqual([["right"], ["CO2", "4O"]]);
});

test("a number of hundreds of names in one sentence is without a source", async () => {
  const present = readClaims().find(([title]) => title === "a list of companies")?.[1];
  if (present === undefined) throw new Error("claims.txt has no list of companies.");
  const text = `${"Wendilund Bank AB, Zandamere Bank Oy, ".repeat(400)}57 employees`;
  const { numbers } = await verifyText(new AbortController(), text, { present, earlier: [] });
  expect(numbers.map(({ verdict, reason = "" }) => [verdict, reason.includes("more than 40 names")])).toEqual([
    ["no source", true],
  ]);
});
