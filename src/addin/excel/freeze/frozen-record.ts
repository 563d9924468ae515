import { type Address, columnLetters, parseAddress } from "../../../facts/addresses";
import { addressSheet, quoteSheet } from "../../../facts/sheet-names";
import { mapReferences } from "../../../ooxml/formulas";
import { childrenOf, element, parseXml, type XmlElement } from "../../../ooxml/xml";
import { frozenNamespace } from "./frozen-part";
import type { CellContent } from "../sheet/ranges";

// What a workbook keeps of frozen formulas: a custom XML part with the formulas, and hidden names for every place that a formula has or refers to.
// Excel moves the names with rows, columns and sheets, so that a formula comes back with the references that it would have by now.

/**
 * `frozen`: the cells have values. `range`: the formula lives, but its references to frozen spills (`A1#`) are ranges. `thawed`: the last thaw has
 * put the formula back; kept until the next freeze or thaw, because the user may undo it.
 */
export type FrozenState = "frozen" | "range" | "thawed";

/** A formula that a workbook keeps. */
export interface FrozenRecord {
  /** The number of the hidden name of its cells; undefined for the formula of a defined name. */
  readonly place: number | undefined;
  /** The defined name that has the formula; undefined for a cell. */
  readonly name: string | undefined;
  readonly state: FrozenState;
  /** As it was when it was recorded, with `=`. */
  readonly formula: string;
  /** The number of the hidden name of each reference, in the order of the formula; undefined for one that is kept as text. */
  readonly references: readonly (number | undefined)[];
  /** A hash for each row of the values; empty unless they are frozen. */
  readonly rows: readonly string[];
  /** Milliseconds since 1970. */
  readonly frozenAt: number;
  /** When the values were fetched; undefined where it is not known. */
  readonly fetchedAt: number | undefined;
}

export const writeRecords = (records: readonly FrozenRecord[]): string =>
  element(
    "frozen",
    { xmlns: frozenNamespace },
    records
      .map(({ place, name, state, formula, references, rows, frozenAt, fetchedAt }) =>
        element("formula", {
          place,
          name,
          state,
          text: formula,
          references: references.map((number) => number ?? "-").join(" "),
          rows: rows.join(" "),
          frozenAt,
          fetchedAt,
        }),
      )
      .join(""),
  );

/** @throws OoxmlError if somebody has changed the part so that it is no XML */
export const readRecords = (xml: string): readonly FrozenRecord[] =>
  childrenOf(parseXml("frozen formulas", xml), "formula").map(({ attributes }) => {
    const { place, name, state, text = "", references, rows, frozenAt, fetchedAt } = attributes;
    return {
      place: parseNumber(place),
      name,
      state: state === "range" || state === "thawed" ? state : "frozen",
      formula: text,
      references: splitWords(references).map(parseNumber),
      rows: splitWords(rows),
      frozenAt: parseNumber(frozenAt) ?? 0,
      fetchedAt: parseNumber(fetchedAt),
    };
  });

type Attribute = XmlElement["attributes"][string] | undefined;

const parseNumber = (text: Attribute): number | undefined => (/^\d+$/.test(text ?? "") ? Number(text) : undefined);
const splitWords = (text: Attribute): string[] => (text ?? "").split(" ").filter((word) => word !== "");

/** Finds or makes the hidden name of a reference, written with all dollar signs and its sheet; undefined where Excel could not follow it. */
export type NameReference = (absolute: string) => number | undefined;

/** The hidden names of the references in a formula on `sheet`. */
export const numberReferences = (formula: string, sheet: string, nameOf: NameReference): (number | undefined)[] => {
  const found: (number | undefined)[] = [];
  const note = (reference: string): string => {
    found.push(canFollow(reference, sheet) ? nameOf(absoluteReference(reference, sheet)) : undefined);
    return reference;
  };
  mapReferences(formula, note, note);
  return found;
};

/** What stands before `#` in the references to spills of a formula: `A3`, `Sheet1!$A$3`, `Prices`. */
export const spillOperands = (formula: string): readonly string[] => {
  const found: string[] = [];
  mapReferences(
    formula,
    (reference) => reference,
    (operand) => {
      found.push(operand);
      return operand;
    },
  );
  return found;
};

/** Whether two formulas on the sheet `home` refer to the same cells and differ in nothing but spaces, capitals and how references are written. */
export const isSameFormula = (one: string, other: string, home: string): boolean =>
  one === other || plainFormula(one, home) === plainFormula(other, home);

