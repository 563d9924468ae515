import { HoverManagerService, type ICellPosWithEvent, type IHoverCellPosition } from "@univerjs/preset-sheets-core";
import { singleCell } from "../../facts/addresses";
import { previewFormula } from "../functions/preview";
import type { OfficeHost } from "../office/office-host";
import { t } from "../texts";
import { type Area } from "../univer/addresses";
import { addressFormula } from "../univer/hyperlink-function";
import { findPlace, toWebAddress, toLinkTarget, linkText } from "../univer/link-targets";
import { hiddenNumber } from "../univer/narrow-numbers";
import type { LinkContent } from "../univer/sheet-links";
import { requireElement, make } from "./dom";
import { askForLink, type LinkAnswer } from "./link-dialog";

/** Milliseconds. Who holds the button longer selects the cell, as in Excel. */
const longestClick = 450;

/** Milliseconds until a clicked cell is selected and its note is shown: a sentence of ours would be overwritten. */
const untilSelected = 60;

interface LinkCell {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** What the page does for links. */
interface LinkPage {
  /** Shows a sentence below the sheet. */
  readonly report: (error: unknown) => void;
  /** Shows what is to say about the active cell. */
  readonly showNote: () => void;
  /** Gives the sheet the focus. */
  readonly goBack: () => void;
}

/**
 * Follows the links of cells, says where they lead to, and lets a person insert, change and remove them. The title of the
 * sheet also has the number of a cell whose column is too narrow for it.
 */
export class SheetCellLinks {
  readonly #host: OfficeHost;
  readonly #page: LinkPage;
  #hovered: LinkCell | undefined;
  #pressed: { readonly cell: LinkCell; readonly at: number } | undefined;

  constructor(host: OfficeHost, page: LinkPage) {
    this.#host = host;
    this.#page = page;
    const { injector, api } = host.book.engine;
    const pointer = injector.get(HoverManagerService);
    pointer.currentCell$.subscribe((position) => void this.#hover(position?.location));
    pointer.currentPointerDownCell$.subscribe((position) => this.#press(position));
    pointer.currentPointerUpCell$.subscribe((position) => this.#release(position));
    api
      .createMenu({ id: "workbench-link", title: t("link.menu"), action: () => void this.edit() })
      .appendTo(["contextMenu.mainArea", "contextMenu.others"]);
  }

  /** Asks for the link of the selected cells. */
  async edit(): Promise<void> {
    const { book } = this.#host;
    if (book.workbook.isCellEditing()) return;
    const area = book.clip(book.selectedArea());
    const { sheetId, startRow: row, startColumn: column } = area;
    const isFormula = this.#formulaOver({ sheetId, row, column }) !== undefined;
    if (isFormula || book.protection.isProtected(sheetId)) {
      this.#page.report(new Error(t(isFormula ? "link.formula" : "note.protected")));
      return;
    }
    const link = book.links.at(sheetId, row, column);
    const isComputed =
      book.formulaAt({ sheetId, row, column }) !== undefined || book.spillOver(sheetId, row, column) !== undefined;
    const text = book.text({ sheetId, ...singleCell(row, column) })[0]?.[0] ?? "";
    const answer = await askForLink({ link, text: isComputed ? undefined : text, book });
    this.#page.goBack();
    if (answer !== undefined) this.#apply(answer, area, link, text);
  }

  #apply(answer: LinkAnswer, area: Area, before: LinkContent | undefined, cellText: string): void {
    const { links } = this.#host.book;
    if (answer === "remove") links.remove(area);
    if (answer === "open" && before !== undefined) this.#follow(before);
    if (typeof answer === "object") {
      const { text, ...link } = answer;
      links.put(area, link, text === cellText || text === "" ? undefined : text);
    }
    if (answer !== "open") this.#page.showNote();
  }

  /** Links a cell to the web or mail address that was typed into it, as a step of undo of its own, as in Excel. */
  linkTyped({ sheetId, row, column }: LinkCell, text: string): void {
    const { links } = this.#host.book;
    const address = toWebAddress(text);
    if (address === undefined || links.at(sheetId, row, column)?.address === address) return;
    links.put({ sheetId, ...singleCell(row, column) }, { address });
    this.#page.showNote();
  }

  /** The link of a cell. That of the cell itself counts before the one of its formula, as in Excel. */
  async #linkAt(cell: LinkCell): Promise<LinkContent | undefined> {
    const { book, functions } = this.#host;
    const own = book.links.at(cell.sheetId, cell.row, cell.column);
    if (own !== undefined) return own;
    const formula = this.#formulaOver(cell);
    if (formula === undefined) return undefined;
    const addresses = await previewFormula(book, functions.preview, formula.formula);
    // One address or one row stands for all, as in any function of lists.
    const line = addresses[addresses.length === 1 ? 0 : formula.row] ?? [];
    const address = line[line.length === 1 ? 0 : formula.column];
    return typeof address === "string" && address !== "" ? { address } : undefined;
  }

  /** The formula of the address of a HYPERLINK in a cell or over it, and the place of the cell in its result. */
  #formulaOver({ sheetId, row, column }: LinkCell): { formula: string; row: number; column: number } | undefined {
    const { book } = this.#host;
    const spill = book.spillOver(sheetId, row, column);
    const start = { row: spill?.startRow ?? row, column: spill?.startColumn ?? column };
    const formula = addressFormula(book.formulaAt({ sheetId, ...start }));
    return formula === undefined ? undefined : { formula, row: row - start.row, column: column - start.column };
  }

