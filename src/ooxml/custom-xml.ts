import type { OpenWorkbook } from "./open-workbook";
import { ifReadable } from "./ooxml-error";
import { officeRelations } from "./package";
import type { CustomXmlModel } from "./workbook-model";
import { element, parseXml } from "./xml";

const propertiesNamespace = "http://schemas.openxmlformats.org/officeDocument/2006/customXml";
const propertiesType = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml";
/** Larger parts are kept and not shown, and so are damaged ones. */
const mostCustomXmlBytes = 5_000_000;

/** The custom XML parts of a workbook, without the one of this program. */
export const readCustomXml = (open: OpenWorkbook, own: string | undefined): CustomXmlModel[] =>
  open.parts
    .relatedParts(open.part, "customXml")
    .filter((part) => part !== own && open.parts.bytes(part).length <= mostCustomXmlBytes)
    .flatMap((part): CustomXmlModel[] => {
      const xml = ifReadable(() => open.parts.text(part));
      const id = ifReadable(() => itemId(open, part));
      return xml === undefined ? [] : [{ ...(id !== undefined && { id }), xml, part }];
    });

const itemId = ({ parts }: OpenWorkbook, part: string): string | undefined => {
  const properties = parts.related(part, "customXmlProps");
  if (properties === undefined || !parts.has(properties)) return undefined;
  const { attributes } = parseXml(properties, parts.text(properties));
  return Object.entries(attributes).find(([name]) => name.replace(/^.*:/, "") === "itemID")?.[1];
};

/** Makes the custom XML parts of a workbook what the model says. */
export const writeCustomXml = (
  { parts, part: workbook }: OpenWorkbook,
  before: readonly CustomXmlModel[] = [],
  next: readonly CustomXmlModel[] = [],
): void => {
  const keptParts = new Set<string>();
  for (const { id, xml, part } of next) {
    const old = part === undefined ? undefined : before.find((one) => one.part === part);
    if (old?.part !== undefined && !keptParts.has(old.part)) {
      keptParts.add(old.part);
      if (old.xml !== xml) parts.set(old.part, xml);
      continue;
    }
    const item = parts.freeName("customXml/item", ".xml");
    parts.set(item, xml);
    parts.relate(workbook, `${officeRelations}/customXml`, item);
    const properties = parts.freeName("customXml/itemProps", ".xml");
    const root = { "xmlns:ds": propertiesNamespace, "ds:itemID": id };
    parts.set(properties, element("ds:datastoreItem", root, element("ds:schemaRefs", {})), propertiesType);
    parts.relate(item, `${officeRelations}/customXmlProps`, properties);
  }
  const gone = new Set(before.flatMap(({ part }) => (part === undefined || keptParts.has(part) ? [] : [part])));
  parts.unrelateWhere(workbook, ({ target }) => gone.has(target));
};
