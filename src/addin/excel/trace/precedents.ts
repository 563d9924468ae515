import { type Address, cellAddress, formatAddress, parseAddress } from "../../../facts/addresses";
import { withSheetFrom } from "../../../facts/sheet-names";
import { type Clock, toSteadyClock } from "../../../engine/clock";
import { supports } from "../host";
import { cellCount, cellsPerSync } from "../sheet/load-in-slices";
import { spillOperands } from "../freeze/frozen-record";
import { rangeAt, runExcel } from "../run-excel";

/** A formula on the way to a cell. */
export interface FollowedFormula {
  readonly address: string;
  /** In English, as the cell has it. */
  readonly formula: string;
  /** What the cell shows. */
  readonly value: unknown;
  /** The cells of its result that are used, as offsets from its own cell; undefined for all (`A1#`). */
  readonly used: readonly { readonly row: number; readonly column: number }[] | undefined;
}

/** What stands behind a cell, as far as it was followed. */
export interface Precedents {
  /** The cell's own formula first. */
  readonly formulas: readonly FollowedFormula[];
  /** Cells that hold a value instead of a formula. */
  readonly constants: readonly string[];
  /** Cells that were looked at, and those that are known of. They differ where the rest was too much. */
  readonly followed: number;
  readonly known: number;
  /** The host cannot tell which cells a formula names (before ExcelApi 1.12). */
  readonly unsupported: boolean;
}

/** Cells that are looked at, and milliseconds that it may take. */
export const mostFollowed = 5_000;
const longestFormula = 5_000;
/** Questions about spills in one sync: the first one often answers for all other cells. */
const questions = [1, 16, 200] as const;

/**
 * Follows the formulas behind a cell, over sheets and spills, until only values are left. A cell inside of a spill stands for the formula
 * that spills. Makes no call and changes nothing. @throws what Excel says
 */
export const findPrecedents = (address: string, clock: Clock): Promise<Precedents> =>
  runExcel((context) => new Tracer(context, clock).from(address));

interface TracedCell {
  readonly sheet: string | undefined;
  readonly row: number;
  readonly column: number;
  readonly formula: unknown;
  readonly value: unknown;
}

interface TracedNode {
  readonly cell: TracedCell;
  readonly used: Map<string, { readonly row: number; readonly column: number }>;
}

interface Spill {
  readonly area: Address;
  readonly node: TracedNode;
}

const isFormulaText = (content: unknown): content is string => typeof content === "string" && content.startsWith("=");

const isInArea = ({ sheet, row, column }: Pick<TracedCell, "sheet" | "row" | "column">, area: Address): boolean =>
  sheet === area.sheet &&
  row >= area.startRow &&
  row <= area.endRow &&
  column >= area.startColumn &&
  column <= area.endColumn;

const toCellAddress = ({ sheet, row, column }: Pick<TracedCell, "sheet" | "row" | "column">): string =>
  cellAddress(sheet, row, column);

class Tracer {
  readonly #context: Excel.RequestContext;
  readonly #clock: Clock;
  readonly #until: number;
  /** By address. */
  readonly #nodes = new Map<string, TracedNode>();
  readonly #constants = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #used = new Map<string, Address | undefined>();
  readonly #spills: Spill[] = [];
  readonly #areas = new Set<string>();
  /** Formulas whose whole result is named, in lower case: Excel may list only their own cell for `A1#`. */
  readonly #wholes = new Set<string>();
  #left = 0;
  #unsupported = false;

  constructor(context: Excel.RequestContext, clock: Clock) {
    this.#context = context;
    this.#clock = toSteadyClock(clock);
    this.#until = this.#clock.now() + longestFormula;
  }

