import { DocumentLoader } from "./batching/documents";
import { EntityLoader } from "./batching/entities";
import { MembershipLoader } from "./batching/memberships";
import type { LoaderDeps } from "./batching/loader";
import type { Client } from "./http/client";
import { type ListingDeps, PaginatedListings } from "./pagination/paginated-listings";
import { type AnswerDeps, AnswerLoader } from "./batching/answers";
import { createActions } from "./scheduler/actions";
import { testConnection } from "./scheduler/connection-test";
import { type TaskDeps, Tasks } from "./state/tasks";

/** What reading depends on. */
export type ReaderDeps = ListingDeps & LoaderDeps & AnswerDeps & { readonly client: Client };

/** Everything that reads from the service for one account: listings, look-ups of entities, memberships and documents, single answers. */
export class Readers {
  /** Not of one account, but no first answer needs them. */
  readonly createTasks = (deps: TaskDeps): Tasks => new Tasks(deps);
  readonly createActions = createActions;
  readonly testConnection = testConnection;
  readonly listings: PaginatedListings;
  readonly entities: EntityLoader;
  readonly memberships: MembershipLoader;
  readonly documents: DocumentLoader;
  readonly answers: AnswerLoader;

  constructor(deps: ReaderDeps) {
    this.listings = new PaginatedListings(deps);
    this.entities = new EntityLoader(deps.client, deps);
    this.memberships = new MembershipLoader(deps.client, deps);
    this.documents = new DocumentLoader(deps.client, deps);
    this.answers = new AnswerLoader(deps);
  }
}
