import {
  csvDocuments,
  edgarFilings,
  feedDocuments,
  htmlDocuments,
  jsonDocuments,
  newsMlDocuments,
  ninjsDocuments,
  toSourceDocument,
  warcDocuments,
} from "../../../../src/data/import/documents";
import { readTime } from "../../../../src/data/import/dates";
import { createFiles, readAll } from "./files";

const files = createFiles();
afterAll(files.remove);

const origin = { source: "Test", file: "f", date: "2026-01-01T00:00:00Z", licence: "own" };
const paragraph = "Volta Motors raised its profit by 12 percent, the company said on Tuesday in Berlin. ".repeat(6);
const page = `<!DOCTYPE html><html lang="en-GB"><head><title>Volta &amp; profit</title><meta property="article:published_time" content="2024-03-05T08:00:00+01:00"><link rel="canonical" href="https://news.example/volta"></head><body><nav>Home Sport Login</nav><article><h1>Volta &amp; profit</h1><p>${paragraph}</p><script>steal()</script></article></body></html>`;

describe("documents", () => {
  it("of JSON lines that are filings are refused, for they would take the place of the filings", async () => {
    const filing = JSON.stringify({
      cik: "1",
      form: "8-K",
      filing_date: "2024-01-01",
      text: "a",
      url: "https://a.example",
    });
    const { bad } = await readAll(jsonDocuments(files.open("filings.jsonl", filing)));
    expect(bad).toEqual([expect.stringContaining("is a filing of EDGAR: import it as the kind edgar")]);
  });

  it("are read from JSON lines and CSV by the usual names of their members", async () => {
    const json =
      '{"headline":"A","body":"B","published_at":"2024-01-02T03:04:05+02:00","link":"https://a.example/x","lang":"de"}';
    const csv = 'Url,Date,Title,Text\nhttps://a.example/x,2024-01-02,A,"B\nC"';
    const [fromJson] = (await readAll(jsonDocuments(files.open("a.jsonl", json)))).records;
    const [fromCsv] = (await readAll(csvDocuments(files.open("a.csv", csv)))).records;
    const address = "https://a.example/x";
    expect(fromJson).toEqual({
      id: address,
      url: address,
      title: "A",
      text: "B",
      time: "2024-01-02T03:04:05+02:00",
      language: "de",
    });
    expect(fromCsv).toEqual({ id: address, url: address, title: "A", text: "B\nC", time: "2024-01-02", language: "" });
  });

  it("are read from exports that hold HTML, lists of paragraphs, and names without marks or in German", async () => {
    const lines = [
      { Titel: "Volta &amp; Acme", Inhalt: "<p>It&#39;s fined &euro;5.</p><p>End</p>", Datum: "5.3.2026" },
      { title: "A", body: ["One.", "Two."], publishedAt: 1_772_800_000 },
      { title: "5 < 6 and A & B", text: "a\n\nb", date: "2026-03-05" },
      { title: "Deep", text: "<div>".repeat(3_000), date: "2026-03-05" },
    ];
    const file = files.open("export.jsonl", `\ufeff${lines.map((line) => JSON.stringify(line)).join("\n")}`);
    const { records, bad } = await readAll(jsonDocuments(file));
    expect(records).toMatchObject([
      { title: "Volta & Acme", text: "It's fined €5.\nEnd", time: "5.3.2026" },
      { title: "A", text: "One.\nTwo.", time: "1772800000" },
      { title: "5 < 6 and A & B", text: "a\n\nb" },
    ]);
    expect(bad).toEqual(["4: its elements are more than 2000 levels deep"]);
  });

  it("of a feed have addresses on its site where they name none, and that of their id where they have no other", async () => {
    const links = [
      "<link>/2024/one</link>",
      "<link>two.html</link>",
      "<link>//other.example/3</link>",
      "<guid>https://news.example/4</guid>",
      "",
    ];
    const items = links.map((link) => `<item><title>T</title>${link}</item>`).join("");
    const feed = `<rss version="2.0"><channel><title>x</title><link>https://news.example/feed/</link>${items}</channel></rss>`;
    const { records } = await readAll(feedDocuments(files.open("relative.xml", feed)));
    expect(records.map(({ url }) => url)).toEqual([
      "https://news.example/2024/one",
      "https://news.example/feed/two.html",
      "https://other.example/3",
      "https://news.example/4",
      "",
    ]);
  });

  it.each([
    [
      "RSS",
      '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>x</title><language>en</language><item><title>A &amp; B</title><link>https://a.example/1</link><guid>g1</guid><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate><description>short</description><content:encoded><![CDATA[<p>Long &amp; good</p><p>End</p>]]></content:encoded></item></channel></rss>',
    ],
    [
      "Atom",
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry xml:lang="en"><id>g1</id><title>A &amp; B</title><link rel="alternate" href="https://a.example/1"/><published>2024-01-02T03:04:05Z</published><updated>2024-02-02T03:04:05Z</updated><content type="html">&lt;p&gt;Long &amp;amp; good&lt;/p&gt;&lt;p&gt;End&lt;/p&gt;</content></entry></feed>',
    ],
  ])("are read from %s", async (_kind, feed) => {
    const [item] = (await readAll(feedDocuments(files.open("feed.xml", feed)))).records;
    expect(item).toMatchObject({ id: "g1", url: "https://a.example/1", title: "A & B", text: "Long & good\nEnd" });
    expect(readTime(item?.time ?? "")).toBe("2024-01-02T03:04:05Z");
  });

  it("are read from ninjs of each version, without pictures", async () => {
    const items = [
      {
        uri: "urn:1",
        type: "text",
        headline: "A",
        body_xhtml: "<p>B</p><p>C</p>",
        versioncreated: "2024-01-02T00:00:00Z",
      },
      {
        uri: "urn:2",
        headlines: [{ role: "main", value: "A" }],
        bodies: [{ contentType: "text/html", value: "<p>B</p><p>C</p>" }],
        versionCreated: "2024-01-02T00:00:00Z",
        usageTerms: "No resale",
      },
      { uri: "urn:3", type: "picture", headline: "P", versioncreated: "2024-01-02T00:00:00Z" },
    ];
    const { records } = await readAll(ninjsDocuments(files.open("n.json", JSON.stringify(items))));
    expect(records.map(({ id, title, text }) => [id, title, text])).toEqual([
      ["urn:1", "A", "B\nC"],
      ["urn:2", "A", "B\nC"],
    ]);
    expect(records[1]?.licence).toBe("No resale");
  });

  it("are read from NewsML-G2, alone or in a message", async () => {
    const item = `<newsItem xmlns="http://iptc.org/std/nar/2006-10-01/" guid="tag:1" xml:lang="en"><itemMeta><itemClass qcode="ninat:text"/><versionCreated>2024-01-02T00:00:00Z</versionCreated></itemMeta><contentMeta><headline>A</headline></contentMeta><contentSet><inlineXML contenttype="application/nitf+xml"><nitf><body><p>B</p><p>C</p></body></nitf></inlineXML></contentSet></newsItem>`;
    for (const text of [item, `<newsMessage><itemSet>${item}</itemSet></newsMessage>`]) {
      const { records } = await readAll(newsMlDocuments(files.open("n.xml", text)));
      expect(records).toEqual([
        { id: "tag:1", url: "tag:1", title: "A", text: "B\nC", time: "2024-01-02T00:00:00Z", language: "en" },
      ]);
    }
  });

  it("of NewsML-G2 keep the spaces between words and paragraphs, without the head of their page", async () => {
    const body = `<html><head><title>Page</title></head><body><div><p>One<em> of </em>two</p></div>\n  <ul><li>Three</li></ul><span>Four</span></body></html>`;
    const item = `<newsItem guid="tag:1"><contentSet><inlineXML>${body}</inlineXML></contentSet></newsItem>`;
    const { records } = await readAll(newsMlDocuments(files.open("p.xml", item)));
    expect(records[0]?.text).toBe("One of two\nThree\nFour");
  });

  it("are read from pages in the encoding that their answer or they themselves declare", async () => {
    const latin = (head: string) =>
      Buffer.from(
        `<html><head>${head}<title>Größe</title></head><body><p>${paragraph}Müller</p></body></html>`,
        "latin1",
      );
    const answer = (type: string, body: Buffer) => {
      const http = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`), body]);
      const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://news.example/a\r\nWARC-Date: 2024-04-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${http.length}\r\n\r\n`;
      return Buffer.concat([Buffer.from(head), http, Buffer.from("\r\n\r\n")]);
    };
    const meta = latin('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">');
    const read = [
      await readAll(warcDocuments(files.open("l.warc", answer("text/html; charset=ISO-8859-1", latin(""))))),
      await readAll(warcDocuments(files.open("m.warc", answer("text/html", meta)))),
      await readAll(htmlDocuments(files.open("m.html", meta), "2026-01-01T00:00:00Z")),
    ];
    for (const { records } of read) {
      expect(records[0]?.title).toBe("Größe");
      expect(records[0]?.text).toMatch(/Müller$/);
    }
    const unknown = answer("text/html; charset=x-none", Buffer.from(page));
    expect((await readAll(warcDocuments(files.open("u.warc", unknown)))).records[0]?.title).toBe("Volta & profit");
  });

  it("are read from a page without its menu and its scripts", async () => {
    const [article] = (await readAll(htmlDocuments(files.open("a.html", page), "2026-01-01T00:00:00Z"))).records;
    expect(article).toMatchObject({
      url: "https://news.example/volta",
      title: "Volta & profit",
      time: "2024-03-05T07:00:00Z",
      language: "en-GB",
    });
    expect(article?.text).toContain("raised its profit by 12 percent");
    expect(article?.text).not.toMatch(/Login|steal/);
  });

  it("are read from the pages of a WARC file", async () => {
    const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${page}`;
    const warc = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://news.example/a\r\nWARC-Date: 2024-04-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`;
    const { records } = await readAll(warcDocuments(files.open("a.warc", warc)));
    expect(records.map(({ url, title, time }) => [url, title, time])).toEqual([
      ["https://news.example/a", "Volta & profit", "2024-03-05T07:00:00Z"],
    ]);
  });

  it("are read from EDGAR's complete submissions and from JSON lines", async () => {
    const submission = `<SEC-DOCUMENT>0001.txt\nACCESSION NUMBER:\t\t0001-24-000001\nCONFORMED SUBMISSION TYPE:\t8-K\nITEM INFORMATION:\t\tOther Events\nFILED AS OF DATE:\t\t20240102\nCOMPANY CONFORMED NAME:\t\t\tVOLTA INC\nCENTRAL INDEX KEY:\t\t\t0000001234\n<DOCUMENT><TYPE>8-K<TEXT><html><body><p>Volta said so.</p></body></html></TEXT></DOCUMENT>`;
    const json =
      '{"company":"VOLTA INC","form":"8-K","items":["8.01"],"filing_date":"2024-01-02","url":"https://sec.example/1","text":"Volta said so."}';
    const [whole] = (await readAll(edgarFilings(files.open("a.txt", submission)))).records;
    const [line] = (await readAll(edgarFilings(files.open("a.jsonl", json)))).records;
    expect(whole).toMatchObject({
      title: "VOLTA INC: 8-K (Item 8.01 Other Events)",
      filer: "1234",
      text: "Volta said so.",
      time: "20240102",
    });
    expect(line).toMatchObject({
      title: "VOLTA INC: 8-K (Item 8.01 Other Events)",
      text: "Volta said so.",
      time: "2024-01-02",
    });
  });
});

