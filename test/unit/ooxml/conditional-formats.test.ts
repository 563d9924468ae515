import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { ConditionalFormat } from "../../../src/ooxml/conditional-format";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { listUnshown } from "../../../src/ooxml/unshown";
import type { WorkbookModel } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { anyConditionalFormats } from "./any-conditional-format";
import { partsOf } from "./compare-parts";
import { workbookOf } from "./models";

const context = { custom: [] };
const part = "xl/worksheets/sheet1.xml";

const workbook = (conditionalFormats: readonly ConditionalFormat[]): WorkbookModel =>
  workbookOf({ conditionalFormats });

const formatsOf = (bytes: Uint8Array): readonly ConditionalFormat[] =>
  readWorkbook(bytes, context).sheets[0]?.conditionalFormats ?? [];

const withoutIds = (formats: readonly ConditionalFormat[]): unknown[] =>
  formats.map(({ ranges, stopIfTrue, rule: one }) => ({ ranges, stopIfTrue, rule: one }));

/** The file with other conditional formats on its first sheet. */
const change = (
  bytes: Uint8Array,
  next: (formats: readonly ConditionalFormat[]) => readonly ConditionalFormat[],
): Uint8Array => {
  const model = readWorkbook(bytes, context);
  const [first, ...others] = model.sheets;
  if (first === undefined) throw new Error("The file has no sheet.");
  const conditionalFormats = next(first.conditionalFormats ?? []);
  return writeWorkbook({ ...model, sheets: [{ ...first, conditionalFormats }, ...others] }, context, bytes);
};

/** A file whose first sheet has this XML after its cells, as Excel writes it. */
const fileWith = (xml: string, dxfs: string): Uint8Array => {
  const parts = OoxmlPackage.read(writeWorkbook(workbook([]), context));
  parts.set(part, parts.text(part).replace("</worksheet>", `${xml}</worksheet>`));
  const styles = parts.text("xl/styles.xml");
  parts.set("xl/styles.xml", styles.replace("</styleSheet>", `<dxfs count="1">${dxfs}</dxfs></styleSheet>`));
  return parts.write();
};

const fill = '<fill><patternFill><bgColor rgb="FFFFC7CE"/></patternFill></fill>';
const rule = (attributes: string, inner = ""): string => `<cfRule ${attributes}>${inner}</cfRule>`;
const list = (ranges: string, rules: string): string =>
  `<conditionalFormatting sqref="${ranges}">${rules}</conditionalFormatting>`;

