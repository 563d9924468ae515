import { absoluteAddress } from "../charts/sheet-charts";
import {
  addDefinedName,
  changeName,
  definedName,
  definedNames,
  findName,
  type OpenName,
  removeName,
} from "../univer/defined-names";
import { OfficeError } from "../office/office-error";
import { invalidArgument, itemNotFound } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";
import type { Range } from "./range";

const longestDefinedName = 255;
const namePattern = /^[\p{L}_\\][\p{L}\p{N}_.\\?]*$/u;
const looksLikeCell = /^(\$?[A-Za-z]{1,3}\$?\d+|[Rr]\d*[Cc]\d*|[CcRr])$/;

/** @throws InvalidArgument if Excel would not accept the name */
export const checkDefinedName = (name: unknown): string => {
  if (
    typeof name === "string" &&
    name.length <= longestDefinedName &&
    namePattern.test(name) &&
    !looksLikeCell.test(name)
  )
    return name;
  throw invalidArgument(`"${String(name)}" is no name: it begins with a letter, has no spaces and is no address`);
};

const itemShape: Shape<NamedItem> = {
  name: "NamedItem",
  properties: {
    name: { get: (item) => item.now().name },
    formula: {
      get: (item) => `=${item.now().formula}`,
      set: (item, formula: string) =>
        changeName(item.context.host.book, { ...item.now(), formula: nameFormula(formula) }),
    },
    visible: {
      get: (item) => item.now().hidden !== true,
      set: (item, visible: boolean) => changeName(item.context.host.book, { ...item.now(), hidden: !visible }),
    },
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
    const name = definedName(this.context.host.book, this.id);
    if (name === undefined) throw itemNotFound();
    return name;
  }

  delete(): void {
    this.context.queue(() => removeName(this.context.host.book, this.now()));
  }
}

/** A formula without its `=`. */
const nameFormula = (formula: unknown): string => {
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

  add(name: string, reference: Range | string): NamedItem {
    return new NamedItem(this.context, () => {
      const { book } = this.context.host;
      if (this.#find(checkDefinedName(name)) !== undefined)
        throw new OfficeError("ItemAlreadyExists", "The resource being created already exists.");
      const formula = typeof reference === "string" ? nameFormula(reference) : absoluteAddress(book, reference.area);
      const sheetId = this.sheetOf();
      return addDefinedName(book, { name, formula, sheetId });
    });
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
