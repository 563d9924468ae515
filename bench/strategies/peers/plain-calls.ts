import type { Network } from "../strategy";
import type { Cell } from "../workloads";

/** An HTTP status that is no success. */
export class HttpError extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor(status: number, retryAfter: number | undefined) {
    super(`HTTP ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** One call with a token. */
export type Call = (method: string, path: string, body?: unknown) => Promise<unknown>;

const headers = { "Content-Type": "application/json" };

/** Signs in and gives a plain `fetch` with the token in its header. */
export const signedIn = async ({ send, address, credentials }: Network): Promise<Call> => {
  const { key: username, secret: password, audience, clientId: client_id } = credentials;
  const body = JSON.stringify({ grant_type: "password", username, password, audience, client_id });
  const answer = await send(new Request(`${address}/oauth/token`, { method: "POST", headers, body }));
  const { access_token } = (await answer.json()) as { readonly access_token: string };
  const authorized = { ...headers, Authorization: `Bearer ${access_token}` };
  return async (method, path, content) => {
    const content_ = content === undefined ? {} : { body: JSON.stringify(content) };
    const response = await send(new Request(address + path, { method, headers: authorized, ...content_ }));
    if (response.ok) return (await response.json()) as unknown;
    await response.arrayBuffer();
    const retryAfter = response.headers.get("Retry-After");
    throw new HttpError(response.status, retryAfter === null ? undefined : Number(retryAfter) * 1_000);
  };
};

interface Named {
  readonly name?: string;
}

/** Names of several companies in one call. */
export const searchNames = async (call: Call, names: readonly string[]): Promise<readonly (string | undefined)[]> => {
  const entities = names.map((name) => ({ name: `eq:${name}` }));
  const path = "/v3/entities/msearch?max_candidates=1&fields=id&fields=name";
  const { data } = (await call("POST", path, { entities })) as {
    readonly data: readonly { readonly matches: readonly Named[] }[];
  };
  return data.map(({ matches }) => matches[0]?.name);
};

/** A document as it is asked for. */
export interface DocumentKey {
  readonly id: string;
  readonly date: string;
}

/** Titles of several documents in one call. */
export const readTitles = async (
  call: Call,
  keys: readonly DocumentKey[],
): Promise<readonly (string | undefined)[]> => {
  const documents = keys.map(({ id, date }) => ({ datamarts_document_id: id, extract_date: date }));
  const path = "/v3/documents?fields=datamarts_document_id&fields=title";
  const { data } = (await call("POST", path, { documents })) as {
    readonly data: readonly { readonly datamarts_document_id: string; readonly title: string }[];
  };
  const titles = new Map(data.map((each) => [each.datamarts_document_id, each.title]));
  return keys.map(({ id }) => titles.get(id));
};

const columns = "fields=id&fields=title&fields=score&fields=start_date";

type Listing = Extract<Cell, { readonly kind: "events" }>;

/** Reads a listing to its limit, 1,000 records a page. */
export const listEvents = async (call: Call, { universe, limit, since }: Listing): Promise<readonly unknown[]> => {
  const records: unknown[] = [];
  const filter = since === undefined ? "" : `&last_activity=gte:${since}`;
  for (let cursor = ""; ;) {
    const size = Math.min(1_000, limit - records.length);
    const page = (await call(
      "GET",
      `/v3/universes/${universe}/esg/events?${columns}${filter}&size=${size}${cursor}`,
    )) as {
      readonly data: readonly unknown[];
      readonly has_next: boolean;
      readonly search_after: string | null;
    };
    records.push(...page.data);
    if (!page.has_next || records.length >= limit) return records;
    cursor = `&search_after=${encodeURIComponent(page.search_after ?? "")}`;
  }
};

/** One call per cell. */
export const answerAlone = async (call: Call, cell: Cell): Promise<unknown> => {
  if (cell.kind === "search") return (await searchNames(call, [cell.name]))[0];
  if (cell.kind === "title") return (await readTitles(call, [cell]))[0];
  return listEvents(call, cell);
};
