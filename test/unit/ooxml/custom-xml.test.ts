import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { partsOf } from "./compare-parts";
import { workbookOf } from "./models";

const context = { custom: [], extraNamespace: "urn:test" };

const workbook = workbookOf({});
const id = "{0C6AC6E4-7F0D-4F4E-9E7A-1B1A7E1F0A11}";
const review = { id, xml: '<reviewers xmlns="urn:review"><one>Ana &amp; Bo</one></reviewers>' };
const other = { id: id.replace("0C6", "1C6"), xml: '<x xmlns="urn:x"/>' };

describe("custom XML parts", () => {
  const bytes = writeWorkbook({ ...workbook, customXml: [review, other], extra: { own: true } }, context);

  it("come back with their ids, apart from the one of this program", () => {
    const read = readWorkbook(bytes, context);
    expect(read.customXml?.map((part) => part.id)).toEqual([review.id, other.id]);
    expect(read.customXml?.[0]?.xml).toContain(review.xml);
    expect(read.extra).toEqual({ own: true });
  });

  it("stay byte for byte while another one changes, and go without a rest", () => {
    const read = readWorkbook(bytes, context);
    const [first, second] = read.customXml ?? [];
    if (first === undefined || second === undefined) throw new Error("The parts are missing.");
    const changed = writeWorkbook(
      { ...read, customXml: [{ ...first, xml: '<y xmlns="urn:y"/>' }, second] },
      context,
      bytes,
    );
    const [before, after] = [partsOf(bytes), partsOf(changed)];
    expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual([first.part]);
    const left = partsOf(writeWorkbook({ ...read, customXml: [second] }, context, bytes));
    const gone = Object.keys(before).filter((name) => !(name in left));
    const { part = "" } = first;
    const relations = part.replace("customXml/", "customXml/_rels/");
    expect(gone.toSorted()).toEqual([part, `${relations}.rels`, "customXml/itemProps1.xml"].toSorted());
  });
});

describe("a custom XML part of another program", () => {
  const withSecond = (bytes: Uint8Array): Uint8Array => {
    const parts = OoxmlPackage.read(writeWorkbook({ ...workbook, customXml: [review, other] }, context));
    parts.set("customXml/item2.xml", bytes);
    return parts.write();
  };

  it("stays byte for byte without an XML declaration, while another one changes", () => {
    const bytes = withSecond(new TextEncoder().encode(other.xml));
    const read = readWorkbook(bytes, context);
    const [first, ...others] = read.customXml ?? [];
    const customXml = [{ ...first, xml: "<y/>" }, ...others];
    expect(partsOf(writeWorkbook({ ...read, customXml }, context, bytes))["customXml/item2.xml"]).toBe(other.xml);
  });

  it("is kept and not shown if it is no text", () => {
    const bytes = withSecond(new Uint8Array([0x3c, 0xe9, 0x2f, 0x3e]));
    const read = readWorkbook(bytes, context);
    expect(read.customXml?.map(({ id: shown }) => shown)).toEqual([review.id]);
    expect(partsOf(writeWorkbook(read, context, bytes))).toEqual(partsOf(bytes));
  });
});

describe("names", () => {
  it("keep their comments, and whether they are hidden", () => {
    const names = [
      { name: "Rate", formula: "Sheet1!$A$1", comment: "per year" },
      { name: "Secret", formula: "42", hidden: true },
    ];
    expect(readWorkbook(writeWorkbook({ ...workbook, names }, context), context).names).toEqual(names);
  });
});
