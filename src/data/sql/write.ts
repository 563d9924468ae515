import type { CompanyRecord, DocumentRecord, EventRecord, IsicNode } from "../records";
import { companyName } from "../names/company-names";
import { splitWords, stemWord } from "../words";
import { jsonText, type Queries, type Value } from "./database";

const isicCodes = (nodes: readonly IsicNode[]): string[] =>
  nodes.flatMap(({ code, values = [] }) => [code, ...isicCodes(values)]);

const texts = (...values: readonly (string | null)[]): string[] => values.filter((value) => value !== null);

/** The texts of a company that filters and searches compare, by key. */
const companyTexts = (company: CompanyRecord): Readonly<Record<string, readonly string[]>> => ({
  name: [company.name],
  alias: company.aliases,
  duns: texts(company.duns),
  figi: texts(company.figi),
  isin: company.isins,
  ticker: company.tickers.map(({ symbol }) => symbol),
  lei: texts(company.lei),
  website: texts(company.website),
  registration_code: company.registrations.map(({ value }) => value),
  city: texts(company.city),
  region: texts(company.region),
  country: texts(company.country),
  isic4: isicCodes(company.isic4),
  sector: company.isic4.map(({ code }) => code),
  industry_code: company.industryCodes.flatMap(({ values }) => values.flatMap((each) => [each.code, each.description])),
  unspsc: company.unspsc.flatMap(({ code, description }) => [code, description]),
  ...Object.fromEntries(
    Object.entries(company.clientCodes).map(([client, codes]) => [`client_code ${client}`, Object.values(codes)]),
  ),
});

/** A term of the column `terms`: exact searches look for it. */
export const companyTerm = (key: string, value: string): string => `${key}:${value.toLowerCase()}`;

const companyTerms = (company: CompanyRecord): string[] => [
  ...new Set(
    Object.entries(companyTexts(company)).flatMap(([key, values]) => values.map((value) => companyTerm(key, value))),
  ),
];

/** Longer values would not fit an index. */
const longestCore = 200;

/** A name as searches compare it: folded words without legal form. Empty for a name without letters and digits. */
export const nameCore = (name: string): string =>
  Array.from(companyName(name).words.join(" ")).slice(0, longestCore).join("");

/** The rows of `company_names`. */
const nameRows = (ordinal: number, { name, aliases }: CompanyRecord): Value[][] =>
  [[name], aliases].flatMap((names, list) =>
    [...new Set(names.map((each) => each.toLowerCase()))].map((each) => [ordinal, list === 1, each, nameCore(each)]),
  );

/** Copies rows into a temporary table, which ends with the transaction. */
const throughTemporary = async (
  queries: Queries,
  { name, columns }: { readonly name: string; readonly columns: Readonly<Record<string, string>> },
  rows: Iterable<readonly Value[]>,
): Promise<void> => {
  const definitions = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  await queries.run(
    `DROP TABLE IF EXISTS ${name}; CREATE TEMPORARY TABLE ${name} (${definitions.join()}) ON COMMIT DROP`,
  );
  await queries.copy(name, Object.keys(columns), rows);
};

const companyColumns = {
  id: "uuid",
  name: "text",
  terms: "text[]",
  sections: "text[]",
  employees: "bigint",
  revenue: "bigint[]",
  unlicensed: "boolean",
  record: "jsonb",
};

const companyRow = (company: CompanyRecord): Value[] => [
  company.id,
  company.name,
  companyTerms(company),
  company.isic4.map(({ code }) => code),
  company.employeeCount,
  company.revenue.map(({ value }) => value),
  company.unlicensed,
  jsonText(company),
];

/** The ordinals of those companies that are in the database, by id. */
const readOrdinals = async ({ query }: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await query<{ readonly id: string; readonly ordinal: number }>(
    "SELECT id, ordinal FROM companies WHERE id = ANY($1::uuid[])",
    [ids],
  );
  return new Map(rows.map(({ id, ordinal }) => [id, ordinal]));
};

const replaceCompanies = async (
  queries: Queries,
  companies: readonly CompanyRecord[],
  ordinals: readonly number[],
): Promise<void> => {
  if (companies.length === 0) return;
  await throughTemporary(queries, { name: "new_companies", columns: companyColumns }, companies.map(companyRow));
  await queries.query("DELETE FROM company_names WHERE company = ANY($1::bigint[])", [ordinals]);
  await queries.run(`
    UPDATE companies SET ${Object.keys(companyColumns)
      .map((column) => `${column} = n.${column}`)
      .join()} FROM new_companies n WHERE companies.id = n.id;
    DROP TABLE new_companies`);
};

/** Inserts companies that are not there, and returns their ordinals. No other table holds up the copy. */
const insertCompanies = async (
  queries: Queries,
  companies: readonly CompanyRecord[],
): Promise<ReadonlyMap<string, number>> => {
  if (companies.length === 0) return new Map();
  const rows = await queries.query<{ readonly ordinal: number }>(
    "SELECT nextval(pg_get_serial_sequence('companies', 'ordinal')) AS ordinal FROM generate_series(1, $1)",
    [companies.length],
  );
  const ordinals = rows.map(({ ordinal }) => ordinal);
  await queries.copy(
    "companies",
    ["ordinal", ...Object.keys(companyColumns)],
    companies.map((company, at) => [ordinals[at] ?? 0, ...companyRow(company)]),
  );
  return new Map(companies.map(({ id }, at) => [id, ordinals[at] ?? 0]));
};

