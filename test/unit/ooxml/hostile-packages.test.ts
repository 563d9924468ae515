import { deflateSync, strToU8, zipSync } from "fflate";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { Zip, zipLimits } from "../../../src/ooxml/zip";

const context = { custom: [] };
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageRelations = "http://schemas.openxmlformats.org/package/2006/relationships";

const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`;

const relationsPart = (...inner: string[]): string =>
  `<Relationships xmlns="${packageRelations}">${inner.join("")}</Relationships>`;

const types = (workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${workbookType}"/></Types>`;

const sheetOf = (data: string, after = ""): string =>
  `<worksheet xmlns="${main}"><sheetData>${data}</sheetData>${after}</worksheet>`;

/** A small workbook; a part that is undefined is left out. */
const file = (parts: Readonly<Record<string, string | Uint8Array | undefined>> = {}): Uint8Array => {
  const whole: Record<string, string | Uint8Array | undefined> = {
    "[Content_Types].xml": types(),
    "_rels/.rels": relationsPart(relation("r1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsPart(
      relation("r1", "worksheet", "worksheets/sheet1.xml"),
      relation("r2", "sharedStrings", "sharedStrings.xml"),
    ),
    "xl/worksheets/sheet1.xml": sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>'),
    "xl/sharedStrings.xml": `<sst xmlns="${main}"/>`,
    ...parts,
  };
  const present = Object.entries(whole).flatMap(([name, content]) =>
    content === undefined ? [] : [[name, typeof content === "string" ? strToU8(content) : content] as const],
  );
  return zipSync(Object.fromEntries(present), { level: 6 });
};

const sheet = (data: string, after = ""): Uint8Array => file({ "xl/worksheets/sheet1.xml": sheetOf(data, after) });
const repeated = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("");

/** Writes another size into the directory of a zip file with one entry. */
const claiming = (bytes: Uint8Array, size: number): Uint8Array => {
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  view.setUint32(view.getUint32(end + 16, true) + 24, size, true);
  return bytes;
};

describe("a hostile .xlsx file", () => {
  const workbookRelations = (...inner: string[]): Record<string, string> => ({
    "xl/_rels/workbook.xml.rels": relationsPart(...inner),
  });

  it.each<[string, () => Uint8Array, RegExp]>([
    ["that is empty", () => new Uint8Array(), /^The file is no \.xlsx file: it is no zip file\.$/],
    ["that is a text", () => strToU8("a,b\n".repeat(99)), /it is no zip file\.$/],
    [
      "that is an old workbook or has a password",
      () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...new Array<number>(99).fill(0)]),
      /^The file has a password, or it is an \.xls file/,
    ],
    ["that ends early", () => file().subarray(0, 700), /it is no zip file\.$/],
    ["with a broken part", () => file({ "xl/workbook.xml": "<workbook><sheets>" }), /no well-formed XML/],
    ["without content types", () => file({ "[Content_Types].xml": undefined }), /lacks the list of its content types/],
    ["without a workbook", () => file({ "xl/workbook.xml": undefined }), /contains no workbook\.$/],
    ["without a sheet's part", () => file({ "xl/worksheets/sheet1.xml": undefined }), /^The sheet "S" is missing/],
    ["of another kind", () => file({ "[Content_Types].xml": types("text/plain") }), /its content is "text\/plain"/],
    [
      "that is a binary workbook",
      () => file({ "[Content_Types].xml": types("application/vnd.ms-excel.sheet.binary.macroEnabled.main") }),
      /^The file is a binary workbook: save it as \.xlsx first\.$/,
    ],
    [
      "with a document type",
      () => file({ "xl/workbook.xml": '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' }),
      /has a document type, which \.xlsx files may not have/,
    ],
    ["with an unknown entity", () => sheet('<row r="1"><c r="A1" t="str"><v>&b;</v></c></row>'), /no well-formed XML/],
    [
      "with a sheet that is its own workbook",
      () => file(workbookRelations(relation("r1", "worksheet", "workbook.xml"))),
      /^The part "xl\/workbook.xml" is no sheet\.$/,
    ],
    [
      "with deep elements",
      () => sheet(`<row r="1">${"<c>".repeat(200)}${"</c>".repeat(200)}</row>`),
      /more than 100 levels/,
    ],
    ["with a cell beyond the sheet", () => sheet('<row r="1"><c r="XFE1"/></row>'), /the cell "XFE1" at a wrong place/],
    ["with a row beyond the sheet", () => sheet('<row r="1048577"/>'), /the row "1048577", which no sheet has/],
    ["with a cell twice", () => sheet('<row r="1"><c r="A1"/><c r="A1"/></row>'), /"A1" at a wrong place/],
    ["with a row twice", () => sheet('<row r="1"/><row r="1"/>'), /the row 1 twice/],
    [
      "with a text that does not exist",
      () => sheet('<row r="1"><c r="A1" t="s"><v>7</v></c></row>'),
      /names the text 7/,
    ],
    [
      "with a number that is none",
      () => sheet('<row r="1"><c r="A1"><v>1,5</v></c></row>'),
      /the number "1,5", which is none/,
    ],
    [
      "that merges a whole sheet",
      () => sheet("", '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
      /may merge up to/,
    ],
    [
      "that merges very often",
      () => sheet("", `<mergeCells>${repeated(5_001, () => '<mergeCell ref="A1:B1"/>')}</mergeCells>`),
      /may merge up to 5,000 ranges with 200,000 cells; "S" merges more/,
    ],
    [
      "with very wide array formulas",
      () =>
        sheet(
          repeated(
            200,
            (row) =>
              `<row r="${row + 1}"><c r="A${row + 1}"><f t="array" ref="A${row + 1}:XFD${row + 2}">1</f></c></row>`,
          ),
        ),
      /array formulas of a sheet are too wide/,
    ],
    [
      "with a long formula",
      () => sheet(`<row r="1"><c r="A1"><f>${"1+".repeat(20_000)}1</f></c></row>`),
      /formula of more than 32,767/,
    ],
    [
      "with very many names",
      () =>
        file({
          "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r1"/></sheets><definedNames>${repeated(10_001, () => "<definedName>1</definedName>")}</definedNames></workbook>`,
        }),
      /up to 10,000 names, it has 10,001/,
    ],
    [
      "with too many sheets",
      () =>
        file({
          "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${repeated(201, () => '<sheet name="S" r:id="r1"/>')}</sheets></workbook>`,
        }),
      /up to 200 sheets, it has 201/,
    ],
    [
      "with two sheets in one part",
      () =>
        file({
          "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/><sheet name="B" r:id="r1"/></sheets></workbook>`,
        }),
      /"B" has the same part/,
    ],
  ])("%s is refused with a sentence", (_, make, sentence) => {
    expect(() => readWorkbook(make(), context)).toThrow(sentence);
  });

  it("with more than a million cells or texts is refused at the limit", () => {
    const row = (index: number): string => `<row r="${index + 1}">${"<c><v>1</v></c>".repeat(1_001)}</row>`;
    expect(() => readWorkbook(sheet(repeated(1_000, row)), context)).toThrow(/up to 1,000,000 cells/);
    const texts = `<sst xmlns="${main}">${"<si><t>a</t></si>".repeat(1_000_001)}</sst>`;
    expect(() => readWorkbook(file({ "xl/sharedStrings.xml": texts }), context)).toThrow(/1,000,000 different texts/);
  });
});

