import { type Address, cellAddress, formatAddress, parseAddress } from "../../../facts/addresses";
import type { Clock } from "../../../engine/clock";
import type { RequestLog } from "../../../engine/requests/request-log";
import { t } from "../../../i18n/t";
import { type RefreshScope, usedRanges } from "../sheet/formula-cells";
import type { FrozenFormula } from "../freeze/frozen-book";
import { cellsPerSync, loadInSlices } from "../sheet/load-in-slices";
import { NamesInCells } from "../sheet/names-in-cells";
import { findPrecedents } from "./precedents";
import { runExcel } from "../run-excel";
import { type KnownFormula, knownFormula, describeUnknown } from "./where-from";

/** What an audit looks at. */
export type AuditScope = Exclude<RefreshScope, readonly string[]>;

/** A cell that a formula of the user computes. */
export interface AuditedCell {
  readonly address: string;
  readonly formula: string;
  /** The cells with our formulas behind it. */
  readonly sources: readonly string[];
  /** What was not followed, as sentences. */
  readonly unknown: readonly string[];
}

/** Which data a part of the workbook shows, and how much of it is known. */
export interface Audit {
  /** The cells of a selection, its areas separated by commas; undefined for a sheet or the workbook. */
  readonly area: string | undefined;
  /** Those behind cells of a selection are among them. */
  readonly formulas: readonly KnownFormula[];
  /** Formulas whose cells have values now. */
  readonly frozen: readonly FrozenFormula[];
  /** Of a selection only. */
  readonly cells: readonly AuditedCell[];
  /** What the lists above leave out, as sentences. */
  readonly notes: readonly string[];
}

interface AuditDeps {
  readonly clock: Clock;
  readonly requestLog: RequestLog;
  /** All frozen formulas of the workbook. */
  readonly frozen: readonly FrozenFormula[];
  readonly names: NamesInCells;
}

/** Cells of a selection that are followed one by one, and milliseconds that it may take. */
export const mostFollowedCells = 200;
const mostAuditedCells = 10_000;

/** `functions` are the worksheet functions, `namespace` is what stands before their names in cells. */
export const createAudit = (
  functions: readonly string[],
  namespace: string,
  deps: Omit<AuditDeps, "names">,
): { readonly read: (scope: AuditScope) => Promise<Audit> } => {
  const names = new NamesInCells(functions, namespace);
  return { read: (scope) => readAudit(scope, { ...deps, names }) };
};

interface AuditedFormula {
  readonly address: string;
  readonly formula: string;
  readonly value: unknown;
}

/** Lists our formulas with their last requests, as this session knows them. Makes no call and changes nothing. */
const readAudit = async (scope: AuditScope, deps: AuditDeps): Promise<Audit> => {
  const { names, requestLog, clock } = deps;
  const { areas, all, namesOfOurs } = await readFormulas(scope, names);
  const found = new Map(all.filter(({ formula }) => names.isOurs(formula)).map((cell) => [cell.address, cell]));
  const notes = namesOfOurs.length === 0 ? [] : [t("audit.definedNames", { names: namesOfOurs.join(", ") })];
  const cells: AuditedCell[] = [];
  const selected = scope === "selection" ? areas.map(formatAddress) : [];
  for (const area of selected) {
    const behind = await findPrecedents(area, clock);
    const ours = behind.formulas.filter(({ formula }) => names.isOurs(formula));
    for (const cell of ours) if (!found.has(cell.address)) found.set(cell.address, cell);
    notes.push(...describeUnknown(behind, ours));
  }
  if (selected.length > 0) {
    const computed = all.filter(({ formula }) => !names.isOurs(formula));
    cells.push(...(await followCells(computed, names, clock)));
    if (cells.length < computed.length)
      notes.push(t("audit.cellsCut", { followed: cells.length, count: computed.length }));
  }
  return {
    area: selected.length === 0 ? undefined : selected.join(", "),
    formulas: [...found.values()].map((cell) => knownFormula(cell, names, requestLog)),
    frozen: deps.frozen.filter(({ address }) => scope === "workbook" || areas.some((area) => overlaps(address, area))),
    cells,
    notes,
  };
};

const overlaps = (address: string, area: Address): boolean => {
  const cells = parseAddress(address);
  return (
    cells !== undefined &&
    cells.sheet === area.sheet &&
    cells.startRow <= area.endRow &&
    cells.endRow >= area.startRow &&
    cells.startColumn <= area.endColumn &&
    cells.endColumn >= area.startColumn
  );
};

const followCells = async (
  computed: readonly AuditedFormula[],
  names: NamesInCells,
  clock: Clock,
): Promise<readonly AuditedCell[]> => {
  const until = clock.now() + mostAuditedCells;
  const followed: AuditedCell[] = [];
  for (const { address, formula } of computed.slice(0, mostFollowedCells)) {
    if (clock.now() >= until) break;
    const behind = await findPrecedents(address, clock);
    const ours = behind.formulas.filter((each) => names.isOurs(each.formula));
    followed.push({
      address,
      formula,
      sources: ours.map((source) => source.address),
      unknown: describeUnknown(behind, ours),
    });
  }
  return followed;
};

/** All formulas of a scope in the order of their cells, and the defined names of the workbook that call our functions. */
const readFormulas = (
  scope: AuditScope,
  names: NamesInCells,
): Promise<{
  readonly areas: readonly Address[];
  readonly all: readonly AuditedFormula[];
  readonly namesOfOurs: readonly string[];
}> =>
  runExcel(async (context) => {
    const ranges = await usedRanges(context, scope);
    for (const range of ranges) range.load({ address: true });
    const defined = context.workbook.names.load({ name: true, formula: true });
    await context.sync();
    const areas = ranges.flatMap((range) => (range.isNullObject ? [] : (parseAddress(range.address) ?? [])));
    const slices = areas.flatMap(sliceArea);
    const loaded = await loadInSlices(context, slices, ({ area: { sheet = "", ...area } }) =>
      context.workbook.worksheets
        .getItem(sheet)
        .getRange(formatAddress({ ...area, sheet: undefined }))
        .load({ formulas: true, values: true }),
    );
    return {
      areas,
      all: loaded.flatMap((range, index) => listAuditedFormulas(range, slices[index]?.area)),
      namesOfOurs: defined.items.flatMap(({ name, formula }) => (names.isOurs(formula) ? [name] : [])),
    };
  });

/** Rows that one sync can answer. */
const sliceArea = (area: Address): readonly { readonly area: Address }[] => {
  const rows = Math.max(1, Math.floor(cellsPerSync / (area.endColumn - area.startColumn + 1)));
  const count = Math.ceil((area.endRow - area.startRow + 1) / rows);
  return Array.from({ length: count }, (_, index) => {
    const startRow = area.startRow + index * rows;
    return { area: { ...area, startRow, endRow: Math.min(area.endRow, startRow + rows - 1) } };
  });
};

/** A text that begins with "=" is no formula: Excel gives it as its own value, as on an earlier audit sheet. */
const listAuditedFormulas = (range: Excel.Range, area: Address | undefined): readonly AuditedFormula[] =>
  area === undefined
    ? []
    : (range.formulas as unknown[][]).flatMap((cells, row) =>
        cells.flatMap((formula, column) => {
          const value = (range.values as unknown[][])[row]?.[column];
          if (typeof formula !== "string" || !formula.startsWith("=") || formula === value) return [];
          return [{ address: cellAddress(area.sheet, area.startRow + row, area.startColumn + column), formula, value }];
        }),
      );
