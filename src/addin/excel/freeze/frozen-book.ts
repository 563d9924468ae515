import { type Address, columnLetters, formatAddress, parseAddress } from "../../../facts/addresses";
import { quoteSheet } from "../../../facts/sheet-names";
import { t } from "../../../i18n/t";
import {
  currentFormula,
  type FrozenRecord,
  isSameFormula,
  type Places,
  readRecords,
  numberReferences,
  rowHash,
  spillOperands,
  writeRecords,
} from "./frozen-record";
import { frozenNamespace, namePrefix } from "./frozen-part";
import type { CellContent } from "../sheet/ranges";
import { loadInSlices } from "../sheet/load-in-slices";
import { rangeAt } from "../run-excel";
import { whyUnfinished } from "../sheet/value-problems";

/** A formula and the cells of its result. */
export interface FormulaBlock {
  /** The cell of the formula, with its sheet. */
  readonly address: string;
  readonly area: Address;
  readonly formula: string;
  /** What the cell of the formula shows. */
  readonly value: CellContent;
}

/** A formula, with a sentence why something does not happen to it. */
export interface NamedReason {
  readonly address: string;
  readonly reason: string;
}

/** A formula whose cells have values. */
export interface FrozenFormula {
  /** Its number in this workbook. */
  readonly id: number;
  /** The cells of its values, with their sheet. */
  readonly address: string;
  /** As it will be entered, with `=`. */
  readonly formula: string;
  /** Milliseconds since 1970. */
  readonly frozenAt: number;
  /** When the values were fetched; undefined where it is not known. */
  readonly fetchedAt: number | undefined;
  /** Cells that have something else by now. Empty while the values are as they were. */
  readonly changed: readonly string[];
  readonly isProtected: boolean;
}

const namesPerSync = 500;

/** A record with what its cells have now. */
interface BookEntry {
  readonly record: FrozenRecord;
  /** The cells of the record; undefined for a defined name. */
  readonly area: Address | undefined;
  /** The formula that the cell or the defined name has; undefined where values stand. */
  readonly text: string | undefined;
  /** Cells whose values are not those that were frozen. */
  readonly changed: readonly string[];
}

interface BookSheet {
  readonly name: string;
  readonly isProtected: boolean;
}

/** A formula of anybody with a reference to a spill. */
interface SpillUser {
  /** Of the cell; undefined for a defined name. */
  readonly area: Address | undefined;
  readonly name: string | undefined;
  readonly formula: string;
}

/** The open workbook, as far as freezing needs it. Valid within one batch. */
export class FrozenBook implements Places {
  readonly #context: Excel.RequestContext;
  readonly #sheets = new Map<string, BookSheet>();
  #items: readonly Excel.NamedItem[] = [];
  readonly #areas = new Map<number, Address>();
  /** The numbers of hidden names, by what they stand for. */
  readonly #numbers = new Map<string, number>();
  readonly #added = new Map<number, string>();
  #part: Excel.CustomXmlPart | undefined;
  #xmlBefore: string | undefined;
  #entries: readonly BookEntry[] = [];
  /** The entries by the key of their first cell. */
  #byCell: ReadonlyMap<string, BookEntry> = new Map();
  #users: readonly SpillUser[] = [];
  readonly #kept: NamedReason[] = [];
  readonly #written: BookEntry[] = [];

  private constructor(context: Excel.RequestContext) {
    this.#context = context;
  }

  /** @throws OoxmlError if somebody has changed the part of the records so that it cannot be read */
  static async read(context: Excel.RequestContext): Promise<FrozenBook> {
    const book = new FrozenBook(context);
    const { workbook } = context;
    const sheets = workbook.worksheets.load({ name: true, protection: { protected: true } });
    const names = workbook.names.load({ name: true, formula: true });
    const parts = workbook.customXmlParts.getByNamespace(frozenNamespace).load({ id: true });
    await context.sync();
    for (const { name, protection } of sheets.items)
      book.#sheets.set(name.toLowerCase(), { name, isProtected: protection.protected });
    book.#items = names.items;
    for (const { name, formula } of names.items) {
      const number = numberOfName(name);
      const area = areaOfFormula(formula);
      if (number === undefined || area === undefined) continue;
      book.#numbers.set(String(formula).slice(1), number);
      book.#areas.set(number, area);
    }
    const [part] = parts.items;
    if (part === undefined) return book;
    const answer = part.getXml();
    await context.sync();
    const { value: xml } = answer;
    book.#part = part;
    book.#xmlBefore = xml;
    await book.#confirm(readRecords(xml));
    return book;
  }

