import type { Send } from "./http/client";
import type { Clock } from "./clock";
import type { Encryption } from "./session/credentials";
import type { FurtherReaders } from "./further-readers";
import type { ReaderDeps, Readers } from "./readers";
import type { Network } from "./scheduler/connection";
import type { TeamSignIn } from "./session/team-sign-in";
import type { LimitDetection } from "./scheduler/rate-limit/limiter";
import type { DocumentSettings, KeyValueStorage } from "./storage";

/** The addresses of the service and of its sign-in; from deployment.json. */
export interface Addresses {
  /** The service's base address. */
  readonly baseUrl: string;
  /** The address that issues tokens. */
  readonly authUrl: string;
  /** What tokens are issued for: the API's base address with one slash at its end. */
  readonly audience: string;
  /** The provider's public client identifier. */
  readonly clientId: string;
}

/** Carries messages between the pages of one browser profile (`BroadcastChannel`). A page does not receive its own. */
export interface PageChannel {
  readonly post: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
}

/** What the engine needs of its environment: the browser (src/addin/main.ts), Node, tests, the benchmark. */
export interface Platform {
  /** Sends one HTTP request: `fetch`. */
  readonly send: Send;
  /** How many requests may be in flight at once, where that is less than the service takes; undefined: as many as it takes. */
  readonly connections?: number;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly storage: KeyValueStorage;
  /** The settings of the open workbook; `ready` waits for a promise. */
  readonly workbookSettings?: DocumentSettings | Promise<DocumentSettings | undefined> | undefined;
  readonly crypto: Encryption;
  /** The host's partition key, which separates add-ins and hosts on one device; `ready` waits for a promise. */
  readonly partition: string | Promise<string>;
  /** Creates what reads lists and companies, at the first read. src/addin/main.ts loads it with the definitions that load first. */
  readonly createReaders: (deps: ReaderDeps) => Readers | Promise<Readers>;
  /** Creates what reads everything else, when that is read first. src/addin/main.ts loads it with the other definitions. */
  readonly createFurtherReaders: (deps: ReaderDeps) => FurtherReaders | Promise<FurtherReaders>;
  /**
   * Loads the sign-in at the gateway of a team, when somebody signs in first. With it nobody asks the service for a token, and calls tell
   * the gateway for whom they are made.
   */
  readonly team?: (() => Promise<TeamSignIn>) | undefined;
  /** Missing where nothing is known of the network. */
  readonly network?: Network | undefined;
  /** The other pages of this browser profile; missing where there are none. */
  readonly pages?: PageChannel | undefined;
  /** Detects rate limits. src/addin/main.ts loads it at the first refusal. */
  readonly limitDetection: LimitDetection;
}