it("columns that a sheet describes very often count once", () => {
  const columns = repeated(20_000, () => '<col min="1" max="999" width="20" customWidth="1"/>');
  const bytes = file({ "xl/worksheets/sheet1.xml": `<worksheet><cols>${columns}</cols><sheetData/></worksheet>` });
  expect(readWorkbook(bytes, context).sheets[0]?.columns).toEqual([{ start: 0, end: 998, width: 140 }]);
});

describe("a zip bomb", () => {
  const limits = { ...zipLimits, entryBytes: 1_000_000, totalBytes: 1_500_000 };

  it("that says how large it is, is refused before it is inflated", () => {
    const zip = Zip.read(zipSync({ "a.xml": new Uint8Array(5_000_000) }), limits);
    expect(() => zip.get("a.xml")).toThrow('The part "a.xml" is too large when it is unpacked.');
    expect(zip.inflatedBytes).toBe(0);
  });

  it("that says it is small, is refused as soon as it is larger", () => {
    const zip = Zip.read(claiming(zipSync({ "a.xml": new Uint8Array(5_000_000) }), 1_000), limits);
    expect(() => zip.get("a.xml")).toThrow('The part "a.xml" is too large when it is unpacked.');
    expect(zip.inflatedBytes).toBe(0);
  });

  it("of many parts is refused when all of them are too large together", () => {
    const parts = Object.fromEntries(["a", "b", "c"].map((name) => [name, new Uint8Array(700_000)]));
    const zip = Zip.read(zipSync(parts), limits);
    zip.get("a");
    zip.get("b");
    expect(() => zip.get("c")).toThrow(/"c" is too large/);
    expect(zip.inflatedBytes).toBe(1_400_000);
  });

  it("within a zip file is a part that nobody inflates", () => {
    const nested = zipSync({ "bomb.xml": new Uint8Array(5_000_000) });
    const bytes = file({ "xl/embeddings/nested.zip": nested });
    const parts = OoxmlPackage.read(bytes);
    expect(readWorkbook(bytes, context).sheets[0]?.cells).toHaveLength(1);
    expect(parts.bytes("xl/embeddings/nested.zip")).toEqual(nested);
  });

  it("whose parts share their data is refused", () => {
    const data = deflateSync(new Uint8Array(100_000));
    const names = Array.from({ length: 50 }, (_, index) => `part${index}.xml`);
    expect(() => Zip.read(overlapping(names, data), limits)).toThrow(
      "The file is damaged: it is no complete zip file.",
    );
  });

  it("with two parts of one name, or too many, is refused", () => {
    expect(() => Zip.read(overlapping(["a", "a"], Uint8Array.of(3, 0)), limits)).toThrow('two parts named "a"');
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, new Uint8Array(1)]));
    expect(() => Zip.read(zipSync(many), { ...limits, entries: 20 })).toThrow("may have up to 20 parts, it has 30.");
  });

  it("reads only the parts that a workbook needs", () => {
    const parts = OoxmlPackage.read(file({ "xl/media/image1.png": new Uint8Array(3_000_000) }));
    expect(parts.inflatedBytes).toBeLessThan(2_000);
  });
});

