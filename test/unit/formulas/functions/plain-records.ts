import type { Office } from "./office";

/** A record of the service, read over plain HTTP: the expected values owe nothing to the engine. */
export interface PlainRecord {
  readonly id: string;
  readonly entity_id: string;
  readonly categories: readonly string[];
  readonly sub_categories: readonly string[];
  readonly score: number;
  readonly last_activity: string;
  readonly start_date: string;
  readonly extract_date: string;
  readonly event_id: string | null;
  readonly polarity: number;
  readonly positive: number;
  readonly negative: number;
  readonly related_documents_count: number;
  readonly ungc_classification?: string | null;
}

export interface PlainEntity {
  readonly id: string;
  readonly name: string;
  readonly country?: string | null;
  readonly isic4: readonly IsicNode[];
}

export interface IsicNode {
  readonly code: string;
  readonly priority?: number;
  readonly values?: readonly IsicNode[];
}

/** Reads a listing to its end. */
export type ReadListing = (path: string, query: string) => Promise<readonly PlainRecord[]>;

const signIn = async ({ demo, service }: Office): Promise<string> => {
  const [account] = demo.accounts.filter(({ name }) => name === "demo");
  const payload = {
    grant_type: "password",
    username: account?.api_key,
    password: account?.api_secret,
    audience: "http://localhost/",
    client_id: demo.client_id,
  };
  const answer = await service.fastify.inject({ method: "POST", url: "/oauth/token", payload });
  return answer.json<{ access_token: string }>().access_token;
};

/** Reads records over plain HTTP. */
export const readPlain = async (office: Office): Promise<ReadListing> => {
  const token = await signIn(office);
  return async (path, query) => {
    const records: PlainRecord[] = [];
    for (let cursor = ""; ;) {
      const url = `/v3/${path}?size=1000&${query}${cursor && `&search_after=${encodeURIComponent(cursor)}`}`;
      const answer = await office.service.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } });
      const page = answer.json<{ data: PlainRecord[]; has_next: boolean; search_after: string }>();
      records.push(...page.data);
      if (!page.has_next) return records;
      cursor = page.search_after;
    }
  };
};

/** How often each key occurs. */
export const tally = (keys: readonly (string | number)[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};
