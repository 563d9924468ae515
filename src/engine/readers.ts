import type { AnswerDeps } from "./batching/answers";
import { EntityLoader } from "./batching/entities";
import type { LoaderDeps } from "./batching/loader";
import type { Client } from "./http/client";
import { type ListingDeps, PaginatedListings } from "./pagination/paginated-listings";
import type { Universes } from "./state/universes";

/** What reading depends on. */
export type ReaderDeps = ListingDeps &
  LoaderDeps &
  AnswerDeps & {
    readonly client: Client;
    readonly universes: Pick<Universes, "changedAt" | "catalogue">;
  };

/** Reads lists and companies for one account. Everything else is in `FurtherReaders`, which may load later. */
export class Readers {
  readonly listings: PaginatedListings;
  readonly entities: EntityLoader;

  constructor(deps: ReaderDeps) {
    this.listings = new PaginatedListings(deps);
    this.entities = new EntityLoader(deps.client, deps);
  }
}
