import type { Demo } from "../../../support/local-runtime";
import { today } from "./sample";

/** A record as JSON says. */
export type Plain = Readonly<Record<string, unknown>>;
/** The value of a cell; "" is blank. */
export type Cell = string | number | boolean;
export type Rows = readonly (readonly Cell[])[];

const millisecondsPerDay = 86_400_000;

/** The start of the day so many days before today, in ms since 1970. */
export const daysAgo = (days: number): number => Date.parse(today) - days * millisecondsPerDay;
export const yearAgo = (years = 1): number => Date.parse(`${Number(today.slice(0, 4)) - years}${today.slice(4)}`);
export const monthsAgo = (months: number): number => {
  const date = new Date(today);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate());
};

/** Reads the service over HTTP; what was read is kept, because many questions read the same. */
export class PlainService {
  readonly demo: Demo;
  readonly #origin: string;
  readonly #kept = new Map<string, Promise<unknown>>();
  #token: Promise<string> | undefined;

  constructor(origin: string, demo: Demo) {
    this.#origin = origin;
    this.demo = demo;
  }

  /** All records of a listing. */
  list(path: string, query: string): Promise<readonly Plain[]> {
    return this.#keep(`${path}?${query}`, async () => {
      const records: Plain[] = [];
      for (let cursor = ""; ;) {
        const after = cursor && `&search_after=${encodeURIComponent(cursor)}`;
        const page = (await this.#send(`${path}?size=1000&${query}${after}`)) as {
          readonly data: readonly Plain[];
          readonly has_next: boolean;
          readonly search_after: string;
        };
        records.push(...page.data);
        if (!page.has_next) return records;
        cursor = page.search_after;
      }
    });
  }

  post(path: string, body: object): Promise<unknown> {
    return this.#keep(path + JSON.stringify(body), () => this.#send(path, body));
  }

  /** The path of a universe. */
  universe(name = "Demo Portfolio"): string {
    return `/v3/universes/${this.demo.universes.find(({ universe_name }) => universe_name === name)?.universe_id ?? ""}`;
  }

  events(universe?: string): Promise<readonly Plain[]> {
    const fields =
      "id,entity_id,case_id,score,title,last_activity,start_date,categories,sub_categories,related_documents_count,ungc_classification,ungc_explanation";
    return this.list(`${this.universe(universe)}/esg/events`, `fields=${fields}`);
  }

  documents(universe?: string): Promise<readonly Plain[]> {
    const fields = "id,entity_id,event_id,extract_date,score,polarity,title,site,datamarts_document_id";
    return this.list(`${this.universe(universe)}/esg/documents`, `extract_date=gte:${iso(yearAgo())}&fields=${fields}`);
  }

  /** The SDG documents of a company in three years. */
  goals(id: string): Promise<readonly Plain[]> {
    const fields = "id,extract_date,categories,title,score,positive,negative";
    return this.list(`/v3/entities/${id}/sdg/documents`, `extract_date=gte:${iso(yearAgo(3))}&fields=${fields}`);
  }

  /** Every company, by id. */
  async companies(): Promise<ReadonlyMap<string, Plain>> {
    const fields = "id,name,country,isin,lei,isic4,employee_count,revenue";
    const all = await this.list(`${this.universe("Whole Catalogue")}/entities`, `fields=${fields}`);
    return new Map(all.map((company) => [String(company["id"]), company]));
  }

  /** The companies of identifiers, in their order. */
  async companiesOf(isins: readonly string[]): Promise<readonly Plain[]> {
    const all = [...(await this.companies()).values()];
    return isins.map((isin) => all.find((company) => textsOf(company["isin"]).includes(isin)) ?? {});
  }

  #keep<Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> {
    const kept = (this.#kept.get(key) ?? read()) as Promise<Answer>;
    this.#kept.set(key, kept);
    return kept;
  }

  async #send(path: string, body?: object): Promise<unknown> {
    this.#token ??= this.#signIn();
    const headers = { authorization: `Bearer ${await this.#token}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await fetch(this.#origin + path, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }

  async #signIn(): Promise<string> {
    const { accounts, audience, client_id } = this.demo;
    const { api_key: username, api_secret: password } = accounts[0] ?? { api_key: "", api_secret: "" };
    const answer = await fetch(`${this.#origin}/oauth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: "password",
        username,
        password,
        audience,
        client_id,
      }),
    });
    return ((await answer.json()) as { readonly access_token: string }).access_token;
  }
}

const iso = (moment: number): string => new Date(moment).toISOString();

export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** The value of a member as a cell. */
export const cell = (value: unknown): Cell =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : "";

/** Excel's number of a moment. */
export const serial = (moment: unknown): number => Date.parse(String(moment)) / millisecondsPerDay + 25_569;

export const momentOf = (record: Plain, member: string): number => Date.parse(String(record[member]));

/** Records from a moment on, and before another. */
export const within = (records: readonly Plain[], member: string, from: number, before = Infinity): readonly Plain[] =>
  records.filter((record) => momentOf(record, member) >= from && momentOf(record, member) < before);

export const numbersOf = (records: readonly Plain[], member: string): readonly number[] =>
  records.map((record) => Number(record[member]));

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
export const meanOf = (numbers: readonly number[]): Cell =>
  numbers.length === 0 ? "" : sumOf(numbers) / numbers.length;
export const highestOf = (records: readonly Plain[]): number => Math.max(0, ...numbersOf(records, "score"));
export const distinctOf = (records: readonly Plain[], member: string): number =>
  new Set(records.map((record) => record[member])).size;

/** The latest first. */
export const latestFirst = (records: readonly Plain[], member: string): readonly Plain[] =>
  [...records].sort((one, other) => momentOf(other, member) - momentOf(one, member));

/** Equal keys keep their order. */
export const largestFirst = <Item>(items: readonly Item[], size: (item: Item) => number): readonly Item[] =>
  [...items].sort((one, other) => size(other) - size(one));

const { compare } = new Intl.Collator("en", { numeric: true });

/** Records by key, the largest group first, then by key. A record counts under each of its keys. */
export const groupsOf = (
  records: readonly Plain[],
  keysOf: (record: Plain) => readonly string[],
): readonly (readonly [key: string, records: readonly Plain[]])[] => {
  const groups = new Map<string, Plain[]>();
  for (const record of records) {
    const keys = keysOf(record);
    for (const key of keys.length === 0 ? ["(none)"] : keys) groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups].sort(
    ([one, first], [other, second]) =>
      Number(one === "(none)") - Number(other === "(none)") || second.length - first.length || compare(one, other),
  );
};

interface Industry {
  readonly code: string;
  readonly description: string;
  readonly priority?: number;
  readonly values?: readonly Industry[];
}

const leavesOf = (industry: Industry): readonly Industry[] =>
  industry.values === undefined || industry.values.length === 0 ? [industry] : industry.values.flatMap(leavesOf);

/** The ISIC4 section with the leaf of the highest priority (the lowest number): code and description. */
export const sectionOf = (company: Plain | undefined): readonly [code: string, description: string] | undefined => {
  const sections = (company?.["isic4"] ?? []) as readonly Industry[];
  const [first] = sections
    .map((section) => ({
      section,
      priority: Math.min(...leavesOf(section).map(({ priority = Infinity }) => priority)),
    }))
    .sort((one, other) => one.priority - other.priority);
  return first && [first.section.code, first.section.description];
};

/** The Monday of a moment's week, ISO. */
export const mondayOf = (moment: number): string => {
  const date = new Date(moment);
  return iso(moment - ((date.getUTCDay() + 6) % 7) * millisecondsPerDay).slice(0, 10);
};