  // What a record says is true only as far as its cells confirm it: a freeze or thaw may have been undone, and cells change.
  async #confirm(records: readonly FrozenRecord[]): Promise<void> {
    const placed = records.flatMap((record) => {
      const area = record.place === undefined ? undefined : this.#areas.get(record.place);
      return area === undefined || this.#sheetOf(area) === undefined ? [] : [{ record, area }];
    });
    const ranges = await loadInSlices(this.#context, placed, ({ area }) =>
      rangeAt(this.#context, formatAddress(area)).load({ values: true, formulas: true }),
    );
    const entries = placed.map(({ record, area }, index): BookEntry => {
      const { values = [], formulas = [] } = ranges[index] ?? {};
      const first: unknown = (formulas as unknown[][])[0]?.[0];
      const text = typeof first === "string" && first.startsWith("=") ? first : undefined;
      return { record, area, text, changed: changedRows(record.rows, values as CellContent[][], area) };
    });
    for (const record of records) {
      const item = record.name === undefined ? undefined : this.#itemOf(record.name);
      if (item !== undefined) entries.push({ record, area: undefined, text: String(item.formula), changed: [] });
    }
    const hasValues = ({ text, changed, record: { state } }: BookEntry): boolean =>
      text === undefined && (state === "frozen" || (state === "thawed" && changed.length === 0));
    this.#set(entries.filter(hasValues).map((entry) => withState(entry, "frozen")));
    const formulas = entries.filter((entry) => !hasValues(entry) && entry.text !== undefined);
    this.#set([...this.#entries, ...formulas.flatMap((entry) => this.#confirmFormula(entry) ?? [])]);
  }

