import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { writeSettings } from "../../../src/ooxml/web-extensions";
import { rawWorkbook, workbookPart } from "./raw-workbook";
import { copyOf } from "./text-scanners";

const sources = path.join(__dirname, "../../../src");
const texts = readdirSync(sources, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));

/** Each text of ours with this beginning, such as the namespaces of our parts. */
const literals = (pattern: RegExp): readonly string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, literal = ""]) => literal))),
];

const namespaces = literals(/"(urn:[\w:.-]*)"/g).filter((namespace) => !namespace.startsWith("urn:schemas"));
const names = literals(/"(_[A-Z]\w+\.\w*)"/g);

const unseen = "Never Seen Ltd";
const sheetData = '<sheetData><row r="1"><c r="A1"><f>ROWS(_xldudf_ESG_EVENTS(1))</f><v>1</v></c></row></sheetData>';

const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
const roots: Readonly<Record<string, (namespace: string) => string | Uint8Array>> = {
  "as it is written": (namespace) => `<a xmlns="${namespace}">${unseen}</a>`,
  "with a prefix": (namespace) => `<sp:a xmlns:sp="${namespace}">${unseen}</sp:a>`,
  "with other prefixes before its own": (namespace) =>
    `<x:a xmlns:y="urn:other" xmlns:x='${namespace}' xmlns="urn:other">${unseen}</x:a>`,
  "after a declaration, a comment and an instruction": (namespace) =>
    `<?xml version="1.0"?>\n<!-- <a xmlns="urn:other"> --><?other a?>\n<a\n xmlns = "${namespace}">${unseen}</a>`,
  "with references in its namespace": (namespace) => `<a xmlns="${namespace.replaceAll(":", "&#58;")}">${unseen}</a>`,
  "in UTF-16": (namespace) => utf16(`<?xml version="1.0" encoding="UTF-16"?><a xmlns="${namespace}">${unseen}</a>`),
};

const allText = (bytes: Uint8Array): string => {
  const parts = OoxmlPackage.read(bytes);
  return parts.names.map((name) => parts.text(name)).join("\n");
};
const copied = (bytes: Uint8Array): string => allText((copyOf(bytes) as { readonly bytes: Uint8Array }).bytes);

test("the sources have namespaces and names to look for", () => {
  expect(namespaces.length).toBeGreaterThan(1);
  expect(names.length).toBeGreaterThan(0);
});

describe.each([...namespaces, "urn:spillway:of-a-later-release:2"])("a part of %s", (namespace) => {
  test.each(Object.entries(roots))("%s goes with a copy of values, whoever refers to it", (_, root) => {
    for (const from of ["", workbookPart]) {
      const bytes = rawWorkbook({
        sheets: [sheetData],
        parts: [
          { name: "customXml/item7.xml", content: root(namespace), from, kind: "customXml" },
          { name: "customXml/item8.xml", content: '<a xmlns="urn:other">kept</a>', from, kind: "customXml" },
        ],
      });
      expect(allText(bytes)).toContain(unseen);
      const copy = copied(bytes);
      expect(copy).not.toContain(unseen);
      expect(copy).toContain("kept");
    }
  });
});

test.each([...names])("a defined name that begins with %s goes", (prefix) => {
  const defined = `<sheets><sheet name="S1" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="${prefix}1" hidden="1">"${unseen}"</definedName><definedName name="Other">S1!$A$1</definedName></definedNames>`;
  const copy = copied(rawWorkbook({ sheets: [sheetData], workbook: defined }));
  expect(copy).not.toContain(unseen);
  expect(copy).toContain("Other");
});

test("settings of the add-in and its part for the task pane go", () => {
  const parts = OoxmlPackage.read(rawWorkbook({ sheets: [sheetData] }));
  const addin = { id: "05c2e1c9-3e1d-406e-9a91-e9ac64854143", version: "1.0.0.0" };
  writeSettings(parts, addin, { "spillway.recent": unseen });
  const bytes = parts.write();
  expect(allText(bytes)).toContain(unseen);
  expect(copied(bytes)).not.toContain(unseen);
});
