import { ImportError, type BadRow, type ReadRow } from "./import-error";
import {
  csvDocuments,
  edgarFilings,
  feedDocuments,
  htmlDocuments,
  jsonDocuments,
  newsMlDocuments,
  ninjsDocuments,
  warcDocuments,
  type FileDocument,
} from "./documents";
import { isinLeiRecords, leiRecords, relationshipRecords } from "./gleif";
import { mappedEvents, type EventRow } from "./imported-events";
import { mappedMembers, type MemberRow } from "./imported-universes";
import { companyFields, eventFields, universeFields, type MappedField, type Mapping } from "./mapping";
import type { CompanySource } from "./merge";
import { secCompanies } from "./sec";
import type { SourceCompany } from "./source-company";
import { peekText, type SourceFile } from "./source-file";

type Rows<Row> = AsyncGenerator<ReadRow<Row> | BadRow, void>;

interface Kind {
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** What the files are. */
  readonly files: string;
  /** Where they come from. */
  readonly from: string;
  /** What the records may be used for, and so the licence that is noted with each. */
  readonly licence: string;
}

/** Files of one layout, whose source is known. */
interface CompanyKind extends Kind {
  readonly name: CompanySource;
  readonly source: string;
  readonly companies: (file: SourceFile) => Rows<SourceCompany>;
}

/** CSV files whose columns a mapping names. */
interface Mapped extends Kind {
  /** Whether the mapping must be seen by somebody before it is used. */
  readonly isReviewed: boolean;
  /** What a column can be. */
  readonly fields: readonly MappedField[];
  /** What a mapping must name besides an identifier. */
  readonly required: readonly MappedField[];
}

interface MappedCompanyKind extends Mapped {
  readonly name: CompanySource;
}

/** Rows about companies that are in the data. */
interface MappedEventKind extends Mapped {
  readonly events: (file: SourceFile, mapping: Mapping) => Rows<EventRow>;
}

interface MappedUniverseKind extends Mapped {
  readonly members: (file: SourceFile, mapping: Mapping) => Rows<MemberRow>;
}

interface DocumentKind extends Kind {
  readonly source: string;
  /** `written` is when the file was written: ISO 8601, UTC. */
  readonly documents: (file: SourceFile, written: string) => Rows<FileDocument>;
}

export type ImportKind = CompanyKind | MappedCompanyKind | MappedEventKind | MappedUniverseKind | DocumentKind;

/** JSON lines or CSV, as the first character tells. */
async function* plainDocuments(file: SourceFile): Rows<FileDocument> {
  const start = (await peekText(file)).trimStart();
  if (start.startsWith("["))
    throw new ImportError(`${file.path} is a JSON list; documents are JSON lines (an object in each line) or CSV.`);
  yield* start.startsWith("{") ? jsonDocuments(file) : csvDocuments(file);
}

const own = "as agreed with whoever supplied the file; name it with --licence";

/** What can be imported. */
export const importKinds: readonly ImportKind[] = [
  {
    name: "gleif",
    title: "Companies: LEI records of GLEIF",
    source: "GLEIF",
    files: "LEI records (golden copy, Level 1) as CSV or XML, packed or not; records of GLEIF's API as JSON lines",
    from: "gleif.org, LEI data, golden copy and delta files, LEI-CDF",
    licence: "CC0-1.0",
    companies: leiRecords,
  },
  {
    name: "relationships",
    title: "Parents of companies, from GLEIF",
    source: "GLEIF relationships",
    files: "relationship records (golden copy, Level 2): who consolidates whom",
    from: "gleif.org, LEI data, golden copy and delta files, RR-CDF",
    licence: "CC0-1.0",
    companies: relationshipRecords,
  },
  {
    name: "isin-lei",
    title: "ISINs of companies, from GLEIF",
    source: "GLEIF ISIN",
    files: "the mapping of ISINs to LEIs as CSV",
    from: "gleif.org, LEI data, ISIN-to-LEI relationship files",
    licence: "free to use, as GLEIF and ANNA publish it",
    companies: isinLeiRecords,
  },
  {
    name: "sec",
    title: "Companies of the SEC's list",
    source: "SEC",
    files: "company_tickers.json or company_tickers_exchange.json",
    from: "sec.gov, EDGAR, company tickers",
    licence: "public domain (United States)",
    companies: secCompanies,
  },
  {
    name: "listings",
    title: "Securities: a list as CSV",
    isReviewed: false,
    fields: companyFields,
    required: [],
    files: "lists of securities as CSV: ticker with market, ISIN, FIGI or CIK",
    from: "exchanges, or your data supplier",
    licence: own,
  },
  {
    name: "companies",
    title: "Your own companies as CSV",
    isReviewed: true,
    fields: companyFields,
    required: [],
    files: "your own companies as CSV; the first run proposes a mapping of the columns",
    from: "your securities master",
    licence: own,
  },
  {
    name: "events",
    title: "Your own events as CSV",
    isReviewed: false,
    fields: eventFields,
    required: ["title", "category", "score", "start"],
    files: "events as CSV: an identifier of the company, title, category (E, S, G), score (1 to 5) and date",
    from: "your analysts, or your data supplier",
    licence: own,
    events: mappedEvents,
  },
  {
    name: "universes",
    title: "Your own universes as CSV",
    isReviewed: false,
    fields: universeFields,
    required: ["universe"],
    files: "universes as CSV: the name of the universe and an identifier of a member in each row",
    from: "your portfolios and watch lists",
    licence: own,
    members: mappedMembers,
  },
  {
    name: "documents",
    title: "Documents as JSON lines or CSV",
    source: "documents",
    files: "documents as JSON lines or CSV: title, text, date, url",
    from: "your archive",
    licence: own,
    documents: plainDocuments,
  },
  {
    name: "feed",
    title: "A feed: RSS, Atom or JSON",
    source: "feed",
    files: "RSS, RDF, Atom and JSON feeds",
    from: "files that your feed reader keeps",
    licence: "the publisher's terms; name them with --licence",
    documents: feedDocuments,
  },
  {
    name: "ninjs",
    title: "News as ninjs",
    source: "ninjs",
    files: "news items as ninjs 1 to 3",
    from: "your news agency",
    licence: "the agency's terms; those of an item stand before them",
    documents: ninjsDocuments,
  },
  {
    name: "newsml",
    title: "News as NewsML-G2",
    source: "NewsML-G2",
    files: "news items as NewsML-G2",
    from: "your news agency",
    licence: "the agency's terms; those of an item stand before them",
    documents: newsMlDocuments,
  },
  {
    name: "warc",
    title: "A web archive (WARC)",
    source: "WARC",
    files: "web archives (WARC)",
    from: "your own crawl, or Common Crawl",
    licence: "the terms of each website; name them with --licence",
    documents: warcDocuments,
  },
  {
    name: "html",
    title: "A web page",
    source: "HTML",
    files: "web pages, one in each file",
    from: "pages that you saved",
    licence: "the terms of the website; name them with --licence",
    documents: htmlDocuments,
  },
  {
    name: "edgar",
    title: "Filings of EDGAR",
    source: "EDGAR",
    files: "filings as complete submission text files, or as JSON lines of edgar-crawler",
    from: "sec.gov, EDGAR, archives",
    licence: "public domain (United States)",
    documents: edgarFilings,
  },
];
