import { symlinkSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { csvRows } from "../../../../src/data/import/csv";
import {
  csvDocuments,
  feedDocuments,
  htmlDocuments,
  jsonDocuments,
  newsMlDocuments,
  warcDocuments,
} from "../../../../src/data/import/documents";
import { leiRecords } from "../../../../src/data/import/gleif";
import { openSourceFile } from "../../../../src/data/import/source-file";
import { createFiles, readAll } from "./files";

const files = createFiles();
afterAll(files.remove);

const laughs = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]>`;
const header = "LEI,Entity.LegalName\n";

it.each<[string, Uint8Array | string, string]>([
  [
    "entities of its own",
    `${laughs}<LEIData><LEIRecord>&c;</LEIRecord></LEIData>`,
    "line 1 declares entities of its own",
  ],
  ["too many levels", `<a>${"<b>".repeat(200)}`, "line 1 has more than 100 levels, which is the limit"],
  ["an element without an end", `<a>\n<LEIRecord>${"<b>x</b>".repeat(50_000)}`, "line 2 is longer than 0 MB"],
  ["an attribute without an end", `<a>\n<b c="${"x".repeat(400_000)}`, "line 2 is longer than 0 MB"],
  ["a quoted value without an end", `${header}A,"${"x\n".repeat(200_000)}`, "line 2 is longer than 0 MB"],
  ["a line without an end", header + "x".repeat(400_000), "line 2 is longer than 0 MB"],
  ["a NUL character", `${header}A,B\nA,\0`, "line 3 has a NUL character"],
  ["another encoding", Buffer.from(`${header}A,B\nA,Köln`, "latin1"), "line 3 is not UTF-8: save the file as UTF-8"],
  ["an unknown encoding", '<?xml version="1.0" encoding="klingon"?><a/>', 'declares the encoding "klingon"'],
  [
    "a wrong declaration",
    Buffer.from('<?xml version="1.0" encoding="utf-8"?>\n<a>Köln</a>', "latin1"),
    "line 2 is not UTF-8",
  ],
  ["a gzip bomb", gzipSync(header + "A,B\n".repeat(700_000)), "expands to more than 250 times its size"],
  [
    "a zip bomb",
    zipSync({ a: Buffer.from(header + "A,B\n".repeat(700_000)) }),
    "expands to more than 250 times its size",
  ],
  ["several files in a zip", zipSync({ a: Buffer.from("x"), b: Buffer.from("y") }), "holds several files (a, b)"],
  ["a torn gzip", gzipSync(header + "x".repeat(1_000)).subarray(0, 30), "is no whole gzip file"],
  ["a torn zip", zipSync({ a: Buffer.from(header + "x".repeat(1_000)) }).subarray(0, 40), "is no whole zip file"],
  ["nothing", "", "is empty"],
])("a file with %s ends with a sentence", async (_kind, content, sentence) => {
  const limits = { rowBytes: 100_000, expansionFrom: 100_000 };
  const reading = readAll(leiRecords(files.open("hostile", content, limits)));
  await expect(reading).rejects.toThrow(sentence);
  await expect(reading).rejects.toThrow(files.folder);
});

it("a file of endless rows ends at the limit of rows", async () => {
  const reading = readAll(csvDocuments(files.open("rows.csv", `title,text\n${"a,b\n".repeat(20)}`, { rows: 10 })));
  await expect(reading).rejects.toThrow("has more than 10 rows, which is the limit");
});

it("a feed with entities of its own is refused", async () => {
  await expect(readAll(feedDocuments(files.open("feed.xml", `${laughs}<rss>&c;</rss>`)))).rejects.toThrow(
    "declares entities of its own",
  );
});

it("a file that is read as a whole ends at its limit", async () => {
  const reading = readAll(htmlDocuments(files.open("big.html", "x".repeat(2_000_000), { wholeBytes: 1_048_576 }), ""));
  await expect(reading).rejects.toThrow("is larger than 1 MB, which is the limit");
});

it("a line that is no JSON is refused, the others are read", async () => {
  const { records, bad } = await readAll(
    jsonDocuments(files.open("a.jsonl", '{"title":"a"}\n{"title":\n[1]\n{"title":"b"}')),
  );
  expect(records.map(({ title }) => title)).toEqual(["a", "b"]);
  expect(bad).toEqual([expect.stringMatching(/^2: is no JSON \(/), "3: is no JSON object"]);
});

it.each([
  ["elements of any name", "<q>".repeat(200_000)],
  ["elements of a name of its own", "<x-y>".repeat(10_000)],
  ["ends before their beginnings", "</div>".repeat(10_000) + "<div>".repeat(10_000)],
])("a page that is too deep to be read is refused as a row: %s", async (_, html) => {
  const { records, bad } = await readAll(htmlDocuments(files.open("deep.html", html), ""));
  expect([records.length, bad]).toEqual([
    0,
    [expect.stringMatching(/^1: cannot be read as a page .*of its elements have no end|levels deep/)],
  ]);
});

it.each(["only words", "<script>", "<p>only</p><p>words</p>"])(
  "a piece without a page around it is read: %s",
  async (html) => {
    const { bad } = await readAll(htmlDocuments(files.open("piece.html", html), "2026-01-01"));
    expect(bad).toEqual([]);
  },
);

it.each(["<!---->", "<![CDATA[ ]]>"])("spaces that %s divides take no longer than the file is long", async (mark) => {
  const item = `<newsItem guid="g"><contentSet><inlineXML>a${` ${mark}`.repeat(200_000)}b</inlineXML></contentSet></newsItem>`;
  const { records } = await readAll(newsMlDocuments(files.open("spaces.xml", item)));
  expect(records.map(({ text }) => text.replace(/ +/, " "))).toEqual(["a b"]);
});

it("texts of JSON lose what no database can store", async () => {
  const { records } = await readAll(
    jsonDocuments(
      files.open("escapes.jsonl", String.raw`{"title":"a\u0000b\ud800","licence":"\udc00c","text":"\ud83c\udfed"}`),
    ),
  );
  expect(records).toMatchObject([{ title: "ab\ufffd", licence: "\ufffdc", text: "🏭" }]);
});

it("what is no WARC file is said to be none", async () => {
  await expect(readAll(warcDocuments(files.open("a.warc", "hello\r\n\r\n")))).rejects.toThrow(/a\.warc.* is no WARC/);
});

it("a link that leads to itself is no file", () => {
  const file = path.join(files.folder, "loop");
  symlinkSync(file, file);
  expect(() => openSourceFile(file)).toThrow("There is no file");
});

it("a line of Excel that names the separator stands before the header", async () => {
  const rows = await readAll(csvRows(files.open("sep.csv", "\ufeffsep=;\r\nname;isin\r\nA, B;1\r\nC\r\n")));
  expect(rows.records.map((row) => [row.columns, row.value("name")])).toEqual([[["name", "isin"], "A, B"]]);
  expect(rows.bad).toEqual(["4: has 1 values, the header has 2"]);
});
