import { fieldDescriptions } from "../../contract/field-descriptions";
import { nestedInAnalyses } from "../table/nested/analysis";
import { nestedKinds } from "../table/nested/by-field";
import { listOfTexts, type Scalar, textReader } from "../table/nested/values";
import { readableField } from "../table/readable";
import type { FieldDescriptions } from "./reference";

const company = "338180e6-c90b-4d0f-9a57-6f1d2b3c4e58";
const document = "7d2f4c1e-0b7a-4f53-9c1d-2a6e8b90c314";
const exampleStatistics = { max: 0.7, mean: 0.42, median: 0.4, min: 0.1 };

/** One value of each field, as the service sends it, for all resources that have the field. */
const sharedExamples: Readonly<Record<string, unknown>> = {
  alias: ["Velsaberg Bank"],
  anger: 0.12,
  anticipation: 0.2,
  case_id: "1c0e6f7a-52d4-4b1b-8a3c-9d4e7f60b215",
  categories: ["E"],
  city: "munich",
  client_code: { CRM: "C0012345" },
  cluster_size: 3,
  completed_at: "2026-09-30T14:20:00Z",
  concepts: { "water pollution": 2 },
  country: "germany",
  created_at: "2024-03-01T09:00:00Z",
  dashboard_url: "https://dashboard.example/events/7d2f4c1e",
  datamarts_document_id: "20260930-000123",
  description: "A bank for companies.",
  document_entity_negative: { "Velsaberg Landesbank AG": exampleStatistics },
  document_entity_neutral: { "Velsaberg Landesbank AG": exampleStatistics },
  document_entity_polarity: { "Velsaberg Landesbank AG": -0.31 },
  document_entity_positive: { "Velsaberg Landesbank AG": exampleStatistics },
  document_negative: exampleStatistics,
  document_neutral: exampleStatistics,
  document_polarity: -0.31,
  document_positive: exampleStatistics,
  employee_count: 12_500,
  entities: { [company]: [{ "Velsaberg Landesbank AG": 2, entity_type: "ORG" }] },
  entity_id: company,
  entity_keywords: ["Velsaberg"],
  error: { message: "The document could not be translated." },
  event_id: document,
  extract_date: "2026-09-30T14:05:00Z",
  extracted: "2026-09-30T14:05:00Z",
  fear: 0.25,
  figi: "BBG000ZZ0012",
  id: document,
  industry_codes: [
    { description: "NAICS 2017", values: [{ code: "52", description: "Finance and Insurance", priority: 1 }] },
  ],
  is_high_authority_source: true,
  isic4: [
    {
      code: "K",
      description: "Financial and insurance activities",
      values: [{ code: "64", description: "Financial services", priority: 1 }],
    },
  ],
  isin: ["DE0ZZ0000001"],
  item_id: "Q1234",
  itemDescription: "bank in Germany",
  joy: 0.02,
  label: "Velsaberg Landesbank",
  language: "english",
  last_activity: "2026-09-30T14:05:00Z",
  lei: "999900000000P0520810",
  main_story: "A regulator investigates the waste water of a plant.",
  matches: [{ class: "entity", entity: "Velsaberg Landesbank AG" }],
  mentions: { "Velsaberg Landesbank AG": { total: 4 } },
  name: "Velsaberg Landesbank AG",
  negative: 0.62,
  neutral: 0.3,
  novelty: "The regulator asks for records of two years.",
  partial: false,
  polarity: -0.54,
  polarity_exp: -0.4,
  positive: 0.08,
  qscore: 0.82,
  region: "bayern",
  registration_codes: [{ value: "001234567", description: "Trade register" }],
  related_documents_count: 12,
  related_universe_count: 2,
  revenue: [{ value: 1_200_000_000, currency: "EUR" }],
  sadness: 0.18,
  score: 4,
  sentence_id: 4,
  site: "news.example",
  site_type: "news",
  start_date: "2026-08-12T00:00:00Z",
  status: "completed",
  sub_categories: ["water pollution"],
  summary: "A regulator investigates the waste water of a plant.",
  surprise: 0.05,
  taxonomy_keywords: ["waste water"],
  text: "A regulator investigates the waste water of a plant.",
  ticker: ["VLB"],
  title: "Regulator investigates waste water of a plant",
  translated_main_story: "Une autorité enquête sur les eaux usées d’une usine.",
  translated_summary: "Une autorité enquête sur les eaux usées d’une usine.",
  translated_text: "Une autorité enquête sur les eaux usées d’une usine.",
  translated_title: "Une autorité enquête sur les eaux usées",
  trust: 0.1,
  ungc_classification: "watchlist",
  ungc_explanation: "Several sources report the same allegation.",
  ungc_principles: ["Businesses should work against corruption in all its forms, including extortion and bribery"],
  universe_id: "2b4d6f80-1a3c-4e5f-8a9b-0c1d2e3f4a5b",
  universe_name: "EU Banks",
  unspsc: [{ code: "84120000", description: "Banking and investment", priority: 1 }],
  url: "https://news.example/2026/09/30/plant",
  uuid: company,
  website: "https://velsaberg.example",
};

/** Values of fields that mean something else in one resource. */
const ownExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  sdgDocument: { categories: ["SDG:7"], title: "Volta opens a solar park" },
  entity: { id: company },
  task: { type: "coverage_extension", description: "Coverage of 25 companies" },
  associatedUniverse: { type: "SHARED", description: "Banks of the European Union" },
  analysisSentence: { type: 1, entities: ["Velsaberg Landesbank AG"] },
};

const readExample = (name: string, value: unknown): Scalar => {
  const texts = textReader(readableField(name));
  const nested = { ...nestedKinds, ...nestedInAnalyses }[name];
  const isObject = typeof value === "object" && value !== null;
  const isTexts = Array.isArray(value) && value.every((one) => typeof one === "string");
  const reader = isTexts ? listOfTexts(texts).whole : isObject && nested !== undefined ? nested.whole : texts;
  return reader.read(value, { join: "; " });
};

const shownAs = (value: Scalar, locale: string): string => {
  if (typeof value === "number") return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
  if (typeof value === "boolean") return String(value).toUpperCase();
  return (value ?? "").replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\dZ$/, "$1 $2");
};

/** An example of each field by resource, as a cell shows it. Fields whose cells need a path have none. */
export const fieldExamples = (locale: string): FieldDescriptions =>
  Object.fromEntries(
    Object.entries(fieldDescriptions).map(([resource, fields]) => [
      resource,
      Object.fromEntries(
        Object.keys(fields).flatMap((name) => {
          const text = shownAs(readExample(name, ownExamples[resource]?.[name] ?? sharedExamples[name]), locale);
          return text === "" ? [] : [[name, text]];
        }),
      ),
    ]),
  );
