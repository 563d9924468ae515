import { type Office, openOffice } from "./office";

/** A company as plain answers of the service show it. */
export interface Company {
  readonly id: string;
  readonly name: string;
}

/** A record of a company in a universe, from a plain answer. */
export interface CompanyRecord {
  readonly id: string;
  readonly entity_id: string;
  readonly score: number;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_next: boolean;
  readonly search_after: string;
}

/** A list of companies and the truth about it, read over HTTP without the add-in. */
export class PortfolioWorld {
  readonly office: Office;
  readonly #token: string;
  /** Members of "Demo Portfolio" that the account may read. */
  covered: readonly Company[] = [];
  /** A member of "EU Banks" that is not in "Demo Portfolio". */
  outside: Company = { id: "", name: "" };
  /** A member of `unlicensedUniverse` that the account may not read. */
  unlicensed = "";
  /** All companies that the account may not read. */
  unlicensedIds: readonly string[] = [];
  unlicensedUniverse = "";

  private constructor(office: Office, token: string) {
    this.office = office;
    this.#token = token;
  }

  static async open(): Promise<PortfolioWorld> {
    const office = await openOffice();
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
    const world = new PortfolioWorld(office, answer.json<{ access_token: string }>().access_token);
    await world.#read();
    return world;
  }

  async get<Value>(path: string): Promise<Value> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return (await this.office.service.fastify.inject({ url: path, headers })).json<Value>();
  }

  async post<Value>(path: string, payload: object): Promise<Value> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return (await this.office.service.fastify.inject({ method: "POST", url: path, headers, payload })).json<Value>();
  }

  /** None where the account does not see the universe. */
  async members(universe: string): Promise<readonly Company[]> {
    const path = `/v3/universes/${this.office.universe(universe)}/entities?size=1000&fields=id&fields=name`;
    return (await this.get<Partial<Page<Company>>>(path)).data ?? [];
  }

  /** The records of a company in a universe, newest events and most reliable documents first. */
  async records(kind: "events" | "documents", universe: string, id: string): Promise<readonly CompanyRecord[]> {
    const order = kind === "events" ? "&order=last_activity:desc" : "";
    const fields = "fields=id&fields=entity_id&fields=score";
    const path = `/v3/universes/${this.office.universe(universe)}/esg/${kind}?size=1000&${fields}${order}`;
    const records: CompanyRecord[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: Page<CompanyRecord> = await this.get(
        cursor === "" ? path : `${path}&search_after=${encodeURIComponent(cursor)}`,
      );
      records.push(...page.data);
      cursor = page.has_next ? page.search_after : null;
    }
    return records.filter(({ entity_id }) => entity_id === id);
  }

  /** How many calls went to routes whose line contains the text, since `office.forget()`. */
  calls(part: string): number {
    return this.office.sent.filter((line) => line.includes(part)).length;
  }

  async #read(): Promise<void> {
    const { unlicensed_entities: unlicensed } = (await this.office.service.fastify.inject("/_local/demo")).json<{
      unlicensed_entities: readonly string[];
    }>();
    const portfolio = await this.members("Demo Portfolio");
    const inside = new Set(portfolio.map(({ id }) => id));
    this.covered = portfolio.filter(({ id }) => !unlicensed.includes(id));
    this.outside = (await this.members("EU Banks")).find(({ id }) => !inside.has(id)) ?? this.outside;
    [this.unlicensed = ""] = unlicensed;
    this.unlicensedIds = unlicensed;
    for (const { universe_name } of this.office.demo.universes)
      if (
        universe_name !== "Unlicensed Names" &&
        (await this.members(universe_name)).some(({ id }) => id === this.unlicensed)
      )
        this.unlicensedUniverse = universe_name;
  }
}
