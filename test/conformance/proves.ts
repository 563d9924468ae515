import { specificationRows, type RowId } from "./specification-rows";

const title = (ids: readonly RowId[], sentence: string): string => {
  const sections = new Set(ids.map((id) => specificationRows[id].section));
  return `${sentence} § ${[...sections].join("; ")} [${ids.join(", ")}]`;
};

/** A test of what the specification says; names the rows it proves, whose sections appear in the title. */
export const proves = (ids: readonly RowId[], sentence: string, body: () => Promise<void> | void): void => {
  it(title(ids, sentence), async () => body());
};

/** A test of our own choice where the specification is silent (docs/service.md names the choice). */
export const choice = (ids: readonly RowId[], sentence: string, body: () => Promise<void> | void): void => {
  it(`choice: ${title(ids, sentence)}`, async () => body());
};

/** One test of all fields of a resource: each record that `read` returns must pass the check of every row. A failure names the row. */
export const provesFields = <T>(
  sentence: string,
  checks: Readonly<Partial<Record<RowId, (record: T) => void>>>,
  read: () => Promise<readonly T[]>,
): void => {
  const entries = Object.entries(checks) as [RowId, (record: T) => void][];
  const ids = entries.map(([id]) => id);
  proves(ids, sentence, async () => {
    const records = await read();
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) for (const [id, check] of entries) checkRow(id, () => check(record));
  });
};

const checkRow = (id: RowId, check: () => void): void => {
  try {
    check();
  } catch (error) {
    throw new Error(`${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};
