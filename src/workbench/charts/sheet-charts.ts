import {
  CommandType,
  type ICommandInfo,
  ICommandService,
  type IMutationInfo,
  IUndoRedoService,
  type IRange,
  type IUndoRedoItem,
  RedoCommand,
  UndoCommand,
} from "@univerjs/core";
import {
  adjustRangeOnMutation,
  CopySheetCommand,
  InsertColMutation,
  InsertRowMutation,
  InsertSheetMutation,
  MoveColsMutation,
  MoveRangeMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
  SetWorksheetNameMutation,
} from "@univerjs/sheets";
import { type CellRange, columnLetters, isSameRange, parseLocalAddress, singleCell } from "../../facts/addresses";
import { quoteSheet } from "../../facts/sheet-names";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import { type AnchorPoint, type ChartModel, toPixels, pointAt, type SheetSizes } from "../../ooxml/chart-model";
import { withoutMembers } from "../../ooxml/workbook-model";
import { mapFormulas } from "../../ooxml/charts";
import { type Area } from "../univer/addresses";
import type { Book } from "../univer/book";

/** A chart of the open workbook. Its formulas have the names that the sheets have now. */
export interface SheetChart extends ChartModel {
  readonly id: string;
}

type ChartList = readonly SheetChart[];

interface ChartsOfSheet {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly charts: ChartList;
}

const chartMutation = "workbench.mutation.set-charts";
const structuralCommands: readonly string[] = [
  InsertRowMutation.id,
  RemoveRowMutation.id,
  InsertColMutation.id,
  RemoveColMutation.id,
  MoveRowsMutation.id,
  MoveColsMutation.id,
  MoveRangeMutation.id,
  SetWorksheetNameMutation.id,
];
/** Commands that change sizes: charts that keep theirs are placed anew. */
const resizing = /^sheet\.mutation\.(insert-|remove-|move-|set-worksheet-(row|col)|set-(row|col)-(hidden|visible))/;

interface MutationParams {
  readonly subUnitId?: string;
  readonly name?: string;
  readonly sheet?: { readonly id: string; readonly name: string };
  readonly from?: { readonly subUnitId: string };
  readonly to?: { readonly subUnitId: string };
}

/** `Sheet1!$A$2:$A$9`, the form in which charts name cells. */
export const absoluteAddress = (book: Book, { sheetId, ...area }: Area): string =>
  `${quoteSheet(book.sheet(sheetId).getSheetName())}!${absoluteRange(area)}`;

const absoluteRange = ({ startRow, endRow, startColumn, endColumn }: CellRange): string => {
  const [first, last] = [`$${columnLetters(startColumn)}`, `$${columnLetters(endColumn)}`];
  if (startRow === 0 && endRow >= lastRow) return `${first}:${last}`;
  if (startColumn === 0 && endColumn >= lastColumn) return `$${startRow + 1}:$${endRow + 1}`;
  const [start, end] = [`${first}$${startRow + 1}`, `${last}$${endRow + 1}`];
  return start === end ? start : `${start}:${end}`;
};

