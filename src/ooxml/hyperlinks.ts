import { longestCellText } from "../facts/excel-limits";
import { formatCorners, parseRange } from "../facts/addresses";
import type { OpenSheet, OpenWorkbook } from "./open-workbook";
import { officeRelations } from "./package";
import { decodeText, encodeText } from "./shared-strings";
import { sheetOrder } from "./sheet";
import type { LinkModel } from "./workbook-model";
import { EditableXml } from "./editable-xml";
import { element, withAttribute, type XmlElement } from "./xml";

/** As in Excel. Further links of a sheet are kept and not shown. */
export const mostSheetLinks = 65_530;

/** A link as it stands in a file. */
interface LinkInFile {
  readonly xml: string;
  /** The relation that leads to its address. */
  readonly relation: string | undefined;
  /** Undefined if the link is kept and not shown. */
  readonly link: LinkModel | undefined;
}

/** The links of a sheet that can be shown. */
export const readLinks = (open: OpenWorkbook, sheet: OpenSheet): LinkModel[] =>
  readStoredLinks(open, sheet).flatMap(({ link }) => link ?? []);

/** Whether a sheet has links that are kept and not shown: they lead nowhere, or there are too many. */
export const hasUnshownLinks = (open: OpenWorkbook, sheet: OpenSheet): boolean =>
  readStoredLinks(open, sheet).some(({ link }) => link === undefined);

const readStoredLinks = (open: OpenWorkbook, { part, cells }: OpenSheet): LinkInFile[] => {
  const list = cells?.xml.get("hyperlinks");
  if (list === undefined) return [];
  const targets = new Map(
    open.parts.relations(part).map(({ id, external, target }) => [id, external ? target : undefined]),
  );
  const links = new EditableXml(part, list);
  return links.texts("hyperlink").map((xml, index) => {
    const linkElement = links.parse(xml);
    const relation = relationId(linkElement);
    const address = relation === undefined ? undefined : targets.get(relation);
    const isLost = relation !== undefined && address === undefined;
    const link = isLost || index >= mostSheetLinks ? undefined : readLink(linkElement, address, `file-${index + 1}`);
    return { xml, relation, link };
  });
};

/** The prefix of its namespace is the file's choice. */
const relationId = ({ attributes }: XmlElement): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1];

const readLink = ({ attributes }: XmlElement, address: string | undefined, source: string): LinkModel | undefined => {
  const optional = attributes as Readonly<Record<string, string | undefined>>;
  const range = parseRange(optional["ref"] ?? "");
  const [place, tip, display] = ["location", "tooltip", "display"].map((name) => decodeText(optional[name] ?? ""));
  const texts = { address, place, tip, display };
  const isKnown = Object.values(texts).every((text) => (text ?? "").length <= longestCellText);
  if (range === undefined || !isKnown || !(address || place)) return undefined;
  const members = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ""));
  return { range: formatCorners(range), ...members, source };
};

/** Makes the links of a sheet what the model says. What stays keeps its text, and where only its cells moved, the rest of it. */
export const writeLinks = (open: OpenWorkbook, sheet: OpenSheet, model: readonly LinkModel[]): void => {
  const { xml } = sheet.cells ?? {};
  const links = readStoredLinks(open, sheet);
  if (xml === undefined || linksKey(links.flatMap(({ link }) => link ?? [])) === linksKey(model)) return;
  const bySource = new Map(links.map((one) => [one.link?.source, one]));
  const unread = links.filter(({ link }) => link === undefined);
  const usedRelations = new Set(unread.map(({ relation }) => relation));
  const elements = model.map((link) => {
    const old = link.source === undefined ? undefined : bySource.get(link.source);
    if (old?.link !== undefined && linkContent(old.link) === linkContent(link)) {
      usedRelations.add(old.relation);
      const text = xml.unprefixed(old.xml);
      return old.link.range === link.range ? text : withAttribute(text, text.length, "ref", link.range);
    }
    const relation = link.address === undefined ? undefined : relate(open, sheet, link.address);
    usedRelations.add(relation);
    return writeLink(link, relation);
  });
  const gone = new Set(links.flatMap(({ relation }) => (usedRelations.has(relation) ? [] : (relation ?? []))));
  open.parts.unrelateWhere(sheet.part, ({ id }) => gone.has(id));
  const all = [...unread.map((one) => xml.unprefixed(one.xml)), ...elements];
  xml.set("hyperlinks", all.length === 0 ? undefined : element("hyperlinks", {}, all.join("")), sheetOrder);
};

const relate = ({ parts }: OpenWorkbook, { part }: OpenSheet, address: string): string =>
  parts.relate(part, `${officeRelations}/hyperlink`, address, true);

const writeLink = ({ range, place, tip, display }: LinkModel, relation: string | undefined): string =>
  element("hyperlink", {
    ref: range,
    ...(relation !== undefined && { "xmlns:r": officeRelations, "r:id": relation }),
    location: place === undefined ? undefined : encodeText(place),
    tooltip: tip === undefined ? undefined : encodeText(tip),
    display: display === undefined ? undefined : encodeText(display),
  });

const linkContent = ({ address, place, tip, display }: LinkModel): string =>
  JSON.stringify([address, place, tip, display]);

const linksKey = (links: readonly LinkModel[]): string =>
  JSON.stringify(links.map((link) => [link.range, linkContent(link), link.source]));