/** A zip file whose entries all name the data of the first. */
const overlapping = (names: readonly string[], data: Uint8Array): Uint8Array => {
  const encoded = names.map((name) => strToU8(name));
  const first = encoded[0] ?? new Uint8Array();
  const directory = encoded.map((name) => {
    const header = new Uint8Array(46 + name.length);
    const view = new DataView(header.buffer);
    view.setUint32(0, 0x02014b50, true);
    view.setUint16(10, 8, true);
    view.setUint32(20, data.length, true);
    view.setUint32(24, 100_000, true);
    view.setUint16(28, name.length, true);
    header.set(name, 46);
    return header;
  });
  const local = new Uint8Array(30 + first.length + data.length);
  const view = new DataView(local.buffer);
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(26, first.length, true);
  local.set(first, 30);
  local.set(data, 30 + first.length);
  const end = new Uint8Array(22);
  const endView = new DataView(end.buffer);
  endView.setUint32(0, 0x06054b50, true);
  endView.setUint16(10, names.length, true);
  endView.setUint32(16, local.length, true);
  return Uint8Array.from([local, ...directory, end].flatMap((bytes) => [...bytes]));
};

describe("relations that lead in a circle", () => {
  it("end, and the file is written again with all its parts", () => {
    const bytes = file({
      "xl/worksheets/_rels/sheet1.xml.rels": relationsPart(relation("r1", "drawing", "../drawings/a.xml")),
      "xl/drawings/a.xml": "<a/>",
      "xl/drawings/_rels/a.xml.rels": relationsPart(relation("r1", "chart", "../worksheets/sheet1.xml")),
    });
    const model = readWorkbook(bytes, context);
    expect(OoxmlPackage.read(writeWorkbook(model, context, bytes)).names.toSorted()).toEqual(
      OoxmlPackage.read(bytes).names.toSorted(),
    );
  });
});
