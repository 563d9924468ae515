import type { Clock } from "./clock";
import type { Inquiry } from "./inquiry";
import type { Ledger } from "./ledger";
import type { Store } from "./store";

/** One record as it travelled; the wire's types are in wire/types.ts. */
export type WireRecord = Readonly<Record<string, unknown>>;

/** Which listing to walk. `query` holds filters, order and translate in the wire's spelling, never size, cursor or fields. */
export interface ListingRequest {
  readonly route:
    | "listEsgEvents"
    | "listEsgDocuments"
    | "listSdgDocuments"
    | "listUniverseEntities"
    | "listEntityUniverses"
    | "listTasks";
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Fields to ask for; the runtime adds what it needs itself (ids) and may answer with more. */
  readonly fields: readonly string[];
}

/** How far to walk: `limit` records that pass `keep`; a walk with `keep` ends after 10,000 records read; `beforePage` may refuse to go on (size). */
export interface ListingExtent {
  readonly limit: number;
  readonly keep?: (record: WireRecord) => boolean;
  readonly beforePage?: (records: readonly WireRecord[]) => void;
}

/** What a walk found. `truncated`: more is left at the service, or the walk was cut. */
export interface ListingResult {
  readonly records: readonly WireRecord[];
  readonly truncated: boolean;
  readonly total: number | undefined;
}

/** Walks listings along their cursors, from memory as far as it reaches. */
export interface Listings {
  readonly read: (request: ListingRequest, extent: ListingExtent, inquiry: Inquiry) => Promise<ListingResult>;
}

/** One search object of `msearch`: operator strings by key, arrays for employee_count, revenue and isic4, a plain name for country. */
export type EntityQuery = Readonly<Record<string, string | readonly string[]>>;

/** The candidates for one search object, best first; `total_candidates` counts those beyond `max_candidates` too. */
export interface EntityCandidates {
  readonly total_candidates: number;
  readonly matches: readonly WireRecord[];
}

/** Entity look-ups that share `POST /v3/entities/msearch`, up to 500 a call. */
export interface EntityLoader {
  readonly search: (
    query: EntityQuery,
    wanted: { readonly fields: readonly string[]; readonly maxCandidates: number },
    inquiry: Inquiry,
  ) => Promise<EntityCandidates>;
  /** The entity of this id, or undefined where the service knows none (there is no get-entity route). */
  readonly byId: (id: string, fields: readonly string[], inquiry: Inquiry) => Promise<WireRecord | undefined>;
}

/** Document look-ups that share `POST /v3/documents` (`content`) or the legacy `POST /api/2.0/documents` (`legacy`). Dates are ISO UTC. */
export interface DocumentLoader {
  readonly content: (
    document: { readonly datamarts_document_id: string; readonly extract_date: string },
    wanted: { readonly fields: readonly string[]; readonly translate?: string },
    inquiry: Inquiry,
  ) => Promise<WireRecord | undefined>;
  readonly legacy: (
    document: { readonly id: string; readonly extracted: string },
    wanted: { readonly fields: readonly string[] },
    inquiry: Inquiry,
  ) => Promise<WireRecord | undefined>;
}

