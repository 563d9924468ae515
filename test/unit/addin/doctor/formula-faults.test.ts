import { examineWorkbook } from "../../../../src/addin/doctor/doctor";
import { OoxmlPackage } from "../../../../src/ooxml/package";
import { readWorkbook } from "../../../../src/ooxml/read-workbook";
import { partsOf } from "../../ooxml/compare-parts";
import { workbookOf } from "../../ooxml/models";
import {
  a5,
  cells,
  changedParts,
  context,
  contextWith,
  custom,
  damaged,
  detailsOf,
  findingsOf,
  healthy,
  repair,
  repairableIn,
  sheetPart,
  sheetWith,
  short,
  withA5,
  write,
} from "./damaged-files";

const ours = 'LEN(_xldudf_ENTITY_GET("x"))';

describe("a saved error", () => {
  test.each(["#BUSY!", "#GETTING_DATA", "#NAME?", "#CONNECT!"])(
    "%s of ours, also within other functions, goes so that Excel calculates the cell",
    (error) => {
      const bytes = withA5(`IFERROR(${ours},1)`, `<v>${error}</v>`, ' t="e"');
      expect(short(bytes)).toEqual([["saved-error", "Sheet1!A5", "yes"]]);
      const copy = repair(bytes);
      expect(a5(copy)).toBe(`<c r="A5"><f>IFERROR(${ours},1)</f></c>`);
      expect(findingsOf(copy)).toEqual([]);
      expect(changedParts(bytes, copy)).toEqual([sheetPart]);
    },
  );

  test("that another program wrote as a text is found too", () => {
    const bytes = withA5(ours, "<v>#BUSY!</v>", ' t="str"');
    expect(short(bytes)).toEqual([["saved-error", "Sheet1!A5", "yes"]]);
    expect(a5(repair(bytes))).toBe(`<c r="A5"><f>${ours}</f></c>`);
  });

  test("of the formula of another is not ours to repair, and neither is an error that our functions return", () => {
    expect(findingsOf(withA5("VENDOR.PRICE(A1)", "<v>#NAME?</v>", ' t="e"'))).toEqual([]);
    expect(findingsOf(withA5(ours, "<v>#N/A</v>", ' t="e"'))).toEqual([]);
    expect(findingsOf(withA5(ours, "<v>#VALUE!</v>", ' t="e"'))).toEqual([]);
  });

  test("in a cell that calls ours by a defined name is repaired", () => {
    const model = { ...healthy, names: [...healthy.names, { name: "Firm", formula: 'ENTITY.GET("x")' }] };
    const bytes = sheetWith(
      (xml) => xml.replace(/<c r="A5".*?<\/c>/, '<c r="A5" t="e"><f>LEN(Firm)</f><v>#GETTING_DATA</v></c>'),
      write(model),
    );
    expect(short(bytes)).toEqual([
      ["saved-error", "Sheet1!A5", "yes"],
      ["defined-name", "name Firm", "no"],
    ]);
    expect(short(repair(bytes))).toEqual([["defined-name", "name Firm", "no"]]);
  });

  test.each([
    [14, "saved-error", "#BUSY! was saved."],
    [8, "blocked-spill", "#SPILL!"],
  ])("with number %i among the rich values is %s", (number, cause, detail) => {
    const parts = OoxmlPackage.read(withA5(ours, "<v>#VALUE!</v>", ' t="e" vm="1"'));
    const rich = "http://schemas.microsoft.com/office/spreadsheetml/2017/richdata";
    const relation = "http://schemas.microsoft.com/office/2017/06/relationships";
    parts.set(
      "xl/richData/rdrichvalue.xml",
      `<rvData xmlns="${rich}" count="1"><rv s="0"><v>0</v><v>${number}</v></rv></rvData>`,
    );
    parts.set(
      "xl/richData/rdrichvaluestructure.xml",
      `<rvStructures xmlns="${rich}" count="1"><s t="_error"><k n="colOffset" t="i"/><k n="errorType" t="i"/></s></rvStructures>`,
    );
    parts.relate("xl/workbook.xml", `${relation}/rdRichValue`, "xl/richData/rdrichvalue.xml");
    parts.relate("xl/workbook.xml", `${relation}/rdRichValueStructure`, "xl/richData/rdrichvaluestructure.xml");
    parts.set(
      "xl/metadata.xml",
      parts
        .text("xl/metadata.xml")
        .replace("</metadataTypes>", '<metadataType name="XLRICHVALUE"/></metadataTypes>')
        .replace(
          "<cellMetadata",
          `<futureMetadata name="XLRICHVALUE" count="1"><bk><extLst><ext uri="{3e2802c4-a4d2-4d8b-9148-e3be6c30e623}"><xlrd:rvb xmlns:xlrd="${rich}" i="0"/></ext></extLst></bk></futureMetadata><cellMetadata`,
        )
        .replace("</metadata>", '<valueMetadata count="1"><bk><rc t="2" v="0"/></bk></valueMetadata></metadata>'),
    );
    const bytes = parts.write();
    expect(findingsOf(bytes).map((finding) => [finding.cause, finding.detail])).toEqual([[cause, detail]]);
    if (cause === "saved-error") expect(a5(repair(bytes))).toBe(`<c r="A5"><f>${ours}</f></c>`);
  });
});

