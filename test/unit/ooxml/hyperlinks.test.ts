import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { listUnshown } from "../../../src/ooxml/unshown";
import { type LinkModel, withoutMembers } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { partsOf } from "./compare-parts";
import { sheetWith, workbookOf } from "./models";

const context = { custom: [] };
const sheetPart = "xl/worksheets/sheet1.xml";

const linksOf = (bytes: Uint8Array): readonly LinkModel[] => readWorkbook(bytes, context).sheets[0]?.links ?? [];
const withoutSources = (links: readonly LinkModel[]) => links.map((link) => withoutMembers(link, "source"));
const write = (links: readonly LinkModel[]): Uint8Array => writeWorkbook(workbookOf(sheetWith({ links })), context);

/** The file with other links on its sheet. */
const change = (bytes: Uint8Array, next: (links: readonly LinkModel[]) => readonly LinkModel[]): Uint8Array => {
  const model = readWorkbook(bytes, context);
  const first = model.sheets[0]!;
  return writeWorkbook({ ...model, sheets: [{ ...first, links: next(first.links ?? []) }] }, context, bytes);
};

const targetsOf = (bytes: Uint8Array): string[] =>
  OoxmlPackage.read(bytes)
    .relations(sheetPart)
    .filter(({ kind }) => kind === "hyperlink")
    .map(({ target }) => target);

/** A sheet as another program writes it: two links share a relation, one leads to a relation that is missing. */
const fileOfOthers = (): Uint8Array => {
  const parts = OoxmlPackage.read(write([]));
  const links = [
    '<hyperlink ref="A1" r:id="rId7" tooltip="Site" xr:uid="{1}"/>',
    '<hyperlink ref="A2:B3" r:id="rId7" location="part"/>',
    '<hyperlink ref="C1" location="\'Other sheet\'!A1" display="Other"/>',
    '<hyperlink ref="D1" r:id="rId99"/>',
    '<hyperlink ref="E1"/>',
  ];
  parts.set(
    sheetPart,
    parts
      .text(sheetPart)
      .replace("<worksheet ", '<worksheet xmlns:xr="urn:xr" ')
      .replace("</sheetData>", `</sheetData><hyperlinks>${links.join("")}</hyperlinks>`)
      .replace("<sheetData/>", `<sheetData/><hyperlinks>${links.join("")}</hyperlinks>`),
  );
  parts.set(
    "xl/worksheets/_rels/sheet1.xml.rels",
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId7" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.com/?a=1&amp;b=2" TargetMode="External"/></Relationships>',
  );
  return parts.write();
};

const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.constantFrom("_x0041_", "a & <b>", "two\nlines"),
);
const address = fc.constantFrom(
  "https://example.com/?a=1&b=2#part",
  "https://example.com/_x0041_",
  "mailto:a@b.example?subject=x y",
  "javascript:alert(1)",
  "file:///c:/x.exe",
  "../other.xlsx",
  `https://example.com/${"x".repeat(9_000)}`,
);

const anyLinks = fc.array(
  fc
    .record(
      {
        range: fc.constantFrom("A1", "B2:C3", "XFD1048576", "A1:A1048576"),
        address,
        place: text,
        tip: text,
        display: text,
      },
      { requiredKeys: ["range"] },
    )
    .filter((link) => link.address !== undefined || link.place !== undefined),
  { maxLength: 5 },
);

describe("links of .xlsx files", () => {
  it("are read as they were written, whatever they lead to", () => {
    fc.assert(
      fc.property(anyLinks, (links) => {
        expect(withoutSources(linksOf(write(links)))).toEqual(links);
      }),
      { numRuns: 300 },
    );
  });

  it("are written byte for byte if nobody changed them", () => {
    fc.assert(
      fc.property(anyLinks, (links) => {
        const bytes = write(links);
        expect(partsOf(change(bytes, (same) => [...same]))).toEqual(partsOf(bytes));
      }),
      { numRuns: 60 },
    );
    const others = fileOfOthers();
    expect(partsOf(change(others, (same) => [...same]))).toEqual(partsOf(others));
  });

  it("are those of openpyxl, and nothing of them is missing", () => {
    const bytes = new Uint8Array(readFileSync(path.join(__dirname, "files/openpyxl-notes.xlsx")));
    expect(withoutSources(linksOf(bytes))).toEqual([{ range: "A1", address: "https://example.com/?a=1&b=2" }]);
    expect(listUnshown(bytes)[0]?.features).not.toContain("links");
  });

  it("keep what their file says where only their cells move, and their relation while one of them uses it", () => {
    const others = fileOfOthers();
    expect(withoutSources(linksOf(others))).toEqual([
      { range: "A1", address: "https://example.com/?a=1&b=2", tip: "Site" },
      { range: "A2:B3", address: "https://example.com/?a=1&b=2", place: "part" },
      { range: "C1", place: "'Other sheet'!A1", display: "Other" },
    ]);
    const moved = change(others, ([first, ...rest]) => [{ ...first!, range: "A9" }, ...rest.slice(1)]);
    const xml = OoxmlPackage.read(moved).text(sheetPart);
    expect(xml).toContain('<hyperlink r:id="rId7" tooltip="Site" xr:uid="{1}" ref="A9"/>');
    expect(xml).not.toContain("A2:B3");
    expect(targetsOf(moved)).toEqual(["https://example.com/?a=1&b=2"]);
    const none = change(others, () => []);
    expect(targetsOf(none)).toEqual([]);
  });

  it("that lead nowhere are kept, and named as not shown", () => {
    const others = fileOfOthers();
    expect(listUnshown(others)[0]?.features).toEqual(["links"]);
    const xml = OoxmlPackage.read(change(others, () => [{ range: "B1", address: "https://b.example" }])).text(
      sheetPart,
    );
    expect(xml).toContain('<hyperlink ref="D1" r:id="rId99"/><hyperlink ref="E1"/><hyperlink ref="B1"');
  });

  it("with another address get another relation", () => {
    const bytes = write([{ range: "A1", address: "https://a.example" }]);
    const next = change(bytes, ([link]) => [{ ...link!, address: "https://b.example" }]);
    expect(targetsOf(next)).toEqual(["https://b.example"]);
    expect(withoutSources(linksOf(next))).toEqual([{ range: "A1", address: "https://b.example" }]);
  });
});
