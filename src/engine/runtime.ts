import type { Actions } from "./scheduler/actions";
import type { Analyses } from "./state/analyses";
import type { AnswerLoader } from "./batching/answers";
import type { Choices } from "./state/choices";
import type { Connection } from "./scheduler/connection";
import type { Clock } from "./clock";
import type { DocumentLoader } from "./batching/documents";
import type { EntityLoader } from "./batching/entities";
import type { RequestLog } from "./requests/request-log";
import type { LicenceLoader } from "./batching/licences";
import type { MembershipLoader } from "./batching/memberships";
import type { Listings } from "./pagination/listing";
import type { Session } from "./session/session";
import type { TeamPerson, TeamSignIn } from "./session/team-sign-in";
import type { KeyValueStorage } from "./storage";
import type { Store } from "./store";
import type { Tasks } from "./state/tasks";
import type { Universes } from "./state/universes";
import type { AsOfStore } from "./state/workbook-as-of";
import type { WorkbookSettings } from "./state/settings";

/** What functions, commands and pane share while the workbook is open. */
export interface Runtime {
  readonly clock: Clock;
  readonly session: Pick<Session, "state" | "signIn" | "useToken" | "signOut">;
  /** The gateway of a team; undefined where everybody signs in at the service. */
  readonly team:
    | {
        readonly load: () => Promise<TeamSignIn>;
        /** Asks the gateway who is signed in. Rejects with an AddinError. */
        readonly person: () => Promise<TeamPerson>;
      }
    | undefined;
  readonly universes: Universes;
  readonly choices: Choices;
  readonly analyses: Analyses;
  readonly tasks: {
    /** Counts the changes found; cells that show a task recalculate with it. */
    readonly changes: Store<number>;
    readonly watch: Tasks["watch"];
  };
  readonly settings: Store<WorkbookSettings> & { readonly set: (settings: WorkbookSettings) => void };
  /** The day or edition that all formulas of the workbook answer as of; undefined where they show current values. */
  readonly asOf: AsOfStore;
  readonly listings: Listings;
  readonly entities: Pick<EntityLoader, "search" | "byId">;
  readonly memberships: Pick<MembershipLoader, "membership">;
  readonly licences: Pick<LicenceLoader, "has">;
  readonly documents: Pick<DocumentLoader, "content" | "legacy">;
  readonly answers: Pick<AnswerLoader, "ask">;
  readonly actions: Actions;
  readonly connection: Pick<Connection, "state" | "check" | "retries">;
  readonly requestLog: RequestLog;
  readonly cache: {
    readonly size: Store<{ readonly records: number; readonly bytes: number }>;
    /** The time of the newest answer of this account (ms since 1970); `undefined` where there is none. */
    readonly latestAt: Store<number | undefined>;
    /** Deletes everything of this account. */
    readonly clear: () => Promise<void>;
    /** Writes unsaved entries to the device immediately; for a page that is about to close. */
    readonly flush: () => Promise<void>;
  };
  /** Values of the signed-in account on this device. They are deleted when it signs out. No secrets. */
  readonly ofAccount: Pick<KeyValueStorage, "get" | "set"> & {
    /** The storage of all accounts of this device: keys that begin with `of account TAG ` leave with their account. */
    readonly storage: KeyValueStorage;
    /** Names the account that is open now, without its key; undefined where there is none. */
    readonly tag: () => string | undefined;
  };
  /** Resolves when cache, credentials and the workbook's state have been read. Earlier reads wait for it. */
  readonly ready: Promise<void>;
}