/** `S!A1:A1` is `S!A1`. */
const oneCell = (address: string): string => {
  const start = address.lastIndexOf("!") + 1;
  const [first = "", last] = address.slice(start).split(":");
  return first === last ? address.slice(0, start) + first : address;
};

const plainFormula = (formula: string, home: string): string =>
  mapReferences(formula, (reference) =>
    parseAddress(reference) === undefined ? reference : oneCell(absoluteReference(reference, home)),
  ).replaceAll(/"[^"]*"|\s+|[^"\s]+/g, (part) =>
    part.startsWith('"') ? part : part.trim() === "" ? "" : part.toUpperCase(),
  );

/** Whether a reference is written as it would be after a move, so that it can come back as it was. */
const canFollow = (reference: string, sheet: string): boolean => {
  const area = parseAddress(reference);
  return area !== undefined && likeReference(reference, { ...area, sheet: area.sheet ?? sheet }, sheet) === reference;
};

const splitCorners = (reference: string): string[] => reference.slice(reference.lastIndexOf("!") + 1).split(":");

/** `Sheet1!$A$1:$B$9` for `A1:B9`. */
export const absoluteReference = (reference: string, sheet: string): string => {
  const corners = splitCorners(reference).map((corner) =>
    corner.replaceAll("$", "").replace(/^([A-Z]*)(\d*)$/i, withDollars),
  );
  return `${quoteSheet(addressSheet(reference) ?? sheet)}!${corners.join(":")}`;
};

const withDollars = (_: string, letters: string, digits: string): string =>
  (letters === "" ? "" : `$${letters}`) + (digits === "" ? "" : `$${digits}`);

/** The reference to `area` in a formula on `home`, written like another one: relative or absolute, with or without the sheet. */
const likeReference = (reference: string, area: Address, home: string): string => {
  const corners = splitCorners(reference).map((corner, index) => {
    const [, first = "", letters = "", second = "", digits = ""] =
      /^(\$?)([A-Z]{1,3})?(\$?)(\d+)?$/i.exec(corner) ?? [];
    const [column, row] = index === 0 ? [area.startColumn, area.startRow] : [area.endColumn, area.endRow];
    if (letters === "") return `${first}${row + 1}`;
    return first + columnLetters(column) + (digits === "" ? "" : `${second}${row + 1}`);
  });
  const sheet = area.sheet ?? home;
  const isNamed = addressSheet(reference) !== undefined || sheet.toLowerCase() !== home.toLowerCase();
  return (isNamed ? `${quoteSheet(sheet)}!` : "") + corners.join(":");
};

/** Where references are now. */
export interface Places {
  /** The cells of a hidden name; undefined where they were deleted. */
  readonly areaOf: (number: number) => Address | undefined;
  /** The cells of a defined name of the user; undefined if it is none for cells. */
  readonly areaOfName: (name: string) => Address | undefined;
  /** The cells of the frozen values that begin at a cell; undefined if there are none. */
  readonly frozenAt: (cell: Address) => Address | undefined;
}

/** The formula of a record as it has to be entered now, on the sheet `home`. */
export const currentFormula = ({ formula, references }: FrozenRecord, home: string, places: Places): string => {
  let next = 0;
  const follow = (reference: string): string => {
    const number = references[next];
    next += 1;
    if (number === undefined) return reference;
    const area = places.areaOf(number);
    return area === undefined ? "#REF!" : likeReference(reference, area, home);
  };
  const followSpill = (operand: string): string => {
    const number = references[next];
    const area = number === undefined ? places.areaOfName(operand) : places.areaOf(number);
    const frozen = area === undefined ? undefined : places.frozenAt(area);
    const now = follow(operand);
    if (frozen === undefined) return `${now}#`;
    // A name becomes an absolute range; a reference keeps its dollar signs.
    const [start = "$A$1"] = number === undefined ? [] : splitCorners(operand);
    const isCell = frozen.startRow === frozen.endRow && frozen.startColumn === frozen.endColumn;
    const range = likeReference(isCell ? start : `${start}:${start}`, frozen, home);
    return number !== undefined && addressSheet(operand) !== undefined && !range.includes("!")
      ? `${quoteSheet(frozen.sheet ?? home)}!${range}`
      : range;
  };
  return mapReferences(formula, follow, followSpill);
};

/** FNV-1a over the values of a row, in base 36. */
export const rowHash = (row: readonly CellContent[]): string => {
  let hash = 0x81_1c_9d_c5;
  for (const cell of row)
    for (const character of `${typeof cell} ${String(cell)}\u001F`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
};