/** Inserts companies, or replaces those with the same id. Call it in a transaction. An id may occur once in a call. */
export const writeCompanies = async (queries: Queries, companies: readonly CompanyRecord[]): Promise<void> => {
  const known = await readOrdinals(
    queries,
    companies.map(({ id }) => id),
  );
  const replaced = companies.filter(({ id }) => known.has(id));
  await replaceCompanies(queries, replaced, [...known.values()]);
  const added = await insertCompanies(
    queries,
    companies.filter(({ id }) => !known.has(id)),
  );
  await queries.copy(
    "company_names",
    ["company", "alias", "name", "core"],
    companies.flatMap((company) => nameRows(known.get(company.id) ?? added.get(company.id) ?? 0, company)),
  );
};

/**
 * Inserts documents with their signals, or replaces those with the same content id. Call it in a transaction. Signals
 * of companies that are not in the database are left out.
 */
export const writeDocuments = async (queries: Queries, documents: readonly DocumentRecord[]): Promise<void> => {
  const columns = {
    content_id: "text",
    time: "timestamptz",
    language: "text",
    site: "text",
    quality: "real",
    version: "integer",
    source: "jsonb",
    enrichment: "jsonb",
    sentences: "jsonb",
    translations: "jsonb",
  };
  const list = Object.keys(columns);
  await throughTemporary(
    queries,
    { name: "new_documents", columns },
    documents.map(({ source, enrichment }): readonly Value[] => {
      const start = [source.contentId, source.time, enrichment?.language ?? source.language, source.site.domain];
      if (enrichment === null) return [...start, null, 0, jsonText(source), null, null, null];
      const { sentences, translations, ...rest } = enrichment;
      const tail = [
        jsonText(source),
        jsonText({ ...rest, signals: undefined }),
        jsonText(sentences),
        jsonText(translations),
      ];
      return [...start, enrichment.quality, enrichment.version, ...tail];
    }),
  );
  await throughTemporary(
    queries,
    {
      name: "new_signals",
      columns: { content_id: "text", id: "uuid", company: "uuid", time: "timestamptz", record: "jsonb" },
    },
    documents.flatMap(({ source, enrichment }) =>
      (enrichment?.signals ?? []).map((signal) => [
        source.contentId,
        signal.id,
        signal.company,
        source.time,
        jsonText(signal),
      ]),
    ),
  );
  await queries.run(`
    INSERT INTO documents (${list.join()}) SELECT ${list.join()} FROM new_documents
    ON CONFLICT (content_id) DO UPDATE SET ${list.map((column) => `${column} = excluded.${column}`).join()};
    INSERT INTO document_days SELECT DISTINCT language, (time AT TIME ZONE 'UTC')::date FROM new_documents
    WHERE version > 0 AND language IS NOT NULL ORDER BY 1, 2 ON CONFLICT DO NOTHING;
    DELETE FROM signals USING documents JOIN new_documents USING (content_id)
    WHERE signals.document = documents.ordinal AND signals.id NOT IN (SELECT id FROM new_signals);
    INSERT INTO signals (id, kind, document, company, event, case_id, time, score, categories, reliability, record)
    SELECT s.id, s.record->>'kind', d.ordinal, c.ordinal, (s.record->>'event')::uuid, (s.record->>'case')::uuid, s.time,
      (s.record->>'score')::smallint, ARRAY(SELECT jsonb_array_elements_text(s.record->'categories')),
      (s.record->>'reliability')::integer, s.record
    FROM new_signals s JOIN documents d USING (content_id) JOIN companies c ON c.id = s.company
    ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, document = excluded.document, company = excluded.company,
      event = excluded.event, case_id = excluded.case_id, time = excluded.time, score = excluded.score,
      categories = excluded.categories, reliability = excluded.reliability, record = excluded.record;
    DROP TABLE new_documents; DROP TABLE new_signals`);
};

const classifications = ["low risk", "watchlist", "violator"];

/**
 * Inserts events, or replaces those with the same id. Call it in a transaction. Events of companies that are not in the
 * database are left out.
 */
export const writeEvents = async (queries: Queries, events: readonly EventRecord[]): Promise<void> => {
  const columns = {
    id: "uuid",
    case_id: "uuid",
    company_id: "uuid",
    start: "timestamptz",
    last: "timestamptz",
    score: "smallint",
    classification: "smallint",
    principles: "text[]",
    categories: "text[]",
    sub_categories: "text[]",
    stems: "text[]",
    record: "jsonb",
  };
  const list = Object.keys(columns).filter((column) => column !== "company_id");
  await throughTemporary(
    queries,
    { name: "new_events", columns },
    events.map((event) => [
      event.id,
      event.case,
      event.company,
      event.start,
      event.last,
      event.score,
      event.ungc === null ? null : classifications.indexOf(event.ungc.classification) + 1,
      event.ungc?.principles ?? [],
      event.categories,
      event.subCategories,
      [...new Set(splitWords(`${event.title} ${event.summary}`).map(stemWord))],
      jsonText(event),
    ]),
  );
  await queries.run(`
    INSERT INTO events (company, ${list.join()})
    SELECT c.ordinal, ${list.map((column) => `e.${column}`).join()} FROM new_events e JOIN companies c ON c.id = e.company_id
    ON CONFLICT (id) DO UPDATE SET company = excluded.company, ${list.map((column) => `${column} = excluded.${column}`).join()};
    DROP TABLE new_events`);
};
