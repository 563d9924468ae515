import { readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from "fastify";
import { millisecondsPerDay } from "../../facts/dates";
import type { Clock } from "../../engine/clock";
import type { TeamHealth } from "./health";
import { administrator, type KnownPeople } from "./known-people";
import { looksLike } from "./look-alike";
import type { Person } from "./person";
import { problem, type Team } from "./team";
import type { TeamConfig } from "./team-config";
import { jsonReply } from "./team-request";
import { send, teamConfig } from "./team-server";
import { usageCsv } from "./usage";

export interface AdminDeps {
  readonly team: Team;
  readonly people: KnownPeople;
  readonly config: TeamConfig;
  readonly clock: Clock;
  readonly health: () => Promise<TeamHealth>;
  /** Origins that the page calls besides its own. */
  readonly connects: () => readonly string[];
  /** The folder of the built page; without it there are the routes alone. */
  readonly page?: string | undefined;
}

/** Days for which a gateway key can be made. */
const longestKey = 366;

const adminFiles = {
  "": { name: "page.html", type: "text/html; charset=utf-8" },
  "/page.js": { name: "page.js", type: "text/javascript; charset=utf-8" },
  "/page.css": { name: "page.css", type: "text/css; charset=utf-8" },
} as const;

/** The page has no inline script or style, and talks to the gateway and to the provider of the sign-in only. */
const adminPagePolicy = (connects: readonly string[]): string =>
  [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:",
    ["connect-src 'self'", ...connects].join(" "),
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  ].join("; ");

const plainText = { type: "string", minLength: 1, maxLength: 200, pattern: "^[^\\u0000-\\u001f\\u007f]+$" } as const;
const bodySchema = (properties: Readonly<Record<string, object>>) => ({
  body: { type: "object", additionalProperties: false, required: Object.keys(properties), properties },
});
const dayText = { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\d$" } as const;
const usagePeriod = {
  querystring: { type: "object", required: ["from", "to"], properties: { from: dayText, to: dayText } },
};

interface UsagePeriod {
  readonly from: string;
  readonly to: string;
}

interface NewKey {
  readonly person: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly admin: boolean;
  readonly days: number;
}

/** The page of the administrators at `/team/admin`, and the routes that it uses, for administrators only. */
export const addAdminRoutes = (fastify: FastifyInstance, deps: AdminDeps): void => {
  if (deps.page !== undefined) addPage(fastify, deps.page, deps.connects);
  addStates(fastify, deps);
  addChanges(fastify, deps);
};

const addPage = (fastify: FastifyInstance, folder: string, connects: AdminDeps["connects"]): void => {
  for (const [place, { name, type }] of Object.entries(adminFiles))
    fastify.get(`/team/admin${place}`, { config: teamConfig }, async (_, reply) => {
      const content = await readFile(path.join(folder, name)).catch(() => undefined);
      if (content === undefined) return send(reply, problem(404, "not_found", "The admin page was not built."));
      return reply
        .headers({
          "content-type": type,
          "cache-control": "no-cache",
          "content-security-policy": adminPagePolicy(connects()),
        })
        .send(content);
    });
};

/** After `authenticate`: only administrators go on. */
const onlyAdmins: preHandlerHookHandler = (request, reply, done) => {
  if (request.person?.admin === true) done();
  else void send(reply, problem(403, "forbidden", "Only administrators may do this. Ask your administrator."));
};

const signedInPerson = ({ person }: FastifyRequest): Person => {
  if (person === undefined) throw new Error("A request passed without a person.");
  return person;
};

const addStates = (fastify: FastifyInstance, { team, people, config, clock, health }: AdminDeps): void => {
  // Who may not ask is refused before a body is read or a parameter is looked at.
  const onRequest = [fastify.authenticate, onlyAdmins];
  fastify.get("/team/admin/state", { config: teamConfig, onRequest }, async (request, reply) => {
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const rows = await team.usage.list(today, today);
    const sum = (measure: "calls" | "cached" | "upstream"): number =>
      rows.reduce((total, row) => total + row[measure], 0);
    const { budgets = {}, keys, provider, freshFor, usageDays } = config;
    return send(
      reply,
      jsonReply(200, {
        person: { id: signedInPerson(request).id, name: signedInPerson(request).name },
        health: (await health()).parts,
        accounts: team.accounts,
        today: { calls: sum("calls"), cached: sum("cached"), upstream: sum("upstream") },
        budgets: { ...budgets, ...(await team.sharedBudgets()) },
        ...{ keys, provider: provider?.name, freshFor, usageDays },
      }),
    );
  });
  fastify.get("/team/admin/people", { config: teamConfig, onRequest }, async (_, reply) => {
    const [seen, ended] = await Promise.all([people.listSeen(), people.listRevoked()]);
    const revoked = new Map(ended.map(({ id, ...entry }) => [id, entry]));
    // Somebody whose access ended may not have been here lately.
    const gone = ended.filter(({ id }) => !seen.some((person) => person.id === id));
    const here = await Promise.all(
      seen.map(async (person) => {
        const { used, limit } = await team.budgetOf(person);
        return { ...person, used, limit, revoked: revoked.get(person.id) };
      }),
    );
    const notHere = gone.map(({ id, ...entry }) => ({ id, name: id, groups: [], revoked: entry }));
    return send(reply, jsonReply(200, { people: [...here, ...notHere] }));
  });
  fastify.get("/team/admin/keys", { config: teamConfig, onRequest }, async (_, reply) =>
    send(reply, jsonReply(200, { keys: await people.keys.list() })),
  );
  const usage = async ({ from, to }: UsagePeriod) => {
    const seen = new Map((await people.listSeen()).map((person) => [person.id, person]));
    return { rows: await team.usage.list(from, to), seen };
  };
  fastify.get<{ readonly Querystring: UsagePeriod }>(
    "/team/admin/usage",
    { config: teamConfig, onRequest, schema: usagePeriod },
    async ({ query }, reply) => {
      const { rows, seen } = await usage(query);
      return send(
        reply,
        jsonReply(200, { rows: rows.map((row) => ({ ...row, name: seen.get(row.person)?.name ?? row.person })) }),
      );
    },
  );
  fastify.get<{ readonly Querystring: UsagePeriod }>(
    "/team/admin/usage.csv",
    { config: teamConfig, onRequest, schema: usagePeriod },
    async ({ query }, reply) => {
      const { rows, seen } = await usage(query);
      const disposition = `attachment; filename="usage-${query.from}-${query.to}.csv"`;
      return csvReply(reply, usageCsv(rows, seen), disposition);
    },
  );
};

const csvReply = (reply: FastifyReply, csv: string, disposition: string): FastifyReply =>
  reply
    .headers({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": disposition,
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; sandbox",
    })
    .send(csv);

const addChanges = (fastify: FastifyInstance, { people, config, clock }: AdminDeps): void => {
  const onRequest = [fastify.authenticate, onlyAdmins];
  const done = jsonReply(200, {});
  fastify.post<{ readonly Body: { readonly id: string } }>(
    "/team/admin/people/revoke",
    { config: teamConfig, onRequest, schema: bodySchema({ id: plainText }) },
    async (request, reply) => {
      const by = signedInPerson(request).id;
      const { id } = request.body;
      if (id === by) return send(reply, problem(400, "invalid", "You cannot end your own access."));
      await people.revoke(id, by);
      return send(reply, done);
    },
  );
  fastify.post<{ readonly Body: { readonly id: string } }>(
    "/team/admin/people/restore",
    { config: teamConfig, onRequest, schema: bodySchema({ id: plainText }) },
    async (request, reply) => {
      await people.restore(request.body.id);
      return send(reply, done);
    },
  );
  const list = { type: "array", maxItems: 50, items: plainText } as const;
  const lasts = { type: "integer", minimum: 1, maximum: longestKey } as const;
  const keySchema = bodySchema({
    person: plainText,
    name: plainText,
    groups: list,
    admin: { type: "boolean" },
    days: lasts,
  });
  fastify.post<{ readonly Body: NewKey }>(
    "/team/admin/keys",
    { config: teamConfig, onRequest, schema: keySchema },
    async (request, reply) => {
      if (!config.keys) return send(reply, problem(400, "invalid", "This gateway takes no gateway keys."));
      const { days, ...wanted } = request.body;
      if (looksLike(wanted.person, administrator.id))
        return send(
          reply,
          problem(400, "invalid", 'The id of a person must not look like "administrator", the first administrator\'s.'),
        );
      return send(
        reply,
        jsonReply(200, await people.keys.make({ ...wanted, expiresAt: clock.now() + days * millisecondsPerDay })),
      );
    },
  );
  fastify.post<{ readonly Body: { readonly id: string } }>(
    "/team/admin/keys/revoke",
    { config: teamConfig, onRequest, schema: bodySchema({ id: { type: "string", pattern: "^[0-9a-f]{16}$" } }) },
    async (request, reply) =>
      send(
        reply,
        (await people.revokeKey(request.body.id)) ? done : problem(404, "not_found", "There is no such gateway key."),
      ),
  );
};