  /** Whether a cell has a link, without computing where it leads to. */
  #hasLink(cell: LinkCell): boolean {
    const { links } = this.#host.book;
    return links.at(cell.sheetId, cell.row, cell.column) !== undefined || this.#formulaOver(cell) !== undefined;
  }

  async #hover(location: IHoverCellPosition["location"] | undefined): Promise<void> {
    const { book } = this.#host;
    const isHere = location?.unitId === book.unitId;
    const cell = isHere ? { sheetId: location.subUnitId, row: location.row, column: location.col } : undefined;
    this.#hovered = cell;
    const sheet = requireElement("sheet");
    const hasLink = cell !== undefined && this.#hasLink(cell);
    sheet.classList.toggle("on-link", hasLink);
    const number = cell && hiddenNumber(book, cell.sheetId, cell.row, cell.column);
    if (number === undefined) sheet.removeAttribute("title");
    else sheet.title = number;
    if (!hasLink) return;
    const link = await this.#linkAt(cell);
    if (this.#hovered !== cell || link === undefined) return;
    sheet.title = link.tip ?? `${linkText(link)}\n${t("link.follow")}`;
  }

  #press({ unitId, subUnitId, row, col, event }: ICellPosWithEvent): void {
    const { book } = this.#host;
    const { button, ctrlKey, metaKey, shiftKey } = event;
    const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey;
    const cell = { sheetId: subUnitId, row, column: col };
    const counts = isPlain && unitId === book.unitId && !book.workbook.isCellEditing() && this.#hasLink(cell);
    this.#pressed = counts ? { cell, at: performance.now() } : undefined;
  }

  #release({ subUnitId, row, col }: ICellPosWithEvent): void {
    const pressed = this.#pressed;
    this.#pressed = undefined;
    if (pressed === undefined || performance.now() - pressed.at > longestClick) return;
    const { cell } = pressed;
    if (cell.sheetId !== subUnitId || cell.row !== row || cell.column !== col) return;
    const follow = async (): Promise<void> => {
      const link = await this.#linkAt(cell);
      if (link !== undefined) this.#follow(link);
    };
    setTimeout(() => void follow().catch(this.#page.report), untilSelected);
  }

  #follow(link: LinkContent): void {
    const target = toLinkTarget(link);
    switch (target.kind) {
      case "web":
      case "mail":
        make("a", { href: target.url, target: "_blank", rel: "noopener noreferrer" }).click();
        return;
      case "place":
        this.#goTo(target.place);
        return;
      case "refused": {
        const sentence = target.reason === "length" ? t("link.tooLong") : t("link.refused", { address: target.text });
        this.#page.report(new Error(sentence));
      }
    }
  }

  #goTo(place: string): void {
    const { book } = this.#host;
    const area = findPlace(book, place);
    if (area === undefined) this.#page.report(new Error(t("link.badPlace", { place })));
    else {
      book.select(area);
      this.#page.goBack();
    }
  }
}