describe("a name in a wrong form", () => {
  test.each([
    ["ENTITY.GET", "wrong-name"],
    ["entity.get", "wrong-name"],
    ["_xldudf__xldudf_ENTITY_GET", "wrong-name"],
    ["_xlfn._xldudf_ENTITY_GET", "wrong-name"],
    ["_xlfn.ENTITY.GET", "wrong-name"],
    ["_xldudf_ENTITY.GET", "wrong-name"],
    ["_xll.ENTITY.GET", "wrong-name"],
    ["[1]!ENTITY.GET", "linked-name"],
    ["[2]!_xldudf_ENTITY_GET", "linked-name"],
    ["Other.xla!_xldudf_ENTITY_GET", "linked-name"],
    ["'C:\\Users\\ann\\[Own.xlam]'!_xldudf_ENTITY_GET", "linked-name"],
  ])("%s is put right, and the error that it caused goes", (name, cause) => {
    const bytes = withA5(`1+LEN(${name}(&quot;a &lt; b&quot;,A1))`, "<v>#NAME?</v>", ' t="e"');
    expect(short(bytes)).toEqual([
      [cause, "Sheet1!A5", "yes"],
      ["saved-error", "Sheet1!A5", "yes"],
    ]);
    expect(detailsOf(bytes).join("\n")).not.toContain("ann");
    const copy = repair(bytes);
    expect(a5(copy)).toBe('<c r="A5"><f>1+LEN(_xldudf_ENTITY_GET("a &lt; b",A1))</f></c>');
    expect(findingsOf(copy)).toEqual([]);
  });

  test("keeps a value that is none of an error", () => {
    expect(a5(repair(withA5('ENTITY.GET("x")', "<v>7</v>")))).toBe(
      '<c r="A5"><f>_xldudf_ENTITY_GET("x")</f><v>7</v></c>',
    );
  });

  test("of texts, macros, and functions of others stays as it is", () => {
    for (const formula of [
      '"ESG.EVENTS("&amp;A1',
      "ENTITY_GET(A1*1.5)",
      "VENDOR.GET(A1)",
      "[1]!PRICE(A1)",
      "_xldudf_VENDOR_GET(A1)",
    ])
      expect([formula, findingsOf(withA5(formula))]).toEqual([formula, []]);
  });

  test("in a shared formula is found in each of its cells and put right in all", () => {
    const rows = [9, 10, 11].map((row) => ({ row, column: 0, value: 1, formula: "=1" }));
    const bytes = sheetWith(
      (xml) =>
        xml
          .replace("<f>1</f>", '<f t="shared" ref="A10:A12" si="0">LEN(ENTITY.GET(B10))</f>')
          .replaceAll("<f>1</f>", '<f t="shared" si="0"/>'),
      write({ ...healthy, sheets: workbookOf({ cells: [...cells, ...rows] }).sheets }),
    );
    expect(short(bytes)).toEqual(["A10", "A11", "A12"].map((cell) => ["wrong-name", `Sheet1!${cell}`, "yes"]));
    const copy = repair(bytes);
    expect(findingsOf(copy)).toEqual([]);
    const formulas = readWorkbook(copy, { custom }).sheets[0]?.cells.filter(({ row }) => row > 8);
    expect(formulas?.map(({ formula }) => formula)).toEqual([10, 11, 12].map((row) => `=LEN(ENTITY.GET(B${row}))`));
  });

  test("in a defined name and in a column of a table is put right", () => {
    const model = workbookOf({
      cells: [
        { row: 0, column: 0, value: "Firm" },
        { row: 1, column: 0, value: "x" },
      ],
      tables: [{ name: "Firms", range: "A1:A2" }],
    });
    const bytes = damaged(
      write({
        ...model,
        names: [
          { name: "Firm", formula: "1" },
          { name: "Rate", formula: "0.19" },
        ],
      }),
      {
        "xl/workbook.xml": (xml) => xml.replace(">1</definedName>", '>LEN(ENTITY.GET("a&lt;b"))</definedName>'),
        "xl/tables/table1.xml": (xml) =>
          xml.replace(
            /(<tableColumn [^>]*?)\/>/,
            '$1><calculatedColumnFormula>ENTITY.GET("a&lt;b")</calculatedColumnFormula></tableColumn>',
          ),
      },
    );
    expect(short(bytes)).toEqual([
      ["wrong-name", "table Firms", "yes"],
      ["wrong-name", "name Firm", "yes"],
      ["defined-name", "name Firm", "no"],
    ]);
    const copy = repair(bytes);
    expect(short(copy)).toEqual([["defined-name", "name Firm", "no"]]);
    expect(readWorkbook(copy, { custom }).names).toEqual([
      { name: "Firm", formula: 'LEN(ENTITY.GET("a<b"))' },
      { name: "Rate", formula: "0.19" },
    ]);
    expect(changedParts(bytes, copy).toSorted()).toEqual(["xl/tables/table1.xml", "xl/workbook.xml"]);
  });
});

