import { parseRange } from "../facts/addresses";
import { contentTypes } from "./blank-workbook";
import { withMoreRows } from "./cell-reference";
import { CellMetadata } from "./cell-metadata";
import { themeColors } from "./colors";
import { OoxmlError } from "./ooxml-error";
import { officeRelations, OoxmlPackage, type Relation } from "./package";
import { SharedStrings } from "./shared-strings";
import { SheetPart } from "./sheet";
import { blankStyles, Styles } from "./styles";
import { runSteps, type Steps } from "./steps";
import { EditableXml } from "./editable-xml";
import { childOf, isOn, mainNamespace, parseXml, type XmlElement } from "./xml";
import type { ZipLimits } from "./zip";

const mostSheets = 200;
const mostCellsOfAll = 1_000_000;
const mostRowsOfAll = 2_000_000;
/** Characters of the formulas of all cells, with those that cells share. */
const mostFormulaCharacters = 50_000_000;

const strictRelations = "http://purl.oclc.org/ooxml/officeDocument/relationships";

/** A sheet of an open workbook. */
export interface OpenSheet {
  readonly name: string;
  /** The id of its relation; empty if it has none. */
  readonly relation: string;
  readonly sheetId: number;
  /** Empty if it has none. */
  readonly part: string;
  readonly hidden: boolean;
  /** Undefined for a sheet that is a chart, a dialog or a module of macros. */
  readonly cells: SheetPart | undefined;
}

/** A table's part. */
export interface OpenTable {
  readonly part: string;
  readonly relation: string;
  readonly root: XmlElement;
  readonly name: string;
  /** With the header row and the rows of totals. */
  readonly range: string;
  /** Its range without the rows of totals. */
  readonly shown: string;
  /** How many rows of totals its range ends with. */
  readonly totals: number;
  /** Tables without a header row are kept and not shown: their columns have names that no cell shows. */
  readonly hasHeader: boolean;
}

const workbookTypes =
  /(spreadsheetml\.(sheet|template)\.main\+xml|ms-excel\.(sheet|template|addin)\.macroEnabled\.main\+xml)$/;

/** The ending of a file's name that fits its content: programs refuse a workbook with macros that is named `.xlsx`. */
export const fileEnding = (bytes: Uint8Array | undefined): string => {
  if (bytes === undefined) return ".xlsx";
  const parts = OoxmlPackage.read(bytes);
  const type = parts.contentType(parts.related("", "officeDocument") ?? "") ?? "";
  const isTemplate = type.includes("template");
  return type.includes("macroEnabled") ? (isTemplate ? ".xltm" : ".xlsm") : isTemplate ? ".xltx" : ".xlsx";
};

/** The parts of a workbook, read and ready to be changed. */
export class OpenWorkbook {
  readonly parts: OoxmlPackage;
  readonly part: string;
  readonly xml: EditableXml;
  readonly root: XmlElement;
  readonly styles: Styles;
  readonly strings: SharedStrings;
  readonly metadata: CellMetadata;
  readonly dates1904: boolean;
  readonly #tables = new Map<string, readonly OpenTable[]>();
  #sheets: readonly OpenSheet[] = [];

  private constructor(bytes: Uint8Array, limits?: ZipLimits) {
    this.parts = OoxmlPackage.read(bytes, limits);
    this.part = this.#findWorkbook();
    this.xml = new EditableXml(this.part, this.parts.text(this.part));
    this.root = parseXml(this.part, this.parts.text(this.part));
    if (this.root.name !== "workbook") throw new OoxmlError(`The part "${this.part}" is no workbook.`);
    const textOf = (kind: string): readonly [part: string, xml: string | undefined] => {
      const part = this.relatedPart(kind);
      return [part ?? kind, part === undefined ? undefined : this.parts.text(part)];
    };
    const [stylesPart, styles = blankStyles] = textOf("styles");
    this.styles = new Styles(stylesPart, styles, themeColors(...textOf("theme")));
    this.strings = new SharedStrings(...textOf("sharedStrings"));
    this.metadata = new CellMetadata(...textOf("sheetMetadata"));
    this.dates1904 = isOn(childOf(this.root, "workbookPr")?.attributes["date1904"]);
  }

