import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import type { FilterModel, SheetModel, WorkbookModel } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { workbookOf } from "./models";

const context = { custom: [] };

const workbook = (filter: FilterModel): WorkbookModel =>
  workbookOf({
    name: "It's one",
    cells: ["Name", "a", "b", "c"].map((value, row) => ({ row, column: 1, value })),
    rows: [{ row: 2, hidden: true }],
    filter,
  });

const textOf = (bytes: Uint8Array, part: string): string => OoxmlPackage.read(bytes).text(part);
const sheetPart = "xl/worksheets/sheet1.xml";

/** A workbook whose sheet has this filter in XML. */
const withXml = (xml: string): Uint8Array => {
  const parts = OoxmlPackage.read(writeWorkbook(workbook({ range: "B1:C4", columns: [] }), context));
  parts.set(sheetPart, parts.text(sheetPart).replace(/<autoFilter[^>]*\/>/, xml));
  return parts.write();
};

describe("the filter of a sheet", () => {
  it("is written with its values and conditions as the standard has them, and in the hidden name that Excel expects", () => {
    const filter: FilterModel = {
      range: "B1:D4",
      columns: [
        { column: 0, values: ["a", 'c & "d"'], blank: true },
        {
          column: 1,
          conditions: [
            { operator: "greaterThan", value: "5" },
            { operator: "lessThan", value: "9" },
          ],
          and: true,
        },
        { column: 2, conditions: [{ value: "A*" }] },
      ],
    };
    const bytes = writeWorkbook(workbook(filter), context);
    expect(textOf(bytes, sheetPart)).toContain(
      '</sheetData><autoFilter ref="B1:D4"><filterColumn colId="0"><filters blank="1"><filter val="a"/><filter val="c &amp; &quot;d&quot;"/></filters></filterColumn>' +
        '<filterColumn colId="1"><customFilters and="1"><customFilter operator="greaterThan" val="5"/><customFilter operator="lessThan" val="9"/></customFilters></filterColumn>' +
        '<filterColumn colId="2"><customFilters><customFilter val="A*"/></customFilters></filterColumn></autoFilter>',
    );
    expect(textOf(bytes, "xl/workbook.xml")).toContain(
      `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'It''s one'!$B$1:$D$4</definedName>`,
    );
    expect(readWorkbook(bytes, context).sheets[0]?.filter).toEqual({ ...filter, hiddenRows: [2] });
    expect(readWorkbook(bytes, context).names).toEqual([]);
  });

  it("disappears with its name when it is removed", () => {
    const bytes = writeWorkbook(workbook({ range: "B1:B4", columns: [] }), context);
    const sheet = Object.fromEntries(
      Object.entries(readWorkbook(bytes, context).sheets[0]!).filter(([name]) => name !== "filter"),
    ) as unknown as SheetModel;
    const after = writeWorkbook({ ...readWorkbook(bytes, context), sheets: [sheet] }, context, bytes);
    expect(textOf(after, sheetPart)).not.toContain("autoFilter");
    expect(textOf(after, "xl/workbook.xml")).not.toContain("_FilterDatabase");
  });

  const months =
    '<filterColumn colId="1" hiddenButton="1"><filters><dateGroupItem year="2026" month="5" dateTimeGrouping="month"/></filters></filterColumn>';

  it("keeps the text of criteria that are not shown while another column of it changes", () => {
    const bytes = withXml(`<autoFilter ref="B1:C4">${months}</autoFilter>`);
    const before = readWorkbook(bytes, context);
    expect(before.sheets[0]?.filter).toEqual({ range: "B1:C4", columns: [], hasOthers: true });
    const filter: FilterModel = { range: "B1:C5", columns: [{ column: 0, values: ["a"] }], hasOthers: true };
    const after = writeWorkbook({ ...before, sheets: [{ ...before.sheets[0]!, filter }] }, context, bytes);
    expect(textOf(after, sheetPart)).toContain(
      `<autoFilter ref="B1:C5"><filterColumn colId="0"><filters><filter val="a"/></filters></filterColumn>${months}</autoFilter>`,
    );
  });

  it.each([
    ["a range that is none", '<autoFilter ref="B"/>'],
    ["more columns than can be shown", '<autoFilter ref="A1:XFD9"/>'],
    ["no rows below its header", '<autoFilter ref="B1:C1"/>'],
  ])("is kept and not shown with %s", (_, xml) => {
    const bytes = withXml(xml);
    const model = readWorkbook(bytes, context);
    expect(model.sheets[0]?.filter).toBeUndefined();
    expect(textOf(writeWorkbook(model, context, bytes), sheetPart)).toContain(xml);
  });
});
