import type { Origin } from "../records";
import { jsonText, type Queries } from "../sql/database";
import { uuidFrom } from "../uuid-from";
import type { CompanyRow, FoundRow } from "./company-lookup";
import { csvRows } from "./csv";
import { readEach } from "./gleif";
import { ImportError, type BadRow, type ReadRow } from "./import-error";
import { mappedColumns, MappedRow, readIdentifiers, rowText, type Mapping } from "./mapping";
import { checkLengths } from "./source-company";
import type { SourceFile } from "./source-file";
import type { Changes } from "./write-companies";

/** A member of a universe of a firm's own file. */
export interface MemberRow extends CompanyRow {
  readonly universe: string;
}

/** The company of universes that all accounts see: those that were imported, which nobody owns. */
export const everyCompany = "00000000-0000-0000-0000-000000000000";

const longestName = 200;

/** The members of the universes of a CSV. @throws ImportError if the file lacks a column of the mapping */
export async function* mappedMembers(
  file: SourceFile,
  mapping: Mapping,
): AsyncGenerator<ReadRow<MemberRow> | BadRow, void> {
  yield* readEach(
    csvRows(file, mappedColumns(mapping)),
    (row): MemberRow => {
      const universe = new MappedRow(mapping, row).cell("universe").trim();
      if (universe === "") throw new Error("names no universe");
      if (universe.length > longestName) throw new Error(`has a universe of more than ${longestName} characters`);
      return { universe, company: checkLengths(readIdentifiers(mapping, row)) };
    },
    rowText,
  );
}

/** Writes members of imported universes, and the universes. Call it in a transaction. */
export const writeMembers = async (
  queries: Queries,
  { origin, file }: { readonly origin: Origin; readonly file: string },
  batch: readonly FoundRow<MemberRow>[],
): Promise<Changes> => {
  const names = [...new Set(batch.map(({ universe }) => universe))];
  const [taken] = await queries.query<{ readonly name: string }>(
    "SELECT name FROM universes WHERE name = ANY($1::text[]) AND company <> $2 LIMIT 1",
    [names, everyCompany],
  );
  if (taken !== undefined)
    throw new ImportError(`There is a universe "${taken.name}" already that was not imported: rename one of them.`);
  await queries.query(
    `INSERT INTO universes (id, name, type, description, owner, company)
     SELECT n.id, n.name, 'PROVIDER', NULL, NULL, $1 FROM unnest($2::uuid[], $3::text[]) AS n (id, name)
     ON CONFLICT (id) DO NOTHING`,
    [everyCompany, names.map((name) => uuidFrom(`imported universe ${name}`)), names],
  );
  const members = new Map(batch.map((row) => [`${row.companyId} ${row.universe}`, row]));
  const rows = [...members.values()];
  const written = await queries.query<{ readonly fresh: boolean }>(
    `INSERT INTO imported_members (universe, company, source, file, origin)
     SELECT u.ordinal, c.ordinal, $1, $2, $3::jsonb FROM unnest($4::uuid[], $5::uuid[]) AS m (universe, company)
     JOIN universes u ON u.id = m.universe JOIN companies c ON c.id = m.company
     ON CONFLICT (universe, company, source) DO UPDATE SET file = excluded.file, origin = excluded.origin
     RETURNING xmax = 0 AS fresh`,
    [
      origin.source,
      file,
      jsonText(origin),
      rows.map(({ universe }) => uuidFrom(`imported universe ${universe}`)),
      rows.map(({ companyId }) => companyId),
    ],
  );
  await queries.query(
    `INSERT INTO universe_members (universe, company) SELECT universe, company FROM imported_members WHERE file = $1
     ON CONFLICT DO NOTHING`,
    [file],
  );
  const added = written.filter(({ fresh }) => fresh).length;
  return { added, changed: 0, unchanged: rows.length - added };
};

/** Removes the members that an earlier file of the source had and this one has not: it was read to its end. */
export const removeFormerMembers = async (queries: Queries, source: string, file: string): Promise<void> => {
  await queries.query(
    `DELETE FROM imported_members WHERE source = $1 AND file <> $2
       AND universe IN (SELECT universe FROM imported_members WHERE file = $2)`,
    [source, file],
  );
  await queries.query(
    `DELETE FROM universe_members m USING universes u WHERE u.ordinal = m.universe AND u.company = $1
       AND NOT EXISTS (SELECT 1 FROM imported_members i WHERE i.universe = m.universe AND i.company = m.company)`,
    [everyCompany],
  );
};
