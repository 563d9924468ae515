import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import "../test/support/english";
import type { WireRecord } from "../src/contract/page";
import { parseCondition } from "../src/contract/values";
import type { EntityCandidates, EntityQuery } from "../src/engine/batching/entity-query";
import { searchFor } from "../src/formulas/arguments/entities";
import { comparedWith, findCandidates, mostCandidates, onlyMatch } from "../src/formulas/arguments/company-search";
import { likeTest } from "../src/service/http/conditions";
import { createService } from "../src/service/service";
import { inProcessSend } from "../test/support/in-process-send";
import { type NamedCompany, plantNames, type PlantedName } from "../test/support/planted-names";
import { table } from "./report";

// npm run bench:names [-- --data FOLDER --wrong]: how many names are taken for the right company without a question.

type Entities = Parameters<typeof findCandidates>[0];

/** A search over a list of names, as the service answers it: best first, ten at most. */
const searchAmong = (companies: readonly NamedCompany[]): Entities => {
  const folded = companies.map(({ id, name }) => ({ record: { id, name }, name: name.toLowerCase() }));
  const known = new Map<string, EntityCandidates>();
  const search = (query: EntityQuery): Promise<EntityCandidates> => {
    const condition = parseCondition(String(query["name"] ?? ""));
    const text = (condition?.values[0] ?? "").toLowerCase();
    const cached = known.get(text);
    if (cached !== undefined || text === "") return Promise.resolve(cached ?? { total_candidates: 0, matches: [] });
    const plain = text.replaceAll("%", "");
    const isLike = likeTest(text);
    const matches = folded
      .filter(({ name }) => isLike(name))
      .sort((one, other) => rank(one.name, plain) - rank(other.name, plain));
    const candidates = {
      total_candidates: matches.length,
      matches: matches.slice(0, mostCandidates).map(({ record }) => record),
    };
    known.set(text, candidates);
    return Promise.resolve(candidates);
  };
  return { search } as unknown as Entities;
};

const rank = (name: string, text: string): number =>
  (name === text ? 0 : name.startsWith(text) ? 1 : 2) + name.length / 1e3;

interface Quality {
  names: number;
  present: number;
  accepted: number;
  right: number;
  suggested: number;
}

/** What the search for one name gives: the company that is taken, and all that are offered. */
const searchName = async (
  entities: Entities,
  text: string,
): Promise<{ readonly match?: WireRecord | undefined; readonly offered: readonly WireRecord[] }> => {
  const search = searchFor(text);
  if (search.state !== "search") return { offered: [] };
  const requestContext = {} as Parameters<typeof findCandidates>[3];
  const candidates = await findCandidates(
    entities,
    search,
    { fields: [], maxCandidates: mostCandidates },
    requestContext,
  );
  const { matches, suggestions = [] } = candidates;
  return {
    match: onlyMatch(comparedWith(search), candidates, { beginnings: false }),
    offered: [...matches, ...suggestions],
  };
};

const measure = async (
  entities: Entities,
  names: readonly PlantedName[],
): Promise<ReadonlyMap<string, Readonly<Quality>>> => {
  const sums = new Map<string, Quality>();
  for (const { text, change, id } of names) {
    const { match, offered } = await searchName(entities, text);
    const isRight = match !== undefined && match["id"] === id;
    if (process.argv.includes("--wrong") && match !== undefined && !isRight)
      console.log(`wrong: ${text} → ${String(match["name"])} (${change})`);
    for (const key of [change, "all"]) {
      const sum = sums.get(key) ?? { names: 0, present: 0, accepted: 0, right: 0, suggested: 0 };
      sums.set(key, sum);
      sum.names += 1;
      sum.present += Number(id !== undefined);
      sum.accepted += Number(match !== undefined);
      sum.right += Number(isRight);
      sum.suggested += Number(match === undefined && offered.some((each) => each["id"] === id));
    }
  }
  return sums;
};

const share = (part: number, whole: number): string => (whole === 0 ? "–" : (part / whole).toFixed(3));