describe("conditional formats in a file", () => {
  it("are read as they were written, in the order of their priority", () => {
    fc.assert(
      fc.property(anyConditionalFormats, (formats) => {
        expect(withoutIds(formatsOf(writeWorkbook(workbook(formats), context)))).toEqual(withoutIds(formats));
      }),
      { numRuns: 300 },
    );
  });

  it("are written byte for byte if nobody changed them, whatever they are", () => {
    fc.assert(
      fc.property(anyConditionalFormats, (formats) => {
        const bytes = writeWorkbook(workbook(formats), context);
        expect(partsOf(change(bytes, (same) => [...same]))).toEqual(partsOf(bytes));
      }),
      { numRuns: 60 },
    );
  });

  it("are those that openpyxl wrote", () => {
    const bytes = new Uint8Array(readFileSync(path.join(__dirname, "files/openpyxl-rules.xlsx")));
    expect(formatsOf(bytes)).toEqual([
      {
        id: "file-1",
        ranges: ["A1:A10"],
        rule: { type: "cellIs", operator: "greaterThan", formulas: ["5"], format: { fill: "#ffc7ce" } },
      },
      {
        id: "file-2",
        ranges: ["A1:A10"],
        rule: {
          type: "colorScale",
          points: [
            { type: "min", color: "#ffffff" },
            { type: "max", color: "#63be7b" },
          ],
        },
      },
      {
        id: "file-3",
        ranges: ["A1:A10"],
        rule: { type: "dataBar", min: { type: "min" }, max: { type: "max" }, color: "#638ec6" },
      },
    ]);
    expect(listUnshown(bytes)[0]?.features).not.toContain("conditional formats");
  });

  it("that are not shown stay, with their priority, when others change", () => {
    const deviation = rule('type="aboveAverage" dxfId="0" priority="2" stdDev="1"');
    const bytes = fileWith(
      list(
        "A1:A9",
        rule('type="cellIs" dxfId="0" priority="1" operator="lessThan"', "<formula>3</formula>") + deviation,
      ),
      `<dxf><font><b/></font>${fill}<border><left style="thin"/></border></dxf>`,
    );
    expect(listUnshown(bytes)[0]?.features).toEqual(["conditional formats"]);
    expect(formatsOf(bytes)).toHaveLength(1);
    const added: ConditionalFormat = {
      id: "mine",
      ranges: ["C1"],
      rule: { type: "expression", formula: "C1>$A$1", format: { fill: "#00ff00" } },
    };
    const after = partsOf(change(bytes, (formats) => [added, ...formats]))[part] ?? "";
    expect(after).toContain(list("A1:A9", deviation));
    expect(after).toContain('operator="lessThan" priority="3"');
    expect(after).toMatch(/<cfRule type="expression" dxfId="1" priority="1"><formula>C1&gt;\$A\$1<\/formula>/);
  });

  it("keep what is not shown of their appearance when their ranges or their condition change", () => {
    const bytes = fileWith(
      list("A1:A9", rule('type="cellIs" dxfId="0" priority="1" operator="lessThan"', "<formula>3</formula>")),
      `<dxf>${fill}<border><left style="thin"/></border></dxf>`,
    );
    const moved = partsOf(change(bytes, ([first]) => (first === undefined ? [] : [{ ...first, ranges: ["A2:A10"] }])));
    expect(moved[part]).toContain(
      list("A2:A10", '<cfRule type="cellIs" dxfId="0" operator="lessThan" priority="1"><formula>3</formula></cfRule>'),
    );
    const other = change(bytes, ([first]) =>
      first?.rule.type === "cellIs" ? [{ ...first, rule: { ...first.rule, formulas: ["4"] } }] : [],
    );
    expect(partsOf(other)[part]).toContain('operator="lessThan" dxfId="0" priority="1"><formula>4</formula>');
    expect(partsOf(other)["xl/styles.xml"]).toBe(partsOf(bytes)["xl/styles.xml"]);
  });

  const bar = list(
    "A1:A9",
    rule(
      'type="dataBar" priority="1"',
      '<dataBar><cfvo type="min"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar><extLst><ext xmlns:x14="urn:x14" uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}"><x14:id>{AB}</x14:id></ext></extLst>',
    ),
  );
  const extensions =
    '<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="urn:x14"><x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="urn:xm"><x14:cfRule type="dataBar" id="{AB}"><x14:dataBar minLength="0" maxLength="100" gradient="0"><x14:cfvo type="autoMin"/><x14:cfvo type="autoMax"/><x14:negativeFillColor rgb="FFFF0000"/><x14:axisColor rgb="FF000000"/></x14:dataBar></x14:cfRule><xm:sqref>A1:A9</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext><ext uri="{other}"/></extLst>';

  it("have both forms of a data bar, which move together and go together", () => {
    const bytes = fileWith(bar + extensions, "<dxf/>");
    expect(formatsOf(bytes)[0]?.rule).toEqual({
      type: "dataBar",
      min: { type: "min" },
      max: { type: "max" },
      color: "#638ec6",
      negativeColor: "#ff0000",
      solid: true,
    });
    const moved = change(bytes, ([first]) => (first === undefined ? [] : [{ ...first, ranges: ["B5:B7"] }]));
    expect(partsOf(moved)[part]).toContain("<xm:sqref>B5:B7</xm:sqref>");
    expect(partsOf(moved)[part]).toContain('<conditionalFormatting sqref="B5:B7">');
    const gone = partsOf(change(bytes, () => []))[part];
    expect(gone).not.toContain("dataBar");
    expect(gone).toContain('<extLst><ext uri="{other}"/></extLst>');
  });

  it("are too many for a sheet beyond 2,000, and stay as they are", () => {
    const rules = Array.from({ length: 2_001 }, (_, index) => rule(`type="duplicateValues" priority="${index + 1}"`));
    const bytes = fileWith(list("A1", rules.join("")), "<dxf/>");
    expect(readWorkbook(bytes, context).sheets[0]?.conditionalFormats).toBeUndefined();
    expect(listUnshown(bytes)[0]?.features).toEqual(["conditional formats"]);
    expect(partsOf(change(bytes, () => []))).toEqual(partsOf(bytes));
  });
});
