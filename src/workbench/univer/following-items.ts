import {
  CommandType,
  type ICommandInfo,
  ICommandService,
  type IMutationInfo,
  IUndoRedoService,
  IUniverInstanceService,
  type IUndoRedoItem,
  RedoCommand,
  UndoCommand,
  UniverInstanceType,
} from "@univerjs/core";
import {
  adjustRangeOnMutation,
  CopySheetCommand,
  InsertColMutation,
  InsertRowMutation,
  type IReorderRangeMutationParams,
  MoveColsMutation,
  MoveRangeMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
  ReorderRangeMutation,
  SheetInterceptorService,
} from "@univerjs/sheets";
import { first } from "rxjs";
import type { CellRange } from "../../facts/addresses";
import type { Engine } from "./engine";

/** The parts of the open workbook that items need. */
export interface ItemSheets {
  readonly engine: Engine;
  readonly unitId: string;
}

type EngineCommand = Readonly<ICommandInfo>;

/** How items of one kind are stored and moved. */
export interface ItemKind<Item> {
  /** The id of the mutation that sets all items of a sheet. */
  readonly mutation: string;
  readonly get: (sheetId: string) => readonly Item[];
  readonly set: (unitId: string, sheetId: string, items: readonly Item[]) => void;
  /** The item itself if it stays where it is; nothing if its cells were deleted. */
  readonly move: (item: Item, command: EngineCommand) => readonly Item[];
  /** The items of a sheet after some of them were moved onto others. */
  readonly join: (stays: readonly Item[], others: readonly Item[]) => readonly Item[];
  /** The item for a copy of its sheet. Without it, copies have no items. */
  readonly copy?: (item: Item) => Item;
}

/** What changes items, and what undoes it. */
export interface ItemEdits {
  readonly undos: IMutationInfo[];
  readonly redos: IMutationInfo[];
}

/** Rows and columns that need not be adjacent: a copy leaves out what a filter hides. */
export interface CellBlock {
  readonly sheetId: string;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

interface ItemsOfSheet<Item> {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly items: readonly Item[];
}

const structuralMutations: readonly string[] = [
  InsertRowMutation.id,
  RemoveRowMutation.id,
  InsertColMutation.id,
  RemoveColMutation.id,
  MoveRowsMutation.id,
  MoveColsMutation.id,
  MoveRangeMutation.id,
  ReorderRangeMutation.id,
];

/** Items that belong to cells and follow them: notes, links. Undo restores them. */
export class FollowingItems<Item> {
  readonly #book: ItemSheets;
  readonly #kind: ItemKind<Item>;
  readonly #commands: ICommandService;
  readonly #moves: ReadonlySet<string>;
  /** The items of sheets before the edit that runs now moved their cells. */
  #before: Map<string, readonly Item[]> | undefined;

