import { cellAddress, formatAddress, parseAddress } from "../../../facts/addresses";
import { createStore, type Store } from "../../../engine/store";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { rangeAt, runExcel } from "../run-excel";
import { selectedAreas } from "./selected-areas";

/** What a cell holds when read: empty is "", an error value is its text (`#N/A`). */
export type CellContent = string | number | boolean;

/** A rectangle of the workbook with its values. */
export interface RangeContent {
  /** `Sheet1!A2:A1201`, the sheet quoted where Excel quotes it. */
  readonly address: string;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly values: readonly (readonly CellContent[])[];
}

/** Where the selection is. It has no values, so that it can be read after every move of the cursor. */
export interface SelectionPlace {
  /** The whole selection, `Sheet1!A2:A1201`; the active cell where several areas are selected. */
  readonly address: string;
  /** The active cell, `Sheet1!A2`. */
  readonly activeCell: string;
  readonly rowCount: number;
  readonly columnCount: number;
}

/** A formula and the cell that holds it; for a cell inside a spill, the anchor's. */
export interface SelectedFormula {
  readonly address: string;
  /** In English (`Range.formulas`), with the leading `=`. */
  readonly formula: string;
}

/** One row more than the resolve form accepts, so that the form can detect too many rows. */
const mostRows = 50_001;

/**
 * The selected cells, cut to the used range and to 50,001 rows. A selection without any value gives one empty cell.
 * @throws AddinError `invalid-argument` where several areas are selected: they are no list.
 */
export const readSelection = (): Promise<RangeContent> =>
  runExcel(async (context) => {
    const [area, ...others] = await selectedAreas(context);
    if (area === undefined || others.length > 0)
      throw new AddinError("invalid-argument", t("office.severalAreas", { count: others.length + 1 }));
    return readUsed(context, area);
  });

/** The values at an address, cut like a selection. */
export const readAddress = (address: string): Promise<RangeContent> =>
  runExcel((context) => readUsed(context, rangeAt(context, address)));

const readUsed = async (context: Excel.RequestContext, range: Excel.Range): Promise<RangeContent> => {
  const used = range.getIntersectionOrNullObject(range.worksheet.getUsedRange()).load({ rowCount: true });
  await context.sync();
  const whole = used.isNullObject ? range.getCell(0, 0) : used;
  const rows = used.isNullObject ? 1 : used.rowCount;
  const cut = rows > mostRows ? whole.getCell(0, 0).getResizedRange(mostRows - 1, 0) : whole;
  cut.load({ address: true, rowCount: true, columnCount: true, values: true });
  await context.sync();
  const { address, rowCount, columnCount } = cut;
  return { address, rowCount, columnCount, values: cut.values as RangeContent["values"] };
};

/**
 * The address of the list at the active cell: the filled cells around it, as Ctrl+A takes them. Where it or all cells around it are blank, from
 * the first to the last filled cell of its column; undefined where those are fewer than two.
 */
export const readListAtCell = (): Promise<string | undefined> =>
  runExcel(async (context) => {
    const cell = context.workbook.getActiveCell().load({ values: true });
    const region = cell.getSurroundingRegion().load({ address: true, rowCount: true, columnCount: true });
    const { address, rowCount, values } = await readUsed(context, cell.getEntireColumn());
    const [[content] = []] = cell.values as CellContent[][];
    if (content !== "" && region.rowCount * region.columnCount > 1) return region.address;
    const isFilled = (row: number): boolean => values[row]?.[0] !== "";
    const rows = Array.from({ length: rowCount }, (_, row) => row).filter(isFilled);
    const [first = 0] = rows;
    const area = parseAddress(address);
    if (rows.length < 2 || area === undefined) return undefined;
    const startRow = area.startRow + first;
    return formatAddress({ ...area, startRow, endRow: area.startRow + (rows.at(-1) ?? first) });
  });

/** The formula of a cell (by default the active one), or of the anchor whose spill covers it. */
export const readFormula = (address?: string): Promise<SelectedFormula | undefined> =>
  runExcel(async (context) => {
    const cell = address === undefined ? context.workbook.getActiveCell() : rangeAt(context, address).getCell(0, 0);
    const anchor = cell.getSpillParentOrNullObject();
    for (const range of [cell, anchor])
      range.load({ formulas: true, rowIndex: true, columnIndex: true, worksheet: { name: true } });
    await context.sync();
    const holder = anchor.isNullObject ? cell : anchor;
    const formula = (holder.formulas as unknown[][])[0]?.[0];
    if (typeof formula !== "string" || !formula.startsWith("=")) return undefined;
    return { address: cellAddress(holder.worksheet.name, holder.rowIndex, holder.columnIndex), formula };
  });

/** The address of the whole spill of an anchor; undefined where nothing spills (yet). */
export const readSpill = (anchor: string): Promise<string | undefined> =>
  runExcel(async (context) => {
    const spill = rangeAt(context, anchor).getSpillingToRangeOrNullObject().load({ address: true });
    await context.sync();
    return spill.isNullObject ? undefined : spill.address;
  });

/** Activates the sheet of an address and selects it. */
export const goTo = (address: string): Promise<void> =>
  runExcel(async (context) => {
    const range = rangeAt(context, address);
    range.worksheet.activate();
    range.select();
    await context.sync();
  });

/** Where the selection is; read only while the store has subscribers, because each move of the cursor costs a sync. */
export const followSelection = (): Store<SelectionPlace | undefined> => {
  const place = createStore<SelectionPlace | undefined>(undefined);
  let listeners = 0;
  let following = false;
  const read = (): Promise<void> =>
    runExcel(async (context) => {
      const [area, ...others] = await selectedAreas(context);
      const active = context.workbook.getActiveCell().load({ address: true, rowCount: true, columnCount: true });
      const isOne = area !== undefined && others.length === 0;
      const selected = isOne ? area.load({ address: true, rowCount: true, columnCount: true }) : active;
      await context.sync();
      const { address, rowCount, columnCount } = selected;
      place.set({ address, activeCell: active.address, rowCount, columnCount });
    }).catch(() => undefined);
  const follow = async (): Promise<void> => {
    following = true;
    await runExcel(async (context) => {
      context.workbook.onSelectionChanged.add(() => (listeners > 0 ? read() : Promise.resolve()));
      await context.sync();
    });
  };
  return {
    get: place.get,
    subscribe: (listener) => {
      listeners += 1;
      if (!following) void follow();
      void read();
      const stop = place.subscribe(listener);
      return () => {
        listeners -= 1;
        stop();
      };
    },
  };
};
