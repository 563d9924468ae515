import { type Address, cellAddress, formatAddress, parseAddress } from "../../../facts/addresses";
import { addressSheet } from "../../../facts/sheet-names";
import type { Clock } from "../../../engine/clock";
import { AddinError } from "../../../engine/http/addin-error";
import type { RequestLog } from "../../../engine/requests/request-log";
import { t } from "../../../i18n/t";
import type { FormulaCells, RefreshScope } from "../sheet/formula-cells";
import { type FormulaBlock, FrozenBook } from "./frozen-book";
import type { FrozenFormula, NamedReason } from "./frozen-book";
import { rowHash } from "./frozen-record";
import { cellCount, cellsPerSync, loadInSlices } from "../sheet/load-in-slices";
import type { CellContent } from "../sheet/ranges";
import { rangeAt, runExcel } from "../run-excel";
import { findLatestEntry, findValueProblem } from "../sheet/value-problems";
import { literalText } from "../sheet/write-cells";

export type { FrozenFormula, NamedReason } from "./frozen-book";

/** What a freeze would do. */
export interface FreezePlan {
  /** The formulas that can become values. */
  readonly formulas: readonly string[];
  /** Formulas that stay as they are. */
  readonly left: readonly NamedReason[];
  /** Those of `formulas` whose values a reader could take for more than they are. */
  readonly doubtful: readonly NamedReason[];
}

/** What a thaw did. */
export interface ThawResult {
  readonly formulas: number;
  /** Formulas that stay frozen, and formulas of the user that keep a range where they had a reference to a spill. */
  readonly left: readonly NamedReason[];
}

export interface FreezerDeps {
  readonly cells: Pick<FormulaCells, "find">;
  readonly requestLog: RequestLog;
  readonly clock: Clock;
}

/**
 * Turns formulas of ours into the values they show, and back. Each method that writes is one step of undo and does all or nothing; none makes a
 * call. Formulas of the user that refer to a frozen spill (`A1#`) get its range until it thaws.
 */
export class Freezer {
  readonly #deps: FreezerDeps;

  constructor(deps: FreezerDeps) {
    this.#deps = deps;
  }