/** The charts of the open workbook. They follow their cells, and undo restores them. */
export class SheetCharts {
  readonly #book: Book;
  readonly #commands: ICommandService;
  readonly #undo: IUndoRedoService;
  readonly #lists = new Map<string, ChartList>();
  readonly #listeners = new Set<() => void>();
  readonly #activations = new Set<(sheetId: string, id: string) => void>();
  /** The charts of sheets before the edit that runs now moved their cells. */
  #before: Map<string, ChartList> | undefined;
  /** Where charts that keep their size are, before a command changes the sizes of cells. */
  readonly #places = new Map<
    SheetChart,
    { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  >();
  #renamed = "";
  #copied: string | undefined;
  #made = 0;

  constructor(book: Book) {
    this.#book = book;
    const { injector, undoGroup } = book.engine;
    this.#commands = injector.get(ICommandService);
    this.#undo = injector.get(IUndoRedoService);
    this.#commands.registerCommand({
      id: chartMutation,
      type: CommandType.MUTATION,
      handler: (_, { subUnitId, charts }: ChartsOfSheet) => {
        this.#set(subUnitId, charts);
        return true;
      },
    });
    this.#commands.beforeCommandExecuted((command) => this.#note(command));
    this.#commands.onCommandExecuted((command) => this.#follow(command));
    undoGroup.complete((edit) => this.#completed(edit));
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onActivated(listener: (sheetId: string, id: string) => void): void {
    this.#activations.add(listener);
  }

  /** Shows a chart's sheet and selects the chart. */
  activate(sheetId: string, id: string): void {
    this.#book.sheet(sheetId).activate();
    for (const listener of this.#activations) listener(sheetId, id);
  }

  /** Replaces all charts, when another workbook is open. */
  open(lists: ReadonlyMap<string, readonly ChartModel[]>): void {
    this.#lists.clear();
    this.#before = undefined;
    for (const [sheetId, charts] of lists)
      this.#set(
        sheetId,
        charts.map((chart) => ({ ...chart, id: this.#newId() })),
      );
    for (const listener of this.#listeners) listener();
  }

  /** The charts of a sheet, those at the back first. */
  list(sheetId: string): ChartList {
    return this.#lists.get(sheetId) ?? [];
  }

  find(sheetId: string, id: string): SheetChart | undefined {
    return this.list(sheetId).find((chart) => chart.id === id);
  }

  /** Adds a chart in front of the others. Its name is the next free `Chart N`. */
  add(sheetId: string, chart: Omit<ChartModel, "name">): SheetChart {
    const usedNames = new Set(this.list(sheetId).map(({ name }) => name.toLowerCase()));
    let number = this.list(sheetId).length + 1;
    while (usedNames.has(`chart ${number}`)) number += 1;
    const newChart = { ...chart, name: `Chart ${number}`, id: this.#newId() };
    this.#edit(sheetId, [...this.list(sheetId), newChart]);
    return newChart;
  }

  /** Changes a chart, as a step of undo. */
  change(sheetId: string, id: string, members: Partial<ChartModel>): void {
    this.#edit(
      sheetId,
      this.list(sheetId).map((chart) => (chart.id === id ? { ...chart, ...members } : chart)),
    );
  }

  remove(sheetId: string, id: string): void {
    this.#edit(
      sheetId,
      this.list(sheetId).filter((chart) => chart.id !== id),
    );
  }

  /** Sizes of columns and rows in pixels; hidden ones have none. */
  sizes(sheetId: string): SheetSizes {
    const sheet = this.#book.sheet(sheetId).getSheet();
    return {
      widthOf: (column) => (sheet.getColVisible(column) ? sheet.getColumnWidth(column) : 0),
      heightOf: (row) => (sheet.getRowVisible(row) ? sheet.getRowHeight(row) : 0),
    };
  }

  #newId(): string {
    this.#made += 1;
    return `{${this.#made.toString(16).padStart(8, "0").toUpperCase()}-0000-0000-0000-000000000000}`;
  }

  #set(sheetId: string, charts: ChartList): void {
    this.#lists.set(sheetId, charts);
    for (const listener of this.#listeners) listener();
  }

  #edit(sheetId: string, charts: ChartList): void {
    const [undo, redo] = [this.#mutationFor(sheetId), this.#mutationFor(sheetId, charts)];
    this.#commands.syncExecuteCommand(redo.id, redo.params);
    this.#undo.pushUndoRedo({ unitID: this.#book.unitId, undoMutations: [undo], redoMutations: [redo] });
  }

  #mutationFor(sheetId: string, charts = this.list(sheetId)): IMutationInfo<ChartsOfSheet> {
    return { id: chartMutation, params: { unitId: this.#book.unitId, subUnitId: sheetId, charts } };
  }

  /** Notes what a command is going to change. */
  #note(command: Readonly<ICommandInfo>): void {
    const { subUnitId = "" } = (command.params ?? {}) as MutationParams;
    if (command.id === CopySheetCommand.id) this.#copied = subUnitId === "" ? this.#book.activeSheetId : subUnitId;
    if (command.id === SetWorksheetNameMutation.id)
      this.#renamed = this.#book.workbook.getSheetBySheetId(subUnitId)?.getSheetName() ?? "";
    if (!resizing.test(command.id)) return;
    this.#places.clear();
    for (const chart of this.list(subUnitId)) {
      if (chart.keeps === undefined) continue;
      const sizes = this.sizes(subUnitId);
      const [start, end] = [toPixels(chart.from, sizes), toPixels(chart.to, sizes)];
      this.#places.set(chart, { ...start, width: end.x - start.x, height: end.y - start.y });
    }
  }

  #follow(command: Readonly<ICommandInfo>): void {
    const { subUnitId, sheet } = (command.params ?? {}) as MutationParams;
    if (command.id === UndoCommand.id || command.id === RedoCommand.id) this.#before = undefined;
    if (command.id === CopySheetCommand.id) this.#copied = undefined;
    if (command.id === InsertSheetMutation.id && sheet !== undefined && this.#copied !== undefined)
      this.#copy(this.#copied, sheet);
    if (structuralCommands.includes(command.id))
      for (const [id, charts] of this.#lists) this.#move(id, charts, command);
    if (subUnitId !== undefined && this.#places.size > 0 && resizing.test(command.id)) this.#place(subUnitId, command);
  }

  #copy(from: string, { id, name }: NonNullable<MutationParams["sheet"]>): void {
    const source = this.#book.sheet(from).getSheetName();
    const copied = this.list(from).map((chart) => {
      const copy = mapFormulas(chart, (formula) =>
        formulaSheet(formula) === source.toLowerCase()
          ? `${quoteSheet(name)}${formula.slice(formula.lastIndexOf("!"))}`
          : formula,
      );
      return { ...withoutMembers(copy, "part"), id: this.#newId() };
    });
    if (copied.length > 0) this.#set(id, copied);
  }

  /** Keeps what undo needs, and moves the charts of a sheet and the cells that they name. */
  #move(sheetId: string, charts: ChartList, command: Readonly<ICommandInfo>): void {
    const { subUnitId, from } = (command.params ?? {}) as MutationParams;
    const isHere = sheetId === (subUnitId ?? from?.subUnitId);
    const after = charts.map((chart) => {
      const renamed = mapFormulas(chart, (formula) => this.#movedFormula(formula, command));
      const anchors = isHere && chart.keeps !== "place" && command.id !== MoveRangeMutation.id;
      const next = anchors
        ? { ...renamed, from: movedPoint(chart.from, command), to: movedPoint(chart.to, command) }
        : renamed;
      const place = this.#places.get(chart);
      if (place === undefined) return { ...next, id: chart.id };
      const renumbered = { ...next, id: chart.id };
      this.#places.set(renumbered, place);
      return renumbered;
    });
    if (JSON.stringify(after) === JSON.stringify(charts)) return;
    this.#before ??= new Map();
    if (!this.#before.has(sheetId)) this.#before.set(sheetId, charts);
    this.#set(sheetId, after);
  }

  #movedFormula(formula: string, command: Readonly<ICommandInfo>): string {
    const area = parseLocalAddress(formula);
    if (area?.sheet === undefined) return formula;
    const { subUnitId, name = "", from, to } = (command.params ?? {}) as MutationParams;
    if (command.id === SetWorksheetNameMutation.id)
      return formulaSheet(formula) === this.#renamed.toLowerCase()
        ? `${quoteSheet(name)}!${absoluteRange(area)}`
        : formula;
    const sheetId = this.#book.findSheet(area.sheet);
    if (sheetId === undefined || sheetId !== (subUnitId ?? from?.subUnitId)) return formula;
    const range = withoutMembers(area, "sheet");
    const target = adjusted(range, command);
    if (!target) return "#REF!";
    return isSameRange(target, range)
      ? formula
      : absoluteAddress(this.#book, { ...target, sheetId: to?.subUnitId ?? sheetId });
  }

  /** Charts that keep their size, or their place, after the cells have other sizes. */
  #place(sheetId: string, command: Readonly<ICommandInfo>): void {
    const sizes = this.sizes(sheetId);
    const charts = this.list(sheetId);
    const after = charts.map((chart) => {
      const place = this.#places.get(chart);
      if (place === undefined) return chart;
      const start = chart.keeps === "place" ? place : toPixels(chart.from, sizes);
      const from = chart.keeps === "place" ? pointAt(place.x, place.y, sizes) : chart.from;
      return { ...chart, from, to: pointAt(start.x + place.width, start.y + place.height, sizes) };
    });
    this.#places.clear();
    if (JSON.stringify(after) === JSON.stringify(charts)) return;
    if (structuralCommands.includes(command.id)) this.#before ??= new Map();
    if (this.#before?.has(sheetId) === false) this.#before.set(sheetId, charts);
    this.#set(sheetId, after);
  }

  /** An edit that moved charts restores exactly what was there: a deleted row does not say where in it a chart began. */
  #completed(edit: IUndoRedoItem): IUndoRedoItem {
    const before = this.#before;
    if (before === undefined || !edit.redoMutations.some(({ id }) => structuralCommands.includes(id))) return edit;
    this.#before = undefined;
    const restored = [...before].map(([sheetId, charts]) => this.#mutationFor(sheetId, charts));
    return { ...edit, undoMutations: [...edit.undoMutations, ...restored] };
  }
}

/** A range after a command that moves cells; null if they are deleted. */
const adjusted = (range: CellRange, { id, params }: Readonly<ICommandInfo>): IRange | null =>
  adjustRangeOnMutation({ ...range }, { id, params } as Parameters<typeof adjustRangeOnMutation>[1]) ?? null;

const formulaSheet = (formula: string): string => (parseLocalAddress(formula)?.sheet ?? "").toLowerCase();

/** A corner of a chart after cells have moved. In a deleted row or column it begins with the next one. */
const movedPoint = (point: AnchorPoint, command: Readonly<ICommandInfo>): AnchorPoint => {
  const { id, params } = command;
  const target = adjusted(singleCell(point.row, point.column), command);
  if (target) return { ...point, row: target.startRow, column: target.startColumn };
  const { range } = (params ?? {}) as { readonly range?: CellRange };
  if (range === undefined) return point;
  return id === RemoveRowMutation.id
    ? { ...point, row: range.startRow, rowOffset: 0 }
    : { ...point, column: range.startColumn, columnOffset: 0 };
};