  #confirmFormula(entry: BookEntry): BookEntry | undefined {
    const { text = "", changed, area, record } = entry;
    if (isSameFormula(text, this.#liveFormula(entry), sheetOfEntry(entry))) return undefined;
    if (isSameFormula(text, currentFormula(record, sheetOfEntry(entry), this), sheetOfEntry(entry)))
      return { ...withState(entry, "range"), changed: [] };
    if (record.state === "range") this.#kept.push(keptRange(entry));
    if (record.state !== "frozen" || area === undefined) return undefined;
    return { ...entry, changed: changed.length > 0 ? changed : [formatAddress(area)] };
  }

  #set(entries: readonly BookEntry[]): void {
    this.#entries = entries;
    this.#byCell = new Map(
      entries.flatMap((entry) => (entry.area === undefined ? [] : [[entryKey(entry.area), entry] as const])),
    );
  }

  /** The formula of an entry as it would be if nothing was frozen. */
  #liveFormula(entry: BookEntry): string {
    return currentFormula(entry.record, sheetOfEntry(entry), {
      areaOf: (number) => this.areaOf(number),
      areaOfName: (name) => this.areaOfName(name),
      frozenAt: () => undefined,
    });
  }

  /** Finds the formulas that refer to spills. Call it before `whyNotFrozen` and `freeze`. */
  async findSpillUsers(): Promise<void> {
    const used = [...this.#sheets.values()].map(({ name }) => {
      const range = this.#context.workbook.worksheets.getItem(name).getUsedRangeOrNullObject();
      return { name, range: range.load({ formulas: true, rowIndex: true, columnIndex: true }) };
    });
    await this.#context.sync();
    const users: SpillUser[] = [];
    for (const { name, range } of used) {
      if (range.isNullObject) continue;
      (range.formulas as unknown[][]).forEach((row, r) =>
        row.forEach((formula, c) => {
          if (typeof formula !== "string" || !formula.startsWith("=") || !formula.includes("#")) return;
          users.push({ area: cellArea(name, range.rowIndex + r, range.columnIndex + c), name: undefined, formula });
        }),
      );
    }
    for (const { name, formula } of this.#items)
      if (String(formula).includes("#") && numberOfName(name) === undefined)
        users.push({ area: undefined, name, formula: String(formula) });
    this.#users = users;
  }

  /** Why a formula cannot become values, as a sentence; undefined if it can. */
  whyNotFrozen({ area, value }: FormulaBlock): string | undefined {
    if (this.#sheetOf(area)?.isProtected !== false) return t("freeze.protected", { sheet: area.sheet ?? "" });
    const reason = whyUnfinished(value);
    if (reason !== undefined) return reason;
    const cells = new Set([entryKey(area)]);
    const user = this.#users.find(
      (one) => one.area !== undefined && this.#sheetOf(one.area)?.isProtected === true && this.#usesAny(one, cells),
    );
    return user?.area && t("freeze.protectedUser", { address: formatAddress(user.area) });
  }

  /** Whether a formula refers to a spill that begins at one of these cells. */
  #usesAny({ formula, area }: SpillUser, cells: { readonly has: (key: string) => boolean }): boolean {
    return spillOperands(formula).some((operand) => {
      const found = parseAddress(operand) ?? this.areaOfName(operand);
      return found !== undefined && cells.has(entryKey({ ...found, sheet: found.sheet ?? area?.sheet }));
    });
  }

  /** Records formulas as frozen, and those that refer to their spills. `save` writes the records. */
  freeze(blocks: readonly FrozenBlock[], frozenAt: number): void {
    const entries = new Map(this.#byCell);
    for (const { area, formula, rows, fetchedAt } of blocks) {
      const known = entries.get(entryKey(area));
      const isKnown = known?.record.state === "range" && isSameFormula(known.text ?? "", formula, area.sheet ?? "");
      const { formula: text, references } = isKnown
        ? known.record
        : { formula, references: this.#referencesOf(formula, area.sheet ?? "") };
      const place = this.#nameFor(toAbsolute(area));
      const record = {
        place,
        name: undefined,
        state: "frozen",
        formula: text,
        references,
        rows,
        frozenAt,
        fetchedAt,
      } as const;
      entries.set(entryKey(area), { record, area, text: undefined, changed: [] });
    }
    const names = this.#entries.filter(({ area }) => area === undefined);
    this.#set([...entries.values(), ...names]);
    const recorded = new Set(names.map(({ record }) => record.name));
    const users = this.#users.filter(
      (user) =>
        (user.area === undefined ? !recorded.has(user.name) : !this.#byCell.has(entryKey(user.area))) &&
        this.#usesAny(user, { has: (key) => this.#byCell.get(key)?.record.state === "frozen" }),
    );
    this.#set([...this.#entries, ...users.map((user) => this.#recordUser(user, frozenAt))]);
  }

  #recordUser({ area, name, formula }: SpillUser, frozenAt: number): BookEntry {
    const place = area === undefined ? undefined : this.#nameFor(toAbsolute(area));
    const references = this.#referencesOf(formula, area?.sheet ?? "");
    const record = {
      place,
      name,
      state: "range",
      formula,
      references,
      rows: [],
      frozenAt,
      fetchedAt: undefined,
    } as const;
    return { record, area, text: formula, changed: [] };
  }

  #referencesOf(formula: string, sheet: string): (number | undefined)[] {
    return numberReferences(formula, sheet, (absolute) => {
      const area = parseAddress(absolute);
      return area === undefined || this.#sheetOf(area) === undefined ? undefined : this.#nameFor(absolute);
    });
  }

  /** The number of the hidden name for a reference; a new one where there is none. */
  #nameFor(absolute: string): number {
    const known = this.#numbers.get(absolute);
    if (known !== undefined) return known;
    const number = this.#nextNumber();
    this.#numbers.set(absolute, number);
    this.#added.set(number, absolute);
    const area = parseAddress(absolute);
    if (area !== undefined) this.#areas.set(number, area);
    return number;
  }

  #last: number | undefined;
  #nextNumber(): number {
    this.#last ??= this.#items.reduce((last, { name }) => Math.max(last, numberOfName(name) ?? 0), 0);
    this.#last += 1;
    return this.#last;
  }

  /** In the order of their cells. */
  frozen(): readonly FrozenFormula[] {
    const order = new Map([...this.#sheets.values()].map(({ name }, index) => [name, index]));
    return [...this.#byCell.values()]
      .filter(({ record }) => record.state === "frozen")
      .flatMap((entry) => (entry.area === undefined ? [] : [{ ...entry, area: entry.area }]))
      .toSorted(
        ({ area: a }, { area: b }) =>
          (order.get(a.sheet ?? "") ?? 0) - (order.get(b.sheet ?? "") ?? 0) ||
          a.startRow - b.startRow ||
          a.startColumn - b.startColumn,
      )
      .map(({ record, area, changed }) => ({
        id: record.place ?? 0,
        address: formatAddress(area),
        formula: currentFormula(record, area.sheet ?? "", this),
        frozenAt: record.frozenAt,
        fetchedAt: record.fetchedAt,
        changed,
        isProtected: this.#sheetOf(area)?.isProtected === true,
      }));
  }

  /** Records formulas as thawed, and returns what is to be entered in the first cell of each area. */
  thaw(ids: ReadonlySet<number>): readonly { readonly area: Address; readonly formula: string }[] {
    const isThawed = ({ record: { place = 0, state } }: BookEntry): boolean => state === "frozen" && ids.has(place);
    const thawed = this.#entries.filter(isThawed);
    this.#set(this.#entries.map((entry) => (isThawed(entry) ? withState(entry, "thawed") : entry)));
    return thawed.flatMap(({ record, area }) =>
      area === undefined ? [] : [{ area, formula: currentFormula(record, area.sheet ?? "", this) }],
    );
  }

  forget(ids: ReadonlySet<number>): void {
    this.#set(this.#entries.filter(({ record: { place = 0 } }) => !ids.has(place)));
    // The ranges that stand for its spill stay for good, too.
    this.#set(
      this.#entries.filter(
        (entry) =>
          entry.record.state !== "range" ||
          currentFormula(entry.record, sheetOfEntry(entry), this) !== this.#liveFormula(entry),
      ),
    );
  }

  /** Formulas of the user that keep a range, because they were changed, or because their sheet is protected. */
  keptRanges(): readonly NamedReason[] {
    return this.#kept;
  }

  /** Enters the formulas of others with references to spills or to ranges, as the records now say. */
  async writeFormulas(): Promise<void> {
    for (const entry of this.#entries) {
      const { record, text, area } = entry;
      if (record.state !== "range" || text === undefined) continue;
      const formula = currentFormula(record, sheetOfEntry(entry), this);
      if (isSameFormula(formula, text, sheetOfEntry(entry))) continue;
      if (area !== undefined && this.#sheetOf(area)?.isProtected !== false) {
        this.#kept.push(keptRange(entry));
        continue;
      }
      this.#enter(entry, formula);
      this.#written.push(entry);
    }
    await this.#context.sync();
  }

  #enter({ record: { name = "" }, area }: BookEntry, formula: string): void {
    if (area === undefined) this.#context.workbook.names.getItem(name).formula = formula;
    else rangeAt(this.#context, formatAddress(area)).getCell(0, 0).formulas = [[formula]];
  }

  /** Writes the records and the hidden names, and deletes names that no record needs. */
  async save(): Promise<void> {
    const records = this.#entries.map(({ record }) => record);
    const used = new Set(records.flatMap(({ place, references }) => [place, ...references]));
    for (const item of this.#items) {
      const number = numberOfName(item.name);
      if (number !== undefined && !used.has(number)) item.delete();
    }
    let waiting = 0;
    for (const [number, absolute] of this.#added) {
      if (!used.has(number)) continue;
      this.#context.workbook.names.add(`${namePrefix}${number}`, `=${absolute}`).visible = false;
      waiting += 1;
      if (waiting % namesPerSync === 0) await this.#context.sync();
    }
    if (records.length > 0) this.#setPart(writeRecords(records));
    else this.#part?.delete();
    await this.#context.sync();
  }

  #setPart(xml: string): void {
    if (this.#part === undefined) this.#part = this.#context.workbook.customXmlParts.add(xml);
    else this.#part.setXml(xml);
  }

  /** Takes back what `save` and `writeFormulas` did. */
  async takeBack(): Promise<void> {
    for (const entry of this.#written) this.#enter(entry, entry.text ?? "");
    for (const number of this.#added.keys())
      this.#context.workbook.names.getItemOrNullObject(`${namePrefix}${number}`).delete();
    if (this.#xmlBefore === undefined) this.#part?.delete();
    else this.#setPart(this.#xmlBefore);
    await this.#context.sync();
  }

  areaOf(number: number): Address | undefined {
    return this.#areas.get(number);
  }

  areaOfName(name: string): Address | undefined {
    return areaOfFormula(this.#itemOf(name)?.formula);
  }

  frozenAt(cell: Address): Address | undefined {
    const entry = this.#byCell.get(entryKey(cell));
    return entry?.record.state === "frozen" ? entry.area : undefined;
  }

  #itemOf(name: string): Excel.NamedItem | undefined {
    return this.#items.find((one) => one.name.toUpperCase() === name.toUpperCase());
  }

  #sheetOf({ sheet }: Address): BookSheet | undefined {
    return this.#sheets.get(sheet?.toLowerCase() ?? "");
  }
}

/** What is recorded of a formula that becomes values. */
export interface FrozenBlock extends FormulaBlock {
  /** A hash for each row of its values. */
  readonly rows: readonly string[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number | undefined;
}

const withState = (entry: BookEntry, state: FrozenRecord["state"]): BookEntry => ({
  ...entry,
  record: { ...entry.record, state },
});

const sheetOfEntry = ({ area }: BookEntry): string => area?.sheet ?? "";

const keptRange = ({ area, record: { name = "" } }: BookEntry): NamedReason => ({
  address: area === undefined ? name : formatAddress(area),
  reason: t("freeze.keptRange"),
});

/** The cells of rows that have other values than recorded; all cells where rows came or went. */
const changedRows = (
  hashes: readonly string[],
  values: readonly (readonly CellContent[])[],
  area: Address,
): string[] => {
  if (values.length !== hashes.length) return [formatAddress(area)];
  return values.flatMap((row, index) => {
    const at = area.startRow + index;
    return rowHash(row) === hashes[index] ? [] : [formatAddress({ ...area, startRow: at, endRow: at })];
  });
};

const numberOfName = (name: string): number | undefined => {
  const digits = name.startsWith(namePrefix) ? name.slice(namePrefix.length) : "";
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
};

/** The cells that the formula of a name stands for; undefined if they are deleted, or if it is no range. */
const areaOfFormula = (formula: unknown): Address | undefined => {
  const text = typeof formula === "string" ? formula.replace(/^=/, "") : "#";
  return text.includes("#") ? undefined : parseAddress(text);
};

/** The key of the first cell of an area. */
const entryKey = ({ sheet, startRow, startColumn }: Address): string =>
  `${sheet?.toLowerCase() ?? ""}!${startRow},${startColumn}`;

const cellArea = (sheet: string, row: number, column: number): Address => ({
  sheet,
  startRow: row,
  endRow: row,
  startColumn: column,
  endColumn: column,
});

const toAbsolute = ({ sheet = "", startRow, endRow, startColumn, endColumn }: Address): string => {
  const first = `$${columnLetters(startColumn)}$${startRow + 1}`;
  const last = `$${columnLetters(endColumn)}$${endRow + 1}`;
  return `${quoteSheet(sheet)}!${first === last ? first : `${first}:${last}`}`;
};
