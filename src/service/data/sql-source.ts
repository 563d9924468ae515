import { isUuid } from "../../contract/values";
import { everyCompany } from "../../data/import/imported-universes";
import type { Enrichment, EventRecord, Sentence, Signal, SourceDocument, Wording } from "../../data/records";
import type { Database, Row } from "../../data/sql/database";
import { splitWords, stemWord } from "../../data/words";
import type { TextCondition } from "../http/conditions";
import type { Slice, SliceRequest } from "../listing/page";
import type { Universe } from "../store/universes";
import {
  behindSql,
  companySql,
  instantSql,
  numberSql,
  type OrderColumn,
  orderSql,
  Parameters,
  positionSql,
  sectorSql,
  timeSql,
} from "./sql-conditions";
import { earlyPageSql, type MemberListing, memberPageSql, plainPageSql } from "./member-pages";
import { createSqlSearch, readCompany } from "./sql-search";
import type { DataSource, Document, DocumentFilter, DocumentSignal, Event, EventFilter } from "./source";

/** The columns of a document that a page of signals needs: neither text nor sentences. */
const headColumns =
  "d.ordinal AS document, d.time, d.quality, d.source - 'text' AS source, d.enrichment, d.translations";

/** A document of the database. */
class StoredDocument implements Document {
  readonly ordinal: number;
  readonly time: number;
  readonly quality: number | null;
  readonly #source: Omit<SourceDocument, "text">;
  readonly #enrichment: Pick<Enrichment, "language" | "summary" | "mainStory" | "mentions">;
  readonly #translations: Readonly<Record<string, Wording>>;
  readonly #sentences: readonly Sentence[] | undefined;

  constructor(row: Row) {
    this.ordinal = row["document"] as number;
    this.time = (row["time"] as Date).getTime();
    this.quality = row["quality"] as number | null;
    this.#source = row["source"] as SourceDocument;
    this.#enrichment = row["enrichment"] as Enrichment;
    this.#translations = row["translations"] as Readonly<Record<string, Wording>>;
    this.#sentences = row["sentences"] as readonly Sentence[] | undefined;
  }

  get contentId(): string {
    return this.#source.contentId;
  }

  get url(): string | null {
    return this.#source.url;
  }

  get site(): Document["site"] {
    return this.#source.site;
  }

  get language(): string {
    return this.#enrichment.language;
  }

