import { AddinError } from "../../../../src/engine/http/addin-error";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

interface Demo {
  readonly unlicensed_entities: readonly string[];
}

interface Page<Item> {
  readonly data: readonly Item[];
}

let office: Office;
let token: string;
/** In "Whole Catalogue" and not in "Demo Portfolio", by its id and name. */
let outside: { readonly id: string; readonly name: string };
let unlicensed: string;
let covered: readonly string[];
const unknown = "00000000-0000-4000-8000-000000000000";

/** What the service answers over HTTP, without the add-in. */
const get = async <Value>(path: string): Promise<Value> =>
  (await office.service.fastify.inject({ url: path, headers: { authorization: `Bearer ${token}` } })).json<Value>();

const members = async (universe: string): Promise<readonly { readonly id: string; readonly name: string }[]> =>
  (
    await get<Page<{ id: string; name: string }>>(
      `/v3/universes/${office.universe(universe)}/entities?size=1000&fields=id&fields=name`,
    )
  ).data;

/** The events of a company in a universe, counted from plain answers. */
const eventCount = async (universe: string, id: string): Promise<number> =>
  (
    await get<Page<{ entity_id: string }>>(
      `/v3/universes/${office.universe(universe)}/esg/events?size=1000&fields=entity_id`,
    )
  ).data.filter(({ entity_id }) => entity_id === id).length;

beforeAll(async () => {
  office = await openOffice();
  const [account] = office.demo.accounts;
  const answer = await office.service.fastify.inject({
    method: "POST",
    url: "/oauth/token",
    payload: {
      grant_type: "password",
      username: account?.api_key,
      password: account?.api_secret,
      audience: "http://localhost/",
      client_id: office.demo.client_id,
    },
  });
  token = answer.json<{ access_token: string }>().access_token;
  const portfolio = await members("Demo Portfolio");
  const inside = new Set(portfolio.map(({ id }) => id));
  const all = await members("EU Banks");
  outside = all.find(({ id }) => !inside.has(id)) ?? { id: "", name: "" };
  const demo = (await office.service.fastify.inject("/_local/demo")).json<Demo>();
  [unlicensed = ""] = demo.unlicensed_entities;
  covered = portfolio.map(({ id }) => id).filter((id) => !demo.unlicensed_entities.includes(id));
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

const calls = (part: string): number => office.sent.filter((line) => line.includes(part)).length;

const summary = (entities: unknown, options: string, by = "entity", universe = "Demo Portfolio") =>
  office.run("ESG.SUMMARY", universe, null, null, null, entities, by, options);

const column = (...cells: readonly unknown[]): readonly unknown[][] => cells.map((cell) => [cell]);

const aligned = "align=yes; show=events";

describe("ESG.SUMMARY beside a list", () => {
  test("counts covered companies as plain answers do, 0 included", async () => {
    const rows = await summary(column(...covered), aligned);
    const counts = await Promise.all(covered.map((id) => eventCount("Demo Portfolio", id)));
    expect(rows.flat()).toEqual(counts);
  });

  test("says that a company outside the universe is not monitored, and never 0", async () => {
    const rows = await summary(column(outside.id, covered[0]), aligned);
    expect(rows[0]).toEqual([
      expect.objectContaining({
        code: "not-found",
        message: `${outside.name} is not in Demo Portfolio: not monitored.`,
      }),
    ]);
    expect(rows[1]).toEqual([await eventCount("Demo Portfolio", covered[0] ?? "")]);
  });

  test.each([
    ["a blank cell", null, "no-rows"],
    ["an id that no company has", unknown, "not-found"],
    ["a text that many names have", "Bank", "ambiguous"],
    ["a wrong check digit", "SE0ZZ0000013", "invalid-argument"],
  ])("shows an error for %s, and the other rows keep their values", async (_, cell, code) => {
    const rows = await summary(column(covered[0], cell, covered[1]), aligned);
    expect(rows[1]).toEqual([expect.objectContaining({ code })]);
    for (const place of [0, 2]) expect(rows[place]).toEqual([expect.any(Number)]);
  });

  test("says that the account has no licence for a member", async () => {
    const universe = (
      await Promise.all(
        office.demo.universes.map(async ({ universe_name, universe_id }) => {
          const page = await get<Partial<Page<{ id: string }>>>(
            `/v3/universes/${universe_id}/entities?entity_id=eq:${unlicensed}&fields=id`,
          );
          return page.data?.length === 1 && universe_name !== "Unlicensed Names" ? universe_name : undefined;
        }),
      )
    ).find((name) => name !== undefined);
    const [other] = await members(universe ?? "");
    const rows = await summary(column(unlicensed, other?.id), aligned, "entity", universe);
    expect(rows[0]).toEqual([expect.objectContaining({ code: "no-access" })]);
  });

  test.each([
    ["zero", 0],
    ["blank", ""],
  ])("shows what outside=%s asks for", async (outsideValue, expected) => {
    const rows = await summary(column(outside.id, covered[0]), `${aligned}; outside=${outsideValue}`);
    expect(rows[0]).toEqual([expected]);
  });

  test("asks for memberships of companies without events only, 100 in a call", async () => {
    const list = [...covered, outside.id, unknown];
    await summary(column(...list), aligned);
    expect(calls("/entities?")).toBeLessThanOrEqual(1);
    office.forget();
    await summary(column(...[...list].reverse()), aligned);
    expect(office.sent).toEqual([]);
  });

  test("fails where no company of the list is covered", async () => {
    expect(await failure(summary(column(outside.id), aligned))).toMatchObject({ code: "not-found" });
  });
});

describe("ESG.SUMMARY of a list by category", () => {
  test("says at its end which companies are not covered", async () => {
    const rows = await summary(column(...covered, outside.id), "show=events", "category");
    const errors = rows.flat().filter((cell) => cell instanceof AddinError);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.at(-1)?.message).toBe(`${outside.name} is not in Demo Portfolio: not monitored.`);
  });

  test("says so beside its total, which counts the covered ones", async () => {
    const rows = await summary(column(...covered, outside.id), "show=events; total=yes", "category");
    expect(rows.flat().some((cell) => cell instanceof AddinError)).toBe(true);
  });
});

describe("A blank cell beside memberships and measures", () => {
  test("is #N/A in UNIVERSE.CONTAINS and SDG.MATRIX", async () => {
    const list = column(covered[0], null);
    for (const called of ["UNIVERSE.CONTAINS", "SDG.MATRIX"]) {
      const values = called === "UNIVERSE.CONTAINS" ? [list, "Demo Portfolio"] : [list];
      const rows = await office.run(called, ...values);
      expect(rows[1]?.[0]).toMatchObject({ code: "no-rows" });
    }
  });
});