  async from(address: string): Promise<Precedents> {
    let areas = await this.#clipped([address]);
    while (areas.length > 0) {
      const found = await this.#nodesIn(areas);
      areas = await this.#clipped(await this.#named(found));
    }
    return {
      formulas: [...this.#nodes.values()].map(({ cell, used }) => ({
        address: toCellAddress(cell),
        formula: cell.formula as string,
        value: cell.value,
        used: this.#wholes.has(toCellAddress(cell).toLowerCase()) ? undefined : [...used.values()],
      })),
      constants: [...this.#constants],
      followed: this.#seen.size,
      known: this.#seen.size + this.#left,
      unsupported: this.#unsupported,
    };
  }

  get #isOver(): boolean {
    return this.#seen.size >= mostFollowed || this.#clock.now() >= this.#until;
  }

  /** The used cells of the areas: a whole column is a million cells. */
  async #clipped(addresses: readonly string[]): Promise<readonly Address[]> {
    const areas = addresses.flatMap((address) => parseAddress(address) ?? []);
    const sheets = [...new Set(areas.map(({ sheet = "" }) => sheet))].filter((sheet) => !this.#used.has(sheet));
    const ranges = sheets.map((sheet) =>
      this.#context.workbook.worksheets
        .getItem(sheet)
        .getUsedRangeOrNullObject()
        .load({ rowIndex: true, columnIndex: true, rowCount: true, columnCount: true }),
    );
    if (sheets.length > 0) await this.#context.sync();
    ranges.forEach((range, index) => {
      const sheet = sheets[index] ?? "";
      const area = (): Address => ({
        sheet,
        startRow: range.rowIndex,
        startColumn: range.columnIndex,
        endRow: range.rowIndex + range.rowCount - 1,
        endColumn: range.columnIndex + range.columnCount - 1,
      });
      this.#used.set(sheet, range.isNullObject ? undefined : area());
    });
    return areas.flatMap((area) => {
      if (this.#areas.has(formatAddress(area))) return [];
      this.#areas.add(formatAddress(area));
      const used = this.#used.get(area.sheet ?? "");
      if (used === undefined) return [];
      const startRow = Math.max(area.startRow, used.startRow);
      const endRow = Math.min(area.endRow, used.endRow);
      const startColumn = Math.max(area.startColumn, used.startColumn);
      const endColumn = Math.min(area.endColumn, used.endColumn);
      return startRow <= endRow && startColumn <= endColumn
        ? [{ sheet: area.sheet, startRow, endRow, startColumn, endColumn }]
        : [];
    });
  }

  /** Looks at areas; returns the formulas that were not known yet. */
  async #nodesIn(areas: readonly Address[]): Promise<readonly TracedNode[]> {
    const found: TracedNode[] = [];
    const plain: TracedCell[] = [];
    for (const area of areas) {
      const room = this.#isOver ? 0 : Math.min(mostFollowed - this.#seen.size, cellsPerSync);
      const width = area.endColumn - area.startColumn + 1;
      const rows = Math.min(area.endRow - area.startRow + 1, Math.floor(room / width));
      const looked = { ...area, endRow: area.startRow + rows - 1 };
      this.#left += cellCount(area) - Math.max(0, cellCount(looked));
      if (rows === 0) continue;
      for (const cell of await this.#cells(looked)) {
        const place = toCellAddress(cell);
        const known = this.#nodes.get(place);
        if (known !== undefined) noteUse(known, cell);
        if (this.#seen.has(place)) continue;
        this.#seen.add(place);
        if (isFormulaText(cell.formula)) found.push(this.#add(cell, cell));
        else if (cell.formula !== "") plain.push(cell);
      }
    }
    return [...found, ...(await this.#anchorsOf(plain))];
  }

  async #cells(area: Address): Promise<readonly TracedCell[]> {
    const range = rangeAt(this.#context, formatAddress(area)).load({ formulas: true, values: true });
    await this.#context.sync();
    return (range.formulas as unknown[][]).flatMap((cells, row) =>
      cells.map((formula, column) => ({
        sheet: area.sheet,
        row: area.startRow + row,
        column: area.startColumn + column,
        formula,
        value: (range.values as unknown[][])[row]?.[column],
      })),
    );
  }

  #add(cell: TracedCell, used: TracedCell): TracedNode {
    const node = { cell, used: new Map() };
    noteUse(node, used);
    this.#nodes.set(toCellAddress(cell), node);
    for (const named of spillsIn(cell.formula as string))
      this.#wholes.add(withSheetFrom(named.replaceAll("$", ""), toCellAddress(cell)).toLowerCase());
    return node;
  }

  /** The formulas whose spills cover cells without a formula; the other ones hold values. */
  async #anchorsOf(plain: readonly TracedCell[]): Promise<readonly TracedNode[]> {
    const found: TracedNode[] = [];
    let rest = [...plain];
    for (let turn = 0; rest.length > 0; turn += 1) {
      rest = rest.filter((cell) => {
        const spill = this.#spills.find(({ area }) => isInArea(cell, area));
        if (spill !== undefined) noteUse(spill.node, cell);
        return spill === undefined;
      });
      if (this.#clock.now() >= this.#until) {
        this.#left += rest.length;
        for (const cell of rest) this.#seen.delete(toCellAddress(cell));
        return found;
      }
      const asked = rest.splice(0, questions[Math.min(turn, questions.length - 1)]);
      found.push(...(await this.#askForSpills(asked)));
    }
    return found;
  }

  async #askForSpills(asked: readonly TracedCell[]): Promise<readonly TracedNode[]> {
    const anchors = asked.map((cell) =>
      rangeAt(this.#context, toCellAddress(cell))
        .getSpillParentOrNullObject()
        .load({ formulas: true, values: true, rowIndex: true, columnIndex: true }),
    );
    await this.#context.sync();
    const spills = anchors.map((anchor) =>
      anchor.isNullObject ? undefined : anchor.getSpillingToRangeOrNullObject().load({ address: true }),
    );
    if (spills.some((spill) => spill !== undefined)) await this.#context.sync();
    const found: TracedNode[] = [];
    asked.forEach((cell, index) => {
      const anchor = anchors[index];
      const spill = spills[index];
      const formula: unknown = anchor?.isNullObject === false ? anchor.formulas[0]?.[0] : undefined;
      if (anchor === undefined || !isFormulaText(formula)) {
        this.#constants.add(toCellAddress(cell));
        return;
      }
      const holder = { sheet: cell.sheet, row: anchor.rowIndex, column: anchor.columnIndex, formula };
      const known = this.#nodes.get(toCellAddress(holder));
      const node = known ?? this.#add({ ...holder, value: (anchor.values as unknown[][])[0]?.[0] }, cell);
      if (known === undefined) {
        this.#seen.add(toCellAddress(holder));
        found.push(node);
      }
      noteUse(node, cell);
      const area = spill === undefined || spill.isNullObject ? undefined : parseAddress(spill.address);
      if (area !== undefined) this.#spills.push({ area: { ...area, sheet: cell.sheet }, node });
    });
    return found;
  }

  /** The addresses that formulas name. */
  async #named(nodes: readonly TracedNode[]): Promise<readonly string[]> {
    if (nodes.length === 0) return [];
    if (!supports("ExcelApi", "1.12")) {
      this.#unsupported = true;
      return [];
    }
    const runs = joinCells(nodes.map(({ cell }) => cell));
    const named = await this.#directPrecedents(runs);
    return [...new Set(named.flat())];
  }

  /** Excel answers for a formula without precedents by failing the batch, which is then asked in halves. */
  async #directPrecedents(areas: readonly Address[]): Promise<readonly string[]> {
    if (areas.length === 0) return [];
    if (this.#clock.now() >= this.#until) {
      this.#left += areas.length;
      return [];
    }
    const asked = areas.map((area) =>
      rangeAt(this.#context, formatAddress(area)).getDirectPrecedents().load({ addresses: true }),
    );
    try {
      await this.#context.sync();
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== "ItemNotFound") throw error;
      if (areas.length === 1) return [];
      const middle = Math.ceil(areas.length / 2);
      return [
        ...(await this.#directPrecedents(areas.slice(0, middle))),
        ...(await this.#directPrecedents(areas.slice(middle))),
      ];
    }
    return asked.flatMap(({ addresses }) => addresses.flatMap(separate));
  }
}

const noteUse = ({ cell, used }: TracedNode, { row, column }: Pick<TracedCell, "row" | "column">): void => {
  const offset = { row: row - cell.row, column: column - cell.column };
  used.set(`${offset.row},${offset.column}`, offset);
};

/** The cells whose whole spill a formula names. */
const spillsIn = (formula: string): readonly string[] =>
  spillOperands(formula).filter((operand) => parseAddress(operand) !== undefined);

/** `Sheet1!A1:B2,'A, B'!C3` has two addresses. */
const separate = (addresses: string): readonly string[] =>
  (addresses.match(/(?:'(?:[^']|'')*'|[^',])+/g) ?? []).map((address) => address.trim());

/** Cells below each other as one area. */
const joinCells = (cells: readonly TracedCell[]): readonly Address[] => {
  const runs: Address[] = [];
  const inOrder = cells.toSorted(
    (one, other) =>
      (one.sheet ?? "").localeCompare(other.sheet ?? "") || one.column - other.column || one.row - other.row,
  );
  for (const { sheet, row, column } of inOrder) {
    const last = runs.at(-1);
    if (last !== undefined && last.sheet === sheet && last.startColumn === column && last.endRow === row - 1)
      runs[runs.length - 1] = { ...last, endRow: row };
    else runs.push({ sheet, startRow: row, endRow: row, startColumn: column, endColumn: column });
  }
  return runs;
};
