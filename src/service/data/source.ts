import type { CompanyRecord, EventRecord, Sentence, Signal, Site, Wording } from "../../data/records";
import type { NumberCondition, TextCondition } from "../http/conditions";
import type { EntityConditions } from "../search/entity-filter";
import type { EntityQuery } from "../search/entity-search";
import type { Numbered, Slice, SliceRequest } from "../listing/page";
import type { Universe } from "../store/universes";
import type { Account } from "../world/accounts";

export type Company = CompanyRecord & Numbered;

/** A document as the routes read it. Members may be computed when they are read. */
export interface Document extends Numbered {
  readonly contentId: string;
  readonly url: string | null;
  /** Milliseconds. */
  readonly time: number;
  readonly site: Site;
  /** The language of the text (ISO 639-2/B). */
  readonly language: string;
  /** 0 to 100; null is unknown. */
  readonly quality: number | null;
  /** The title first, if there is one. */
  readonly sentences: readonly Sentence[];
  /** The companies that the linker finds in the text. */
  readonly companies: readonly { readonly id: string; readonly name: string }[];
  /** The document in a language, its own included; undefined if it cannot be rendered in it. */
  readonly wording: (language: string) => Wording | undefined;
}

/** A record of the ESG or SDG routes. */
export interface DocumentSignal extends Numbered {
  readonly document: Document;
  readonly signal: Signal;
}

export interface Event extends Numbered, Omit<EventRecord, "translations" | "title" | "summary" | "start" | "last"> {
  /** Milliseconds. */
  readonly start: number;
  readonly last: number;
  /** Title and summary in a language; undefined if they cannot be rendered in it. */
  readonly wording: (language: string) => { readonly title: string; readonly summary: string } | undefined;
}

/** What documents and events are filtered by. An empty list does not filter. */
interface RecordFilter {
  readonly score: readonly NumberCondition[];
  /** Ids. */
  readonly cases: readonly string[];
  readonly categories: readonly string[];
  /** Of the company. */
  readonly sector: readonly TextCondition[];
}

export interface DocumentFilter extends RecordFilter {
  /** Milliseconds. */
  readonly time: readonly NumberCondition[];
  /** Ids. */
  readonly events: readonly string[];
}

export interface EventFilter extends RecordFilter {
  /** Milliseconds. */
  readonly start: readonly NumberCondition[];
  readonly last: readonly NumberCondition[];
  readonly subCategories: readonly string[];
  readonly classifications: readonly string[];
  readonly principles: readonly string[];
  /** Terms: any of them matches if all its words occur in title or summary, in any form. */
  readonly content: readonly string[];
}

/** How many companies a search found, and the best of them, best first. */
export interface CompanyMatches {
  readonly total: number;
  readonly best: readonly Company[];
}

/** The documents that an analysis reads. */
export interface DocumentScan {
  /** Milliseconds: from the first, before the second. */
  readonly from: number;
  readonly to: number;
  /** ISO 639-2/B. */
  readonly languages: ReadonlySet<string>;
  readonly isIncluded: (site: Site) => boolean;
  readonly leastQuality: number;
}

/** What a listing is bound to, for caches: universe or company, filters and order. */
export interface ListingKey {
  readonly key: string;
}

/**
 * The data that the routes ask for: the made-up world in memory, or a database. Orders are `<field>:<direction>` items
 * of the specification.
 */
export interface DataSource {
  /** The company with this id. */
  readonly company: (id: string) => Promise<Company | undefined>;
  /** By name. `total` counts the whole listing. */
  readonly listCompanies: (
    listing: ListingKey & {
      readonly universe: Universe;
      readonly account: Account;
      readonly conditions: EntityConditions;
      readonly descending: boolean;
    },
    page: SliceRequest,
  ) => Promise<Slice<Company> & { readonly total: number }>;
  /** One result for each query, in their order. */
  readonly searchCompanies: (
    queries: readonly EntityQuery[],
    account: Account,
    most: number,
  ) => AsyncIterable<CompanyMatches>;
  /** The companies with a name like the text, best first. */
  readonly companiesByName: (text: string, most: number) => Promise<readonly Company[]>;
  /** The company with exactly this name or, failing that, this alias; case-insensitive. */
  readonly companyByExactName: (name: string) => Promise<Pick<Company, "ordinal" | "id"> | undefined>;
  /** For each company, how many universes the account sees it in. */
  readonly countUniverses: (companies: readonly Company[], account: Account) => Promise<readonly number[]>;
  /** Whether a universe has members and the account may read the signals of none. */
  readonly isUnlicensed: (universe: Universe) => Promise<boolean>;

  /** ESG documents of the licensed members: by reliability, then newest, then by id. */
  readonly listEsgDocuments: (
    listing: ListingKey & { readonly universe: Universe; readonly filter: DocumentFilter },
    page: SliceRequest,
  ) => Promise<Slice<DocumentSignal>>;
  readonly listSdgDocuments: (
    listing: { readonly company: Company; readonly filter: DocumentFilter; readonly order: readonly string[] },
    page: SliceRequest,
  ) => Promise<Slice<DocumentSignal>>;
  readonly signal: (kind: "esg" | "sdg", id: string) => Promise<DocumentSignal | undefined>;
  /** Events of the licensed members; without an order, the latest activity first. */
  readonly listEvents: (
    listing: ListingKey & {
      readonly universe: Universe;
      readonly filter: EventFilter;
      readonly order: readonly string[];
    },
    page: SliceRequest,
  ) => Promise<Slice<Event>>;

  /** The documents with these ids that were extracted at these times (milliseconds), in the order of the request. */
  readonly documents: (
    ids: readonly { readonly contentId: string; readonly time: number | undefined }[],
  ) => Promise<readonly (Document | undefined)[]>;
  /** The documents of a scan, in batches and in any order. */
  readonly scanDocuments: (scan: DocumentScan) => AsyncIterable<readonly Document[]>;
  /** The documents with these numbers, in batches and in their order. */
  readonly readDocuments: (ordinals: readonly number[]) => AsyncIterable<readonly Document[]>;
  /** Whether the records of an ordinal never change, so that their JSON may be cached. */
  readonly isFixed: boolean;
}
