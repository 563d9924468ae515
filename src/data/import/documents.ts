import { createHash } from "node:crypto";
import { iso6392 } from "iso-639-2";
import type { WARCRecord } from "warcio";
import type { Origin, SourceDocument } from "../records";
import { csvRows } from "./csv";
import { readTime } from "./dates";
import { filingItem } from "./filing-items";
import { readEach } from "./gleif";
import { htmlText, readArticle } from "./html";
import { BadRow, ImportError, megabytes, type ReadRow } from "./import-error";
import { cleanText, jsonFile, jsonLines } from "./json";
import { fileBytes, peekText, textEncoding, unpackedName, wholeText, type SourceFile } from "./source-file";
import { childElements, elementAt, elementText, textAt, xmlElements, type XmlElement } from "./xml";

/** A document as a file has it. Empty is unknown. */
export interface FileDocument {
  /** The source's own id; the address where it has none. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** As the source writes it. */
  readonly time: string;
  readonly language: string;
  /** What the source says about its use. */
  readonly licence?: string;
  /** The CIK of the company that filed it. */
  readonly filer?: string;
}

type Documents = AsyncGenerator<ReadRow<FileDocument> | BadRow, void>;

/** A clock may be wrong, but not by so much. */
const mostYearsAhead = 5;

/**
 * The moment of a document. Programs write the first or the last day that they know where they know none.
 * @throws Error where it is no date of a document
 */
const readDocumentTime = (text: string): string => {
  const time = readTime(text);
  if (time <= "1900-01-01T00:00:00Z" || Number(time.slice(0, 4)) > new Date().getUTCFullYear() + mostYearsAhead)
    throw new Error(`"${text.trim().slice(0, 40)}" is no date of a document`);
  return time;
};

const languageCodes = new Map<string, string>(
  iso6392.flatMap(({ iso6391, iso6392B, iso6392T, name }) =>
    [iso6391, iso6392B, iso6392T, name.toLowerCase()].flatMap((code): [string, string][] =>
      code === undefined ? [] : [[code, iso6392B]],
    ),
  ),
);

/** ISO 639-2/B of a code (`en`, `en-GB`, `eng`) or an English name. */
const readLanguage = (text: string): string | null =>
  languageCodes.get(text.trim().toLowerCase()) ?? languageCodes.get(text.toLowerCase().split(/[-_]/)[0] ?? "") ?? null;