  /** Looks at the formulas of a scope. Changes nothing. */
  async plan(scope: RefreshScope): Promise<FreezePlan> {
    const addresses = await this.#deps.cells.find(scope);
    if (addresses.length === 0) return { formulas: [], left: [], doubtful: [] };
    return runExcel(async (context) => {
      const book = await FrozenBook.read(context);
      await book.findSpillUsers();
      const blocks = await readBlocks(context, addresses);
      const ready: FormulaBlock[] = [];
      const left: NamedReason[] = [];
      for (const block of blocks) {
        const reason = book.whyNotFrozen(block);
        if (reason === undefined) ready.push(block);
        else left.push({ address: block.address, reason });
      }
      const doubtful = ready.flatMap(({ address, formula }) => {
        const reason = findValueProblem(formula, findLatestEntry(address, this.#deps.requestLog));
        return reason === undefined ? [] : [{ address, reason }];
      });
      return { formulas: ready.map(({ address }) => address), left, doubtful };
    });
  }

  /** Freezes formulas and returns how many. One that cannot be frozen any more stays. @throws AddinError, or what Excel throws */
  freeze(addresses: readonly string[]): Promise<number> {
    const { clock, requestLog } = this.#deps;
    return runExcel(
      async (context) => {
        const book = await FrozenBook.read(context);
        await book.findSpillUsers();
        const all = await readBlocks(context, addresses);
        const blocks = all.filter((block) => book.whyNotFrozen(block) === undefined);
        if (blocks.length === 0) return 0;
        const contents = await readContents(context, blocks);
        book.freeze(
          contents.map(({ block, values }) => ({
            ...block,
            rows: values.map(rowHash),
            fetchedAt: findLatestEntry(block.address, requestLog)?.fetchedAt,
          })),
          clock.now(),
        );
        await book.save();
        try {
          await writeContents(context, contents);
          await checkContents(context, contents);
          await book.writeFormulas();
        } catch (error) {
          enterThawedFormulas(
            context,
            contents.map(({ block, formats }) => ({ ...block, format: formats[0]?.[0] })),
          );
          await book.takeBack();
          throw error;
        }
        return blocks.length;
      },
      { mergeUndoGroup: true },
    );
  }

  /** The frozen formulas, in the order of their cells. */
  list(): Promise<readonly FrozenFormula[]> {
    return runExcel(async (context) => (await FrozenBook.read(context)).frozen());
  }

  /** Enters formulas again. What was typed over their values is lost only for those of `overwritten`. */
  thaw(ids: readonly number[], overwritten: readonly number[] = []): Promise<ThawResult> {
    return runExcel(
      async (context) => {
        const book = await FrozenBook.read(context);
        const wanted = book.frozen().filter(({ id }) => ids.includes(id));
        const isOpen = ({ id, changed, isProtected }: FrozenFormula): boolean =>
          !isProtected && (changed.length === 0 || overwritten.includes(id));
        const formulas = book.thaw(new Set(wanted.filter(isOpen).map(({ id }) => id)));
        const contents = await readContents(context, formulas);
        await book.save();
        try {
          enterThawedFormulas(
            context,
            contents.map(({ block, formats }) => ({ ...block, format: formats[0]?.[0] })),
          );
          await context.sync();
          await book.writeFormulas();
        } catch (error) {
          await writeContents(context, contents);
          await book.takeBack();
          throw error;
        }
        const left = wanted.filter((one) => !isOpen(one)).map(whyNotThawed);
        return { formulas: formulas.length, left: [...left, ...book.keptRanges()] };
      },
      { mergeUndoGroup: true },
    );
  }

  /** Keeps the values of frozen formulas for good. */
  forget(ids: readonly number[]): Promise<void> {
    return runExcel(
      async (context) => {
        const book = await FrozenBook.read(context);
        book.forget(new Set(ids));
        await book.save();
      },
      { mergeUndoGroup: true },
    );
  }
}

const whyNotThawed = ({ address, isProtected, changed }: FrozenFormula): NamedReason => ({
  address,
  reason: isProtected
    ? t("freeze.protected", { sheet: addressSheet(address) ?? "" })
    : t("freeze.changed", { cells: changed.slice(0, 3).join(", ") }),
});

const firstCell = ({ sheet, startRow, startColumn }: Address): string => cellAddress(sheet, startRow, startColumn);

/** Reads formulas and the cells of their results. A cell without a formula is left out. */
const readBlocks = async (
  context: Excel.RequestContext,
  addresses: readonly string[],
): Promise<readonly FormulaBlock[]> => {
  const found = addresses.map((address) => {
    const cell = rangeAt(context, address).load({ formulas: true, values: true });
    return { address, cell, spill: cell.getSpillingToRangeOrNullObject().load({ address: true }) };
  });
  await context.sync();
  return found.flatMap(({ address, cell, spill }) => {
    const formula: unknown = (cell.formulas as unknown[][])[0]?.[0];
    const area = parseAddress(spill.isNullObject ? address : spill.address);
    if (typeof formula !== "string" || !formula.startsWith("=") || area === undefined) return [];
    return [{ address, area, formula, value: (cell.values as CellContent[][])[0]?.[0] ?? "" }];
  });
};

/** A formula and the cells of its values. */
type FrozenBlock = Pick<FormulaBlock, "area" | "formula">;

/** What the cells of a formula have. */
interface BlockContent<Of extends FrozenBlock = FrozenBlock> {
  readonly block: Of;
  readonly values: readonly (readonly CellContent[])[];
  readonly types: readonly (readonly string[])[];
  readonly formats: readonly (readonly unknown[])[];
}

const readContents = async <Of extends FrozenBlock>(
  context: Excel.RequestContext,
  blocks: readonly Of[],
): Promise<readonly BlockContent<Of>[]> => {
  const ranges = await loadInSlices(context, blocks, ({ area }) =>
    rangeAt(context, formatAddress(area)).load({ values: true, valueTypes: true, numberFormat: true }),
  );
  return blocks.flatMap((block, index) => {
    const range = ranges[index];
    if (range === undefined) return [];
    const { values, valueTypes, numberFormat } = range as unknown as Record<string, unknown>;
    return [
      {
        block,
        values: values as BlockContent["values"],
        types: valueTypes as BlockContent["types"],
        formats: numberFormat as BlockContent["formats"],
      },
    ];
  });
};

/** The format of cells that keep everything typed as text. */
const textFormat = "@";

const writeContents = async (context: Excel.RequestContext, contents: readonly BlockContent[]): Promise<void> => {
  let waiting = 0;
  for (const { area, items } of stacked(contents, ({ block }) => block.area)) {
    const values = items.flatMap((content) => content.values);
    const types = items.flatMap((content) => content.types);
    const formats = items.flatMap((content) => content.formats);
    const whole = rangeAt(context, formatAddress(area));
    const keepsText = formats.some((row, r) =>
      row.some((format, c) => format === textFormat && typeof values[r]?.[c] !== "string"),
    );
    // A number that is typed into a cell for text becomes text.
    if (keepsText) whole.numberFormat = [["General"]];
    const width = (values[0]?.length ?? 1) - 1;
    const rowsPerSync = Math.max(1, Math.floor(cellsPerSync / (width + 1)));
    for (let start = 0; start < values.length; start += rowsPerSync) {
      const rows = values.slice(start, start + rowsPerSync);
      whole.getCell(start, 0).getResizedRange(rows.length - 1, width).values = rows.map((row, r) =>
        row.map((value, c) => typedValue(value, types[start + r]?.[c])),
      );
      waiting += rows.length * (width + 1);
      if (waiting < cellsPerSync) continue;
      waiting = 0;
      await context.sync();
    }
    if (keepsText) whole.numberFormat = formats.map((row) => [...row]);
  }
  await context.sync();
};

/** Areas with their items. */
interface BlockStack<Item> {
  readonly area: Address;
  readonly items: readonly Item[];
}

/** Joins items whose areas are directly below each other: 1,000 look-ups in a column are written at once. */
const stacked = <Item>(items: readonly Item[], areaOf: (item: Item) => Address): readonly BlockStack<Item>[] => {
  const columnOf = (item: Item): string => {
    const { sheet, startColumn, endColumn } = areaOf(item);
    return JSON.stringify([sheet, startColumn, endColumn]);
  };
  const stacks: { area: Address; readonly items: Item[] }[] = [];
  const columns = new Map<string, Item[]>();
  for (const item of items) {
    const column = columns.get(columnOf(item));
    if (column === undefined) columns.set(columnOf(item), [item]);
    else column.push(item);
  }
  for (const column of columns.values()) {
    let last: { area: Address; readonly items: Item[] } | undefined;
    for (const item of column.toSorted((one, other) => areaOf(one).startRow - areaOf(other).startRow)) {
      const area = areaOf(item);
      if (last?.area.endRow === area.startRow - 1) {
        last.area = { ...last.area, endRow: area.endRow };
        last.items.push(item);
      } else {
        last = { area, items: [item] };
        stacks.push(last);
      }
    }
  }
  return stacks;
};

/** What gives a cell this value: an error is typed as it is, an empty text is no empty cell. */
const typedValue = (value: CellContent, type: string | undefined): CellContent => {
  if (type === "Error") return value;
  return value === "" && type === "String" ? "'" : literalText(value);
};

/** @throws AddinError if cells do not show what they have shown */
const checkContents = async (context: Excel.RequestContext, contents: readonly BlockContent[]): Promise<void> => {
  const blocks = contents.map(({ block }) => block);
  const now = await loadInSlices(context, blocks, ({ area }) =>
    rangeAt(context, formatAddress(area)).load({ values: true }),
  );
  contents.forEach(({ block, values }, index) => {
    const found = (now[index]?.values ?? []) as CellContent[][];
    if (values.every((row, r) => rowHash(row) === rowHash(found[r] ?? []))) return;
    throw new AddinError("unexpected", t("freeze.notKept", { address: formatAddress(block.area) }));
  });
};

interface EnteredFormula {
  readonly area: Address;
  readonly formula: string;
  /** The number format of the first cell. */
  readonly format: unknown;
}

/** Empties areas and enters a formula in the first cell of each. In a cell for text it would become text. */
const enterThawedFormulas = (context: Excel.RequestContext, formulas: readonly EnteredFormula[]): void => {
  for (const { area, items } of stacked(formulas, (one) => one.area)) {
    const whole = rangeAt(context, formatAddress(area));
    const isColumn =
      items.every((one) => cellCount(one.area) === 1) && !items.some(({ format }) => format === textFormat);
    if (isColumn) {
      whole.formulas = items.map(({ formula }) => [formula]);
      continue;
    }
    whole.clear(Excel.ClearApplyTo.contents);
    // Where a filter hides rows, a clear may leave their values, which would be in the way of the spill.
    whole.values = "" as never;
    for (const item of items) {
      const cell = rangeAt(context, firstCell(item.area));
      if (item.format === textFormat) cell.numberFormat = [["General"]];
      cell.formulas = [[item.formula]];
      if (item.format === textFormat) cell.numberFormat = [[textFormat]];
    }
  }
};
