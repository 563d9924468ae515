import { officeRelations, OoxmlPackage } from "./package";
import { blankStyles } from "./styles";
import { element, mainNamespace } from "./xml";

const sheetml = "application/vnd.openxmlformats-officedocument.spreadsheetml";
export const sheetType = `${sheetml}.worksheet+xml`;
export const tableType = `${sheetml}.table+xml`;
export const contentTypes = {
  styles: `${sheetml}.styles+xml`,
  sharedStrings: `${sheetml}.sharedStrings+xml`,
  sheetMetadata: `${sheetml}.sheetMetadata+xml`,
} as const;

const namespaces = { xmlns: mainNamespace, "xmlns:r": officeRelations };

/** An empty sheet; sizes are in the units of the file. */
export const blankSheet = (columnWidth: number, rowHeight: number): string =>
  element(
    "worksheet",
    namespaces,
    element("sheetViews", {}, element("sheetView", { workbookViewId: 0 })) +
      element("sheetFormatPr", { defaultColWidth: columnWidth, defaultRowHeight: rowHeight, customHeight: 1 }) +
      element("sheetData", {}),
  );

// Programs show the stored results of functions they do not know only in files that name Excel here.
const application =
  '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Microsoft Excel</Application><AppVersion>16.0300</AppVersion></Properties>';

/** The bytes of a workbook with one empty sheet; sizes are in the units of the file. */
export const blankWorkbook = (columnWidth: number, rowHeight: number): Uint8Array => {
  const parts = OoxmlPackage.create();
  const workbook = "xl/workbook.xml";
  parts.relate("", `${officeRelations}/officeDocument`, workbook);
  parts.relate("", `${officeRelations}/extended-properties`, "docProps/app.xml");
  parts.set("docProps/app.xml", application, "application/vnd.openxmlformats-officedocument.extended-properties+xml");
  const sheet = "xl/worksheets/sheet1.xml";
  const relation = parts.relate(workbook, `${officeRelations}/worksheet`, sheet);
  parts.relate(workbook, `${officeRelations}/styles`, "xl/styles.xml");
  parts.set(
    workbook,
    element(
      "workbook",
      namespaces,
      element("bookViews", {}, element("workbookView", { activeTab: 0 })) +
        element("sheets", {}, element("sheet", { name: "Sheet1", sheetId: 1, "r:id": relation })) +
        element("calcPr", { calcId: 191_029 }),
    ),
    `${sheetml}.sheet.main+xml`,
  );
  parts.set("xl/styles.xml", blankStyles, contentTypes.styles);
  parts.set(sheet, blankSheet(columnWidth, rowHeight), sheetType);
  return parts.write();
};
