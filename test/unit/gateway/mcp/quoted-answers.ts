import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { callTool, connectClient, queryRows, toolText } from "../../../support/mcp-client";
import { MovableClock } from "../../../support/team-gateway";
import { openTeamOffice, personOf, type TeamOffice } from "../team/team-office";
import type { Quotable, Quote } from "./misquotes";

export interface VerifiedNumber {
  readonly number: string;
  readonly clause: string;
  readonly verdict: string;
  readonly reason?: string;
}

/** A team whose service answers later with more employees and revenue than before. */
export interface QuotedOffice {
  readonly office: TeamOffice;
  readonly address: string;
  readonly client: Client;
  readonly clock: MovableClock;
  /** Id of "EU Banks". */
  readonly universe: string;
  /** Companies as a formula lists them. */
  readonly companies: string;
  readonly setLater: (isLater: boolean) => void;
}

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

export const openQuotedOffice = async (): Promise<QuotedOffice> => {
  const started = Date.now();
  const clock = new MovableClock(() => Date.parse("2026-01-05T09:00:00Z") + Date.now() - started);
  let isLater = false;
  const office = await openTeamOffice({
    people: [personOf("ann"), personOf("bob")],
    clock,
    mcp: {},
    between: (send) => async (request) => {
      const response = await send(request);
      if (!isLater || !request.url.includes("msearch")) return response;
      return Response.json(grow(await response.json()), { status: response.status });
    },
  });
  const { universes, entities } = office.demo;
  const address = await office.fastify.listen({ port: 0, host: "127.0.0.1" });
  const isins = entities.slice(0, 12).map(({ isin }) => `"${isin}"`);
  return {
    ...{ office, address, clock, companies: `{${isins.join(";")}}` },
    client: await connectClient(address, "ann"),
    universe: universes.find(({ universe_name: name }) => name === "EU Banks")?.universe_id ?? "",
    setLater: (value) => (isLater = value),
  };
};

/** Answers of several kinds, one of them with an earlier answer to the same formula. */
export const listQuotables = async (quoted: QuotedOffice): Promise<readonly Quotable[]> => {
  const { client, clock, companies, universe, setLater } = quoted;
  const formulas = [
    `ESG.SUMMARY("${universe}",,"-2y",,,"entity","show=events,highest_score,mean_score")`,
    `ESG.SUMMARY("${universe}",,"-10m",,,"month","show=events,companies,mean_score")`,
    `ESG.SUMMARY("${universe}",,"-1y",,,"country","of=documents; show=documents,mean_polarity,share")`,
    `SDG.SUMMARY(${companies},,"-3y",,,"show=documents,positive,negative,net")`,
    `ESG.SUMMARY("${universe}",,"-2y",,,"entity","wide=category; show=events")`,
  ];
  const register = `ENTITY.GET(${companies},"name,employee_count,revenue,revenue.currency","headers=yes")`;
  setLater(false);
  const earlier = await queryRows(client, register, { rows: 500 });
  setLater(true);
  clock.move(86_400_000);
  const answers = await Promise.all(
    formulas.map(async (formula) => ({ formula, answer: await queryRows(client, formula, { rows: 500 }) })),
  );
  return [
    ...answers,
    { formula: register, answer: await queryRows(client, register, { rows: 500, refresh: true }), earlier },
  ];
};

export const verifyWith = async (client: Client, formula: string, text: string): Promise<readonly VerifiedNumber[]> => {
  const result = await callTool(client, "verify", { formula, text });
  if (result.isError === true) throw new Error(toolText(result));
  return (result.structuredContent as unknown as { readonly numbers: readonly VerifiedNumber[] }).numbers;
};

/** Sentences of one call. */
const sentencesAtOnce = 80;

/** "It is 3." is no clause of "It is 3.7." */
const hasClause = (sentence: string, clause: string): boolean => {
  const start = sentence.indexOf(clause);
  return start !== -1 && !/^\d/.test(sentence.slice(start + clause.length));
};

/** Verifies quotes: the true ones that raise an alarm, and the misquotes that are overlooked. */
export const verifyQuotes = async (
  client: Client,
  quotes: readonly Quote[],
): Promise<{ readonly alarms: readonly string[]; readonly overlooked: readonly string[] }> => {
  const flagged = new Map<number, string>();
  for (const formula of new Set(quotes.map((quote) => quote.formula))) {
    const own = quotes.flatMap((quote, place) => (quote.formula === formula ? [{ ...quote, place }] : []));
    for (let first = 0; first < own.length; first += sentencesAtOnce) {
      const part = own.slice(first, first + sentencesAtOnce);
      const numbers = await verifyWith(client, formula, part.map(({ sentence }) => sentence).join("\n"));
      for (const { sentence, place } of part) {
        const claims = numbers.filter(({ clause }) => hasClause(sentence, clause));
        if (claims.length === 0) flagged.set(place, "no number was read");
        const fault = claims.find(({ verdict }) => verdict === "wrong" || verdict === "no source");
        if (fault !== undefined) flagged.set(place, `${fault.number} ${fault.verdict} ${fault.reason ?? ""}`);
      }
    }
  }
  return {
    alarms: quotes.flatMap(({ sentence, fault }, place) =>
      fault === undefined && flagged.has(place) ? [`${sentence} → ${flagged.get(place) ?? ""}`] : [],
    ),
    overlooked: quotes.flatMap(({ sentence, fault }, place) =>
      fault !== undefined && !flagged.has(place) ? [`${fault}: ${sentence}`] : [],
    ),
  };
};