  /** @throws OoxmlError with a sentence for the user */
  static read(bytes: Uint8Array, limits?: ZipLimits): OpenWorkbook {
    return runSteps(OpenWorkbook.readSteps(bytes, limits));
  }

  /** The same in steps. */
  static *readSteps(bytes: Uint8Array, limits?: ZipLimits): Steps<OpenWorkbook> {
    const open = new OpenWorkbook(bytes, limits);
    open.#sheets = yield* open.#readSheets();
    return open;
  }

  get sheets(): readonly OpenSheet[] {
    return this.#sheets;
  }

  /** Attributes of an element of the workbook that names a relation. The prefix may be declared at each element only. */
  relationAttributes(id: string): Readonly<Record<string, string>> {
    const isDeclared = this.root.attributes["xmlns:r"] !== undefined;
    return { ...(!isDeclared && { "xmlns:r": this.relationNamespace }), "r:id": id };
  }

  /** The namespace of relations, which strict files write in another way. */
  get relationNamespace(): string {
    return this.isStrict ? strictRelations : officeRelations;
  }

  /** XML of a new part with the namespaces of this file. */
  inOwnNamespaces(xml: string): string {
    if (!this.isStrict) return xml;
    return xml
      .replaceAll(officeRelations, strictRelations)
      .replaceAll(mainNamespace, "http://purl.oclc.org/ooxml/spreadsheetml/main");
  }

  get isStrict(): boolean {
    return this.parts.relations("").some(({ type }) => type.startsWith(strictRelations));
  }

  /** The part that the workbook has once, of a kind such as `styles`. */
  relatedPart(kind: string): string | undefined {
    return this.#related(kind).find(({ target }) => this.parts.has(target))?.target;
  }