const readAddress = (text: string): URL | undefined => {
  try {
    const url = new URL(text.trim());
    return /^https?:$/.test(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
};

/** Longer texts are cut: no step reads on, and a page of such texts would fill the memory. */
const longestText = 500_000;

/**
 * What names a document in all imports: its address, or an id that is one. Other ids count within their site; without a
 * site, together with the title, since each list may count from 1. Undefined if it has neither.
 */
const documentIdentity = ({ id, url, title }: FileDocument, address: URL | undefined): string | undefined => {
  if (id === "") return url === "" ? undefined : url;
  if (id === url || /^[a-z][a-z\d+.-]*:./i.test(id)) return id;
  return address === undefined ? `${id}\n${title}` : `${id}\n${address.hostname}`;
};

/** @throws Error with the reason why a document is refused */
export const toSourceDocument = (document: FileDocument, origin: Origin): SourceDocument => {
  // Cut first: a cut may leave half of a pair.
  const text = cleanText(document.text.trim().slice(0, longestText)).trim();
  const title = cleanText(document.title.trim().replace(/\s+/g, " ").slice(0, 1_000)).trim();
  if (text === "" && title === "") throw new Error("has neither title nor text");
  const time = readDocumentTime(document.time);
  const url = readAddress(document.url);
  const identity = documentIdentity(document, url) ?? `${title}\n${time}\n${text}`;
  const domain = url?.hostname.replace(/^www\./, "") ?? origin.source.toLowerCase();
  return {
    contentId: createHash("sha256").update(identity).digest("hex").slice(0, 32),
    url: url?.href ?? null,
    title: title === "" ? null : title,
    text,
    time,
    language: readLanguage(document.language),
    site: { domain, type: "news", licence: "standard", country: null, authority: null },
    origin: document.licence === undefined ? origin : { ...origin, licence: document.licence },
    ...(document.filer !== undefined && { filer: document.filer }),
  };
};

/** Names of members and columns without marks (`published_at` is `publishedat`), the most usual first. */
const names = {
  id: ["id", "guid", "uri", "accessionnumber", "documentid", "docid"],
  url: ["url", "link", "href", "sourceurl", "canonicalurl"],
  title: ["title", "headline", "subject", "name", "titel", "überschrift", "titre", "título"],
  text: ["text", "body", "content", "bodytext", "article", "maintext", "description", "inhalt", "texte", "texto"],
  time: [
    ...["date", "published", "publishedat", "publisheddate", "publishdate", "publicationdate", "datepublished"],
    ...["pubdate", "time", "timestamp", "datetime", "filingdate", "datum", "fecha"],
  ],
  language: ["language", "lang", "locale", "sprache", "langue", "idioma"],
  licence: ["licence", "license", "rights"],
} as const;

const memberText = (value: unknown): string => {
  if (Array.isArray(value)) return value.filter((each) => typeof each === "string").join("\n");
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
};

const markup =
  /<\/?(?:p|br|div|span|a|b|i|em|strong|u|ul|ol|li|h[1-6]|table|tr|td|blockquote)\b[^<>]*>|&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/i;

/** The text of what may be HTML: exports of news have it as it was on the page. */
const plainText = (text: string): string => (markup.test(text) ? htmlText(text) : text);

const formNames = ["form", "filing_type", "form_type"] as const;

const recordDocument = (record: ReadonlyMap<string, unknown>): FileDocument => {
  const members = withoutMarks(record);
  const first = (field: keyof typeof names): string =>
    names[field].map((name) => memberText(members.get(name))).find((text) => text !== "") ?? "";
  const licence = first("licence");
  return {
    id: first("id") || first("url"),
    url: first("url"),
    title: plainText(first("title")),
    text: plainText(first("text")),
    time: first("time"),
    language: first("language"),
    ...(licence !== "" && { licence }),
  };
};

const lowerKeys = (record: unknown): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(record as object).map(([name, value]) => [name.toLowerCase(), value]));

const withoutMarks = (members: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> =>
  new Map([...members].map(([name, value]) => [name.replace(/[\s_-]/g, ""), value]));

/** As a plain document a filing would lose its filer and its items, and take the place of the filing. */
const refuseFiling = (members: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> => {
  if (members.has("cik") && formNames.some((name) => members.has(name)))
    throw new Error("is a filing of EDGAR: import it as the kind edgar");
  return members;
};

/** Documents of JSON lines: an object in each line, with title, text, date and url under their usual names. */
export async function* jsonDocuments(file: SourceFile): Documents {
  yield* readEach(
    jsonLines(file),
    (record) => recordDocument(refuseFiling(lowerKeys(record))),
    (record) => JSON.stringify(record),
  );
}

/** Documents of a CSV with the columns title, text, date and url, or their usual other names. */
export async function* csvDocuments(file: SourceFile): Documents {
  yield* readEach(csvRows(file), (row) => {
    const columns = row.columns;
    return recordDocument(new Map(columns.map((column) => [column.toLowerCase(), row.value(column)])));
  });
}

/** A date of a feed, an item of it: feedsmith's types are those of each format. */
type FeedItem = Readonly<Record<string, unknown>>;

const feedText = (value: unknown): string =>
  typeof value === "object" && value !== null && "value" in value ? memberText(value.value) : memberText(value);

const feedLink = (item: FeedItem): string => {
  const links = Array.isArray(item["links"]) ? (item["links"] as { href?: string; rel?: string }[]) : [];
  const alternate = links.find(({ rel }) => rel === undefined || rel === "alternate") ?? links[0];
  return memberText(item["link"]) || memberText(item["url"]) || (alternate?.href ?? "");
};

/** The address of an item, which its id may be too. One without a site is on that of its feed. */
const itemAddress = (item: FeedItem, feed: FeedItem): string => {
  const guid = feedText(item["guid"]);
  const link = feedLink(item) || (/^https?:/.test(guid) ? guid : "");
  const base = feedLink(feed) || memberText(feed["home_page_url"]);
  return link !== "" && URL.canParse(link, base) ? new URL(link, base).href : link;
};

const feedDocument = (item: FeedItem, feed: FeedItem): FileDocument => {
  const first = (...members: readonly string[]): string =>
    members.map((name) => feedText(item[name])).find((text) => text !== "") ?? "";
  const encoded = (item["content"] as { readonly encoded?: unknown } | undefined)?.encoded;
  const dc = item["dc"] as { readonly date?: unknown; readonly dates?: readonly unknown[] } | undefined;
  return {
    id: first("guid", "id") || itemAddress(item, feed),
    url: itemAddress(item, feed),
    title: htmlText(first("title")),
    text: htmlText(memberText(encoded) || first("content", "content_html", "content_text", "description", "summary")),
    time: first("pubDate", "published", "date_published", "updated") || memberText(dc?.date ?? dc?.dates?.[0]),
    language: memberText(item["language"]) || memberText(feed["language"]),
  };
};

function* numbered<T>(records: readonly T[]): Generator<ReadRow<T>> {
  for (const [index, record] of records.entries()) yield { line: index + 1, record };
}

/** Items of an RSS, RDF or Atom feed, or of a JSON feed. */
export async function* feedDocuments(file: SourceFile): Documents {
  const text = await wholeText(file);
  if (/<!ENTITY/i.test(text.slice(0, 65_536)))
    throw new ImportError(`${file.path} declares entities of its own, which is not allowed.`);
  const { parseFeed } = await import("feedsmith");
  let feed: FeedItem;
  try {
    ({ feed } = parseFeed(text) as unknown as { readonly feed: FeedItem });
  } catch {
    throw new ImportError(`${file.path} is no RSS, Atom or JSON feed.`);
  }
  const items = (feed["items"] ?? feed["entries"] ?? []) as readonly FeedItem[];
  yield* readEach(numbered(items), (item) => feedDocument(item, feed), JSON.stringify);
}

interface NinjsBody {
  readonly role?: string;
  readonly contentType?: string;
  readonly value?: string;
}

const ninjsDocument = (value: unknown): FileDocument | undefined => {
  if (typeof value !== "object" || value === null) throw new Error("is no ninjs item");
  const item = value as Readonly<Record<string, unknown>>;
  const first = (...members: readonly string[]): string =>
    members.map((name) => memberText(item[name])).find((text) => text !== "") ?? "";
  if (/^(?:picture|graphic|video|audio|event|planning)$/.test(first("type"))) return undefined;
  const licence = first("usageterms", "usageTerms", "copyrightnotice", "copyrightNotice");
  return {
    id: first("uri"),
    url: first("uri"),
    title: first("headline", "title") || listedText(item["headlines"], ({ role }) => role === "main"),
    text: htmlText(
      listedText(item["bodies"], ({ contentType = "", role = "" }) => (contentType + role).includes("html")) ||
        first("body_xhtml", "body_html", "body_text", "description_text") ||
        listedText(item["descriptions"], () => true),
    ),
    time: first("versioncreated", "versionCreated", "firstcreated", "firstCreated", "contentcreated", "contentCreated"),
    language: first("language"),
    ...(licence !== "" && { licence }),
  };
};

/** The value of the entry that is preferred, or of the first one, of a list of ninjs 2 and 3. */
const listedText = (value: unknown, isPreferred: (entry: NinjsBody) => boolean): string => {
  const entries = Array.isArray(value) ? (value as readonly NinjsBody[]) : [];
  return memberText((entries.find(isPreferred) ?? entries[0])?.value);
};

/** Items of ninjs 1 to 3: one, a list, or one in each line. Pictures and the like are left out. */
export async function* ninjsDocuments(file: SourceFile): Documents {
  if (/\.(?:jsonl|ndjson)$/.test(unpackedName(file))) {
    yield* readEach(jsonLines(file), ninjsDocument, (record) => JSON.stringify(record));
    return;
  }
  const value = await jsonFile(file);
  const items = Array.isArray(value) ? value : ((value as { readonly items?: unknown[] } | null)?.items ?? [value]);
  yield* readEach(numbered(items as unknown[]), ninjsDocument, (record) => JSON.stringify(record).slice(0, 500));
}

const newsMlDocument = (item: XmlElement): FileDocument | undefined => {
  const meta = elementAt(item, "itemMeta");
  const content = elementAt(item, "contentMeta");
  const kind = elementAt(meta, "itemClass")?.attributes["qcode"] ?? "";
  if (/picture|graphic|video|audio|composite/.test(kind)) return undefined;
  const set = elementAt(item, "contentSet");
  const inline = childElements(set, "inlineXML").map(elementText).join("\n");
  const data = childElements(set, "inlineData").map(elementText).join("\n");
  const terms = textAt(item, "rightsInfo", "usageTerms") || textAt(item, "rightsInfo", "copyrightNotice");
  return {
    id: item.attributes["guid"] ?? "",
    url: item.attributes["guid"] ?? "",
    title: textAt(content, "headline") || textAt(meta, "title"),
    text: inline || htmlText(data) || textAt(content, "description"),
    time: textAt(meta, "versionCreated") || textAt(content, "contentCreated"),
    language: elementAt(content, "language")?.attributes["tag"] ?? item.attributes["xml:lang"] ?? "",
    ...(terms !== "" && { licence: terms }),
  };
};

/** News items of NewsML-G2, alone or in a news message. Packages and pictures are left out. */
export async function* newsMlDocuments(file: SourceFile): Documents {
  yield* readEach(xmlElements(file, new Set(["newsItem"])), newsMlDocument, (item) => item.attributes["guid"] ?? "");
}

/** One HTML page. Its date is that of its head; the file's own where it has none. */
export async function* htmlDocuments(file: SourceFile, written: string): Documents {
  yield* readEach([{ line: 1, record: await wholeText(file) }], (html) => {
    const article = pageDocument(html, { url: "", time: written });
    return { ...article, id: article.url || file.name };
  });
}

/** What readability cannot take, such as a hundred thousand levels, is refused with a reason. */
const pageDocument = (html: string, known: { readonly url: string; readonly time: string }): FileDocument => {
  try {
    const { title, text, url, date, language } = readArticle(html);
    const address = known.url || url;
    let time = known.time;
    try {
      time = readTime(date);
    } catch {
      // The head has no date that can be read.
    }
    return { id: address, url: address, title, text, time, language };
  } catch (error) {
    throw new Error(`cannot be read as a page (${(error as Error).message})`);
  }
};

/** A page in an encoding that nobody knows is read as most pages are. */
const decodePage = (page: Buffer, encoding: string): string => {
  try {
    return new TextDecoder(encoding).decode(page);
  } catch {
    return new TextDecoder().decode(page);
  }
};

/** The page of a record: an answer with status 200 that is HTML. Undefined for others, null if it is too long. */
const warcPage = async (record: WARCRecord, longest: number): Promise<string | undefined | null> => {
  if (record.warcType !== "response") return undefined;
  const { statusCode, headers } = record.httpHeaders ?? {};
  if (statusCode !== 200 || !/html/i.test(headers?.get("content-type") ?? "")) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of record) {
    bytes += chunk.length;
    if (bytes <= longest) chunks.push(chunk);
  }
  const page = Buffer.concat(chunks);
  const named = /charset=["']?([\w.:-]+)/i.exec(headers?.get("content-type") ?? "")?.[1];
  return bytes > longest ? null : decodePage(page, named ?? textEncoding(page));
};

/** Pages of a WARC file. */
export async function* warcDocuments(file: SourceFile): Documents {
  const { WARCParser } = await import("warcio");
  let line = 0;
  try {
    for await (const record of new WARCParser(fileBytes(file))) {
      line += 1;
      if (!record.warcHeaders.headers.has("WARC-Type")) throw new Error("it has no WARC-Type");
      const html = await warcPage(record, file.limits.rowBytes);
      const [url, time] = [record.warcTargetURI ?? "", record.warcDate ?? ""];
      if (html === null) yield new BadRow(line, `is longer than ${megabytes(file.limits.rowBytes)}`, url);
      else if (html !== undefined)
        yield* readEach([{ line, record: html }], (page) => pageDocument(page, { url, time }));
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(`${file.path}, record ${line} is no WARC record (${(error as Error).message}).`);
  }
  if (line === 0) throw new ImportError(`${file.path} is no WARC file.`);
}

const formTitle = (company: string, form: string, items: readonly string[]): string =>
  `${company}: ${form}${items.length > 0 ? ` (${items.map(form.startsWith("8-K") ? filingItem : String).join("; ")})` : ""}`;

const filerMember = (cik: string): Pick<FileDocument, "filer"> => {
  const filer = cik.replace(/^0+/, "");
  return /^\d{1,10}$/.test(filer) ? { filer } : {};
};

const filingRecord = (value: unknown): FileDocument => {
  const members = lowerKeys(value);
  const get = (...keys: readonly string[]): string =>
    keys.map((key) => memberText(members.get(key))).find((text) => text !== "") ?? "";
  const list = members.get("items");
  const items = Array.isArray(list) ? list.map(memberText) : [];
  const sections = [...members].filter(([name]) => name.startsWith("item_")).map(([, text]) => memberText(text));
  const form = get(...formNames);
  const company = get("company", "company_name", "name");
  if (form === "" || company === "") throw new Error("is no filing: it lacks company and form");
  return {
    id: get("url", "htm_filing_link", "filename", "accession_number"),
    url: get("url", "htm_filing_link", "complete_text_filing_link"),
    title: formTitle(company, form, items),
    text: get("text") || sections.filter((text) => text !== "").join("\n"),
    time: get("filing_date", "date"),
    language: "eng",
    ...filerMember(get("cik")),
  };
};

const header = (text: string, name: string): string =>
  new RegExp(`^[ \\t]*${name}:[ \\t]*(.+)$`, "m").exec(text)?.[1]?.trim() ?? "";

/** The complete submission of a filing, as EDGAR has it: a header, and documents between `<DOCUMENT>` tags. */
const submission = (file: SourceFile, text: string): FileDocument => {
  const head = text.slice(0, 20_000);
  const [form, cik] = [header(head, "CONFORMED SUBMISSION TYPE"), header(head, "CENTRAL INDEX KEY")];
  const accession = header(head, "ACCESSION NUMBER");
  const [, afterTag = ""] = text.split(/<TEXT>/i, 2);
  const [body = "", end] = afterTag.split(/<\/TEXT>/i, 2);
  if (form === "" || body === "" || end === undefined)
    throw new ImportError(`${file.path} is no complete submission of EDGAR.`);
  return {
    id: accession,
    url: `https://www.sec.gov/Archives/edgar/data/${Number(cik)}/${accession.replaceAll("-", "")}/${accession}.txt`,
    title: formTitle(
      header(head, "COMPANY CONFORMED NAME"),
      form,
      [...head.matchAll(/^ITEM INFORMATION:(.+)$/gm)].map(([, item = ""]) => item.trim()),
    ),
    text: htmlText(body),
    time: header(head, "FILED AS OF DATE"),
    language: "eng",
    ...filerMember(cik),
  };
};

/** Filings of EDGAR: complete submissions (`.txt`), or JSON lines with company, form, filing_date and the text or its items. */
export async function* edgarFilings(file: SourceFile): Documents {
  if ((await peekText(file)).trimStart().startsWith("{")) {
    yield* readEach(jsonLines(file), filingRecord, (record) => JSON.stringify(record));
    return;
  }
  yield* readEach([{ line: 1, record: await wholeText(file) }], (text) => submission(file, text));
}
