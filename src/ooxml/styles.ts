import { type Border, borderSides, borderStyles, type CellFormat, formatKey } from "./cell-format";
import { argb, readColor } from "./colors";
import { EditableXml } from "./editable-xml";
import { runSteps } from "./steps";
import { childOf, element, isOn, mainNamespace, omitAttributes, outlineSteps, type XmlElement } from "./xml";

/** Number formats with fixed numbers; 14 and 22 are shown in the order of the reader's country. */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  37: "#,##0 ;(#,##0)",
  38: "#,##0 ;[Red](#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;[Red](#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mmss.0",
  48: "##0.0E+0",
  49: "@",
};

const stylesOrder = [
  "numFmts",
  "fonts",
  "fills",
  "borders",
  "cellStyleXfs",
  "cellXfs",
  "cellStyles",
  "dxfs",
  "tableStyles",
  "colors",
  "extLst",
];
const firstOwnNumber = 164;
/** Excel has 65,490 formats of cells at most. */
const mostElements = 1_000_000;

/** The styles of a workbook without formats. */
export const blankStyles = [
  `<styleSheet xmlns="${mainNamespace}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join("");

type FontParts = Pick<CellFormat, "bold" | "italic" | "underline" | "strike" | "font" | "size" | "color">;

/** The part with the formats of cells. Cells name a format by its index, here `xf`. */
export class Styles {
  readonly #xml: EditableXml;
  readonly #theme: readonly string[];
  readonly #lists = new Map<string, { readonly items: XmlElement[]; readonly added: string[] }>();
  readonly #numberFormats = new Map<number, string>();
  /** The numbers of the patterns; undefined until one is looked for. */
  #numbers: Map<string, number> | undefined;
  readonly #read = new Map<number, CellFormat>();
  /** What elements of the lists say, by list and index. Many formats may name one, and a small file has one of any size. */
  readonly #readItems = new Map<string, unknown>();
  readonly #byKey = new Map<string, number>();
  readonly #parts = new Map<string, number>();
  readonly #rebased = new Map<string, number>();
  #nextNumber = firstOwnNumber;

  constructor(part: string, xml: string, theme: readonly string[]) {
    this.#xml = new EditableXml(part, xml, runSteps(outlineSteps(part, xml, mostElements)));
    this.#theme = theme;
    for (const name of ["fonts", "fills", "borders", "cellXfs", "dxfs"])
      this.#lists.set(name, { items: [...(this.#xml.child(name)?.children ?? [])], added: [] });
    for (const { attributes } of this.#xml.child("numFmts")?.children ?? []) {
      const number = Number(attributes["numFmtId"]);
      this.#numberFormats.set(number, attributes["formatCode"] ?? "");
      this.#nextNumber = Math.max(this.#nextNumber, number + 1);
    }
  }

  /** The appearance of a format. An index that does not exist is the default format. */
  format(xf: number): CellFormat {
    const known = this.#read.get(xf);
    if (known !== undefined) return known;
    const format = this.#readFormat(this.#items("cellXfs")[xf]);
    this.#read.set(xf, format);
    return format;
  }

  /** Whether formats were added. */
  get changed(): boolean {
    return [...this.#lists.values()].some(({ added: newItems }) => newItems.length > 0);
  }

  /**
   * The index of a format with this appearance. It is added if there is none. `base` is the format that the cell had:
   * what the appearance does not contain (protection, rotation, indent) is kept from it.
   */
  xfFor(format: CellFormat | undefined, base = 0): number {
    const key = formatKey(format);
    if (formatKey(this.format(base)) === key) return base;
    if (base === 0) return this.#known(key) ?? this.#add(format ?? {}, 0, key);
    const rebasedKey = `${base}|${key}`;
    const known = this.#rebased.get(rebasedKey);
    if (known !== undefined) return known;
    const same = isPlain(this.#items("cellXfs")[base]) ? this.#known(key) : undefined;
    const xf = same ?? this.#add(format ?? {}, base, key);
    this.#rebased.set(rebasedKey, xf);
    return xf;
  }

  /** What a conditional format changes of a cell's appearance, by its index. */
  difference(dxf: number): CellFormat {
    return this.#readOnce("dxfs", dxf, (item) => this.#readDifference(item));
  }

  #readDifference(item: XmlElement | undefined): CellFormat {
    const fill = childOf(childOf(item, "fill"), "patternFill");
    const pattern = fill?.attributes["patternType"] ?? "solid";
    const shade = childOf(fill, "bgColor") ?? childOf(fill, "fgColor");
    const background = pattern === "solid" ? readColor(shade, this.#theme) : undefined;
    const font = Object.entries(this.#readFontOf(childOf(item, "font")));
    return {
      ...Object.fromEntries(font.filter(([member]) => member !== "font" && member !== "size")),
      ...(background !== undefined && { fill: background }),
    };
  }

  /** The index of a difference in appearance, which is added. */
  differenceFor({ bold, italic, underline, strike, color, fill }: CellFormat): number {
    const flag = (tag: string, on: boolean | undefined): string => (on === true ? element(tag, {}) : "");
    const colorElement = color === undefined ? "" : element("color", { rgb: argb(color) });
    const font = flag("b", bold) + flag("i", italic) + flag("strike", strike) + colorElement + flag("u", underline);
    const shade =
      fill === undefined
        ? ""
        : element("fill", {}, element("patternFill", {}, element("bgColor", { rgb: argb(fill) })));
    return this.#addPart("dxfs", element("dxf", {}, (font === "" ? "" : element("font", {}, font)) + shade));
  }

  /** The colour of an element such as `color`; undefined if it is automatic. */
  color(element: XmlElement | undefined): string | undefined {
    return readColor(element, this.#theme);
  }

  toString(): string {
    const custom = [...this.#numberFormats].map(([numFmtId, formatCode]) =>
      element("numFmt", { numFmtId, formatCode }),
    );
    if (custom.length > (this.#xml.child("numFmts")?.children.length ?? 0))
      this.#xml.set("numFmts", element("numFmts", { count: custom.length }, custom.join("")), stylesOrder);
    for (const [name, { items, added: newItems }] of this.#lists) {
      if (newItems.length === 0) continue;
      this.#xml.append(name, newItems.join(""), items.length, stylesOrder);
      newItems.splice(0);
    }
    return this.#xml.toString();
  }

  #items(name: string): XmlElement[] {
    return this.#lists.get(name)?.items ?? [];
  }

  #readOnce<Content extends object>(
    list: string,
    index: number,
    read: (item: XmlElement | undefined) => Content,
  ): Content {
    const key = `${list} ${index}`;
    const known = this.#readItems.get(key) as Content | undefined;
    if (known !== undefined) return known;
    const item = this.#items(list)[index];
    const content = read(item);
    if (item !== undefined) this.#readItems.set(key, content);
    return content;
  }

  #known(key: string): number | undefined {
    if (this.#byKey.size === 0)
      this.#items("cellXfs").forEach((xf, index) => {
        const key = formatKey(this.format(index));
        if (isPlain(xf) && !this.#byKey.has(key)) this.#byKey.set(key, index);
      });
    return this.#byKey.get(key);
  }

  #readFormat(xf: XmlElement | undefined): CellFormat {
    if (xf === undefined) return {};
    const { attributes } = xf;
    const numberFormat = this.#patternOf(Number(attributes["numFmtId"] ?? 0));
    return {
      ...this.#readFont(Number(attributes["fontId"] ?? 0)),
      ...this.#readOnce("fills", Number(attributes["fillId"] ?? 0), (fill) => this.#readFill(fill)),
      ...(numberFormat !== undefined && { numberFormat }),
      ...readAlignment(childOf(xf, "alignment")),
      ...this.#readOnce("borders", Number(attributes["borderId"] ?? 0), (border) => this.#readBorders(border)),
    };
  }

  #patternOf(number: number): string | undefined {
    const pattern = this.#numberFormats.get(number) ?? builtIn[number];
    return pattern === undefined || /^(general|standard)?$/i.test(pattern) ? undefined : pattern;
  }

  #fontParts(index: number): FontParts {
    return this.#readOnce("fonts", index, (font) => this.#readFontOf(font));
  }

  #readFontOf(font: XmlElement | undefined): FontParts {
    const on = (name: string): boolean => {
      const property = childOf(font, name);
      return property !== undefined && isOn(property.attributes["val"] ?? "1");
    };
    const underline = childOf(font, "u");
    const color = readColor(childOf(font, "color"), this.#theme);
    const name = childOf(font, "name")?.attributes["val"];
    const size = Number(childOf(font, "sz")?.attributes["val"]);
    return {
      ...(on("b") && { bold: true }),
      ...(on("i") && { italic: true }),
      ...(underline !== undefined && underline.attributes["val"] !== "none" && { underline: true }),
      ...(on("strike") && { strike: true }),
      ...(name !== undefined && name !== "" && { font: name }),
      ...(size > 0 && { size }),
      ...(color !== undefined && { color }),
    };
  }

  /** The font where it differs from the default font. */
  #readFont(index: number): CellFormat {
    const defaults = this.#fontParts(Number(this.#items("cellXfs")[0]?.attributes["fontId"] ?? 0));
    const { font, size, color, ...rest } = this.#fontParts(index);
    return {
      ...rest,
      ...(font !== undefined && font !== defaults.font && { font }),
      ...(size !== undefined && size !== defaults.size && { size }),
      ...(color !== undefined && color !== (defaults.color ?? "#000000") && { color }),
    };
  }

  #readFill(fill: XmlElement | undefined): CellFormat {
    const pattern = childOf(fill, "patternFill");
    if (pattern?.attributes["patternType"] !== "solid") return {};
    const color = readColor(childOf(pattern, "fgColor"), this.#theme);
    return color === undefined ? {} : { fill: color };
  }

  #readBorders(border: XmlElement | undefined): CellFormat {
    const borders: Partial<Record<(typeof borderSides)[number], Border>> = {};
    for (const side of borderSides) {
      const line = childOf(border, side) ?? childOf(border, side === "left" ? "start" : side === "right" ? "end" : "");
      const style = borderStyles.find((one) => one === line?.attributes["style"]);
      if (style === undefined) continue;
      const color = readColor(childOf(line, "color"), this.#theme);
      borders[side] = { style, ...(color !== undefined && color !== "#000000" && { color }) };
    }
    return Object.keys(borders).length === 0 ? {} : { borders };
  }

  #add(format: CellFormat, base: number, key: string): number {
    const xf = this.#items("cellXfs")[base];
    const font = this.#addPart("fonts", this.#writeFont(format));
    const fill = format.fill === undefined ? 0 : this.#addPart("fills", writeFill(format.fill));
    const border = format.borders === undefined ? 0 : this.#addPart("borders", writeBorders(format.borders));
    const numberFormat = format.numberFormat === undefined ? 0 : this.#numberOf(format.numberFormat);
    const alignment = writeAlignment(format, childOf(xf, "alignment"));
    const protection = childOf(xf, "protection");
    const { xfId = "0", quotePrefix, applyProtection } = xf?.attributes ?? {};
    const item = element(
      "xf",
      {
        numFmtId: numberFormat,
        fontId: font,
        fillId: fill,
        borderId: border,
        xfId,
        quotePrefix,
        applyNumberFormat: numberFormat === 0 ? undefined : 1,
        applyFont: font === 0 ? undefined : 1,
        applyFill: fill === 0 ? undefined : 1,
        applyBorder: border === 0 ? undefined : 1,
        applyAlignment: alignment === "" ? undefined : 1,
        applyProtection,
      },
      alignment + (protection === undefined ? "" : element("protection", protection.attributes)),
    );
    const index = this.#append("cellXfs", item);
    if (base === 0) this.#byKey.set(key, index);
    return index;
  }

  #numberOf(pattern: string): number {
    // The first number of a pattern counts, and those of the file before those that every program knows.
    this.#numbers ??= new Map(
      [...this.#numberFormats, ...Object.entries(builtIn).map(([number, known]) => [Number(number), known] as const)]
        .toReversed()
        .map(([number, known]) => [known, number]),
    );
    const known = this.#numbers.get(pattern);
    if (known !== undefined) return known;
    const number = this.#nextNumber;
    this.#numberFormats.set(number, pattern);
    this.#numbers.set(pattern, number);
    this.#nextNumber += 1;
    return number;
  }

  #addPart(list: string, xml: string): number {
    const known = this.#parts.get(xml);
    if (known !== undefined) return known;
    const index = this.#append(list, xml);
    this.#parts.set(xml, index);
    return index;
  }

  #append(list: string, xml: string): number {
    const { items, added: newItems } = this.#lists.get(list) ?? { items: [], added: [] };
    items.push(this.#xml.parse(xml));
    newItems.push(xml);
    return items.length - 1;
  }

  #writeFont({ bold, italic, underline, strike, font, size, color }: CellFormat): string {
    const defaults = this.#fontParts(Number(this.#items("cellXfs")[0]?.attributes["fontId"] ?? 0));
    const fontColor = color ?? defaults.color;
    const name = font ?? defaults.font;
    const flag = (tag: string, on: boolean | undefined): string => (on === true ? element(tag, {}) : "");
    return element(
      "font",
      {},
      flag("b", bold) +
        flag("i", italic) +
        flag("strike", strike) +
        (fontColor === undefined ? "" : element("color", { rgb: argb(fontColor) })) +
        element("sz", { val: size ?? defaults.size ?? 11 }) +
        flag("u", underline) +
        (name === undefined ? "" : element("name", { val: name })),
    );
  }
}

/** Whether an appearance contains the whole format. */
const isPlain = (xf: XmlElement | undefined): boolean =>
  xf === undefined ||
  (xf.attributes["quotePrefix"] === undefined &&
    childOf(xf, "protection") === undefined &&
    Object.keys(childOf(xf, "alignment")?.attributes ?? {}).every((name) => appearing.has(name)));

const appearing = new Set(["horizontal", "vertical", "wrapText"]);

const writeFill = (color: string): string =>
  element(
    "fill",
    {},
    element(
      "patternFill",
      { patternType: "solid" },
      element("fgColor", { rgb: argb(color) }) + element("bgColor", { indexed: 64 }),
    ),
  );

const writeBorders = (borders: NonNullable<CellFormat["borders"]>): string =>
  element(
    "border",
    {},
    [
      ...borderSides.map((side) => {
        const border = borders[side];
        if (border === undefined) return element(side, {});
        const color =
          border.color === undefined ? element("color", { auto: 1 }) : element("color", { rgb: argb(border.color) });
        return element(side, { style: border.style }, color);
      }),
      element("diagonal", {}),
    ].join(""),
  );

const readAlignment = (alignment: XmlElement | undefined): CellFormat => {
  const { horizontal, vertical, wrapText } = alignment?.attributes ?? {};
  return {
    ...((horizontal === "left" || horizontal === "center" || horizontal === "right") && { align: horizontal }),
    ...((vertical === "top" || vertical === "center") && { vertical }),
    ...(isOn(wrapText) && { wrap: true }),
  };
};

const writeAlignment = ({ align, vertical, wrap }: CellFormat, base: XmlElement | undefined): string => {
  const { horizontal } = base?.attributes ?? {};
  const others = omitAttributes(base?.attributes ?? {}, [...appearing]);
  const otherAlignment =
    horizontal !== undefined && !["left", "center", "right"].includes(horizontal) ? horizontal : undefined;
  const attributes = {
    horizontal: align ?? otherAlignment,
    vertical,
    wrapText: wrap === true ? 1 : undefined,
    ...others,
  };
  return Object.values(attributes).some((value) => value !== undefined) ? element("alignment", attributes) : "";
};
