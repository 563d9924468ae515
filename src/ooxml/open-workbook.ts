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
import { EditableXml, parseXml, type XmlElement } from "./xml";
import type { ZipLimits } from "./zip";

const mostSheets = 200;
const mostCellsOfAll = 1_000_000;
const mostRowsOfAll = 2_000_000;

/** A sheet of an open workbook. */
export interface OpenSheet {
  readonly name: string;
  /** The id of its relation. */
  readonly relation: string;
  readonly sheetId: number;
  readonly part: string;
  readonly hidden: boolean;
  /** Undefined for a sheet that is a chart or a dialog. */
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
  readonly sheets: readonly OpenSheet[];

  /** @throws OoxmlError with a sentence for the user */
  constructor(bytes: Uint8Array, limits?: ZipLimits) {
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
    this.sheets = this.#readSheets();
  }

  /** The part that the workbook has once, of a kind such as `styles`. */
  relatedPart(kind: string): string | undefined {
    return this.#related(kind).find(({ target }) => this.parts.has(target))?.target;
  }

  #related(kind: string): Relation[] {
    return this.parts.relations(this.part).filter((relation) => relation.kind === kind && !relation.external);
  }

  tablesOf({ part }: OpenSheet): OpenTable[] {
    return this.parts
      .relations(part)
      .filter(({ kind, external }) => kind === "table" && !external)
      .flatMap(({ target, id }) => {
        const root = parseXml(target, this.parts.text(target));
        const {
          displayName,
          name = displayName ?? "",
          ref = "",
        } = root.attributes as Readonly<Record<"displayName" | "name" | "ref", string | undefined>>;
        if (parseRange(ref) === undefined) throw new OoxmlError(`The table "${name}" has no range.`);
        const totals = Number(root.attributes["totalsRowCount"] ?? 0);
        return [
          {
            part: target,
            relation: id,
            root,
            name: displayName ?? name,
            range: ref,
            shown: withMoreRows(ref, -totals),
            totals,
            hasHeader: root.attributes["headerRowCount"] !== "0",
          },
        ];
      });
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
      for (const { id } of this.#related(kind)) this.parts.unrelate(this.part, id);
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

  #readSheets(): OpenSheet[] {
    const listed = this.root.children.find(({ name }) => name === "sheets")?.children ?? [];
    if (listed.length === 0) throw new OoxmlError("The workbook has no sheets.");
    if (listed.length > mostSheets)
      throw new OoxmlError(`A workbook may have up to ${mostSheets} sheets, it has ${listed.length}.`);
    const relations = new Map(this.parts.relations(this.part).map((relation) => [relation.id, relation]));
    const used = new Set<string>();
    let [cells, rows] = [0, 0];
    return listed.map(({ attributes }) => {
      const name = attributes["name"] ?? "";
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      const relation = relations.get(id);
      if (relation === undefined || !this.parts.has(relation.target))
        throw new OoxmlError(`The sheet "${name}" is missing in the file.`);
      if (used.has(relation.target)) throw new OoxmlError(`The sheet "${name}" has the same part as another sheet.`);
      used.add(relation.target);
      const sheet = this.#readSheet(relation.kind, relation.target);
      cells += sheet?.cells.length ?? 0;
      rows += sheet?.rows.size ?? 0;
      if (rows > mostRowsOfAll)
        throw new OoxmlError(`A workbook may have up to ${mostRowsOfAll.toLocaleString("en")} rows; it has more.`);
      if (cells > mostCellsOfAll)
        throw new OoxmlError(`A workbook may have up to ${mostCellsOfAll.toLocaleString("en")} cells; it has more.`);
      const { state = "visible", sheetId } = attributes as Readonly<Record<"state" | "sheetId", string | undefined>>;
      return {
        name,
        relation: id,
        sheetId: Number(sheetId),
        part: relation.target,
        hidden: state !== "visible",
        cells: sheet,
      };
    });
  }

  #readSheet(kind: string, part: string): SheetPart | undefined {
    if (kind !== "worksheet") return undefined;
    return new SheetPart(part, this.parts.text(part), this);
  }
}
