import { ICommandService, type Nullable } from "@univerjs/core";
import {
  type IRender,
  IRenderManagerService,
  SHEET_VIEWPORT_KEY,
  type SpreadsheetSkeleton,
} from "@univerjs/engine-render";
import { SheetSkeletonManagerService } from "@univerjs/preset-sheets-core";
import type { Book } from "./book";

/** A part of the grid that scrolls by itself: frozen rows and columns make up to four. */
export interface ViewPane {
  /** Its top left corner on the page, in pixels. */
  readonly left: number;
  readonly top: number;
  /** What the corner of cell A1 is moved by, in pixels of the sheet: the headers less the scrolled part. */
  readonly moveX: number;
  readonly moveY: number;
}

/** What the page shows of the active sheet. */
export interface SheetScroll {
  readonly sheetId: string;
  /** 1 for 100 %. */
  readonly zoom: number;
  /** The end of the grid on the page, in pixels. */
  readonly right: number;
  readonly bottom: number;
  /** The corner of the grid's canvas on the page. */
  readonly left: number;
  readonly top: number;
  readonly frozenRows: number;
  readonly frozenColumns: number;
  /** The right edge of each column and the lower edge of each row, in pixels of the sheet. */
  readonly columnEnds: readonly number[];
  readonly rowEnds: readonly number[];
  readonly pane: (isFrozenRow: boolean, isFrozenColumn: boolean) => ViewPane | undefined;
  readonly canvas: HTMLCanvasElement;
}

/** Where the engine draws the cells of the active sheet. */
export class SheetView {
  readonly #book: Book;
  readonly #renders: IRenderManagerService;

  constructor(book: Book) {
    this.#book = book;
    this.#renders = book.engine.injector.get(IRenderManagerService);
  }

  /** Undefined while no workbook is shown. */
  get current(): SheetScroll | undefined {
    const workbook = this.#book.engine.api.getActiveWorkbook();
    const render = workbook === null ? undefined : this.#renders.getRenderById(workbook.getId());
    const param = render?.with(SheetSkeletonManagerService).getCurrentParam();
    const sheet = param ? workbook?.getSheetBySheetId(param.sheetId)?.getSheet() : undefined;
    if (!render || !param || !sheet) return undefined;
    const canvas = render.engine.getCanvasElement();
    const { sheetId, skeleton } = param;
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    const zoom = render.scene.getAncestorScale().scaleX;
    const { xSplit, ySplit } = sheet.getFreeze();
    return {
      sheetId,
      zoom,
      left,
      top,
      right,
      bottom,
      frozenRows: Math.max(0, ySplit),
      frozenColumns: Math.max(0, xSplit),
      columnEnds: skeleton.columnWidthAccumulation,
      rowEnds: skeleton.rowHeightAccumulation,
      pane: (isFrozenRow, isFrozenColumn) => visiblePane(render, skeleton, { left, top }, isFrozenRow, isFrozenColumn),
      canvas,
    };
  }

  /** Calls back in the frame after each command that may move cells on the page, or change them. */
  onMoved(listener: () => void): void {
    let isRequested = false;
    const request = (): void => {
      if (isRequested) return;
      isRequested = true;
      requestAnimationFrame(() => {
        isRequested = false;
        listener();
      });
    };
    this.#book.engine.injector.get(ICommandService).onCommandExecuted(request);
    new ResizeObserver(request).observe(document.body);
    this.#renders.created$.subscribe((render: Nullable<IRender>) => {
      render?.engine.onTransformChange$.subscribeEvent(request);
    });
  }
}

const visiblePane = (
  { scene }: IRender,
  { rowHeaderWidthAndMarginLeft, columnHeaderHeightAndMarginTop }: SpreadsheetSkeleton,
  canvas: { readonly left: number; readonly top: number },
  isFrozenRow: boolean,
  isFrozenColumn: boolean,
): ViewPane | undefined => {
  const key = isFrozenRow
    ? isFrozenColumn
      ? SHEET_VIEWPORT_KEY.VIEW_MAIN_LEFT_TOP
      : SHEET_VIEWPORT_KEY.VIEW_MAIN_TOP
    : isFrozenColumn
      ? SHEET_VIEWPORT_KEY.VIEW_MAIN_LEFT
      : SHEET_VIEWPORT_KEY.VIEW_MAIN;
  const viewport = scene.getViewport(key);
  if (viewport === undefined) return undefined;
  return {
    left: canvas.left + viewport.left,
    top: canvas.top + viewport.top,
    moveX: rowHeaderWidthAndMarginLeft - viewport.viewportScrollX,
    moveY: columnHeaderHeightAndMarginTop - viewport.viewportScrollY,
  };
};
