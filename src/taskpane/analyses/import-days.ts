import type { InvocationContext } from "../../formula/definition";
import type { CellContent } from "../../office/workbook-door";
import type { Runtime } from "../../runtime/runtime";
import type { CellValue, Matrix } from "../../table/matrix";
import { quotedSheet } from "../insert/insertion";
import type { PaneWorld } from "../pane-world";
import type { JobRun } from "../state/job";

/** What to import. */
export interface ImportWish {
  readonly instance: string;
  readonly name: string;
  readonly fields: string;
  readonly entity: string;
  readonly days: readonly string[];
}

interface Doors {
  readonly world: PaneWorld;
  readonly runtime: Runtime;
  readonly run: JobRun;
}

/** Documents one call gives (specification, "Limits"). */
export const perDay = 500;

const host = { formattedValues: false, entityCards: false, maxCharacters: 64_000_000, maxCells: 5_000_000 } as const;

const toContent = (cell: CellValue): CellContent => {
  if (typeof cell !== "object") return cell;
  if (cell instanceof Error) return cell.message;
  return cell.kind === "entity" ? cell.text : cell.value;
};

/** Fetches day after day through ANALYSIS.DOCUMENTS, which remembers each, then writes one table with one header. */
export const importDays = async (
  wish: ImportWish,
  doors: Doors,
): Promise<{ readonly rows: number; readonly fullDays: number }> => {
  doors.run.progress(0, wish.days.length);
  const ask = await askFor(wish, doors);
  const rows: (readonly CellContent[])[] = [];
  let fullDays = 0;
  for (const [index, date] of wish.days.entries()) {
    const [header = [], ...documents] = await ask(date);
    if (rows.length === 0) rows.push(header.map(toContent));
    rows.push(...documents.map((row) => row.map(toContent)));
    if (documents.length >= perDay) fullDays++;
    doors.run.progress(index + 1, wish.days.length);
  }
  await write(wish, rows, doors);
  return { rows: rows.length - 1, fullDays };
};

/** Asks the function for one day; its columns, dates and rules are those of the formula. */
const askFor = async (wish: ImportWish, { world, runtime, run }: Doors): Promise<(date: string) => Promise<Matrix>> => {
  const definition = (await world.functions()).find(({ name }) => name === "ANALYSIS.DOCUMENTS");
  if (definition === undefined) throw new Error("There is no ANALYSIS.DOCUMENTS.");
  const { dates1904 } = await world.workbook.facts();
  const iso = dates1904 === true ? "; dates=iso" : "";
  const context: InvocationContext = {
    ...{ runtime, host, address: undefined, signal: run.signal, preview: false, reloadSince: undefined },
  };
  const [fields, entity] = [wish.fields.trim(), wish.entity.trim()].map((text) => (text === "" ? null : text));
  return (date) => definition.invoke([wish.instance, fields, perDay, null, entity, `date=${date}${iso}`], context);
};

const write = async (
  { name }: ImportWish,
  rows: readonly (readonly CellContent[])[],
  { world, run }: Doors,
): Promise<void> => {
  const sheet = quotedSheet(await world.workbook.addSheet(name));
  const address = await world.workbook.writeValues(`${sheet}!A1`, rows, { signal: run.signal });
  await world.workbook.addTable(address, "SpillwayDocuments");
};
