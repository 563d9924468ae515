import type { OpenWorkbook } from "./open-workbook";
import { readable } from "./ooxml-error";
import { childOf, childrenOf, parseXml, type XmlElement } from "./xml";

/** The numbers of errors that are newer than the file format (`errorType` of MS-XLSX). */
const names: Readonly<Record<string, string>> = {
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
 * Errors that Excel saves as rich values: their cells have an older error, mostly `#VALUE!`, and the number of a rich value. The result finds
 * the error of such a number, counted from 1.
 */
export const readRichErrors = (open: OpenWorkbook): ((rich: number) => string | undefined) => {
  const errors = readable(() => errorsOf(open)) ?? [];
  return (rich) => errors[rich - 1];
};

const errorsOf = (open: OpenWorkbook): (string | undefined)[] => {
  const [metadata, values, structures] = ["sheetMetadata", "rdRichValue", "rdRichValueStructure"].map((kind) => {
    const part = open.relatedPart(kind);
    return part === undefined ? undefined : parseXml(part, open.parts.text(part));
  });
  const types = childOf(metadata, "metadataTypes")?.children ?? [];
  const type = types.findIndex(({ attributes }) => attributes["name"] === "XLRICHVALUE") + 1;
  const future = childrenOf(metadata, "futureMetadata").find(({ attributes }) => attributes["name"] === "XLRICHVALUE");
  const richValues = childrenOf(future, "bk").map((block) => Number(within(block, "rvb")?.attributes["i"]));
  return childrenOf(childOf(metadata, "valueMetadata"), "bk").map((block) => {
    const record = block.children.find(({ attributes }) => Number(attributes["t"]) === type);
    const value = childrenOf(values, "rv")[richValues[Number(record?.attributes["v"])] ?? -1];
    const structure = childrenOf(structures, "s")[Number(value?.attributes["s"])];
    if (structure?.attributes["t"] !== "_error") return undefined;
    const index = childrenOf(structure, "k").findIndex(({ attributes }) => attributes["n"] === "errorType");
    return names[childrenOf(value, "v")[index]?.text.trim() ?? ""];
  });
};

const within = (element: XmlElement, name: string): XmlElement | undefined =>
  element.name === name
    ? element
    : element.children.map((child) => within(child, name)).find((found) => found !== undefined);
