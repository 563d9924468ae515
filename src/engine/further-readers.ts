import { AnswerLoader } from "./batching/answers";
import { DocumentLoader } from "./batching/documents";
import { LicenceLoader } from "./batching/licences";
import { MembershipLoader } from "./batching/memberships";
import type { ReaderDeps } from "./readers";
import { createActions } from "./scheduler/actions";
import { testConnection } from "./scheduler/connection-test";
import { type TaskDeps, Tasks } from "./state/tasks";

/** Reads memberships, documents and single answers for one account, and creates what follows tasks, acts and tests the connection. */
export class FurtherReaders {
  /** Not of one account, but no first answer needs them. */
  readonly createTasks = (deps: TaskDeps): Tasks => new Tasks(deps);
  readonly createActions = createActions;
  readonly testConnection = testConnection;
  readonly memberships: MembershipLoader;
  readonly licences: LicenceLoader;
  readonly documents: DocumentLoader;
  readonly answers: AnswerLoader;

  constructor(deps: ReaderDeps) {
    this.memberships = new MembershipLoader(deps.client, deps);
    this.licences = new LicenceLoader(deps.client, deps);
    this.documents = new DocumentLoader(deps.client, deps);
    this.answers = new AnswerLoader(deps);
  }
}