describe("a name that is not changed", () => {
  test("of another release is changed only if the user says which one is meant", () => {
    const bytes = withA5("LEN(_xldudf_TEST_ENTITY_GET(A1))", "<v>#NAME?</v>", ' t="e"');
    expect(short(bytes)).toEqual([["other-namespace", "Sheet1!A5", "no"]]);
    expect(detailsOf(bytes)).toEqual(["_xldudf_TEST_ENTITY_GET is ENTITY.GET with the namespace TEST."]);
    const meant = contextWith("", ["test"]);
    expect(a5(repair(bytes, meant))).toBe('<c r="A5"><f>LEN(_xldudf_ENTITY_GET(A1))</f></c>');
    const toTest = contextWith("TEST", [""]);
    expect(short(withA5(ours), toTest)).toContainEqual(["other-namespace", "Sheet1!A5", "yes"]);
    expect(a5(repair(withA5(ours), toTest))).toContain('_xldudf_TEST_ENTITY_GET("x")');
    expect(findingsOf(bytes, contextWith("TEST")).map(({ cause, place }) => `${cause} ${place}`)).not.toContain(
      "other-namespace Sheet1!A5",
    );
  });

  test("of a function that does not exist is told with the nearest one", () => {
    const bytes = withA5("_xldudf_ENTITY_GTE(A1)", "<v>#NAME?</v>", ' t="e"');
    expect(findingsOf(bytes)).toMatchObject([{ cause: "unknown-function", repairable: false }]);
    expect(detailsOf(bytes)).toEqual(["_xldudf_ENTITY_GTE; the nearest is ENTITY.GET."]);
    expect(short(withA5("ESG.EVNTS(A1)"))).toEqual([["unknown-function", "Sheet1!A5", "no"]]);
    expect(examineWorkbook(bytes, context).repaired()).toBeUndefined();
  });

  test("that became #REF! is told", () => {
    expect(short(withA5("3*#REF!(A1,2)+7", "<v>#REF!</v>", ' t="e"'))).toEqual([["lost-name", "Sheet1!A5", "no"]]);
    expect(findingsOf(withA5("SUM(#REF!)*1.5", "<v>#REF!</v>", ' t="e"'))).toEqual([]);
  });
});

