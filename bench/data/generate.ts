import { createHash } from "node:crypto";
import {
  bareCompany,
  type CompanyRecord,
  type DocumentRecord,
  type EventRecord,
  type Origin,
} from "../../src/data/records";
import type { Database } from "../../src/data/sql/database";
import { keepMonitoring } from "../../src/data/enrich/monitoring";
import { tidyTables } from "../../src/data/sql/tidy";
import { writeCompanies, writeDocuments, writeEvents } from "../../src/data/sql/write";
import { isinCheckDigit } from "../../src/facts/check-digits";
import { seededRandom } from "../../test/support/seeded-random";

/** How much to generate. The same seed gives the same data. */
export interface DataSize {
  readonly seed: number;
  readonly companies: number;
  readonly documents: number;
}

const starts =
  "north south east west blue red green silver golden royal first grand alpha delta omega nova terra aqua sol luna astra vega orion atlas titan zenith apex summit harbor river stone iron copper oak cedar maple pine falcon eagle lion tiger wolf bear crown bridge castle tower garden meadow valley prairie desert island coral pearl amber ruby onyx quartz".split(
    " ",
  );
const ends =
  "tech soft ware net wave core gen bio med pharm chem energy power gas petro solar wind water steel metal mining gold paper pack foods farms mills brew wines auto motors rail air ship trans logis build cement glass ceram textil fashion retail mart trade bank capital invest credit insur life health care labs data cloud media press print tele mobile games sport travel hotel".split(
    " ",
  );
const fields = "Holdings Group Industries Partners Systems Resources International Solutions Services Ventures".split(
  " ",
);
const forms = ["Inc.", "Corp.", "AG", "SE", "plc", "Ltd", "S.A.", "GmbH", "NV", "S.p.A.", "Oyj", "AB"];
const countries = ["US", "US", "DE", "FR", "GB", "GB", "IT", "ES", "NL", "SE", "FI", "JP"];

const origin: Origin = { source: "generated", file: "", date: "2026-01-01T00:00:00Z", licence: "CC0-1.0" };

/** The uuid (version 4 in format) of a numbered thing. */
const uuidAt = (kind: string, number: number): string => {
  const hex = createHash("sha1").update(`${kind}/${number}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const itemAt = <T>(items: readonly T[], random: () => number): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("there is no item");
  return item;
};

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Names of two to four words with a legal ending. A tenth is followed by a number, so that names seldom repeat. */
const companyNameAt = (number: number, random: () => number): string => {
  const word = capital(itemAt(starts, random) + itemAt(ends, random));
  const second = random() < 0.5 ? ` ${capital(itemAt(starts, random))}${itemAt(ends, random)}` : "";
  const field = random() < 0.4 ? ` ${itemAt(fields, random)}` : "";
  return `${word}${second}${field} ${itemAt(forms, random)}${random() < 0.1 ? ` ${number}` : ""}`;
};

const isinAt = (number: number): string => {
  const start = `US${String(number).padStart(9, "0")}`;
  return `${start}${isinCheckDigit(start)}`;
};

export const companyAt = ({ seed }: DataSize, number: number): CompanyRecord => {
  const random = seededRandom(seed * 7_919 + number);
  const name = companyNameAt(number, random);
  const sections = ["A", "B", "C", "D", "F", "G", "H", "J", "K"];
  return {
    ...bareCompany({ id: uuidAt("company", number), name, createdAt: "2026-01-01T00:00:00Z" }),
    aliases: random() < 0.2 ? [name.split(" ")[0] ?? name] : [],
    isins: [isinAt(number)],
    tickers: [{ symbol: `T${number.toString(36).toUpperCase()}`, mic: "XNYS" }],
    country: itemAt(countries, random),
    employeeCount: Math.floor(10 ** (1 + random() * 5)),
    isic4: [{ code: itemAt(sections, random), description: "" }],
    origins: { id: origin },
  };
};

const day = 86_400_000;
const newest = Date.parse("2026-06-30T00:00:00Z");
const oldest = newest - 3 * 365 * day;
const isoSeconds = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

const topics = [
  { category: "E", subCategory: "spill", text: "spilled oil into a river" },
  { category: "E", subCategory: "emissions", text: "cut its emissions by a tenth" },
  { category: "S", subCategory: "safety", text: "closed a plant after an accident" },
  { category: "S", subCategory: "strike", text: "faces a strike of its drivers" },
  { category: "G", subCategory: "bribery", text: "was fined for bribery" },
  { category: "G", subCategory: "audit", text: "changed its auditor" },
] as const;

/** A long tail: a thousandth of the companies has a tenth of the documents. */
const companyOfDocument = (companies: number, random: () => number): number => Math.floor(companies * random() ** 3);

const documentsPerEvent = 10;

const results = {
  ...{ anger: 0, anticipation: 0, fear: 0, joy: 0, negative: 0.4, neutral: 0.6, positive: 0, sadness: 0, surprise: 0 },
  ...{ polarity: -0.4, polarity_exp: -0.3, trust: 0 },
};

export const documentAt = (size: DataSize, number: number): DocumentRecord => {
  // Ten documents in a row report one event of one company.
  const event = Math.floor(number / documentsPerEvent);
  const shared = seededRandom(size.seed * 104_729 + event);
  const company = companyOfDocument(size.companies, shared);
  const topic = itemAt(topics, shared);
  const random = seededRandom(size.seed * 15_485_863 + number);
  const { name, id } = companyAt(size, company);
  const time = isoSeconds(eventTime(shared) + random() * 20 * day);
  const text = `${name} ${topic.text}. The company gave no comment on the report number ${number}.`;
  const score = 1 + Math.floor(random() * 5);
  const title = `${name} in the news`;
  return {
    source: {
      contentId: `generated-${number}`,
      url: `https://news.example/${number}`,
      title,
      text,
      time,
      language: "eng",
      site: { domain: "news.example", type: "news", licence: "standard", country: "us", authority: 0.5 },
      origin,
    },
    enrichment: {
      version: 1,
      language: "eng",
      quality: Math.floor(random() * 100),
      sentences: [
        { text: title, type: 0, results },
        { text: `${name} ${topic.text}.`, type: 1, results },
        { text: `The company gave no comment on the report number ${number}.`, type: 1, results },
      ],
      mentions: [{ company: id, text: name, sentence: 0, start: 0 }],
      topics: [topic.subCategory],
      cluster: `generated-${number}`,
      signals: [
        {
          id: uuidAt("signal", number),
          kind: "esg",
          company: id,
          companyKeywords: [name],
          event: uuidAt("event", event),
          case: uuidAt("case", event),
          categories: [topic.category],
          subCategories: [topic.subCategory],
          keywords: [topic.subCategory],
          score,
          rule: `${topic.text} → ${topic.subCategory}, ${score}`,
          sentiment: { negative: 0.4, neutral: 0.6, positive: 0, polarity: -0.4 },
          clusterSize: 1,
          reliability: Math.floor(random() * 1_000),
          evidence: null,
          novelty: null,
        },
      ],
      summary: text,
      mainStory: title,
      translations: {},
    },
  };
};

