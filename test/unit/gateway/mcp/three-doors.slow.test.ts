import { fillQuestion, type QuestionValues } from "../../../../src/formulas/define/question";
import { functions } from "../../../../src/formulas/functions";
import { questionGroups } from "../../../../src/formulas/questions";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import type { Answer } from "../../../../src/gateway/mcp/answer";
import { createRouter } from "../../../../src/gateway/router";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { Team } from "../../../../src/gateway/team/team";
import { addTeamRoutes } from "../../../../src/gateway/team/team-server";
import { Editions } from "../../../../src/formulas/editions/editions";
import { inProcessSend } from "../../../support/in-process-send";
import { connectClient, queryRows } from "../../../support/mcp-client";
import { MovableClock } from "../../../support/team-gateway";
import { sheetWithFunctions, type SheetWithFunctions } from "../../../support/sheet-with-functions";
import { personOf } from "../team/team-office";

/** The day of the world, so that it has records of the last days. */
const started = Date.now();
const clock = new MovableClock(() => Date.parse("2026-01-05T09:00:00Z") + Date.now() - started);

let sheet: SheetWithFunctions;
let team: Team;
let fastify: FastifyInstance;
let client: Client;
let analysis: string;
/** Companies of the list, and a weight for each. */
let list: readonly string[];
const weights = [0.4, 0.3, 0.2, 0.1];

beforeAll(async () => {
  sheet = await sheetWithFunctions(() => true, { clock });
  const { service, runtime } = sheet;
  const demo = (await service.fastify.inject("/_local/demo")).json<
    typeof sheet.demo & { readonly analyses: readonly { readonly instance: string }[] }
  >();
  const universes = demo.universes.map(({ universe_id, universe_name: name }) => ({ universe_id, name }));
  for (const universe of universes) runtime.universes.add(universe);
  analysis = demo.analyses[0]?.instance ?? "";
  list = demo.entities.slice(0, weights.length).map(({ isin }) => isin);
  const [account] = demo.accounts;
  const store = new MemoryStore(clock);
  team = new Team(
    {
      address: "http://localhost",
      accounts: [
        {
          ...{ name: "firm", key: account?.api_key ?? "", secret: account?.api_secret ?? "" },
          ...{ audience: demo.audience, clientId: demo.client_id },
        },
      ],
    },
    { clock: clock, store, send: inProcessSend(service.fastify) },
  );
  const person = personOf("ann");
  const people = { authenticate: () => Promise.resolve(person) };
  fastify = await createRouter({
    root: tmpdir(),
    team: { addRoutes: (scope) => addTeamRoutes(scope, team, people, { clock, universes, mcp: { store } }) },
  });
  client = await connectClient(await fastify.listen({ port: 0, host: "127.0.0.1" }), "ann");
}, 120_000);
afterAll(async () => {
  await client.close();
  await fastify.close();
  await team.close();
});

const isoPattern = /^(\d{4}-\d\d-\d\d)(T[\d:]+Z)?(?: \(.*\))?$/;

/** A cell, or a value of an answer, as one thing: dates are days since 1900 by the minute, what is missing or failed is "". */
const comparable = (value: unknown): unknown => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return Math.round(value * 1_440) / 1_440;
  if (typeof value !== "string") return value;
  if (value.startsWith("#")) return "";
  const match = isoPattern.exec(value);
  // Long texts are cut for an assistant.
  if (match === null) return value.slice(0, 390);
  const days = Date.parse(`${match[1] ?? ""}${match[2] ?? "T00:00:00Z"}`) / 86_400_000 + 25_569;
  return Math.round(days * 1_440) / 1_440;
};

