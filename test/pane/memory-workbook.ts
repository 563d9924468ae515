import type { TargetProblem } from "../../src/addin/excel/sheet/check-target";
import type { CellContent, RangeContent, SelectionPlace } from "../../src/addin/excel/sheet/ranges";
import type { TableContent } from "../../src/addin/excel/sheet/tables";
import type { Workbook } from "../../src/addin/excel/sheet/workbook";
import { createStore, type WritableStore } from "../../src/engine/store";

/** A workbook that is nothing but a map of cells, with switches for what may stand in the way. */
export interface MemoryWorkbook extends Workbook {
  readonly cells: Map<string, CellContent>;
  readonly formulas: Map<string, string>;
  readonly sheets: string[];
  readonly tables: Map<string, { header: readonly string[]; rows: (readonly CellContent[])[] }>;
  readonly select: (address: string) => void;
  readonly fill: (address: string, values: readonly (readonly CellContent[])[]) => void;
  readonly blocked: { problem: TargetProblem | undefined };
  readonly writes: string[];
  /** The list in the column of the active cell. */
  readonly around: { list: string | undefined };
  /** What stands in the way of results, by the address of the formula. */
  readonly inTheWay: Map<string, string>;
}

interface Box {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

const number = (letters: string): number =>
  Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
const letters = (column: number): string =>
  column <= 26
    ? String.fromCharCode(64 + column)
    : letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

const parse = (address: string): Box => {
  const split = address.lastIndexOf("!");
  const sheet = address.slice(0, split).replace(/^'|'$/g, "");
  const [, first = "A", top = "1", last = first, bottom = top] =
    /^\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?$/i.exec(address.slice(split + 1)) ?? [];
  const [row, column] = [Number(top), number(first)];
  return { sheet, row, column, rows: Number(bottom) - row + 1, columns: number(last) - column + 1 };
};
const cell = (sheet: string, row: number, column: number): string => `${sheet}!${letters(column)}${row}`;

const place = (address: string): SelectionPlace => {
  const { sheet, row, column, rows, columns } = parse(address);
  return { address, activeCell: cell(sheet, row, column), rowCount: rows, columnCount: columns };
};

export const createMemoryWorkbook = (): MemoryWorkbook => {
  const cells: MemoryWorkbook["cells"] = new Map();
  const formulas: MemoryWorkbook["formulas"] = new Map();
  const tables: MemoryWorkbook["tables"] = new Map();
  const sheets = ["Sheet1"];
  const writes: string[] = [];
  const around: MemoryWorkbook["around"] = { list: undefined };
  const inTheWay = new Map<string, string>();
  const blocked: MemoryWorkbook["blocked"] = { problem: undefined };
  const selected: WritableStore<SelectionPlace | undefined> = createStore<SelectionPlace | undefined>(
    place("Sheet1!A1"),
  );
  const read = (address: string): Promise<RangeContent> => {
    const { sheet, row, column, rows, columns } = parse(address);
    const values = Array.from({ length: rows }, (_, down) =>
      Array.from({ length: columns }, (_, right) => cells.get(cell(sheet, row + down, column + right)) ?? ""),
    );
    return Promise.resolve({ address, rowCount: rows, columnCount: columns, values });
  };
  const fill = (address: string, values: readonly (readonly CellContent[])[]): void => {
    const { sheet, row, column } = parse(address);
    values.forEach((line, down) =>
      line.forEach((value, right) => cells.set(cell(sheet, row + down, column + right), value)),
    );
  };
  const tableOf = (name: string): TableContent | undefined => {
    const table = tables.get(name);
    return table && { name, address: name, ...table };
  };
  return {
    cells,
    formulas,
    sheets,
    tables,
    blocked,
    writes,
    around,
    inTheWay,
    blockedSpills: (results) =>
      Promise.resolve(
        results.flatMap(({ address }) => (inTheWay.has(address) ? [{ address, inTheWay: inTheWay.get(address) }] : [])),
      ),
    fill,
    read,
    select: (address) => selected.set(place(address)),
    place: selected,
    selection: () => read(selected.get()?.address ?? "Sheet1!A1"),
    listAtCell: () => Promise.resolve(around.list),
    formulaAt: (address = selected.get()?.activeCell ?? "") => {
      const formula = formulas.get(address);
      return Promise.resolve(formula === undefined ? undefined : { address, formula });
    },
    follow: () => () => undefined,
    checkTarget: (target, size) => {
      const { sheet, row, column } = parse(target);
      const places = Array.from({ length: size.rows * size.columns }, (_, at) =>
        cell(sheet, row + Math.floor(at / size.columns), column + (at % size.columns)),
      );
      const where = places.find((each) => (cells.get(each) ?? "") !== "");
      return Promise.resolve(blocked.problem ?? (where === undefined ? undefined : { kind: "occupied", where }));
    },
    writeFormula: (target, formula, options) => {
      const { sheet, row, column } = parse(target);
      const below = options?.headers === undefined ? 0 : 1;
      if (options?.headers !== undefined) fill(target, [options.headers]);
      const at = cell(sheet, row + below, column);
      formulas.set(at, formula);
      writes.push(`${at} ${formula}`);
      return Promise.resolve(at);
    },
    writeValues: (target, matrix) => {
      fill(target, matrix);
      writes.push(`${target} ${matrix.length}x${matrix[0]?.length ?? 0}`);
      return Promise.resolve(target);
    },
    writeReport: (report, isLive) => {
      sheets.push(report.sheetName);
      writes.push(`${report.sheetName} ${isLive ? "formulas" : "values"}`);
      return Promise.resolve(`${report.sheetName}!A1`);
    },
    replaceCells: (changes) => {
      const same = changes.filter(({ address, from }) => (cells.get(address) ?? "") === from);
      for (const { address, to } of same) cells.set(address, to);
      writes.push(`${same.length} cells`);
      return Promise.resolve(same.map(({ address }) => address));
    },
    addSheet: (name) => {
      sheets.push(name);
      return Promise.resolve(name);
    },
    addTable: async (address, name) => {
      const { values } = await read(address);
      tables.set(name, { header: (values[0] ?? []).map(String), rows: values.slice(1) });
      return name;
    },
    readTable: (name) => Promise.resolve(tableOf(name)),
    writeTableRow: (name, row, index) => {
      const rows = tables.get(name)?.rows;
      if (index === undefined) rows?.push(row);
      else rows?.splice(index, 1, row);
      return Promise.resolve();
    },
    goTo: (address) => {
      selected.set(place(address));
      return Promise.resolve();
    },
    spillAddress: () => Promise.resolve(undefined),
    facts: () => Promise.resolve({ manual: false, dates1904: false }),
  };
};
