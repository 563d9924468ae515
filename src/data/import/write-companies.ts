import { createHash } from "node:crypto";
import { canonicalJson } from "../../facts/json";
import type { CompanyRecord, Origin } from "../records";
import { jsonText, type Queries, type Row, storableJson, type Value } from "../sql/database";
import { noteRenamed } from "../enrich/monitoring";
import { writeCompanies } from "../sql/write";
import { uuidFrom } from "../uuid-from";
import { type Identifier, identifierKinds } from "./identifiers";
import { mergeRecords, type CompanySource, type Conflict, type MergedCompany, type SourceRecord } from "./merge";
import { companyIdentifiers, type SourceCompany } from "./source-company";

/** Where rows come from: kind and name of the source stand for all of them. */
export interface RowSource {
  readonly kind: CompanySource;
  readonly origin: Origin;
}

/** What a batch changed. */
export interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

interface StoredRow {
  readonly source: string;
  readonly key: string;
  readonly kind: CompanySource;
  readonly company: string;
  readonly origin: Origin;
  readonly record: SourceCompany;
  readonly identifiers: readonly Identifier[];
  readonly hash: string;
}

/** A row with what follows from it alone: it is computed while rows before it are written. */
export interface SourceRow {
  readonly company: SourceCompany;
  /** The company as JSON for the database. */
  readonly json: string;
  readonly identifiers: readonly Identifier[];
  /** Two rows with the same hash say the same. */
  readonly hash: string;
}

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

const toRef = (source: string, key: string): string => `${source}\t${key}`;
const fromRef = (ref: string): readonly [source: string, key: string] => {
  const at = ref.indexOf("\t");
  return [ref.slice(0, at), ref.slice(at + 1)];
};

export const toSourceRow = (company: SourceCompany, { licence }: Origin): SourceRow => {
  const json = JSON.stringify(company);
  return {
    company,
    json: storableJson(json),
    identifiers: companyIdentifiers(company),
    hash: md5(`${licence} ${json}`),
  };
};

/** Identifiers as they are stored, and those of parents, which join nothing but must be found. */
const identifierValues = ({
  record: company,
  identifiers,
}: Pick<StoredRow, "record" | "identifiers">): readonly string[] => [
  ...identifiers.map(({ kind, value }) => `${kind}:${value}`),
  ...[company.parentLei, company.ultimateParentLei].flatMap((lei) => (lei === undefined ? [] : [`parent:${lei}`])),
];

const joining = (value: string): boolean => !value.startsWith("parent:");

const readRows = async (queries: Queries, sql: string, values: readonly Value[]): Promise<readonly StoredRow[]> => {
  const rows = await queries.query<Omit<StoredRow, "identifiers"> & Row>(sql, values);
  return rows.map((row) => ({ ...row, identifiers: companyIdentifiers(row.record) }));
};

/** The rows that are connected by any identifiers with these values, and children of companies among them. */
const connectedRows = (queries: Queries, values: readonly string[]): Promise<readonly StoredRow[]> =>
  readRows(
    queries,
    `WITH RECURSIVE connected (source, key) AS (
       SELECT source, key FROM source_identifiers WHERE value = ANY($1)
       UNION
       SELECT other.source, other.key FROM connected
       JOIN source_identifiers own USING (source, key)
       JOIN source_identifiers other ON other.value = own.value
       WHERE own.value NOT LIKE 'parent:%')
     SELECT source, key, kind, company, origin, record, hash FROM connected JOIN source_records USING (source, key)`,
    [values],
  );

/** The strongest identifier of a company. Its id follows from it. */
const strongestIdentifier = (records: readonly SourceRecord[]): string => {
  const ranks = records
    .flatMap(({ identifiers }) => identifiers)
    .map(({ kind, value }) => ({ rank: identifierKinds.indexOf(kind), text: `${kind}:${value}` }));
  const [first] = ranks.sort((a, b) => a.rank - b.rank || (a.text < b.text ? -1 : 1));
  return first?.text ?? records.map(({ ref }) => ref).sort()[0] ?? "";
};

/**
 * Gives each company its id. An id is permanent: a company keeps that of any of its rows; a new one gets an id that
 * follows from its strongest identifier.
 */