  #related(kind: string): Relation[] {
    return this.parts.relations(this.part).filter((relation) => relation.kind === kind && !relation.external);
  }

  /** The tables of a sheet, as they were in the file. */
  tablesOf({ part }: OpenSheet): readonly OpenTable[] {
    const known = this.#tables.get(part);
    if (known !== undefined) return known;
    const tables = this.#relatedOnce(part, "table").map(({ target, id }) => this.#readTable(target, id));
    this.#tables.set(part, tables);
    return tables;
  }

  /** The relations of a kind, one for each part that they lead to: a small file can have many to one large part. */
  #relatedOnce(source: string, kind: string): readonly Relation[] {
    const relations = this.parts
      .relations(source)
      .filter((relation) => relation.kind === kind && !relation.external && this.parts.has(relation.target));
    return [
      ...new Map(relations.toReversed().map((relation) => [relation.target.toLowerCase(), relation])).values(),
    ].toReversed();
  }

  #readTable(part: string, relation: string): OpenTable {
    const root = parseXml(part, this.parts.text(part));
    const {
      displayName,
      name = displayName ?? "",
      ref = "",
    } = root.attributes as Readonly<Record<"displayName" | "name" | "ref", string | undefined>>;
    if (parseRange(ref) === undefined) throw new OoxmlError(`The table "${name}" has no range.`);
    const totals = Number(root.attributes["totalsRowCount"] ?? 0);
    return {
      part,
      relation,
      root,
      name: displayName ?? name,
      range: ref,
      shown: withMoreRows(ref, -totals),
      totals,
      hasHeader: root.attributes["headerRowCount"] !== "0",
    };
  }

  /** Writes what cells share, if it has changed: formats, texts, and which cells hold arrays. */
  writeShared(): void {
    this.#writeIfChanged("styles", "styles", this.styles);
    this.#writeIfChanged("sharedStrings", "sharedStrings", this.strings);
    this.#writeIfChanged("sheetMetadata", "metadata", this.metadata);
  }

  #writeIfChanged(
    kind: keyof typeof contentTypes,
    file: string,
    content: { readonly changed: boolean; toString(): string },
  ): void {
    if (!content.changed) return;
    const known = this.relatedPart(kind);
    const target = known ?? this.parts.freeName(`xl/${file}`, ".xml").replace(/1\.xml$/, ".xml");
    if (known === undefined) {
      // Relations that lead to nothing would stay in the way.
      this.parts.unrelateWhere(this.part, (relation) => relation.kind === kind && !relation.external);
      this.parts.relate(this.part, `${officeRelations}/${kind}`, target);
    }
    this.parts.set(target, content.toString(), contentTypes[kind]);
  }

  /** Excel makes the order of calculation anew. An old one with cells that lost their formula would be an error. */
  dropCalculationChain(): void {
    const chain = this.parts.relations(this.part).find(({ kind }) => kind === "calcChain");
    if (chain === undefined) return;
    this.parts.unrelate(this.part, chain.id);
    this.parts.delete(chain.target);
  }

  #findWorkbook(): string {
    const part = this.parts.related("", "officeDocument");
    if (part === undefined || !this.parts.has(part))
      throw new OoxmlError("The file is no .xlsx file: it contains no workbook.");
    const type = this.parts.contentType(part) ?? "";
    if (type.includes("ms-excel.sheet.binary"))
      throw new OoxmlError("The file is a binary workbook: save it as .xlsx first.");
    if (!workbookTypes.test(type)) throw new OoxmlError(`The file is no .xlsx file: its content is "${type}".`);
    return part;
  }

  *#readSheets(): Steps<readonly OpenSheet[]> {
    const sheetElements = this.root.children.find(({ name }) => name === "sheets")?.children ?? [];
    if (sheetElements.length === 0) throw new OoxmlError("The workbook has no sheets.");
    if (sheetElements.length > mostSheets)
      throw new OoxmlError(`A workbook may have up to ${mostSheets} sheets, it has ${sheetElements.length}.`);
    const relations = new Map(this.parts.relations(this.part).map((relation) => [relation.id, relation]));
    const usedParts = new Set<string>();
    const counts: SheetCounts = { rows: 0, cells: 0, formulaCharacters: 0 };
    const sheets: OpenSheet[] = [];
    for (const { attributes } of sheetElements) {
      const { name = "", state = "visible", sheetId } = attributes as Readonly<Record<string, string | undefined>>;
      const id = relationId(attributes);
      const sheet = { name, relation: id, sheetId: Number(sheetId), hidden: state !== "visible" };
      // Old Excel listed the modules of its macros among the sheets, without a part.
      if (id === "") {
        sheets.push({ ...sheet, part: "", cells: undefined });
        continue;
      }
      const relation = relations.get(id);
      if (relation === undefined || !this.parts.has(relation.target))
        throw new OoxmlError(`The sheet "${name}" is missing in the file.`);
      if (usedParts.has(relation.target))
        throw new OoxmlError(`The sheet "${name}" has the same part as another sheet.`);
      usedParts.add(relation.target);
      const cells =
        relation.kind === "worksheet"
          ? yield* SheetPart.readSteps(relation.target, this.parts.text(relation.target), this)
          : undefined;
      if (cells !== undefined) addToCounts(counts, cells);
      sheets.push({ ...sheet, part: relation.target, cells });
    }
    return sheets;
  }
}

interface SheetCounts {
  rows: number;
  cells: number;
  formulaCharacters: number;
}

/** @throws OoxmlError where all sheets together have too much. */
const addToCounts = (counts: SheetCounts, { rows, cells, formulaCharacters }: SheetPart): void => {
  counts.cells += cells.length;
  counts.rows += rows.size;
  counts.formulaCharacters += formulaCharacters;
  checkCount(counts.rows, mostRowsOfAll, "rows");
  checkCount(counts.cells, mostCellsOfAll, "cells");
  checkCount(counts.formulaCharacters, mostFormulaCharacters, "characters in its formulas");
};

const checkCount = (count: number, most: number, what: string): void => {
  if (count > most)
    throw new OoxmlError(`A workbook may have up to ${most.toLocaleString("en")} ${what}; it has more.`);
};

/** The value of `r:id`, whatever the prefix is; empty if there is none. */
export const relationId = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
