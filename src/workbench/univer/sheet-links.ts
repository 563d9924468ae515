import { type ICommandInfo, IResourceManagerService, IUniverInstanceService, UniverInstanceType } from "@univerjs/core";
import {
  ClearSelectionAllCommand,
  ClearSelectionContentCommand,
  SheetInterceptorService,
  SheetsSelectionsService,
} from "@univerjs/sheets";
import type { FRange } from "@univerjs/sheets/lib/facade";
import { first } from "rxjs";
import {
  type CellRange,
  formatCorners,
  overlap,
  parseLocalAddress,
  singleCell,
  subtractRange,
} from "../../facts/addresses";
import { type LinkModel, withoutMembers } from "../../ooxml/workbook-model";
import { type Area } from "./addresses";
import type { CellContent } from "./entry";
import { type CellBlock, FollowingItems, type ItemEdits, movedCorners } from "./following-items";
import { linkStyle } from "./hyperlink-function";
import { changeStyles, type StyledSheets } from "./cell-styles";

type LinkCorners = CellRange;

/** Where a link leads to, and what is said about it. */
export type LinkContent = Omit<LinkModel, "range" | "source">;

/** The engine does not know links of this kind: they are kept beside its cells. */
interface SheetLink extends LinkCorners, LinkContent {
  readonly source?: string;
}

const resource = "SHEET_WORKBENCH_LINKS_PLUGIN";

/** The parts of the open workbook that links need. */
interface LinkedCells extends StyledSheets {
  readonly clip: (area: Area) => Area;
  readonly range: (area: Area) => FRange;
  readonly write: (area: Area, rows: readonly (readonly (CellContent | null)[])[]) => void;
}

/**
 * The links of cells in the open workbook. They follow their cells, also when these are sorted, and undo restores them.
 * The engine's own links would make formatted texts of their cells.
 */
export class SheetLinks {
  readonly #book: LinkedCells;
  readonly #items: FollowingItems<SheetLink>;
  readonly #links = new Map<string, Map<string, readonly SheetLink[]>>();

