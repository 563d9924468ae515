import type { Attack } from "../attack-log";
import { type TargetRequest, peopleByAccount, type PersonName, type TeamTarget } from "./team-target";

const kind = "classes";

interface Listed {
  readonly data: readonly Readonly<Record<string, string>>[];
}

const listed = (text: string): Listed["data"] => (JSON.parse(text) as Listed).data;

/** What differs between the accounts: restricted signals, universes of a company, entities without licence, premium texts. */
const differing = async (target: TeamTarget): Promise<readonly TargetRequest[]> => {
  const { demo, universe, direct } = target;
  const banks = universe("EU Banks");
  const fields = "datamarts_document_id,extract_date";
  const { text } = await direct("premium", {
    path: `/v3/universes/${banks}/esg/documents?size=150&fields=id,${fields}`,
  });
  const documents = listed(text).map(({ datamarts_document_id, extract_date }) => ({
    datamarts_document_id,
    extract_date,
  }));
  return [
    { path: `/v3/universes/${banks}/esg/events?size=3` },
    { path: `/v3/universes/${banks.toUpperCase()}/entities?size=3` },
    { path: `/v3/universes/${universe("Demo Portfolio")}/entities` },
    { path: `/v3/entities/${demo.unlicensed_entities[0] ?? ""}/sdg/documents` },
    { method: "POST", path: "/v3/documents?fields=title,text", body: JSON.stringify({ documents }) },
  ];
};

/** Whoever asks first, each person gets what the person's own account gets: status and body. */
const crossAccounts = async ({ log }: Attack, target: TeamTarget): Promise<void> => {
  const accounts = Object.keys(peopleByAccount) as (keyof typeof peopleByAccount)[];
  for (const asked of await differing(target)) {
    const answers = new Set<string>();
    for (const order of [accounts, accounts.toReversed()])
      for (const account of order) {
        const expected = await target.direct(account, asked);
        for (const person of peopleByAccount[account]) {
          const got = await target.ask({ ...asked, token: target.keys[person] });
          log.expect(kind, `${asked.path} as ${person}`, { status: got.status, allowed: [expected.status] });
          if (sorted(got.text) !== sorted(expected.text))
            log.fail(kind, `${asked.path} as ${person}: not what the account ${account} gets`);
          answers.add(got.text);
        }
      }
    if (answers.size < 2)
      log.fail(kind, `${asked.path}: all accounts get the same, so a shared answer would not be seen`);
  }
};

/** JSON with its members in order. */
const sorted = (text: string): string =>
  JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

/** The ways in which an id can be written, some of which a service may take for the same. */
const spellings = (id: string): readonly string[] => [
  id,
  id.toUpperCase(),
  id.replaceAll("-", ""),
  `{${id}}`,
  `${id}%20`,
  `%20${id}`,
  `${id}%00`,
  encodeURIComponent(id).replaceAll("-", "%2D"),
  `urn:uuid:${id}`,
];

/** A private universe, a task and an analysis do not exist for a colleague who knows their ids. */
const guessIds = async ({ log }: Attack, target: TeamTarget): Promise<void> => {
  const as = (person: PersonName, asked: TargetRequest) => target.ask({ ...asked, token: target.keys[person] });
  const post = (path: string, body: unknown): TargetRequest => ({ method: "POST", path, body: JSON.stringify(body) });
  const created = await as("ann", post("/v3/universes", { name: "Of Ann", type: "PRIVATE", description: "x" }));
  log.expect(kind, "a private universe", { status: created.status, allowed: [200, 201] });
  const { universe_id: id } = JSON.parse(created.text) as { readonly universe_id: string };
  const coverage = (ids: readonly string[]): TargetRequest =>
    post("/v3/coverage-extension", { universe_ids: ids, entities: [{ external_id: "1", name: "Nobody Corp" }] });
  const started = await as("ann", coverage([id]));
  log.expect(kind, "coverage of the own universe", { status: started.status, allowed: [200] });
  for (const spelled of spellings(id)) {
    const touching: readonly TargetRequest[] = [
      { path: `/v3/universes/${spelled}/entities` },
      { path: `/v3/universes/${spelled}/esg/events` },
      { path: `/v3/universes/${target.universe("EU Banks")}/../${spelled}/entities` },
      { ...post("", { description: "taken" }), method: "PATCH", path: `/v3/universes/${spelled}` },
      coverage([decodeURIComponent(spelled)]),
      coverage([target.universe("EU Banks"), decodeURIComponent(spelled)]),
      { path: `/table?formula=${encodeURIComponent(`UNIVERSE.ENTITIES("${decodeURIComponent(spelled)}")`)}` },
    ];
    for (const asked of touching) {
      const { status } = await as("bob", asked);
      log.expect(kind, `${asked.method ?? "GET"} ${asked.path} ${asked.body ?? ""}`, { status, allowed: [400, 404] });
    }
  }
  const own = await as("ann", { path: `/v3/universes/${id}/entities` });
  log.expect(kind, "the owner", { status: own.status, allowed: [200] });
  const { task_id: task } = JSON.parse(started.text) as { readonly task_id: string };
  for (const query of ["?size=50", "?size=50&fields=id", "?size=50&order=created_at:asc"]) {
    const { text } = await as("bob", { path: `/v3/tasks${query}` });
    if (text.includes(task)) log.fail(kind, `/v3/tasks${query} shows the task of a colleague`);
  }
  await guessAnalysis({ log }, target);
};

const guessAnalysis = async ({ log }: Pick<Attack, "log">, target: TeamTarget): Promise<void> => {
  const as = (person: PersonName, asked: TargetRequest) => target.ask({ ...asked, token: target.keys[person] });
  const days = { start_date: "2025-12-01", end_date: "2025-12-31" };
  const start = { ...days, entities: [{ keywords: ["acme"] }], workers: ["raw-matcher"] };
  const started = await as("ann", {
    method: "POST",
    path: "/api/2.0/analyze/dataset",
    body: JSON.stringify(start),
  });
  log.expect(kind, "an analysis", { status: started.status, allowed: [200, 201] });
  const { instance } = JSON.parse(started.text) as { readonly instance: string };
  for (const spelled of [instance, instance.toUpperCase(), ` ${instance}`, `${instance} `])
    for (const path of ["/api/2.0/analyze/download", "/api/2.0/analyze/timeserie"]) {
      const body = JSON.stringify({ instance: spelled });
      const { status } = await as("bob", { method: "POST", path, body });
      log.expect(kind, `${path} of a colleague's analysis`, { status, allowed: [400, 404] });
    }
};

/** Asks across the borders of accounts and of people. */
export const crossClasses = async (attack: Attack, target: TeamTarget): Promise<void> => {
  await crossAccounts(attack, target);
  await guessIds(attack, target);
};
