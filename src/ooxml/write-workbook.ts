import { pointsPerPixel } from "../facts/units";
import { columnLetters, parseRange } from "../facts/addresses";
import { blankSheet, blankWorkbook, sheetType } from "./blank-workbook";
import { lookUpCells } from "./charts";
import { writeCustomXml } from "./custom-xml";
import { toFileFormula } from "./formulas";
import { type OpenSheet, OpenWorkbook, relationId } from "./open-workbook";
import { officeRelations } from "./package";
import { digitWidth, extraPart, isShownName, toModel, type WorkbookContext } from "./read-workbook";
import { SheetPart } from "./sheet";
import { writeSettings } from "./web-extensions";
import type { SheetModel, WorkbookModel } from "./workbook-model";
import { writeSheet } from "./write-sheet";
import type { EditableXml } from "./editable-xml";
import { childOf, element, escapeText, isOn, omitAttributes } from "./xml";

const workbookElementOrder =
  "fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst".split(
    " ",
  );

/**
 * Writes a workbook. `source` is the file that it was read from: what the model does not contain is kept from it, and a
 * part without a change is written byte for byte.
 * @throws OoxmlError if the source cannot be read
 */
export const writeWorkbook = (model: WorkbookModel, context: WorkbookContext, source?: Uint8Array): Uint8Array =>
  new WorkbookWriter(model, context, source).write();

/** The first sheet of a new file is the one that a blank workbook has. */
const inBlankSheet = (model: WorkbookModel, blank: WorkbookModel): WorkbookModel => ({
  ...model,
  sheets: model.sheets.map((sheet, index) => ({ ...sheet, part: index === 0 ? (blank.sheets[0]?.part ?? "") : "" })),
});

const blankFor = ({ sheets: [first] }: WorkbookModel): Uint8Array =>
  blankWorkbook(...sheetSizes(first ?? { defaultWidth: 64, defaultHeight: 20 }));

/** The usual width and height in the units of the file. */
const sheetSizes = ({
  defaultWidth,
  defaultHeight,
}: Pick<SheetModel, "defaultWidth" | "defaultHeight">): [number, number] => [
  defaultWidth / digitWidth,
  defaultHeight * pointsPerPixel,
];

type SheetPair = readonly [model: SheetModel, sheet: OpenSheet];

const filterName = "_xlnm._FilterDatabase";

const absoluteCell = (row: number, column: number): string => `$${columnLetters(column)}$${row + 1}`;

class WorkbookWriter {
  readonly #model: WorkbookModel;
  readonly #context: WorkbookContext;
  readonly #open: OpenWorkbook;
  readonly #before: WorkbookModel;
  #cellsChanged = false;

  constructor(model: WorkbookModel, context: WorkbookContext, source: Uint8Array | undefined) {
    this.#context = { ...context, workbookNames: new Set(model.names.map(({ name }) => name.toLowerCase())) };
    this.#open = OpenWorkbook.read(source ?? blankFor(model));
    this.#before = toModel(this.#open, context);
    this.#model = source === undefined ? inBlankSheet(model, this.#before) : model;
  }

