import type { Database } from "../sql/database";
import { companyTerm } from "../sql/write";
import type { Identifier } from "./identifiers";
import { BadRow, type ReadRow } from "./import-error";
import { usedIdentifiers } from "./merge";
import { companyIdentifiers, type SourceCompany } from "./source-company";

/** What a row says about a company of the data, by its identifiers. */
export interface CompanyRow {
  readonly company: Pick<SourceCompany, "key" | "lei" | "cik" | "isins" | "figis" | "tickers">;
}

/** A row with the id of its company. */
export type FoundRow<Row> = Row & { readonly companyId: string };

const batchRows = 1_000;

const toValue = ({ kind, value }: Identifier): string => `${kind}:${value}`;

/** The ids of the companies that have these identifiers, by identifier. */
const readCompanies = async (
  database: Database,
  identifiers: readonly Identifier[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const asked = new Map(identifiers.map((each) => [toValue(each), each]));
  const terms = [...asked].filter(([, { kind }]) => kind === "lei" || kind === "isin");
  const rows = await database.query<{
    readonly id: string;
    readonly record: SourceCompany;
    readonly isins: readonly string[];
  }>(
    `SELECT c.id, r.record, c.record->'isins' AS isins
     FROM (SELECT DISTINCT source, key FROM source_identifiers WHERE value = ANY($1)) AS i
     JOIN source_records r USING (source, key) JOIN companies c ON c.id = r.company`,
    [[...asked.keys()]],
  );
  const named = await database.query<{ readonly value: string; readonly id: string }>(
    "SELECT value, id FROM unnest($1::text[], $2::text[]) AS t (value, term) JOIN companies ON terms @> ARRAY[term]",
    [terms.map(([value]) => value), terms.map(([, { kind, value }]) => companyTerm(kind, value))],
  );
  const companies = new Map<string, Set<string>>();
  const note = (value: string, id: string): void => {
    if (asked.has(value)) companies.set(value, (companies.get(value) ?? new Set()).add(id));
  };
  for (const { value, id } of named) note(value, id);
  for (const { id, record, isins } of rows) for (const each of usedIdentifiers(record, isins)) note(toValue(each), id);
  return companies;
};

/**
 * Finds the company of each row. A row is bad where no company of the data has one of its identifiers, and where several
 * have them: a name finds none.
 */
export async function* findCompanies<Row extends CompanyRow>(
  database: Database,
  rows: AsyncIterable<ReadRow<Row> | BadRow>,
): AsyncGenerator<ReadRow<FoundRow<Row>> | BadRow, void> {
  let batch: (ReadRow<Row> | BadRow)[] = [];
  const flush = async (): Promise<readonly (ReadRow<FoundRow<Row>> | BadRow)[]> => {
    const identifiers = batch.flatMap((row) => (row instanceof BadRow ? [] : companyIdentifiers(row.record.company)));
    const companies = await readCompanies(database, identifiers);
    const found = batch.map((row) => (row instanceof BadRow ? row : findCompany(row, companies)));
    batch = [];
    return found;
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === batchRows) yield* await flush();
  }
  if (batch.length > 0) yield* await flush();
}

const findCompany = <Row extends CompanyRow>(
  { line, record }: ReadRow<Row>,
  companies: ReadonlyMap<string, ReadonlySet<string>>,
): ReadRow<FoundRow<Row>> | BadRow => {
  const identifiers = companyIdentifiers(record.company).map(toValue);
  const ids = new Set(identifiers.flatMap((value) => [...(companies.get(value) ?? [])]));
  const [companyId] = ids;
  const shown = identifiers.join(" ").slice(0, 200);
  if (companyId === undefined)
    return new BadRow(line, identifiers.length === 0 ? "has no identifier" : "is about no company of the data", shown);
  return ids.size > 1
    ? new BadRow(line, "has identifiers of several companies", shown)
    : { line, record: { ...record, companyId } };
};
