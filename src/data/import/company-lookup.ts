import type { Database } from "../sql/database";
import { companyTerm } from "../sql/write";
import type { Identifier } from "./identifiers";
import { BadRow, type ReadRow } from "./import-error";
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
  const values = [...new Map(identifiers.map((each) => [toValue(each), each])).values()];
  const rows = await database.query<{ readonly value: string; readonly company: string }>(
    `SELECT value, company FROM source_identifiers JOIN source_records USING (source, key) WHERE value = ANY($1::text[])
     UNION
     SELECT value, id FROM unnest($2::text[], $3::text[]) AS t (value, term) JOIN companies ON terms @> ARRAY[term]`,
    [
      // A row may have an ISIN that its company has not: an import does not use those that contradict.
      values.filter(({ kind }) => kind !== "isin").map(toValue),
      ...[toValue, ({ kind, value }: Identifier) => companyTerm(kind, value)].map((write) =>
        values.filter(({ kind }) => kind === "lei" || kind === "isin").map(write),
      ),
    ],
  );
  const companies = new Map<string, Set<string>>();
  for (const { value, company } of rows) companies.set(value, (companies.get(value) ?? new Set()).add(company));
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