  constructor(book: LinkedCells) {
    this.#book = book;
    this.#items = new FollowingItems<SheetLink>(book, {
      mutation: "sheet.mutation.workbench-set-links",
      get: (sheetId) => this.#stored(sheetId),
      set: (unitId, sheetId, links) => this.#of(unitId).set(sheetId, links),
      move: movedLink,
      join: (stays, others) =>
        others.reduce((rest, link) => [...rest.flatMap((one) => remainingLinks(one, link)), link], stays),
      copy: copyLink,
    });
    const { injector } = book.engine;
    injector.get(IResourceManagerService).registerPluginResource<Record<string, SheetLink[]>>({
      pluginName: resource,
      businesses: [UniverInstanceType.UNIVER_SHEET],
      toJson: (unitId) => JSON.stringify(Object.fromEntries(this.#of(unitId))),
      parseJson: (json) => JSON.parse(json) as Record<string, SheetLink[]>,
      onLoad: (unitId, links) => void this.#links.set(unitId, new Map(Object.entries(links))),
      onUnLoad: (unitId) => void this.#links.delete(unitId),
    });
    // The engine's sheet services start with the first workbook.
    const books = injector.get(IUniverInstanceService).getTypeOfUnitAdded$(UniverInstanceType.UNIVER_SHEET);
    books.pipe(first()).subscribe(() => this.#goWithContents());
  }

  list(sheetId: string): LinkModel[] {
    return this.#stored(sheetId).map(({ startRow, startColumn, endRow, endColumn, ...link }) => ({
      range: formatCorners({ startRow, startColumn, endRow, endColumn }),
      ...link,
    }));
  }

  /** The link of a cell. */
  at(sheetId: string, row: number, column: number): LinkContent | undefined {
    return this.within({ sheetId, ...singleCell(row, column) });
  }

  /** The link that all cells of an area share. */
  within(area: Area): LinkContent | undefined {
    const cover = this.#stored(area.sheetId).find((link) => subtractRange(area, link).length === 0);
    return cover && toContent(cover);
  }

  /**
   * Gives cells a link and its look, in one step of undo. A text is written into the first cell; subtractRange one, an empty
   * cell shows where the link leads to.
   */
  put(area: Area, link: LinkContent, text?: string): void {
    const { startRow, startColumn, endRow, endColumn, sheetId } = area;
    const { undoGroup } = this.#book.engine;
    undoGroup.begin();
    try {
      const first = { sheetId, ...singleCell(startRow, startColumn) };
      const isEmpty = text === undefined && this.#book.range(first).getDisplayValue() === "";
      const cellText = isEmpty ? shownTarget(link) : text;
      if (cellText !== undefined && !this.#holds(first, cellText)) this.#book.write(first, [[toCellText(cellText)]]);
      changeStyles(this.#book, this.#book.clip(area), () => linkStyle);
      const others = this.#stored(sheetId).flatMap((one) => remainingLinks(one, area));
      this.#items.edit(sheetId, [...others, { startRow, startColumn, endRow, endColumn, ...link }]);
    } finally {
      undoGroup.end();
    }
  }

  /** Whether a cell holds this text, and no formula. */
  #holds({ sheetId, startRow, startColumn }: Area, text: string): boolean {
    const cell = this.#book.sheet(sheetId).getSheet().getCellRaw(startRow, startColumn);
    return cell?.v === text && !cell.f && !cell.si;
  }

  /** Takes the links from the cells of an area. Their look stays. */
  clear(area: Area): void {
    if (this.#touches(area)) this.#items.edit(area.sheetId, this.#without(area));
  }

  /** Takes the links from the cells of an area with their colour and underline, in one step of undo. */
  remove(area: Area): void {
    const { undoGroup } = this.#book.engine;
    undoGroup.begin();
    try {
      const cells = this.#book.range(area);
      cells.setFontColor(null);
      cells.setFontLine("none");
      this.clear(area);
    } finally {
      undoGroup.end();
    }
  }

  /** What gives the cells of a paste the links of the cells that were copied, and what undoes it. */
  pasted(from: CellBlock, to: CellBlock): ItemEdits {
    const [source, before] = [this.#stored(from.sheetId), this.#stored(to.sheetId)];
    const remaining = rectangles(to.rows, to.columns).reduce<readonly SheetLink[]>(
      (links, cells) => links.flatMap((link) => remainingLinks(link, cells)),
      before,
    );
    const copies = source.flatMap((link) =>
      rectangles(
        repeatPositions(from.rows, to.rows, link.startRow, link.endRow),
        repeatPositions(from.columns, to.columns, link.startColumn, link.endColumn),
      ).map((cells) => ({ ...copyLink(link), ...cells })),
    );
    if (copies.length === 0 && before.every((link, index) => link === remaining[index]))
      return { undos: [], redos: [] };
    return {
      undos: [this.#items.mutation(to.sheetId)],
      redos: [this.#items.mutation(to.sheetId, [...remaining, ...copies])],
    };
  }

  #touches(area: Area): boolean {
    return this.#stored(area.sheetId).some((link) => overlap(link, area));
  }

  #without(area: Area): SheetLink[] {
    return this.#stored(area.sheetId).flatMap((link) => remainingLinks(link, area));
  }

  #of(unitId: string): Map<string, readonly SheetLink[]> {
    const known = this.#links.get(unitId) ?? new Map<string, readonly SheetLink[]>();
    this.#links.set(unitId, known);
    return known;
  }

  #stored(sheetId: string): readonly SheetLink[] {
    return this.#of(this.#book.unitId).get(sheetId) ?? [];
  }

  /** As in Excel, a cell that is emptied has no link any more. */
  #goWithContents(): void {
    const { injector } = this.#book.engine;
    const empties: readonly string[] = [ClearSelectionContentCommand.id, ClearSelectionAllCommand.id];
    injector.get(SheetInterceptorService).interceptCommand({
      getMutations: ({ id, params }) => {
        if (!empties.includes(id)) return { undos: [], redos: [] };
        const { ranges, subUnitId } = (params ?? {}) as {
          readonly ranges?: LinkCorners[];
          readonly subUnitId?: string;
        };
        const selections = injector.get(SheetsSelectionsService).getCurrentSelections();
        return this.#cleared(subUnitId, ranges ?? selections.map(({ range }) => range));
      },
    });
  }

  #cleared(sheetIdOrNone: string | undefined, areas: readonly LinkCorners[]): ItemEdits {
    const sheetId = sheetIdOrNone ?? this.#book.engine.api.getActiveWorkbook()?.getActiveSheet().getSheetId() ?? "";
    const areasWithLinks = areas.filter((area) => this.#touches({ ...area, sheetId }));
    if (areasWithLinks.length === 0) return { undos: [], redos: [] };
    const left = areasWithLinks.reduce<readonly SheetLink[]>(
      (links, area) => links.flatMap((link) => remainingLinks(link, area)),
      this.#stored(sheetId),
    );
    return { undos: [this.#items.mutation(sheetId)], redos: [this.#items.mutation(sheetId, left)] };
  }
}

/** A text that would be entered as something else. */
const toCellText = (text: string): string => (/^['=+@-]|^[\d.,\s]+$/.test(text) ? `'${text}` : text);

/** What an empty cell shows of its link. */
export const shownTarget = ({ address, place = "" }: LinkContent): string =>
  address === undefined ? place : address.replace(/^mailto:/i, "");

const toContent = ({ address, place, tip, display }: SheetLink): LinkContent => ({
  ...(address !== undefined && { address }),
  ...(place !== undefined && { place }),
  ...(tip !== undefined && { tip }),
  ...(display !== undefined && { display }),
});

/** What other cells leave of a link. */
const remainingLinks = (link: SheetLink, cells: LinkCorners): SheetLink[] =>
  overlap(link, cells) ? subtractRange(link, cells).map((left) => ({ ...link, ...left })) : [link];

/** The place in a file belongs to the link that is copied. */
const copyLink = (link: SheetLink): SheetLink => withoutMembers(link, "source");

/** The lines of a paste that show copied lines from one to another. A copy fills a larger area again and again. */
const repeatPositions = (from: readonly number[], to: readonly number[], start: number, end: number): number[] =>
  to.filter((_, at) => {
    const line = from[at % from.length];
    return line !== undefined && line >= start && line <= end;
  });

/** The rectangles of the cells in these rows and columns, which are in order. */
const rectangles = (rows: readonly number[], columns: readonly number[]): LinkCorners[] =>
  runs(rows).flatMap(([startRow, endRow]) =>
    runs(columns).map(([startColumn, endColumn]) => ({ startRow, startColumn, endRow, endColumn })),
  );

/** The first and the last of adjacent lines. */
const runs = (lines: readonly number[]): [first: number, last: number][] => {
  const spans: [first: number, last: number][] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else spans.push([line, line]);
  }
  return spans;
};

const movedLink = (link: SheetLink, command: Readonly<ICommandInfo>): SheetLink[] => {
  const target = movedCorners(link, command);
  if (target === undefined) return [];
  const isSame = (Object.keys(target) as (keyof LinkCorners)[]).every((corner) => target[corner] === link[corner]);
  return [isSame ? link : { ...link, ...target }];
};

/** The part of the engine's data with the links of all sheets, by the id of the sheet. */
export const linksResource = (
  sheets: ReadonlyMap<string, readonly LinkModel[]>,
): { readonly name: string; readonly data: string } => {
  const bySheet = [...sheets].map(([sheetId, links]) => [
    sheetId,
    links.flatMap(({ range, ...link }): SheetLink[] => {
      const area = parseLocalAddress(range);
      if (area === undefined) return [];
      const { startRow, startColumn, endRow, endColumn } = area;
      return [{ startRow, startColumn, endRow, endColumn, ...link }];
    }),
  ]);
  return { name: resource, data: JSON.stringify(Object.fromEntries(bySheet)) };
};
