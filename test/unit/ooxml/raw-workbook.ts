import { OoxmlPackage } from "../../../src/ooxml/package";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts of a small workbook, written by hand as other programs write them. */
export interface RawWorkbook {
  /** What is within `<worksheet>`, for each sheet: `<sheetData>` and so on. */
  readonly sheets: readonly string[];
  /** What is within `<workbook>`; by default the list of the sheets `S1`, `S2` and so on. */
  readonly workbook?: string;
  readonly workbookType?: string;
  /** Further parts: what they hold, their content type, and the part and kind of a relation to each. */
  readonly parts?: readonly {
    readonly name: string;
    readonly content: string | Uint8Array;
    readonly type?: string;
    readonly from?: string;
    readonly kind?: string;
  }[];
}

export const sheetPart = (number: number): string => `xl/worksheets/sheet${number}.xml`;
export const workbookPart = "xl/workbook.xml";

/** Makes an .xlsx file. Relations of the workbook are `rId1` and so on, first those to its sheets. */
export const rawWorkbook = ({
  sheets,
  workbook,
  workbookType = `${types}.sheet.main+xml`,
  parts = [],
}: RawWorkbook): Uint8Array => {
  const made = OoxmlPackage.create();
  const listed = sheets.map(
    (_, index) => `<sheet name="S${index + 1}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const content = workbook ?? `<sheets>${listed.join("")}</sheets>`;
  made.set(workbookPart, `<workbook xmlns="${main}" xmlns:r="${relations}">${content}</workbook>`, workbookType);
  made.relate("", `${relations}/officeDocument`, workbookPart);
  sheets.forEach((sheet, index) => {
    const part = sheetPart(index + 1);
    made.set(part, `<worksheet xmlns="${main}" xmlns:r="${relations}">${sheet}</worksheet>`, `${types}.worksheet+xml`);
    made.relate(workbookPart, `${relations}/worksheet`, part);
  });
  for (const { name, content: part, type = "application/xml", from, kind = "" } of parts) {
    made.set(name, part, type);
    if (from !== undefined) made.relate(from, `${relations}/${kind}`, name);
  }
  return made.write();
};

/** The text of a part. */
export const partText = (bytes: Uint8Array, name: string): string => OoxmlPackage.read(bytes).text(name);

export const partNames = (bytes: Uint8Array): readonly string[] => OoxmlPackage.read(bytes).names;