it.each([
  ["2024-01-02", "2024-01-02T00:00:00Z"],
  ["20240102", "2024-01-02T00:00:00Z"],
  ["2024-01-02T03:04:05.678+02:00", "2024-01-02T01:04:05Z"],
  ["2024-01-02 03:04:05", "2024-01-02T03:04:05Z"],
  ["Tue, 02 Jan 2024 03:04:05 +0100", "2024-01-02T02:04:05Z"],
  ["January 2, 2024", "2024-01-02T00:00:00Z"],
  ["2.1.2024", "2024-01-02T00:00:00Z"],
  ["2024-01-02T03:04:05+01", "2024-01-02T02:04:05Z"],
  ["2024-01-02 03:04 CET", "2024-01-02T02:04:00Z"],
  ["2024-01-02, 03:04", "2024-01-02T03:04:00Z"],
  ["Tue, 2 Jan 24 03:04 CET", "2024-01-02T02:04:00Z"],
  ["02 Jan 2024 03:04:05 MESZ", "2024-01-02T01:04:05Z"],
  ["1704164645", "2024-01-02T03:04:05Z"],
  ["1704164645000", "2024-01-02T03:04:05Z"],
  ["02.01.2024 03:04", "2024-01-02T03:04:00Z"],
  ["2024/01/02 03:04:05", "2024-01-02T03:04:05Z"],
  ["Tue, 02 JAN 2024 3:04:05 GMT", "2024-01-02T03:04:05Z"],
  ["Tue Jan  2 03:04:05 2024", "2024-01-02T03:04:05Z"],
  ["Tue Jan 02 03:04:05 +0100 2024", "2024-01-02T02:04:05Z"],
])("reads the date %s", (written, time) => {
  expect(readTime(written)).toBe(time);
});