describe("the mark of a result that spills", () => {
  const listing = (bytes: Uint8Array): unknown => {
    const [first] = readWorkbook(bytes, { custom }).sheets[0]?.cells ?? [];
    return [first?.formula, first?.spill];
  };

  test("is restored where the cell or the workbook has lost it", () => {
    const withoutMark = sheetWith((xml) => xml.replace('<c r="A1" t="str" cm="1">', '<c r="A1" t="str">'));
    const parts = OoxmlPackage.read(write());
    const relation = parts.relations("xl/workbook.xml").find(({ kind }) => kind === "sheetMetadata");
    parts.unrelate("xl/workbook.xml", relation?.id ?? "");
    parts.delete("xl/metadata.xml");
    for (const bytes of [withoutMark, parts.write()]) {
      const causes = findingsOf(bytes).filter(({ place }) => place === "Sheet1!A1");
      expect(causes.map(({ cause, repairable }) => [cause, repairable])).toEqual([["fixed-array", true]]);
      const copy = repair(bytes);
      expect(repairableIn(copy)).toEqual([]);
      expect(listing(copy)).toEqual(['=ESG.EVENTS("EU Banks",3)', "A1:B3"]);
      const xml = partsOf(copy);
      expect(xml[sheetPart]).toMatch(/<c r="A1"[^>]* cm="1"/);
      expect(xml["xl/metadata.xml"]).toContain("XLDAPR");
    }
  });

  test("is restored where a relation leads to a part that is missing: the relation goes", () => {
    const bytes = damaged(write(), {
      "xl/_rels/workbook.xml.rels": (xml) => xml.replace("metadata.xml", "elsewhere.xml"),
    });
    const copy = repair(bytes);
    expect(findingsOf(copy)).toEqual([]);
    const relations = OoxmlPackage.read(copy).relations("xl/workbook.xml");
    expect(relations.filter(({ kind }) => kind === "sheetMetadata").map(({ target }) => target)).toEqual([
      "xl/metadata.xml",
    ]);
  });

  test("is restored where the workbook's mark means something else", () => {
    const bytes = damaged(write(), { "xl/metadata.xml": (xml) => xml.replace('fDynamic="1"', 'fDynamic="0"') });
    const copy = repair(bytes);
    expect(findingsOf(copy)).toEqual([]);
    expect(partsOf(copy)["xl/metadata.xml"]?.match(/fDynamic="\d"/g)).toEqual(['fDynamic="0"', 'fDynamic="1"']);
  });

  const plain = (text: string): string => `<f>${text}</f>`;
  const events = "_xldudf_ESG_EVENTS(&quot;EU Banks&quot;,3)";

  test("is made for a plain formula with empty cells next to it, and the order of calculation goes", () => {
    const parts = OoxmlPackage.read(
      write(
        workbookOf({
          cells: [
            { row: 0, column: 0, formula: "=1", value: 1 },
            { row: 5, column: 0, value: 2 },
          ],
        }),
      ),
    );
    parts.set(sheetPart, parts.text(sheetPart).replace("<f>1</f>", plain(events)));
    parts.relate(
      "xl/workbook.xml",
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain",
      "xl/calcChain.xml",
    );
    parts.set(
      "xl/calcChain.xml",
      "<calcChain/>",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml",
    );
    const bytes = parts.write();
    expect(short(bytes)).toEqual([["one-cell", "Sheet1!A1", "yes"]]);
    const copy = repair(bytes);
    expect(partsOf(copy)[sheetPart]).toContain(`<c r="A1" cm="1"><f t="array" ref="A1">${events}</f></c>`);
    expect(Object.keys(partsOf(copy))).not.toContain("xl/calcChain.xml");
    expect(findingsOf(copy)).toEqual([]);
  });

  test.each([
    ["old values below", [{ row: 1, column: 0, value: "old" }], events],
    ["old values to the right", [{ row: 0, column: 1, value: "old" }], events],
    ["an argument that is a range", [], "_xldudf_ESG_EVENTS(B1:B9)"],
    ["an @ that somebody typed", [], `_xlfn.SINGLE(${events})`],
  ])("is not made with %s", (_, others, formula) => {
    const bytes = sheetWith(
      (xml) => xml.replace("<f>1</f>", plain(formula)),
      write(workbookOf({ cells: [{ row: 0, column: 0, formula: "=1", value: 1 }, ...others] })),
    );
    expect(short(bytes)).toEqual([["one-cell", "Sheet1!A1", "no"]]);
  });
});

test("a function that was filled down a column, or stands in a table, is no result that was cut", () => {
  const rows = [0, 1, 2].map((row) => ({ row, column: 0, formula: "=1", value: 1 }));
  const column = sheetWith(
    (xml) => xml.replaceAll("<f>1</f>", "<f>_xldudf_ENTITY_GET(B1)</f>"),
    write(workbookOf({ cells: rows })),
  );
  expect(findingsOf(column)).toEqual([]);
  const table = sheetWith(
    (xml) => xml.replace("<f>1</f>", "<f>_xldudf_ENTITY_GET(B2)</f>"),
    write(
      workbookOf({
        cells: [
          { row: 0, column: 0, value: "Firm" },
          { row: 1, column: 0, formula: "=1", value: 1 },
        ],
        tables: [{ name: "Firms", range: "A1:A2" }],
      }),
    ),
  );
  expect(findingsOf(table)).toEqual([]);
});

test("calls in rules and charts are told, with their cells", () => {
  const bytes = sheetWith((xml) =>
    xml.replace(
      "</sheetData>",
      '</sheetData><conditionalFormatting sqref="B1:B9"><cfRule type="expression" priority="1"><formula>_xldudf_ENTITY_GET(A1)=1</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="custom" sqref="C1"><formula1>ENTITY.GET(A1)</formula1></dataValidation></dataValidations><extLst><ext xmlns:x14="urn:x14"><x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="urn:xm"><x14:cfRule type="expression"><xm:f>_xldudf_ENTITY_GET(A1)=2</xm:f></x14:cfRule><xm:sqref>D1:D4</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>',
    ),
  );
  const parts = OoxmlPackage.read(bytes);
  parts.set("xl/charts/chart1.xml", '<c:chart xmlns:c="urn:c"><c:f>_xldudf_ENTITY_GET(Sheet1!$A$1)</c:f></c:chart>');
  expect(short(parts.write())).toEqual([
    ["rule-or-chart", "Sheet1!B1:B9", "no"],
    ["rule-or-chart", "Sheet1!C1", "no"],
    ["rule-or-chart", "Sheet1!D1:D4", "no"],
    ["rule-or-chart", "part xl/charts/chart1.xml", "no"],
  ]);
});
