import { longestCellText } from "../facts/excel-limits";
import { formatCorners, parseRange } from "../facts/addresses";
import type { OpenSheet, OpenWorkbook } from "./open-workbook";
import { officeRelations } from "./package";
import { decodeText, encodeText } from "./shared-strings";
import { sheetOrder } from "./sheet";
import type { LinkModel } from "./workbook-model";
import { EditableXml, element, withAttribute, type XmlElement } from "./xml";

/** As in Excel. Further links of a sheet are kept and not shown. */
export const mostLinks = 65_530;

/** A link as it stands in a file. */
interface StoredLink {
  readonly xml: string;
  /** The relation that leads to its address. */
  readonly relation: string | undefined;
  /** Undefined if the link is kept and not shown. */
  readonly link: LinkModel | undefined;
}

/** The links of a sheet that can be shown. */
export const readLinks = (open: OpenWorkbook, sheet: OpenSheet): LinkModel[] =>
  readStored(open, sheet).flatMap(({ link }) => link ?? []);

/** Whether a sheet has links that are kept and not shown: they lead nowhere, or there are too many. */
export const hasUnshownLinks = (open: OpenWorkbook, sheet: OpenSheet): boolean =>
  readStored(open, sheet).some(({ link }) => link === undefined);

const readStored = (open: OpenWorkbook, { part, cells }: OpenSheet): StoredLink[] => {
  const list = cells?.xml.get("hyperlinks");
  if (list === undefined) return [];
  const targets = new Map(
    open.parts.relations(part).map(({ id, external, target }) => [id, external ? target : undefined]),
  );
  const links = new EditableXml(part, list);
  return links.texts("hyperlink").map((xml, index) => {
    const given = links.parse(xml);
    const relation = relationOf(given);
    const address = relation === undefined ? undefined : targets.get(relation);
    const isLost = relation !== undefined && address === undefined;
    const link = isLost || index >= mostLinks ? undefined : readOne(given, address, `file-${index + 1}`);
    return { xml, relation, link };
  });
};

/** The prefix of its namespace is the file's choice. */
const relationOf = ({ attributes }: XmlElement): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];

const readOne = ({ attributes }: XmlElement, address: string | undefined, source: string): LinkModel | undefined => {
  const given = attributes as Readonly<Record<string, string | undefined>>;
  const range = parseRange(given["ref"] ?? "");
  const [place, tip, display] = ["location", "tooltip", "display"].map((name) => decodeText(given[name] ?? ""));
  const texts = { address, place, tip, display };
  const isKnown = Object.values(texts).every((text) => (text ?? "").length <= longestCellText);
  if (range === undefined || !isKnown || !(address || place)) return undefined;
  const members = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""));
  return { range: formatCorners(range), ...members, source };
};

/** Makes the links of a sheet what the model says. What stays keeps its text, and where only its cells moved, the rest of it. */
export const writeLinks = (open: OpenWorkbook, sheet: OpenSheet, model: readonly LinkModel[]): void => {
  const { xml } = sheet.cells ?? {};
  const stored = readStored(open, sheet);
  if (xml === undefined || keyOf(stored.flatMap(({ link }) => link ?? [])) === keyOf(model)) return;
  const bySource = new Map(stored.map((one) => [one.link?.source, one]));
  const kept = stored.filter(({ link }) => link === undefined);
  const used = new Set(kept.map(({ relation }) => relation));
  const written = model.map((link) => {
    const old = link.source === undefined ? undefined : bySource.get(link.source);
    if (old?.link !== undefined && contentOf(old.link) === contentOf(link)) {
      used.add(old.relation);
      const text = xml.unprefixed(old.xml);
      return old.link.range === link.range ? text : withAttribute(text, text.length, "ref", link.range);
    }
    const relation = link.address === undefined ? undefined : relate(open, sheet, link.address);
    used.add(relation);
    return writeOne(link, relation);
  });
  for (const { relation } of stored)
    if (relation !== undefined && !used.has(relation)) open.parts.unrelate(sheet.part, relation);
  const all = [...kept.map((one) => xml.unprefixed(one.xml)), ...written];
  xml.set("hyperlinks", all.length === 0 ? undefined : element("hyperlinks", {}, all.join("")), sheetOrder);
};

const relate = ({ parts }: OpenWorkbook, { part }: OpenSheet, address: string): string =>
  parts.relate(part, `${officeRelations}/hyperlink`, address, true);

const writeOne = ({ range, place, tip, display }: LinkModel, relation: string | undefined): string =>
  element("hyperlink", {
    ref: range,
    ...(relation !== undefined && { "xmlns:r": officeRelations, "r:id": relation }),
    location: place === undefined ? undefined : encodeText(place),
    tooltip: tip === undefined ? undefined : encodeText(tip),
    display: display === undefined ? undefined : encodeText(display),
  });

const contentOf = ({ address, place, tip, display }: LinkModel): string =>
  JSON.stringify([address, place, tip, display]);

const keyOf = (links: readonly LinkModel[]): string =>
  JSON.stringify(links.map((link) => [link.range, contentOf(link), link.source]));