it.each([
  "03/04/2024",
  "2024-02-31",
  "31.02.2024",
  "02.01.24",
  "2024-01-02 11:30 PM",
  "31 Feb 24 10:00",
  "31 FEB 2024 10:00",
  "2024/13/01",
  "Tue Feb 31 03:04:05 2024",
  "01.13.2024",
  "2024-02-30T10:00:00Z",
  "2023-02-29 10:00",
  "Fri, 31 Apr 2024 10:00:00 GMT",
  "February 30, 2024",
  "yesterday",
  "",
  "12",
])("takes no date from %j", (written) => {
  expect(() => readTime(written)).toThrow(/date/);
});

it("takes documents with the same number for different ones where site or title differ", () => {
  const document = { id: "7", url: "", title: "A", text: "B", time: "2024-01-02", language: "en" };
  const contentId = (other: Partial<typeof document>): string =>
    toSourceDocument({ ...document, ...other }, origin).contentId;
  const different = [
    {},
    { title: "C" },
    { url: "https://one.example/a" },
    { url: "https://two.example/a" },
    { id: "urn:7" },
    { id: "8" },
  ];
  expect(new Set(different.map(contentId)).size).toBe(different.length);
  expect(contentId({ text: "changed" })).toBe(contentId({}));
  expect(contentId({ url: "https://one.example/a", title: "changed" })).toBe(
    contentId({ url: "https://one.example/a" }),
  );
});

