import { type OpenSheet, OpenWorkbook } from "./open-workbook";

/** What a sheet of a file has that is kept and not shown. It names cells, and nobody moves these names. */
export interface UnshownOfSheet {
  readonly part: string;
  /** For example `charts and images`. */
  readonly features: readonly string[];
}

const byElement: readonly (readonly [string, string])[] = [
  ["conditionalFormatting", "conditional formats"],
  ["dataValidations", "data validation"],
  ["hyperlinks", "links"],
  ["autoFilter", "filters"],
];
const byRelation: readonly (readonly [string, string])[] = [
  ["drawing", "charts and images"],
  ["comments", "comments"],
  ["pivotTable", "pivot tables"],
];

/** Lists what the sheets of a file have that is kept and not shown. */
export const unshownOf = (bytes: Uint8Array): UnshownOfSheet[] => {
  const open = new OpenWorkbook(bytes);
  return open.sheets.map((sheet) => ({ part: sheet.part, features: featuresOf(open, sheet) }));
};

const featuresOf = ({ parts }: OpenWorkbook, { part, cells }: OpenSheet): string[] => {
  const elements = new Set(cells?.xml.names ?? []);
  const kinds = new Set(parts.relations(part).map(({ kind }) => kind));
  return [
    ...byElement.filter(([name]) => elements.has(name)).map(([, feature]) => feature),
    ...byRelation.filter(([kind]) => kinds.has(kind)).map(([, feature]) => feature),
  ];
};