/** A reading call that is neither a listing nor batched: one record by id, an analysis' documents or series, candidates of the knowledge graph. */
export interface Question {
  readonly route: "getEsgDocument" | "getSdgDocument" | "downloadAnalysis" | "getTimeSeries" | "findKgCandidates";
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** Answers single questions, equal ones once, from memory where the inquiry allows. 202 → `not-ready`, 204 → `stopped`; neither is remembered. */
export interface Answers {
  readonly ask: (question: Question, inquiry: Inquiry) => Promise<unknown>;
}

/** A universe the user knows: from the catalogue (the service has no route that lists universes). */
export interface KnownUniverse {
  readonly universe_id: string;
  /** The service's name, or the one the user gave it here. */
  readonly name: string;
  readonly type?: string;
  readonly description?: string | null;
  readonly entities?: number;
}

/** The catalogue of universes and the one selected for this workbook. */
export interface Universes {
  readonly catalogue: Store<readonly KnownUniverse[]>;
  readonly selected: Store<KnownUniverse | undefined>;
  /** An id or a name to the id; unknown name → `not-found` with the nearest, two of one name → `invalid-argument` with both ids; undefined → the selected one. */
  readonly idOf: (nameOrId: string | undefined, inquiry: Pick<Inquiry, "trace">) => string;
  readonly add: (universe: KnownUniverse) => void;
  readonly remove: (universe_id: string) => void;
  readonly select: (universe_id: string | undefined) => void;
}

/** Choices made in the resolve desk: search object (canonical JSON) → entity id. */
export interface Choices {
  readonly all: Store<ReadonlyMap<string, string>>;
  readonly choose: (query: EntityQuery, entity_id: string | undefined) => void;
  readonly chosen: (query: EntityQuery) => string | undefined;
}

/** An analysis started here (the service has no list route). */
export interface KnownAnalysis {
  readonly instance: string;
  readonly name: string;
  readonly started_at: number;
  readonly state: "in progress" | "ready" | "stopped or failed" | "not found";
  readonly request?: unknown;
}

/** The analyses known here, and the probing of those that formulas or the pane wait for. */
export interface Analyses {
  readonly known: Store<readonly KnownAnalysis[]>;
  readonly add: (analysis: KnownAnalysis) => void;
  readonly forget: (instance: string) => void;
  /** The state now (one cheap probe unless known final); while in progress it is probed with growing gaps, and the `analyses` store changes when it ends. */
  readonly stateOf: (instance: string, inquiry: Inquiry) => Promise<KnownAnalysis["state"]>;
  /** Watches an instance that answered 202, so that cells heal. */
  readonly watch: (instance: string) => void;
}

/** Settings that travel with the workbook. */
export interface WorkbookSettings {
  /** Rows that limit "all" may reach; default 10,000. */
  readonly rowCap: number;
  readonly refresh: "manual" | "on-open" | { readonly everyMinutes: number };
}

/** Who is signed in, for the pane to show; never the token. `origin`: how. `expiresAt`: ms since 1970. */
export type SessionState =
  | { readonly status: "starting" }
  | { readonly status: "signed-out"; readonly reason?: string }
  | { readonly status: "signing-in" }
  | {
      readonly status: "signed-in";
      readonly account: string;
      readonly origin: "key" | "token";
      readonly expiresAt: number;
    };

/** Signs in and out. A failed sign-in rejects with an AddinError and leaves the state signed-out with the reason. */
export interface Session {
  readonly state: Store<SessionState>;
  readonly signIn: (credentials: { readonly key: string; readonly secret: string }, remember: boolean) => Promise<void>;
  readonly useToken: (token: string, remember: boolean) => Promise<void>;
  /** Forgets token, remembered credentials and the memory. */
  readonly signOut: () => Promise<void>;
}

/** Calls that change something or start work: pane and commands only. Not remembered, not retried where a repeat could act twice. */
export interface Actions {
  readonly call: (
    route:
      | "startAnalysis"
      | "createUniverse"
      | "updateUniverse"
      | "extendCoverage"
      | "translateDocuments"
      | "downloadAnalysis"
      | "getTimeSeries",
    parameters: {
      readonly path?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, string>>;
      readonly body: unknown;
    },
    signal?: AbortSignal,
  ) => Promise<{ readonly status: number; readonly value: unknown }>;
}

/** What is remembered, its size and the way to forget it. */
export interface MemoryView {
  readonly size: Store<{ readonly records: number; readonly bytes: number }>;
  readonly clear: () => Promise<void>;
}

/** What functions, commands and pane share while the workbook is open. */
export interface Runtime {
  readonly clock: Clock;
  readonly session: Session;
  readonly universes: Universes;
  readonly choices: Choices;
  readonly analyses: Analyses;
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