it("cuts a long text between characters", () => {
  const document = {
    id: "7",
    url: "",
    title: "🏭".repeat(600),
    text: `a${"🏭".repeat(300_000)}`,
    time: "2024-01-02",
    language: "",
  };
  const { text, title } = toSourceDocument(document, origin);
  expect([text, title].map((each) => /[\ud800-\udfff]/u.test(each ?? ""))).toEqual([false, false]);
});

it("refuses the days that programs write where they know none", () => {
  const dated = (time: string) => () =>
    toSourceDocument({ id: "", url: "https://news.example/a", title: "A", text: "B", time, language: "en" }, origin);
  for (const time of ["0001-01-01", "1899-12-30", "1900-01-01T00:00:00Z", "9999-12-31"])
    expect(dated(time)).toThrow(`"${time}" is no date of a document`);
  expect(dated("1900-01-02")).not.toThrow();
});

it("gives a document the same id in each import, its site, and the source's own licence", () => {
  const document = {
    id: "",
    url: "https://www.news.example/a",
    title: "A",
    text: "B",
    time: "2024-01-02",
    language: "en",
    licence: "CC BY",
  };
  const first = toSourceDocument(document, origin);
  expect(toSourceDocument({ ...document, text: "changed" }, origin).contentId).toBe(first.contentId);
  expect(first).toMatchObject({
    site: { domain: "news.example" },
    language: "eng",
    origin: { source: "Test", licence: "CC BY" },
  });
});
