import type { Send } from "../client/send";
import type { Clock } from "./clock";
import type { Encryption } from "./remembered-credentials";
import type { LateParts } from "./late-parts";
import type { LearnLimit } from "./learn-limit";
import type { DocumentSettings, KeyValueStorage } from "./storage";

/** Where the service is and how one signs in there; from deployment.json. */
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

/** Everything of the world that the runtime touches; addin.ts hands in the browser's, tests and the benchmark their own. */
export interface World {
  /** The innermost fetch. */
  readonly send: Send;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly storage: KeyValueStorage;
  /** The document's settings; where they are known only later, a promise, which `ready` waits for. */
  readonly workbookSettings?: DocumentSettings | Promise<DocumentSettings | undefined> | undefined;
  readonly crypto: Encryption;
  /** Keeps add-ins and hosts apart on one device (the host's partition key); `ready` waits for a promise. */
  readonly partition: string | Promise<string>;
  /** Loads what comes with the definitions. */
  readonly lateParts: () => Promise<LateParts>;
  /** Loads what knows of limits of rate, with the first refusal. */
  readonly loadLearnLimit: () => Promise<LearnLimit>;
}