const giveIds = async (
  queries: Queries,
  companies: readonly MergedCompany[],
  storedIds: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<MergedCompany, string>> => {
  const sorted = companies
    .map((merged) => ({
      merged,
      strongest: strongestIdentifier(merged.records),
      isKnown: merged.records.some(({ ref }) => storedIds.has(ref)),
    }))
    // A new company with the identifier of a known one (a ticker is given again) must not take its id.
    .sort((a, b) => Number(b.isKnown) - Number(a.isKnown) || (a.strongest < b.strongest ? -1 : 1))
    .map(({ merged, strongest }) => ({ merged, strongest, own: uuidFrom(strongest) }));
  const connected = new Set(storedIds.values());
  // A company that has this identifier no more may still have the id that followed from it.
  const elsewhere = await queries.query<{ readonly id: string }>(
    "SELECT id FROM companies WHERE id = ANY($1::uuid[])",
    [sorted.map(({ own }) => own).filter((id) => !connected.has(id))],
  );
  const used = new Set(elsewhere.map(({ id }) => id));
  const ids = new Map<MergedCompany, string>();
  for (const { merged, strongest, own } of sorted) {
    const stored = (records: readonly SourceRecord[]): readonly string[] =>
      records.flatMap(({ ref }) => storedIds.get(ref) ?? []).sort();
    const all = stored(merged.records);
    // Parents are found by their LEI: the id of the rows that have it stays.
    const withLei = stored(merged.records.filter(({ company }) => company.lei !== undefined));
    const ranked = [...(all.includes(own) ? [own] : []), ...withLei, ...all, own];
    // Others may have the same identifier, where companies contradict. No two have the same row.
    const id =
      ranked.find((each) => !used.has(each)) ??
      uuidFrom(`${strongest} ${merged.records.map(({ ref }) => ref).sort()[0] ?? ""}`);
    used.add(id);
    ids.set(merged, id);
  }
  return ids;
};

/** The ids of companies by LEI, for parents. A row without a name makes no company. */
const idsByLei = async (queries: Queries, leis: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (leis.length === 0) return new Map();
  const rows = await queries.query<{ readonly value: string; readonly company: string }>(
    `SELECT value, company FROM source_identifiers JOIN source_records USING (source, key)
     WHERE value = ANY($1) AND record ? 'name'`,
    [leis.map((lei) => `lei:${lei}`)],
  );
  return new Map(rows.map(({ value, company }) => [value.slice("lei:".length), company]));
};

/** Replaces companies that became part of others, in all that names them, and removes them. */
const redirectCompanies = async (queries: Queries, redirects: ReadonlyMap<string, string>): Promise<void> => {
  if (redirects.size === 0) return;
  const pairs = [[...redirects.keys()], [...redirects.values()]];
  for (const table of ["signals", "events"])
    await queries.query(
      `UPDATE ${table} SET company = current.ordinal, record = jsonb_set(${table}.record, '{company}', to_jsonb(current.id))
       FROM unnest($1::uuid[], $2::uuid[]) AS redirect (former, current)
       JOIN companies old ON old.id = redirect.former JOIN companies current ON current.id = redirect.current
       WHERE ${table}.company = old.ordinal`,
      pairs,
    );
  await queries.query(
    `INSERT INTO universe_members (universe, company)
     SELECT m.universe, current.ordinal FROM unnest($1::uuid[], $2::uuid[]) AS redirect (former, current)
     JOIN companies old ON old.id = redirect.former JOIN companies current ON current.id = redirect.current
     JOIN universe_members m ON m.company = old.ordinal ON CONFLICT DO NOTHING`,
    pairs,
  );
  await queries.query(
    `INSERT INTO imported_members (universe, company, source, file, origin)
     SELECT m.universe, current.ordinal, m.source, m.file, m.origin FROM unnest($1::uuid[], $2::uuid[]) AS redirect (former, current)
     JOIN companies old ON old.id = redirect.former JOIN companies current ON current.id = redirect.current
     JOIN imported_members m ON m.company = old.ordinal ON CONFLICT DO NOTHING`,
    pairs,
  );
  await removeCompanies(queries, [...redirects.keys()]);
};

const removeCompanies = async (queries: Queries, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  for (const table of ["company_names", "universe_members", "imported_members"])
    await queries.query(`DELETE FROM ${table} USING companies WHERE company = ordinal AND id = ANY($1::uuid[])`, [ids]);
  await queries.query("DELETE FROM companies WHERE id = ANY($1::uuid[])", [ids]);
};

const writeConflicts = async (
  queries: Queries,
  values: readonly string[],
  conflicts: readonly Conflict[],
): Promise<void> => {
  await queries.query("DELETE FROM import_conflicts WHERE value = ANY($1)", [values]);
  if (conflicts.length === 0) return;
  const rows = new Map(conflicts.map((conflict) => [`${conflict.kind}:${conflict.value}`, conflict]));
  await queries.copy(
    "import_conflicts",
    ["value", "reason", "rows"],
    [...rows].map(([value, { reason, refs }]) => [value, reason, refs.map((ref) => fromRef(ref).join(" "))]),
  );
};

const storeRows = async (
  queries: Queries,
  rows: readonly (SourceRow & { readonly id: string })[],
  replaced: readonly StoredRow[],
  { kind, origin }: RowSource,
): Promise<void> => {
  const { source } = origin;
  if (replaced.length > 0) {
    const keys = replaced.map(({ key }) => key);
    for (const table of ["source_identifiers", "source_records"])
      await queries.query(`DELETE FROM ${table} WHERE source = $1 AND key = ANY($2)`, [source, keys]);
  }
  const originJson = jsonText(origin);
  await queries.copy(
    "source_records",
    ["source", "key", "kind", "company", "origin", "record", "hash"],
    rows.map(({ company, id, json, hash }) => [source, company.key, kind, id, originJson, json, hash]),
  );
  await queries.copy(
    "source_identifiers",
    ["value", "source", "key"],
    rows.flatMap(({ company, identifiers }) =>
      [...new Set(identifierValues({ record: company, identifiers }))].map((value) => [value, source, company.key]),
    ),
  );
};

const mostFormerNames = 20;

/**
 * A row that replaces one of the same company keeps its name: documents name it so. Tickers and keys of lists may be another
 * company's later; LEIs, CIKs and ISINs are not.
 */
const withFormerNames = (row: SourceRow, before: SourceCompany | undefined): SourceRow => {
  const { company } = row;
  const isSame =
    before !== undefined &&
    ((before.lei !== undefined && before.lei === company.lei) ||
      (before.cik !== undefined && before.cik === company.cik) ||
      (before.isins ?? []).some((isin) => company.isins?.includes(isin)));
  if (!isSame) return row;
  const former = new Set([...(before.formerNames ?? []), ...(before.name === undefined ? [] : [before.name])]);
  for (const name of [company.name ?? "", ...(company.aliases ?? [])]) former.delete(name);
  if (former.size === 0) return row;
  const renamed = { ...company, formerNames: [...former].slice(-mostFormerNames) };
  return { ...row, company: renamed, json: storableJson(JSON.stringify(renamed)) };
};

/** Writes rows of one source, and the companies that they change. Call it in a transaction. */
export const writeSourceCompanies = async (
  queries: Queries,
  { kind, origin }: RowSource,
  batch: readonly SourceRow[],
): Promise<Changes> => {
  const { source } = origin;
  // Of rows with the same key the last one counts.
  const rows = new Map(batch.map((row) => [row.company.key, row]));
  const stored = await readRows(
    queries,
    "SELECT source, key, kind, company, origin, record, hash FROM source_records WHERE source = $1 AND key = ANY($2)",
    [source, [...rows.keys()]],
  );
  const storedByKey = new Map(stored.map((row) => [row.key, row]));
  const fresh = [...rows.values()]
    .filter(({ company: { key }, hash }) => storedByKey.get(key)?.hash !== hash)
    .map((row) => ({
      row: withFormerNames(row, storedByKey.get(row.company.key)?.record),
      ref: toRef(source, row.company.key),
    }));
  if (fresh.length === 0) return { added: 0, changed: 0, unchanged: rows.size };
  const freshKeys = new Set(fresh.map(({ row }) => row.company.key));
  const replaced = stored.filter(({ key }) => freshKeys.has(key));
  const freshValues = fresh.map(({ row: { company: record, identifiers } }) =>
    identifierValues({ record, identifiers }),
  );
  const values = new Set([...freshValues.flat(), ...replaced.flatMap(identifierValues)].filter(joining));
  const children = [...values].flatMap((value) => (value.startsWith("lei:") ? [`parent:${value.slice(4)}`] : []));
  const connected = await connectedRows(queries, [...values, ...children]);
  const rest = connected.filter((row) => row.source !== source || !freshKeys.has(row.key));
  const { companies, conflicts } = mergeRecords([
    ...rest.map(({ record: company, ...row }) => ({ ...row, ref: toRef(row.source, row.key), company })),
    ...fresh.map(({ row: { company, identifiers }, ref }) => ({ ref, kind, origin, company, identifiers })),
  ]);
  const storedIds = new Map([...rest, ...replaced].map((row) => [toRef(row.source, row.key), row.company]));
  const ids = await giveIds(queries, companies, storedIds);
  const idsByRef = new Map(companies.flatMap((each) => each.records.map(({ ref }) => [ref, ids.get(each) ?? ""])));
  await storeRows(
    queries,
    fresh.map(({ row, ref }) => ({ ...row, id: idsByRef.get(ref) ?? "" })),
    replaced,
    { kind, origin },
  );
  await moveRows(queries, rest, idsByRef);
  await writeChanged(queries, companies, ids, new Set(storedIds.values()));
  await redirectCompanies(queries, formerIds(storedIds, idsByRef, new Set(ids.values())));
  await writeConflicts(queries, [...new Set([...freshValues.flat(), ...rest.flatMap(identifierValues)])], conflicts);
  return { added: fresh.length - replaced.length, changed: replaced.length, unchanged: rows.size - fresh.length };
};

/** The companies that are no more, with those that have their rows now. */
const formerIds = (
  storedIds: ReadonlyMap<string, string>,
  idsByRef: ReadonlyMap<string, string>,
  current: ReadonlySet<string>,
): ReadonlyMap<string, string> =>
  new Map([...storedIds].flatMap(([ref, id]) => (current.has(id) ? [] : [[id, idsByRef.get(ref) ?? ""]])));

const moveRows = async (
  queries: Queries,
  rows: readonly StoredRow[],
  idsByRef: ReadonlyMap<string, string>,
): Promise<void> => {
  const moved = rows.filter((row) => idsByRef.get(toRef(row.source, row.key)) !== row.company);
  if (moved.length === 0) return;
  await queries.query(
    `UPDATE source_records SET company = moved.company FROM unnest($1::text[], $2::text[], $3::uuid[]) AS moved (source, key, company)
     WHERE source_records.source = moved.source AND source_records.key = moved.key`,
    [
      moved.map(({ source }) => source),
      moved.map(({ key }) => key),
      moved.map((row) => idsByRef.get(toRef(row.source, row.key)) ?? ""),
    ],
  );
};

/** Whether documents that were read may name the company as nobody knew when they were read. */
const isRenamed = (before: CompanyRecord | undefined, { name, aliases, cik }: CompanyRecord): boolean => {
  if (before === undefined) return false;
  const known = new Set([before.name, ...before.aliases].map((each) => each.toLowerCase()));
  return cik !== before.cik || [name, ...aliases].some((each) => !known.has(each.toLowerCase()));
};

const writeChanged = async (
  queries: Queries,
  companies: readonly MergedCompany[],
  ids: ReadonlyMap<MergedCompany, string>,
  storedIds: ReadonlySet<string>,
): Promise<void> => {
  const leis = companies.flatMap((each) =>
    [each.parentLei, each.ultimateParentLei].flatMap((lei) => (lei === null ? [] : [lei])),
  );
  const parents = await idsByLei(queries, [...new Set(leis)]);
  const records = companies.map((merged): CompanyRecord => ({
    id: ids.get(merged) ?? "",
    ...merged.company,
    parent: parents.get(merged.parentLei ?? "") ?? null,
    ultimateParent: parents.get(merged.ultimateParentLei ?? "") ?? null,
  }));
  const known = records.filter(({ id }) => storedIds.has(id)).map(({ id }) => id);
  const before =
    known.length === 0
      ? []
      : await queries.query<{ readonly record: CompanyRecord }>(
          "SELECT record FROM companies WHERE id = ANY($1::uuid[])",
          [known],
        );
  const beforeById = new Map(before.map(({ record }) => [record.id, canonicalJson(record)]));
  const written = records.filter((record) => {
    const old = beforeById.get(record.id);
    return record.name !== "" && (old === undefined || old !== canonicalJson(record));
  });
  if (written.length > 0) await writeCompanies(queries, written);
  const recordsBefore = new Map(before.map(({ record }) => [record.id, record]));
  await noteRenamed(
    queries,
    written.flatMap((record) => (isRenamed(recordsBefore.get(record.id), record) ? [record.id] : [])),
  );
  await removeCompanies(
    queries,
    records.flatMap(({ id, name }) => (name === "" && beforeById.has(id) ? [id] : [])),
  );
};