  constructor(book: ItemSheets, kind: ItemKind<Item>) {
    this.#book = book;
    this.#kind = kind;
    this.#moves = new Set(structuralMutations);
    const { injector, undoGroup } = book.engine;
    this.#commands = injector.get(ICommandService);
    this.#commands.registerCommand({
      id: kind.mutation,
      type: CommandType.MUTATION,
      handler: (_, { unitId, subUnitId, items }: ItemsOfSheet<Item>) => {
        kind.set(unitId, subUnitId, items);
        return true;
      },
    });
    this.#commands.onCommandExecuted((command) => this.#follow(command));
    undoGroup.complete((edit) => this.#completed(edit));
    const { copy } = kind;
    if (copy === undefined) return;
    // The engine's sheet services start with the first workbook.
    const books = injector.get(IUniverInstanceService).getTypeOfUnitAdded$(UniverInstanceType.UNIVER_SHEET);
    books.pipe(first()).subscribe(() =>
      injector.get(SheetInterceptorService).interceptCommand({
        getMutations: (command) => (command.id === CopySheetCommand.id ? this.#copied(command, copy) : noEdits),
      }),
    );
  }

  /** Replaces the items of a sheet, as a step of undo. */
  edit(sheetId: string, items: readonly Item[]): void {
    const { engine, unitId } = this.#book;
    const [undo, redo] = [this.mutation(sheetId), this.mutation(sheetId, items)];
    this.#commands.syncExecuteCommand(redo.id, redo.params);
    engine.injector
      .get(IUndoRedoService)
      .pushUndoRedo({ unitID: unitId, undoMutations: [undo], redoMutations: [redo] });
  }

  /** What sets the items of a sheet, by default to those that it has now. */
  mutation(sheetId: string, items: readonly Item[] = this.#kind.get(sheetId)): IMutationInfo<ItemsOfSheet<Item>> {
    return { id: this.#kind.mutation, params: { unitId: this.#book.unitId, subUnitId: sheetId, items } };
  }

  #copied({ params }: EngineCommand, copy: (item: Item) => Item): ItemEdits {
    const { subUnitId, targetSubUnitId } = (params ?? {}) as CopyingParams;
    const items = subUnitId === undefined ? [] : this.#kind.get(subUnitId);
    if (targetSubUnitId === undefined || items.length === 0) return noEdits;
    return { undos: [this.mutation(targetSubUnitId, [])], redos: [this.mutation(targetSubUnitId, items.map(copy))] };
  }

  #follow(command: EngineCommand): void {
    if (command.id === UndoCommand.id || command.id === RedoCommand.id) this.#before = undefined;
    if (!this.#moves.has(command.id)) return;
    const { unitId, subUnitId, from, to } = (command.params ?? {}) as MovingParams;
    const sheetId = subUnitId ?? from?.subUnitId;
    if (unitId !== this.#book.unitId || sheetId === undefined) return;
    const target = to?.subUnitId ?? sheetId;
    const before = this.#kind.get(sheetId);
    const still = new Set(before);
    const after = before.flatMap((item) => this.#kind.move(item, command));
    const stays = after.filter((item) => still.has(item));
    const others = after.filter((item) => !still.has(item));
    if (target === sheetId) this.#change(sheetId, this.#kind.join(stays, others));
    else {
      this.#change(sheetId, stays);
      if (others.length > 0) this.#change(target, this.#kind.join(this.#kind.get(target), others));
    }
  }

  #change(sheetId: string, items: readonly Item[]): void {
    const before = this.#kind.get(sheetId);
    if (JSON.stringify(before) === JSON.stringify(items)) return;
    this.#before ??= new Map();
    if (!this.#before.has(sheetId)) this.#before.set(sheetId, before);
    this.#kind.set(this.#book.unitId, sheetId, items);
  }

  /** A deleted row does not say which items it had. */
  #completed(edit: IUndoRedoItem): IUndoRedoItem {
    const before = this.#before;
    if (before === undefined || !edit.redoMutations.some(({ id }) => this.#moves.has(id))) return edit;
    this.#before = undefined;
    const restored = [...before].map(([sheetId, items]) => this.mutation(sheetId, items));
    return { ...edit, undoMutations: [...edit.undoMutations, ...restored] };
  }
}

const noEdits: ItemEdits = { undos: [], redos: [] };

type ItemCorners = CellRange;

/** Where cells are after a command that moves rows, columns or ranges, or sorts; undefined if they were deleted. */
export const movedCorners = (corners: ItemCorners, command: EngineCommand): ItemCorners | undefined => {
  if (command.id === ReorderRangeMutation.id) return sortedCorners(corners, command);
  const { id, params } = command;
  const target = adjustRangeOnMutation(corners, { id, params } as Parameters<typeof adjustRangeOnMutation>[1]);
  if (!target) return undefined;
  const { startRow, startColumn, endRow, endColumn } = target;
  return { startRow, startColumn, endRow, endColumn };
};

/** Where cells of one row are after a sort; cells of several rows stay where they are. */
const sortedCorners = (corners: ItemCorners, { params }: EngineCommand): ItemCorners => {
  const { startRow, startColumn, endRow, endColumn } = corners;
  const { range, order } = params as IReorderRangeMutationParams;
  const isWithin = startRow === endRow && startColumn >= range.startColumn && endColumn <= range.endColumn;
  const [target] = isWithin ? (Object.entries(order).find(([, from]) => from === startRow) ?? []) : [];
  const row = target === undefined ? startRow : Number(target);
  return { startRow: row, startColumn, endRow: isWithin ? row : endRow, endColumn };
};

interface CopyingParams {
  readonly subUnitId?: string;
  readonly targetSubUnitId?: string;
}

interface MovingParams {
  readonly unitId?: string;
  readonly subUnitId?: string;
  readonly from?: { readonly subUnitId: string };
  readonly to?: { readonly subUnitId: string };
}
