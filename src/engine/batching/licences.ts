import { millisecondsPerDay } from "../../facts/dates";
import type { Clock } from "../clock";
import { AddinError } from "../http/addin-error";
import type { Client } from "../http/client";
import { deriveContext, type RequestContext } from "../requests/request-context";
import { Loader, type LoaderDeps } from "./loader";

/**
 * Whether the account may read a company. The service leaves companies without a licence out of the listings of a universe, and
 * answers 402 only where one company is asked for (specification, "Authentication"): one call a company. A licence changes rarely, so a
 * refresh does not ask for it again on the same day.
 */
export class LicenceLoader {
  readonly #loader: Loader<string, boolean>;
  readonly #clock: Clock;

  constructor(client: Client, deps: LoaderDeps) {
    this.#clock = deps.clock;
    this.#loader = new Loader<string, boolean>(
      {
        route: "listSdgDocuments",
        maxItems: 1,
        load: async ([entity_id = ""], _, attempt) => {
          try {
            await client(
              { route: "listSdgDocuments", path: { entity_id }, query: { size: 1, fields: ["id"] } },
              attempt,
            );
            return [true];
          } catch (error) {
            if (error instanceof AddinError && error.code === "no-access") return [false];
            throw error;
          }
        },
        complete: () => true,
        empty: () => false,
      },
      deps,
    );
  }

  /** Rejects with an AddinError where the service does not say; a company that it does not know is `not-found`. */
  async has(entity_id: string, requestContext: RequestContext): Promise<boolean> {
    const { cache } = requestContext;
    const context =
      cache === "never"
        ? requestContext
        : deriveContext(requestContext, { cache: millisecondsPerDay, reloadSince: undefined });
    const day = Math.floor(this.#clock.now() / millisecondsPerDay);
    const { value } = await this.#loader.load(
      { key: `licence ${day} ${entity_id}`, item: entity_id, fields: [], max: 1 },
      context,
    );
    return value;
  }
}