  get sentences(): readonly Sentence[] {
    if (this.#sentences === undefined) throw new Error("the document was read without its sentences");
    return this.#sentences;
  }

  get companies(): Document["companies"] {
    const names = new Map(this.#enrichment.mentions.map(({ company, text }) => [company, text]));
    return Array.from(names, ([id, name]) => ({ id, name }));
  }

  wording(language: string): Wording | undefined {
    if (language !== this.language) return this.#translations[language];
    const { summary, mainStory } = this.#enrichment;
    const sentences = (this.#sentences ?? []).flatMap(({ text, type }) => (type === 1 ? [text] : []));
    return { title: this.#source.title, sentences, summary, mainStory };
  }
}

const readSignal = (row: Row): DocumentSignal => ({
  ordinal: row["ordinal"] as number,
  signal: row["record"] as Signal,
  document: new StoredDocument(row),
});

const readEvent = (row: Row): Event => {
  const { translations, title, summary, start, last, ...rest } = row["record"] as EventRecord;
  return {
    ...rest,
    ordinal: row["ordinal"] as number,
    start: Date.parse(start),
    last: Date.parse(last),
    wording: (language) => (language === "eng" ? { title, summary } : translations[language]),
  };
};

const documentSql = (filter: DocumentFilter, parameters: Parameters): string[] => [
  ...numberSql("s.score", filter.score, parameters),
  ...timeSql("s.time", filter.time, parameters),
  ...(filter.cases.length === 0 ? [] : [`s.case_id = ANY(${parameters.add(filter.cases.filter(isUuid))}::uuid[])`]),
  ...(filter.events.length === 0 ? [] : [`s.event = ANY(${parameters.add(filter.events.filter(isUuid))}::uuid[])`]),
  ...(filter.categories.length === 0 ? [] : [`s.categories && ${parameters.add(filter.categories)}::text[]`]),
];

const classifications = ["low risk", "watchlist", "violator"];

const contentSql = (terms: readonly string[], parameters: Parameters): string => {
  const tests = terms.flatMap((term) => {
    const stems = [...new Set(splitWords(term).map(stemWord))];
    return stems.length === 0 ? [] : [`e.stems @> ${parameters.add(stems)}::text[]`];
  });
  return tests.length === 0 ? "FALSE" : `(${tests.join(" OR ")})`;
};

const eventSql = (filter: EventFilter, parameters: Parameters): string[] => {
  const overlap = (column: string, values: readonly string[]): string[] =>
    values.length === 0 ? [] : [`${column} && ${parameters.add(values)}::text[]`];
  const positions = filter.classifications.map((name) => classifications.indexOf(name) + 1);
  return [
    ...numberSql("e.score", filter.score, parameters),
    ...timeSql("e.start", filter.start, parameters),
    ...timeSql("e.last", filter.last, parameters),
    ...(filter.cases.length === 0 ? [] : [`e.case_id = ANY(${parameters.add(filter.cases.filter(isUuid))}::uuid[])`]),
    ...overlap("e.categories", filter.categories),
    ...overlap("e.sub_categories", filter.subCategories),
    ...(positions.length === 0 ? [] : [`e.classification = ANY(${parameters.add(positions)}::smallint[])`]),
    ...overlap("e.principles", filter.principles),
    ...(filter.content.length === 0 ? [] : [contentSql(filter.content, parameters)]),
  ];
};

/** The licensed members of a universe in these sections. */
const membersSql = (universe: number, sector: readonly TextCondition[], parameters: Parameters): string => {
  const tests = [`m.universe = ${parameters.add(universe)}`, "NOT c.unlicensed", ...sectorSql(sector, parameters)];
  return `SELECT m.company FROM universe_members m JOIN companies c ON c.ordinal = m.company WHERE ${tests.join(" AND ")}`;
};

const reliabilityOrder: readonly OrderColumn[] = [
  { sql: "s.reliability", type: "integer", descending: true },
  { sql: "s.time", type: "timestamptz", descending: true },
  { sql: "s.id", type: "uuid" },
];

/** The columns of `<field>:<direction>` items, ended by the id. */
const requestedOrder = (
  items: readonly string[],
  columns: Readonly<Record<string, (descending: boolean) => readonly OrderColumn[]>>,
  id: string,
): OrderColumn[] => [
  ...items.flatMap((item) => {
    const [field = "", direction] = item.split(":");
    return columns[field]?.(direction === "desc") ?? [];
  }),
  { sql: id, type: "uuid" },
];

const plain = (sql: string, type: string) => (descending: boolean) => [{ sql, type, descending }];

const signalColumns = {
  score: plain("coalesce(s.score, 0)", "smallint"),
  extract_date: plain("s.time", "timestamptz"),
};
const eventColumns = {
  score: plain("e.score", "smallint"),
  last_activity: plain("e.last", "timestamptz"),
  start_date: plain("e.start", "timestamptz"),
  // Events without an assessment come last in both directions.
  ungc_classification: (descending: boolean) => [
    { sql: "(e.classification IS NULL)", type: "boolean" },
    { sql: "coalesce(e.classification, 0)", type: "smallint", descending },
  ],
};

const latestFirst = "last_activity:desc";

const batchSize = 500;

/** How records are read from a table, which is named with its alias. */
interface Records<T> {
  readonly table: string;
  readonly columns: string;
  readonly joins?: string;
  readonly read: (row: Row) => T;
}

/** A database as the source of the routes. */
export const createSqlSource = (database: Database): DataSource => {
  const { query } = database;

  /** Reads one page in an order: the rows that `page` selects, one more than its size. */
  const readPage = async <T>(
    { table, columns, joins = "", read }: Records<T>,
    page: string,
    order: readonly OrderColumn[],
    size: number,
    parameters: Parameters,
  ): Promise<Slice<T>> => {
    const alias = table.split(" ")[1] ?? "";
    const rows = await query(
      `SELECT ${columns}, ${positionSql(order)} FROM (${page}) ${alias} ${joins} ORDER BY ${orderSql(order)}`,
      parameters.values,
    );
    const own = rows.slice(0, size);
    const end = (own.at(-1)?.["position"] ?? "") as string;
    return { items: own.map(read), hasNext: rows.length > size, end };
  };

  const readSlice = <T>(
    records: Records<T>,
    tests: readonly string[],
    order: readonly OrderColumn[],
    { size, after }: SliceRequest,
    parameters: Parameters,
  ): Promise<Slice<T>> => {
    const { table } = records;
    const where = [...tests, ...(after === undefined ? [] : [behindSql(order, after, parameters)])];
    const page = `SELECT ${table.split(" ")[1] ?? ""}.* FROM ${table} WHERE ${where.join(" AND ")} ORDER BY ${orderSql(order)} LIMIT ${size + 1}`;
    return readPage(records, page, order, size, parameters);
  };

  /** Reads a page of the records of a universe. `isOrdered`: there are indexes for the order. */
  const readMemberSlice = async <T>(
    records: Records<T>,
    {
      universe,
      sector,
      scope,
      filter,
      order,
      isOrdered,
    }: {
      readonly universe: Universe;
      readonly sector: readonly TextCondition[];
      readonly scope: string;
      readonly filter: (parameters: Parameters) => readonly string[];
      readonly order: readonly OrderColumn[];
      readonly isOrdered: boolean;
    },
    { size, after }: SliceRequest,
  ): Promise<Slice<T>> => {
    const readBy = (write: (listing: MemberListing) => string): Promise<Slice<T>> => {
      const parameters = new Parameters();
      const page = write({
        ...{ table: records.table, scope, order, most: size + 1 },
        members: membersSql(universe.ordinal, sector, parameters),
        behind: after === undefined ? [] : [behindSql(order, after, parameters)],
        filter: filter(parameters),
      });
      return readPage(records, page, order, size, parameters);
    };
    if (!isOrdered) return readBy(plainPageSql);
    const early = await readBy(earlyPageSql);
    if (early.hasNext) return early;
    return readBy(memberPageSql);
  };

  const signals: Records<DocumentSignal> = {
    table: "signals s",
    columns: `s.ordinal, s.record, ${headColumns}`,
    joins: "JOIN documents d ON d.ordinal = s.document",
    read: readSignal,
  };
  const events: Records<Event> = { table: "events e", columns: "e.ordinal, e.record", read: readEvent };

  async function* readDocuments(ordinals: readonly number[]): AsyncGenerator<readonly Document[]> {
    for (let begin = 0; begin < ordinals.length; begin += batchSize) {
      const wanted = ordinals.slice(begin, begin + batchSize);
      const rows = await query(
        `SELECT ${headColumns}, d.sentences FROM documents d WHERE d.ordinal = ANY($1::bigint[]) AND d.version > 0`,
        [wanted],
      );
      const byOrdinal = new Map(rows.map((row) => [row["document"] as number, new StoredDocument(row)]));
      yield wanted.map((ordinal) => byOrdinal.get(ordinal)).filter((document) => document !== undefined);
    }
  }

  return {
    isFixed: false,
    company: async (id) => {
      if (!isUuid(id)) return undefined;
      const [row] = await query("SELECT ordinal, record FROM companies WHERE id = $1", [id]);
      return row === undefined ? undefined : readCompany(row);
    },
    listCompanies: async ({ universe, account, conditions, descending }, page) => {
      const write = (parameters: Parameters): string[] => [
        `c.ordinal IN (SELECT company FROM universe_members WHERE universe = ${parameters.add(universe.ordinal)})`,
        ...companySql(conditions, account, parameters),
      ];
      const order = [
        { sql: 'c.name COLLATE "C"', type: "text", descending },
        { sql: "c.id", type: "uuid", descending },
      ];
      const counted = new Parameters();
      const countAll = `SELECT count(*) AS total FROM companies c WHERE ${write(counted).join(" AND ")}`;
      const parameters = new Parameters();
      const companies = { table: "companies c", columns: "c.ordinal, c.record", read: readCompany };
      const [slice, [count]] = await Promise.all([
        readSlice(companies, write(parameters), order, page, parameters),
        query(countAll, counted.values),
      ]);
      return { ...slice, total: count?.["total"] as number };
    },
    ...createSqlSearch(database),
    companyByExactName: async (name) => {
      const rows = await query<{ readonly ordinal: number; readonly id: string; readonly named: boolean }>(
        `SELECT ordinal, id, terms @> ARRAY[$1::text] AS named FROM companies WHERE terms && ARRAY[$1::text, $2::text]
         ORDER BY named DESC, ordinal LIMIT 1`,
        [`name:${name.toLowerCase()}`, `alias:${name.toLowerCase()}`],
      );
      return rows[0];
    },
    countUniverses: async (companies, account) => {
      const rows = await query<{ readonly company: number; readonly count: number }>(
        `SELECT m.company, count(*) AS count FROM universe_members m JOIN universes u ON u.ordinal = m.universe
         WHERE m.company = ANY($1::bigint[])
           AND (u.owner = $2::uuid OR (u.type <> 'PRIVATE' AND (u.company IN ($3::uuid, $4::uuid) OR $3::uuid = ANY(u.links))))
         GROUP BY m.company`,
        [companies.map(({ ordinal }) => ordinal), account.user, account.company, everyCompany],
      );
      const counts = new Map(rows.map(({ company, count }) => [company, count]));
      return companies.map(({ ordinal }) => counts.get(ordinal) ?? 0);
    },
    isUnlicensed: async ({ ordinal }) => {
      const members =
        "SELECT 1 FROM universe_members m JOIN companies c ON c.ordinal = m.company WHERE m.universe = $1";
      const [row] = await query(
        `SELECT EXISTS (${members}) AND NOT EXISTS (${members} AND NOT c.unlicensed) AS unlicensed`,
        [ordinal],
      );
      return row?.["unlicensed"] === true;
    },
    listEsgDocuments: ({ universe, filter }, page) =>
      readMemberSlice(
        signals,
        {
          ...{ universe, sector: filter.sector, scope: "s.kind = 'esg'", order: reliabilityOrder },
          filter: (parameters) => documentSql(filter, parameters),
          // A case and an event have few documents, and indexes of their own.
          isOrdered: filter.cases.length === 0 && filter.events.length === 0,
        },
        page,
      ),
    listSdgDocuments: ({ company, filter, order }, page) => {
      const parameters = new Parameters();
      const tests = [
        "s.kind = 'sdg'",
        `s.company = ${parameters.add(company.ordinal)}`,
        ...documentSql(filter, parameters),
      ];
      return readSlice(signals, tests, requestedOrder(order, signalColumns, "s.id"), page, parameters);
    },
    signal: async (kind, id) => {
      if (!isUuid(id)) return undefined;
      const [row] = await query(
        `SELECT ${signals.columns} FROM ${signals.table} ${signals.joins} WHERE s.id = $1 AND s.kind = $2`,
        [id, kind],
      );
      return row === undefined ? undefined : readSignal(row);
    },
    listEvents: ({ universe, filter, order }, page) => {
      const items = order.length > 0 ? order : [latestFirst];
      return readMemberSlice(
        events,
        {
          ...{ universe, sector: filter.sector, scope: "TRUE" },
          order: requestedOrder(items, eventColumns, "e.id"),
          filter: (parameters) => eventSql(filter, parameters),
          isOrdered:
            items.length === 1 && items[0] === latestFirst && filter.cases.length === 0 && filter.content.length === 0,
        },
        page,
      );
    },
    documents: async (requests) => {
      const rows = await query(
        `SELECT ${headColumns}, d.sentences FROM documents d WHERE d.content_id = ANY($1::text[]) AND d.version > 0`,
        [requests.map(({ contentId }) => contentId)],
      );
      const documents = new Map(rows.map((row) => new StoredDocument(row)).map((each) => [each.contentId, each]));
      return requests.map(({ contentId, time }) => {
        const document = documents.get(contentId);
        return document?.time === time ? document : undefined;
      });
    },
    scanDocuments: async function* ({
      from,
      to,
      languages,
      isIncluded,
      leastQuality,
    }): AsyncGenerator<readonly Document[]> {
      for (let [time, last] = [from, -1]; ;) {
        const rows = await query(
          `SELECT ${headColumns}, d.sentences FROM documents d
           WHERE (d.time, d.ordinal) > (${instantSql("$1")}, $2::bigint) AND d.time < ${instantSql("$3")}
             AND d.language = ANY($4::text[]) AND coalesce(d.quality, 100) >= $5 AND d.version > 0
           ORDER BY d.time, d.ordinal LIMIT ${batchSize}`,
          [time, last, to, [...languages], leastQuality],
        );
        const batch = rows.map((row) => new StoredDocument(row));
        yield batch.filter(({ site }) => isIncluded(site));
        const end = batch.at(-1);
        if (end === undefined || batch.length < batchSize) return;
        [time, last] = [end.time, end.ordinal];
      }
    },
    readDocuments,
  };
};