  write(): Uint8Array {
    const { parts } = this.#open;
    const reachable = parts.reachable();
    const pairs = this.#placeSheets();
    this.#writeSheetList(pairs);
    const chartCells = { before: lookUpCells(this.#before), now: lookUpCells(this.#model) };
    for (const [model, sheet] of pairs) {
      const before = this.#before.sheets.find(({ part }) => part === sheet.part);
      if (sheet.cells === undefined) continue;
      if (writeSheet({ open: this.#open, context: this.#context, sheet, part: sheet.cells, before, model, chartCells }))
        this.#cellsChanged = true;
    }
    this.#writeView(pairs);
    this.#open.writeShared();
    if (this.#cellsChanged) this.#open.dropCalculationChain();
    const text = this.#open.xml.toString();
    if (text !== parts.text(this.#open.part)) parts.set(this.#open.part, text);
    this.#writeSettings();
    writeCustomXml(this.#open, this.#before.customXml, this.#model.customXml);
    const still = parts.reachable();
    for (const gone of reachable) if (!still.has(gone)) parts.delete(gone);
    return parts.write();
  }

  /** The part of each sheet of the model. New sheets get one. */
  #placeSheets(): SheetPair[] {
    const { parts, sheets } = this.#open;
    const free = new Map(sheets.filter(({ cells }) => cells !== undefined).map((sheet) => [sheet.part, sheet]));
    let sheetId = Math.max(0, ...sheets.map((sheet) => sheet.sheetId));
    const pairs = this.#model.sheets.map((model): SheetPair => {
      const known = model.part === undefined ? undefined : free.get(model.part);
      if (known !== undefined) {
        free.delete(known.part);
        return [model, known];
      }
      sheetId += 1;
      const part = parts.freeName("xl/worksheets/sheet", ".xml");
      const xml = this.#open.inOwnNamespaces(blankSheet(...sheetSizes(model)));
      parts.set(part, xml, sheetType);
      const relation = parts.relate(this.#open.part, `${this.#open.relationNamespace}/worksheet`, part);
      const cells = SheetPart.read(part, xml, this.#open);
      return [model, { name: model.name, relation, sheetId, part, hidden: model.hidden === true, cells }];
    });
    for (const { part, relation } of free.values()) {
      parts.unrelate(this.#open.part, relation);
      parts.delete(part);
    }
    return pairs;
  }

  #writeSheetList(pairs: readonly SheetPair[]): void {
    const { sheets, xml, root } = this.#open;
    const sheetStates = pairs.map(([{ name, hidden }, { relation, sheetId }]) => ({
      name,
      hidden: hidden === true,
      relation,
      sheetId,
    }));
    const next = [...sheetStates];
    sheets.forEach((sheet, index) => {
      if (sheet.cells === undefined) next.splice(index, 0, sheet);
    });
    const key = (list: readonly Pick<OpenSheet, "name" | "hidden" | "relation">[]): string =>
      JSON.stringify(list.map(({ name, hidden, relation }) => [name, hidden, relation]));
    const sameSheets = key(next) === key(sheets);
    if (!sameSheets) {
      const known = childOf(root, "sheets")?.children ?? [];
      const elements = next.map(({ name, hidden, relation, sheetId }) => {
        const before = known.find(({ attributes }) =>
          relation === "" ? attributes["name"] === name : relationId(attributes) === relation,
        );
        const attributes = before?.attributes ?? this.#open.relationAttributes(relation);
        const state = hidden ? (attributes["state"] ?? "hidden") : undefined;
        return element("sheet", { name, sheetId, state, ...omitAttributes(attributes, ["name", "sheetId", "state"]) });
      });
      xml.set("sheets", element("sheets", {}, elements.join("")), workbookElementOrder);
    }
    const sameFilters = pairs.every(([{ filter }, { part }]) => {
      const before = this.#before.sheets.find((sheet) => sheet.part === part);
      return filter?.range === before?.filter?.range;
    });
    const sameNames = JSON.stringify(this.#model.names) === JSON.stringify(this.#before.names);
    if (!sameSheets || !sameNames || !sameFilters)
      this.#writeNames(
        pairs,
        next.map(({ relation }) => relation),
      );
  }

  #writeNames(pairs: readonly SheetPair[], order: readonly string[]): void {
    const { xml, root, sheets } = this.#open;
    const isFiltered = (relation: string | undefined): boolean =>
      pairs.some(([{ filter }, one]) => {
        const before = this.#before.sheets.find(({ part }) => part === one.part)?.filter;
        return one.relation === relation && (filter ?? before) !== undefined;
      });
    const otherNames = (childOf(root, "definedNames")?.children ?? []).flatMap(({ attributes, text }) => {
      const local = attributes["localSheetId"];
      const index = local === undefined ? undefined : order.indexOf(sheets[Number(local)]?.relation ?? "");
      if (isShownName(attributes) || index === -1) return [];
      if (attributes["name"] === filterName && isFiltered(sheets[Number(local)]?.relation)) return [];
      return [element("definedName", { ...attributes, localSheetId: index }, escapeText(text))];
    });
    const nameElements = this.#model.names.map(({ name, formula, sheet, comment, hidden }) => {
      const localSheetId = sheet === undefined ? undefined : order.indexOf(pairs[sheet]?.[1].relation ?? "");
      return element(
        "definedName",
        { name, comment, localSheetId, hidden: hidden === true ? 1 : undefined },
        escapeText(toFileFormula(formula, this.#context)),
      );
    });
    // Excel keeps the range of each sheet's filter in a name too.
    const filters = pairs.flatMap(([{ name, filter }, { relation }]) => {
      const area = filter && parseRange(filter.range);
      if (area === undefined) return [];
      const range = `'${name.replaceAll("'", "''")}'!${absoluteCell(area.startRow, area.startColumn)}:${absoluteCell(area.endRow, area.endColumn)}`;
      const attributes = { name: filterName, localSheetId: order.indexOf(relation), hidden: 1 };
      return [element("definedName", attributes, escapeText(range))];
    });
    const all = [...otherNames, ...filters, ...nameElements].join("");
    xml.set("definedNames", all === "" ? undefined : element("definedNames", {}, all), workbookElementOrder);
  }

  #writeView(pairs: readonly SheetPair[]): void {
    const { xml } = this.#open;
    if (this.#model.dates1904 !== this.#before.dates1904) {
      if (xml.get("workbookPr") === undefined) xml.set("workbookPr", element("workbookPr", {}), workbookElementOrder);
      xml.setAttributeOf("workbookPr", "workbookPr", "date1904", this.#model.dates1904 ? "1" : undefined);
    }
    if (this.#model.manualCalculation !== this.#before.manualCalculation) {
      if (xml.get("calcPr") === undefined) xml.set("calcPr", element("calcPr", {}), workbookElementOrder);
      const mode = this.#model.manualCalculation === true ? "manual" : undefined;
      xml.setAttributeOf("calcPr", "calcPr", "calcMode", mode);
    }
    const front = this.#chartInFront() ?? pairs[this.#model.active]?.[1];
    const tab = (xml.child("sheets")?.children ?? []).findIndex(({ attributes }) =>
      Object.entries(attributes).some(([name, id]) => name.endsWith(":id") && id === front?.relation),
    );
    if (front !== undefined && tab !== -1 && tab !== activeTab(xml)) this.#bringToFront(pairs, front, tab);
  }

  /** The sheet that is in front and a chart, which the model cannot say, unless another one was chosen. */
  #chartInFront(): OpenSheet | undefined {
    const { sheets, root } = this.#open;
    const view = childOf(childOf(root, "bookViews"), "workbookView")?.attributes ?? {};
    const before = sheets[Number(view["activeTab"] ?? 0)];
    const isChosen = this.#model.sheets[this.#model.active]?.part !== this.#before.sheets[this.#before.active]?.part;
    return before?.cells !== undefined || isChosen ? undefined : before;
  }

  #bringToFront(pairs: readonly SheetPair[], front: OpenSheet, tab: number): void {
    const { xml, parts } = this.#open;
    if (xml.get("bookViews") === undefined)
      xml.set("bookViews", element("bookViews", {}, element("workbookView", {})), workbookElementOrder);
    xml.setAttributeOf("bookViews", "workbookView", "activeTab", String(tab));
    for (const [, { part, cells }] of pairs) {
      if (cells === undefined) continue;
      const selected = isOn(childOf(cells.xml.child("sheetViews"), "sheetView")?.attributes["tabSelected"]);
      const isFront = part === front.part;
      if (selected === isFront) continue;
      cells.xml.setAttributeOf("sheetViews", "sheetView", "tabSelected", isFront ? "1" : undefined);
      parts.set(part, cells.xml.toString());
    }
  }

  #writeSettings(): void {
    const { parts, part } = this.#open;
    const { settings, extra } = this.#model;
    const { addin, extraNamespace } = this.#context;
    if (addin !== undefined && JSON.stringify(settings) !== JSON.stringify(this.#before.settings))
      writeSettings(parts, addin, settings);
    if (extraNamespace === undefined || JSON.stringify(extra) === JSON.stringify(this.#before.extra)) return;
    const known = extraPart(this.#open, this.#context);
    const target = known ?? parts.freeName("customXml/item", ".xml");
    if (known === undefined) parts.relate(part, `${officeRelations}/customXml`, target);
    parts.set(target, element("extra", { xmlns: extraNamespace }, escapeText(JSON.stringify(extra ?? null))));
  }
}

const activeTab = (workbook: EditableXml): number =>
  Number(childOf(workbook.child("bookViews"), "workbookView")?.attributes["activeTab"] ?? 0);
