import type { OpenWorkbook } from "./open-workbook";
import { EditableXml } from "./editable-xml";
import { childrenOf, childOf, element, parseXml, type XmlElement } from "./xml";

/** The parts of a workbook that say what its rich values are. */
interface RichParts {
  readonly metadata: XmlElement | undefined;
  readonly values: XmlElement | undefined;
  readonly structures: XmlElement | undefined;
}

const readParts = (open: OpenWorkbook): RichParts => {
  const read = (kind: string): XmlElement | undefined => {
    const part = open.relatedPart(kind);
    return part === undefined ? undefined : parseXml(part, open.parts.text(part));
  };
  return {
    metadata: read("sheetMetadata"),
    values: read("rdRichValue"),
    structures: read("rdRichValueStructure"),
  };
};

/** The index of the rich value of each number that cells have, which counts from 1; undefined where there is none. */
const readIndexes = ({ metadata }: RichParts): (number | undefined)[] => {
  const types = childOf(metadata, "metadataTypes")?.children ?? [];
  const type = types.findIndex(({ attributes }) => attributes["name"] === "XLRICHVALUE") + 1;
  const future = childrenOf(metadata, "futureMetadata").find(({ attributes }) => attributes["name"] === "XLRICHVALUE");
  const indexes = childrenOf(future, "bk").map((block) => Number(findWithin(block, "rvb")?.attributes["i"]));
  return childrenOf(childOf(metadata, "valueMetadata"), "bk").map((block) => {
    const record = block.children.find(({ attributes }) => Number(attributes["t"]) === type);
    return indexes[Number(record?.attributes["v"])];
  });
};

/** The numbers of errors that are newer than the file format (`errorType` of MS-XLSX). */
const errorNames: Readonly<Record<string, string>> = {
  4: "#NAME?",
  8: "#SPILL!",
  9: "#CONNECT!",
  10: "#BLOCKED!",
  11: "#UNKNOWN!",
  12: "#FIELD!",
  13: "#CALC!",
  14: "#BUSY!",
  18: "#EXTERNAL!",
  19: "#TIMEOUT!",
};

/**
 * Errors that Excel saves as rich values: their cells have an older error, mostly `#VALUE!`, and the number of a rich value. The result has
 * the error of each number, from 1.
 */
export const readRichErrors = (open: OpenWorkbook): readonly (string | undefined)[] => {
  const parts = readParts(open);
  const values = childrenOf(parts.values, "rv");
  /** Where the values of a structure have the number of their error; undefined if they are no errors. */
  const members = childrenOf(parts.structures, "s").map((structure) =>
    structure.attributes["t"] === "_error"
      ? childrenOf(structure, "k").findIndex(({ attributes }) => attributes["n"] === "errorType")
      : undefined,
  );
  const errors = values.map((value) => {
    const member = members[Number(value.attributes["s"])];
    return member === undefined ? undefined : errorNames[childrenOf(value, "v")[member]?.text.trim() ?? ""];
  });
  return readIndexes(parts).map((index) => errors[index ?? -1]);
};

const findWithin = (element: XmlElement, name: string): XmlElement | undefined =>
  element.name === name
    ? element
    : element.children.map((child) => findWithin(child, name)).find((match) => match !== undefined);

/** Kinds of relations to parts with rich values and what belongs to them. */
const richKind = /^rd|^richValue|^richStyles|SupportingPropertyBag/i;

/**
 * Removes what no cell shows of rich values, such as the fields of cards: all of it where no cell has one (`used` is empty), else the texts
 * and numbers of those that no cell leads to. `used` are the numbers that cells have.
 */
export const removeUnusedRichValues = (open: OpenWorkbook, usedIndexes: ReadonlySet<number>): void => {
  if (usedIndexes.size === 0) {
    open.parts.unrelateWhere(open.part, ({ kind }) => richKind.test(kind));
    open.metadata.dropRichValues();
    return;
  }
  const part = open.relatedPart("rdRichValue");
  if (part === undefined) return;
  const parts = readParts(open);
  const kinds = childrenOf(parts.structures, "s").map((structure) =>
    childrenOf(structure, "k").map(({ attributes }) => attributes["t"] ?? "s"),
  );
  const values = childrenOf(parts.values, "rv");
  const indexes = readIndexes(parts);
  const arrays = readArrays(open);
  const reached = reachValues(
    [...usedIndexes].flatMap((number) => indexes[number - 1] ?? []),
    { values, kinds, arrays: arrays.lists },
  );
  blankChildren(open, part, "rv", (index, child) =>
    reached.values.has(index) ? undefined : blankValue(child, kinds[Number(child.attributes["s"])] ?? []),
  );
  if (arrays.part !== undefined)
    blankChildren(open, arrays.part, "a", (index, child) =>
      reached.arrays.has(index)
        ? undefined
        : blankValue(
            child,
            child.children.map(({ attributes }) => attributes["t"] ?? "s"),
          ),
    );
};

const readArrays = (
  open: OpenWorkbook,
): { readonly part: string | undefined; readonly lists: readonly XmlElement[] } => {
  const part = open.relatedPart("rdArray");
  return { part, lists: part === undefined ? [] : childrenOf(parseXml(part, open.parts.text(part)), "a") };
};

interface RichValues {
  readonly values: readonly XmlElement[];
  /** The kind of each member, by structure: `r` is another rich value, `a` an array. */
  readonly kinds: readonly (readonly string[])[];
  readonly arrays: readonly XmlElement[];
}

const reachValues = (
  start: readonly number[],
  { values, kinds, arrays }: RichValues,
): { readonly values: ReadonlySet<number>; readonly arrays: ReadonlySet<number> } => {
  const reached = { values: new Set<number>(), arrays: new Set<number>() };
  const open = [...start];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached.values.has(index)) continue;
    reached.values.add(index);
    const value = values[index];
    const members = kinds[Number(value?.attributes["s"])] ?? [];
    childrenOf(value, "v").forEach(({ text }, place) => {
      if (members[place] === "r") open.push(Number(text));
      if (members[place] !== "a" || reached.arrays.has(Number(text))) return;
      reached.arrays.add(Number(text));
      for (const item of childrenOf(arrays[Number(text)], "v"))
        if (item.attributes["t"] === "r") open.push(Number(item.text));
    });
  }
  return reached;
};

/** A rich value whose members have the right kinds and say nothing. */
const blankValue = ({ name, attributes, children }: XmlElement, kinds: readonly string[]): string => {
  const blank = (kind: string, text: string): string =>
    ["r", "a", "spb", "e"].includes(kind) ? text : kind === "s" ? "" : "0";
  const members = children.filter((child) => child.name === "v");
  return element(
    name,
    attributes,
    members.map((child, index) => element("v", child.attributes, blank(kinds[index] ?? "s", child.text))).join(""),
  );
};

const blankChildren = (
  open: OpenWorkbook,
  part: string,
  name: string,
  change: (index: number, child: XmlElement) => string | undefined,
): void => {
  const xml = new EditableXml(part, open.parts.text(part));
  const changes = new Map<number, string>();
  let index = -1;
  xml.children.forEach((text, place) => {
    if (xml.names[place] !== name) return;
    index += 1;
    const next = change(index, xml.parse(text));
    if (next !== undefined) changes.set(place, xml.prefixed(next));
  });
  xml.replace(changes);
  open.parts.set(part, xml.toString());
};
