import type { Page, WireRecord } from "../../contract/page";
import { t } from "../../i18n/t";
import { AddinError } from "../http/addin-error";
import type { CallAttempt, Client } from "../http/client";
import type { RequestContext } from "../requests/request-context";
import type { Store } from "../store";
import { isAnswer, Loader, type LoaderDeps } from "./loader";

/** Ids in one call: servers refuse longer addresses. */
const idsPerCall = 100;
/** Entities of one page, the most that the service gives. */
const entitiesPerPage = 1_000;
/** Ids that one call for all members of a universe answers: any number. */
const idsOfListing = 1_000_000;
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
  readonly universes: {
    /** In ms since 1970. Older answers about a universe do not count. */
    readonly changedAt: Pick<Store<Readonly<Record<string, number>>>, "get">;
    /** How many entities a universe had when it was last read. */
    readonly catalogue: Pick<Store<readonly { readonly universe_id: string; readonly entities?: number }[]>, "get">;
  };
};

/**
 * Which universes contain which entities. The questions about one universe share calls, 100 entities each. Where it is known to fit into
 * one page, more than 100 are answered by one call for all its members.
 */
export class MembershipLoader {
  readonly #client: Client;
  readonly #deps: MembershipDeps;
  readonly #loaders = new Map<string, Loader<string, Membership>>();

  constructor(client: Client, deps: MembershipDeps) {
    this.#client = client;
    this.#deps = deps;
  }

  /** Rejects with an AddinError, for example where the service does not show the universe. */
  async membership(universe_id: string, entity_id: string, requestContext: RequestContext): Promise<Membership> {
    requestContext.log.dependsOn("changed-universes");
    const changedAt = this.#deps.universes.changedAt.get()[universe_id] ?? "";
    const lookup = { key: `membership ${universe_id} ${changedAt} ${entity_id}`, item: entity_id, fields: [], max: 1 };
    const { value } = await this.#loaderFor(universe_id).load(lookup, requestContext);
    return value;
  }

  #loaderFor(universe_id: string): Loader<string, Membership> {
    const entities = this.#deps.universes.catalogue.get().find((each) => each.universe_id === universe_id)?.entities;
    // A universe that was just created has 0, and is filled then.
    const fits = entities !== undefined && entities > 0 && entities <= entitiesPerPage;
    const maxItems = fits ? idsOfListing : idsPerCall;
    const key = `${universe_id} ${maxItems}`;
    const known = this.#loaders.get(key);
    if (known !== undefined) return known;
    const loader = new Loader<string, Membership>(
      {
        route: "listUniverseEntities",
        maxItems,
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
    this.#loaders.set(key, loader);
    return loader;
  }

  /**
   * The ids that are in the universe, for more than 100 ids all its entities. One page has room for all; a service that delivers shorter
   * ones is asked for the rest.
   */
  async #membersAmong(
    universe_id: string,
    ids: readonly string[],
    attempt: CallAttempt,
  ): Promise<ReadonlyMap<unknown, Membership>> {
    const whole = ids.length > idsPerCall;
    const query = {
      ...(!whole && { entity_id: ids.map((id) => `eq:${id}`) }),
      fields: ["id", "client_code"],
      size: whole ? entitiesPerPage : ids.length,
    };
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