const eventTime = (shared: () => number): number => oldest + shared() * (newest - oldest - 20 * day);

const eventAt = (size: DataSize, number: number): EventRecord => {
  const shared = seededRandom(size.seed * 104_729 + number);
  const company = companyOfDocument(size.companies, shared);
  const topic = itemAt(topics, shared);
  const start = eventTime(shared);
  const { name, id } = companyAt(size, company);
  return {
    id: uuidAt("event", number),
    case: uuidAt("case", number),
    company: id,
    title: `${name} ${topic.text}`,
    summary: `${name} ${topic.text}.`,
    start: isoSeconds(start),
    last: isoSeconds(start + 20 * day),
    score: 1 + Math.floor(shared() * 5),
    categories: [topic.category],
    subCategories: [topic.subCategory],
    documents: documentsPerEvent,
    ungc: null,
    translations: {},
  };
};

const batchSize = 2_000;

/** Milliseconds that it took to write `count` records, in batches of one transaction each. */
const writeAll = async (count: number, write: (begin: number, end: number) => Promise<void>): Promise<number> => {
  const begin = performance.now();
  for (let at = 0; at < count; at += batchSize) await write(at, Math.min(count, at + batchSize));
  return performance.now() - begin;
};

const range = <T>(begin: number, end: number, item: (number: number) => T): T[] =>
  Array.from({ length: end - begin }, (_, index) => item(begin + index));

/** Writes the data, already enriched, by COPY. Returns the milliseconds for companies, documents and events. */
export const fillDatabase = async (
  database: Database,
  size: DataSize,
): Promise<{ readonly companies: number; readonly documents: number; readonly events: number }> => {
  const { transaction } = database;
  const companies = await writeAll(size.companies, (begin, end) =>
    transaction((queries) =>
      writeCompanies(
        queries,
        range(begin, end, (number) => companyAt(size, number)),
      ),
    ),
  );
  const documents = await writeAll(size.documents, (begin, end) =>
    transaction((queries) =>
      writeDocuments(
        queries,
        range(begin, end, (number) => documentAt(size, number)),
      ),
    ),
  );
  const events = await writeAll(Math.ceil(size.documents / documentsPerEvent), (begin, end) =>
    transaction((queries) =>
      writeEvents(
        queries,
        range(begin, end, (number) => eventAt(size, number)),
      ),
    ),
  );
  const last = size.companies;
  await keepMonitoring(database, { generation: 1, withSecurities: last, others: last }, new Map());
  await tidyTables(database);
  return { companies, documents, events };
};