/** The rows of a formula in a cell, as far as they are filled. */
const cellRows = async (formula: string, height: number, width: number): Promise<unknown[][]> => {
  await sheet.open("S");
  await sheet.enter({
    ...Object.fromEntries(list.map((isin, row) => [`S!A${row + 2}`, isin])),
    ...Object.fromEntries(weights.map((weight, row) => [`S!B${row + 2}`, weight])),
  });
  await sheet.enter({ "S!D1": formula });
  const last = (column: number): string =>
    column < 26 ? String.fromCodePoint(65 + column) : `A${String.fromCodePoint(65 + column - 26)}`;
  return sheet.values(`S!D1:${last(3 + width - 1)}${height}`);
};

const headerRow = ({ columns, rows, total_rows: total }: Answer, first: readonly unknown[]): readonly unknown[][] =>
  total === rows.length &&
  first.every((cell, place) => comparable(cell) === comparable(columns[place]?.label ?? columns[place]?.name))
    ? [columns.map(({ label, name }) => label ?? name)]
    : [];

const addressRows = async (formula: string): Promise<readonly (readonly unknown[])[]> => {
  const answer = await fastify.inject({
    url: "/table",
    query: { formula, format: "json" },
    headers: { authorization: "Bearer ann" },
  });
  expect([formula, answer.statusCode]).toEqual([formula, 200]);
  return answer.payload
    .split("\n")
    .filter((line) => line !== "")
    .map((line) =>
      Object.values(JSON.parse(line) as object).map((value: unknown) => (typeof value === "object" ? null : value)),
    );
};

/** With SHOW=doors: the first values of the three doors side by side. */
const show = (formula: string, values: Readonly<Record<string, readonly unknown[] | undefined>>): void => {
  if (process.env["SHOW"] === "doors") process.stdout.write(`${formula}\n${JSON.stringify(values, undefined, 1)}\n`);
};

const expectSameValues = async (cellFormula: string, formula = cellFormula): Promise<void> => {
  const answer = await queryRows(client, formula, {
    rows: 500,
    ...(formula.includes("translate=") && { translations: 500 }),
  });
  const address = await addressRows(formula);
  const height = answer.rows.length + 1;
  const cells = await cellRows(cellFormula, height, answer.columns.length);
  const header = headerRow(answer, cells[0] ?? []);
  const plain = (rows: readonly (readonly unknown[])[]): unknown[][] => rows.map((row) => row.map(comparable));
  const mcp = plain([...header, ...answer.rows]);
  show(formula, { cell: cells[header.length], address: address[0], mcp: answer.rows[0] });
  expect(plain(cells.slice(0, mcp.length))).toEqual(mcp);
  expect(plain(address)).toEqual(plain(answer.rows));
  // What QUERY.INFO shows of the cell.
  const shown = sheet.answers.of("S!D1").at(-1);
  const editions = new Editions({
    crypto: globalThis.crypto,
    clock: clock,
    account: () => undefined,
    workbook: { current: () => Promise.reject(new Error("No workbook.")), names: () => Promise.resolve([]) },
  });
  if (shown !== undefined) expect(answer.hash).toBe(await editions.hash(shown.result));
};

const isElsewhere = (name: string): boolean => name.startsWith("QUERY.") || name === "ANALYSIS.LIST";
const examples = functions.flatMap(({ name, examples: own }) =>
  isElsewhere(name) ? [] : own.map(({ formula }) => formula),
);

test.each(examples)("%s gives the same in a cell, at an address and to an assistant", (formula) =>
  expectSameValues(formula),
);

const questions = questionGroups.flatMap((group) => group.questions);

test.each(questions.map(({ id, formula }) => [id, formula] as const))(
  "the question %s is answered alike by the three",
  async (_id, formula) => {
    const shared: QuestionValues = {
      universe: "Whole Catalogue",
      universes: ["EU Banks", "Whole Catalogue"],
      analysis,
    };
    const cell = fillQuestion(formula, { ...shared, list: "A2:A5", weights: "B2:B5" });
    const literal = fillQuestion(formula, {
      ...shared,
      list: `{${list.map((isin) => `"${isin}"`).join(";")}}`,
      weights: `{${weights.join(";")}}`,
    });
    await expectSameValues(cell, literal);
  },
);
