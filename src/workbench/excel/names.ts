import { parseLocalAddress } from "../../facts/addresses";
import { notHere } from "../office/strict-object";
import { absoluteAddress } from "../charts/sheet-charts";
import { type Area } from "../univer/addresses";
import {
  addName,
  changeName,
  definedName,
  definedNames,
  findName,
  type OpenName,
  removeName,
} from "../univer/defined-names";
import { invalidArgument, itemNotFound, OfficeError } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import { Range } from "./range";

const longestName = 255;
const namePattern = /^[\p{L}_\\][\p{L}\p{N}_.\\?]*$/u;
const looksLikeCell = /^(\$?[A-Za-z]{1,3}\$?\d+|[Rr]\d*[Cc]\d*|[CcRr])$/;

/** @throws InvalidArgument if Excel would not accept the name */
export const checkName = (name: unknown): string => {
  if (typeof name === "string" && name.length <= longestName && namePattern.test(name) && !looksLikeCell.test(name))
    return name;
  throw invalidArgument(`"${String(name)}" is no name: it begins with a letter, has no spaces and is no address`);
};

/** The constant that a formula is; undefined if it is something else. */
const constantOf = (formula: string): string | number | boolean | undefined => {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(formula)) return Number(formula);
  if (/^(true|false)$/i.test(formula)) return formula.toUpperCase() === "TRUE";
  return /^"(?:[^"]|"")*"$/.test(formula) ? formula.slice(1, -1).replaceAll('""', '"') : undefined;
};

const itemShape: Shape<NamedItem> = {
  name: "NamedItem",
  properties: {
    name: { get: (item) => item.now().name },
    formula: {
      get: (item) => `=${item.now().formula}`,
      set: (item, formula: string) =>
        changeName(item.context.host.book, { ...item.now(), formula: formulaOf(formula) }),
    },
    value: { get: (item) => item.content() },
    type: { get: (item) => item.contentType() },
    visible: {
      get: (item) => item.now().hidden !== true,
      set: (item, visible: boolean) => changeName(item.context.host.book, { ...item.now(), hidden: !visible }),
    },
    comment: {
      get: (item) => item.now().comment ?? "",
      set: (item, comment: string) => changeName(item.context.host.book, { ...item.now(), comment }),
    },
    scope: { get: (item) => (item.now().sheetId === undefined ? "Workbook" : "Worksheet") },
  },
  links: {
    worksheet: (item) => item.context.model.worksheet(item.context, () => item.now().sheetId),
    worksheetOrNullObject: (item) => item.context.model.worksheet(item.context, () => item.now().sheetId, true),
  },
};

/** `Excel.NamedItem`. */
export class NamedItem extends ClientObject {
  id = "";

  constructor(context: RequestContext, find: () => string | undefined, orNull = false) {
    super(context);
    this.resolve(find, (id) => void (this.id = id), orNull);
  }

  override get shape(): typeof itemShape {
    return itemShape;
  }

  now(): OpenName {
    const found = definedName(this.context.host.book, this.id);
    if (found === undefined) throw itemNotFound();
    return found;
  }

  /** The cells of the name; undefined if it is no range. */
  area(): Area | undefined {
    const { book } = this.context.host;
    const parsed = parseLocalAddress(this.now().formula);
    const sheetId = parsed?.sheet === undefined ? undefined : book.findSheet(parsed.sheet);
    if (parsed === undefined || sheetId === undefined) return undefined;
    const { startRow, endRow, startColumn, endColumn } = parsed;
    return { sheetId, startRow, endRow, startColumn, endColumn };
  }

  /** For a range its address. */
  content(): unknown {
    const area = this.area();
    if (area !== undefined) return absoluteAddress(this.context.host.book, area);
    const constant = constantOf(this.now().formula);
    if (constant === undefined) throw notHere("NamedItem.value of a formula that is no range and no constant");
    return constant;
  }

  contentType(): string {
    if (this.area() !== undefined) return "Range";
    const value = this.content();
    if (typeof value === "number") return Number.isInteger(value) ? "Integer" : "Double";
    return typeof value === "boolean" ? "Boolean" : "String";
  }

  getRange(): Range {
    return new Range(this.context, () => {
      const area = this.area();
      if (area === undefined)
        throw new OfficeError("InvalidReference", "This reference is not valid for the current operation.");
      return area;
    });
  }

  getRangeOrNullObject(): Range {
    return new Range(this.context, () => (this.nullObject === true ? undefined : this.area()), true);
  }

  delete(): void {
    this.context.queue(() => removeName(this.context.host.book, this.now()));
  }
}

/** A formula without its `=`. */
const formulaOf = (formula: unknown): string => {
  if (typeof formula === "string" && formula.startsWith("=") && formula.length > 1) return formula.slice(1);
  throw invalidArgument("the formula of a name begins with =");
};

const namesShape: Shape<NamedItems> = { name: "NamedItemCollection", properties: {} };

/** `Excel.NamedItemCollection` of the workbook, or of a sheet. */
export class NamedItems extends Collection<NamedItem> {
  readonly sheetOf: () => string | undefined;

  constructor(context: RequestContext, sheetOf: () => string | undefined) {
    super(context);
    this.sheetOf = sheetOf;
    this.nullObject = false;
  }

  override get shape(): typeof namesShape {
    return namesShape;
  }

  override list(): NamedItem[] {
    return this.#own().map(({ id }) => new NamedItem(this.context, () => id));
  }

  add(name: string, reference: Range | string, comment?: string): NamedItem {
    return new NamedItem(this.context, () => {
      const { book } = this.context.host;
      if (this.#find(checkName(name)) !== undefined)
        throw new OfficeError("ItemAlreadyExists", "The resource being created already exists.");
      const formula = typeof reference === "string" ? formulaOf(reference) : absoluteAddress(book, reference.area);
      const sheetId = this.sheetOf();
      return addName(book, { name, formula, sheetId, ...(comment !== undefined && { comment }) });
    });
  }

  /** The engine's formulas are English in every display language. */
  addFormulaLocal(name: string, formula: string, comment?: string): NamedItem {
    return this.add(name, formula, comment);
  }

  getItem(name: string): NamedItem {
    return new NamedItem(this.context, () => this.#find(name));
  }

  getItemOrNullObject(name: string): NamedItem {
    return new NamedItem(this.context, () => this.#find(name), true);
  }

  #own(): OpenName[] {
    const owner = this.sheetOf();
    return definedNames(this.context.host.book).filter(({ sheetId }) => sheetId === owner);
  }

  #find(name: string): string | undefined {
    return findName(this.context.host.book, name, this.sheetOf());
  }
}
