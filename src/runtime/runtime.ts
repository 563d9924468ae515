import type { Actions } from "./actions";
import type { Analyses } from "./analyses";
import type { Answers } from "./answers";
import type { Choices } from "./choices";
import type { Clock } from "./clock";
import type { DocumentLoader } from "./document-loader";
import type { EntityLoader } from "./entity-loader";
import type { Ledger } from "./ledger";
import type { Listings } from "./listing";
import type { MemoryView } from "./memory-view";
import type { Session } from "./session";
import type { Store } from "./store";
import type { Tasks } from "./tasks";
import type { Universes } from "./universes";
import type { WorkbookSettings } from "./workbook-settings";

/** What functions, commands and pane share while the workbook is open. */
export interface Runtime {
  readonly clock: Clock;
  readonly session: Session;
  readonly universes: Universes;
  readonly choices: Choices;
  readonly analyses: Analyses;
  readonly tasks: Tasks;
  readonly settings: Store<WorkbookSettings> & { readonly set: (settings: WorkbookSettings) => void };
  readonly listings: Listings;
  readonly entities: EntityLoader;
  readonly documents: DocumentLoader;
  readonly answers: Answers;
  readonly actions: Actions;
  readonly ledger: Ledger;
  readonly memory: MemoryView;
  /** Resolves when the token, the memory and the workbook's settings have been read; calls that come before wait for it. */
  readonly ready: Promise<void>;
}
