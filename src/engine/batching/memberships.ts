import type { Page, WireRecord } from "../../contract/page";
import { t } from "../../i18n/t";
import { AddinError } from "../http/addin-error";
import type { CallAttempt, Client } from "../http/client";
import type { RequestContext } from "../requests/request-context";
import type { Store } from "../store";
import { isAnswer, Loader, type LoaderDeps } from "./loader";

/** Ids in one call: servers refuse longer addresses. */
const idsPerCall = 100;
/** Pages in a row without another of these ids, after which the service is not asked on. */
const mostPagesWithoutId = 3;

/** What a universe says of an entity. */
export interface Membership {
  readonly isMember: boolean;
  /** Why the service does not know what happened to the member, as a sentence; undefined where it knows. */
  readonly unmonitored?: string;
}

/** Services over own data say with this private code which entities they do not know enough of. */
const unmonitoredCode = "not_monitored";

const outside: Membership = { isMember: false };

/** The membership of an entity of a universe's listing. */
export const toMembership = ({ client_code }: WireRecord): Membership => {
  const code = (client_code as Readonly<Record<string, unknown>> | null | undefined)?.[unmonitoredCode];
  return typeof code === "string" ? { isMember: true, unmonitored: code } : { isMember: true };
};

export type MembershipDeps = LoaderDeps & {
  /** When each universe changed last, in ms since 1970. Older answers about it do not count. */
  readonly universesChangedAt: Pick<Store<Readonly<Record<string, number>>>, "get">;
};

/** Which universes contain which entities. The questions about one universe share calls, 100 entities each. */
export class MembershipLoader {
  readonly #client: Client;
  readonly #deps: MembershipDeps;
  readonly #byUniverse = new Map<string, Loader<string, Membership>>();

  constructor(client: Client, deps: MembershipDeps) {
    this.#client = client;
    this.#deps = deps;
  }

  /** Rejects with an AddinError, for example where the service does not show the universe. */
  async membership(universe_id: string, entity_id: string, requestContext: RequestContext): Promise<Membership> {
    requestContext.log.dependsOn("changed-universes");
    const changedAt = this.#deps.universesChangedAt.get()[universe_id] ?? "";
    const lookup = { key: `membership ${universe_id} ${changedAt} ${entity_id}`, item: entity_id, fields: [], max: 1 };
    const { value } = await this.#loaderFor(universe_id).load(lookup, requestContext);
    return value;
  }

  #loaderFor(universe_id: string): Loader<string, Membership> {
    const known = this.#byUniverse.get(universe_id);
    if (known !== undefined) return known;
    const loader = new Loader<string, Membership>(
      {
        route: "listUniverseEntities",
        maxItems: idsPerCall,
        load: async (ids, _, attempt) => {
          try {
            const members = await this.#membersAmong(universe_id, ids, attempt);
            return ids.map((id) => members.get(id) ?? outside);
          } catch (error) {
            // The refusal is about the universe, so it is the answer for each entity.
            if (isAnswer(error)) return ids.map(() => error);
            throw error;
          }
        },
        complete: () => true,
        // That it is none is an answer like that it is one: it stays until the user refreshes it.
        empty: () => false,
      },
      this.#deps,
    );
    this.#byUniverse.set(universe_id, loader);
    return loader;
  }

  /** The ids that are in the universe. One page has room for all; a service that delivers shorter ones is asked for the rest. */
  async #membersAmong(
    universe_id: string,
    ids: readonly string[],
    attempt: CallAttempt,
  ): Promise<ReadonlyMap<unknown, Membership>> {
    const query = { entity_id: ids.map((id) => `eq:${id}`), fields: ["id", "client_code"], size: ids.length };
    const members = new Map<unknown, Membership>();
    let cursor: string | undefined;
    let barrenPages = 0;
    do {
      const request = {
        route: "listUniverseEntities",
        path: { universe_id },
        query: { ...query, ...(cursor !== undefined && { search_after: cursor }) },
      } as const;
      const { value } = await this.#client(request, attempt);
      const { data, has_next, search_after } = value as Page<WireRecord>;
      const before = members.size;
      for (const record of data) members.set(record["id"], toMembership(record));
      barrenPages = members.size > before ? 0 : barrenPages + 1;
      if (has_next && barrenPages === mostPagesWithoutId) throw new AddinError("unexpected", t("runtime.endlessPages"));
      cursor = has_next ? (search_after ?? undefined) : undefined;
    } while (cursor !== undefined);
    return members;
  }
}
