/** A database that can be asked. */
interface Queries {
  readonly all: (sql: string, values?: string[]) => readonly Readonly<Record<string, unknown>>[];
}

/** The columns of each table of a database. */
const tableColumns = (database: Queries): ReadonlyMap<string, ReadonlySet<string>> => {
  const tables = database.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name));
  const columns = (table: string) => database.all("SELECT name FROM pragma_table_info(?)", [table]);
  return new Map(tables.map((table) => [table, new Set(columns(table).map(({ name }) => String(name)))]));
};

/**
 * What a database lacks of the tables of another: `the table entries`, or `the column value of the table entries`.
 * Undefined if nothing.
 */
export const missingPart = (database: Queries, model: Queries): string | undefined => {
  const present = tableColumns(database);
  for (const [table, columns] of tableColumns(model)) {
    const there = present.get(table);
    if (there === undefined) return `the table ${table}`;
    const column = [...columns].find((name) => !there.has(name));
    if (column !== undefined) return `the column ${column} of the table ${table}`;
  }
  return undefined;
};