const print = (title: string, sums: ReadonlyMap<string, Quality>): void => {
  console.log(`\n${title}\n`);
  console.log(
    table(
      ["names", "count", "accepted", "precision", "recall", "right one offered in review"],
      [...sums].map(([name, { names, present, accepted, right, suggested }]) => [
        name,
        names,
        accepted,
        share(right, accepted),
        share(right, present),
        share(suggested, present - right),
      ]),
    ),
  );
};

/** The companies of a made-up world. */
const worldCompanies = async (seed: number): Promise<readonly NamedCompany[]> => {
  const service = await createService({ size: "small", seed, localControls: true, today: "2026-11-01" });
  const send = inProcessSend(service.fastify);
  const demo = (await service.fastify.inject("/_local/demo")).json<{
    accounts: { api_key: string; api_secret: string }[];
    client_id: string;
    audience: string;
    universes: { universe_id: string; entities: number }[];
  }>();
  const call = async <Value>(address: string, init: RequestInit = {}): Promise<Value> =>
    (await (await send(new Request(`http://localhost${address}`, init))).json()) as Value;
  const { api_key: username = "", api_secret: password = "" } = demo.accounts[0] ?? {};
  const { access_token } = await call<{ access_token: string }>("/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "password",
      username,
      password,
      audience: demo.audience,
      client_id: demo.client_id,
    }),
  });
  const companies = new Map<string, NamedCompany>();
  const largest = [...demo.universes].sort((one, other) => other.entities - one.entities)[0];
  let cursor = "";
  do {
    const page = await call<{ data: NamedCompany[]; has_next: boolean; search_after: string | null }>(
      `/v3/universes/${largest?.universe_id ?? ""}/entities?size=1000&fields=id&fields=name${cursor}`,
      { headers: { authorization: `Bearer ${access_token}` } },
    );
    for (const { id, name } of page.data) companies.set(id, { id, name });
    cursor =
      page.has_next && page.search_after !== null ? `&search_after=${encodeURIComponent(page.search_after)}` : "";
  } while (cursor !== "");
  await service.fastify.close();
  return [...companies.values()];
};

const listingNames = (
  folder: string,
): { readonly companies: readonly NamedCompany[]; readonly names: readonly PlantedName[] } => {
  const sec = JSON.parse(
    gunzipSync(readFileSync(path.join(folder, "us-listings/company_tickers.json.gz"))).toString(),
  ) as Record<string, { cik_str: number; title: string }>;
  const companies = [...new Map(Object.values(sec).map(({ cik_str, title }) => [String(cik_str), title]))].map(
    ([id, name]) => ({ id, name }),
  );
  const known = new Set(companies.map(({ id }) => id));
  const rows = readFileSync(path.join(folder, "name-matching/us-listing-to-sec-names.half.csv"), "utf8")
    .trim()
    .split("\n");
  const names = rows.slice(1).flatMap((row): PlantedName[] => {
    const cells = [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      (quoted ?? plain ?? "").replaceAll('""', '"').trim(),
    );
    const [text = "", , id = ""] = cells;
    return [{ text, change: "as it is", id: known.has(id) ? id : undefined }];
  });
  return { companies, names };
};

const main = async (): Promise<void> => {
  const [here, elsewhere] = [await worldCompanies(1), await worldCompanies(2)];
  const names = new Set(here.map(({ name }) => name));
  const absent = elsewhere.filter(({ name }) => !names.has(name));
  print(
    `2,000 names of the local service (${here.length} companies), by seed 1`,
    await measure(searchAmong(here), plantNames(here, absent, 2_000, 1)),
  );
  const option = process.argv.indexOf("--data");
  const folder = option === -1 ? undefined : process.argv[option + 1];
  if (folder === undefined || !existsSync(folder)) return;
  const listings = listingNames(folder);
  print(
    `names of listings against ${listings.companies.length} names of the SEC`,
    await measure(searchAmong(listings.companies), listings.names),
  );
  // The same with every second company taken out: what is then taken is wrong.
  const kept = listings.companies.filter((_, index) => index % 2 === 0);
  const ids = new Set(kept.map(({ id }) => id));
  const half = listings.names.map((each) =>
    each.id !== undefined && ids.has(each.id) ? each : { ...each, id: undefined, change: "absent company" as const },
  );
  print("the same with every second company missing", await measure(searchAmong(kept), half));
};

void main().then(() => process.exit(0));
