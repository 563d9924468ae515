// Generated from openapi.yaml by `npm run generate`. Do not edit.

import type { RouteName } from "./routes";

/** What a query parameter accepts: its kind, operators, range, values and default; `several` may be given more than once. */
export interface QueryRule {
  readonly kind:
    | "integer"
    | "boolean"
    | "text"
    | "fields"
    | "order"
    | "uuids"
    | "texts"
    | "integer-operator"
    | "date-operator"
    | "text-operator"
    | "sector-operator";
  readonly operators?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly several?: boolean;
  readonly values?: readonly string[];
  readonly fields?: readonly string[];
  readonly default?: number | boolean | string | readonly string[];
}

/** The query parameters of every route. */
export const queryRules: Readonly<Record<RouteName, Readonly<Record<string, QueryRule>>>> = {
  createToken: {},
  findKgCandidates: {},
  translateDocuments: {},
  getLegacyDocuments: {},
  startAnalysis: {},
  downloadAnalysis: { json_lines: { kind: "boolean", default: false } },
  getTimeSeries: { output_format: { kind: "text", values: ["json", "csv"], default: "json" } },
  getDocuments: { fields: { kind: "fields" }, translate: { kind: "text" } },
  getEsgDocument: { fields: { kind: "fields" }, translate: { kind: "text" } },
  getSdgDocument: { fields: { kind: "fields" }, translate: { kind: "text" } },
  listEsgDocuments: {
    size: { kind: "integer", minimum: 1, maximum: 1000, default: 10 },
    search_after: { kind: "text" },
    score: {
      kind: "integer-operator",
      operators: ["lt", "lte", "gt", "gte", "neq", "in", "nin", "between"],
      minimum: 1,
      maximum: 5,
    },
    extract_date: { kind: "date-operator", operators: ["lt", "lte", "gt", "gte", "neq", "between"] },
    case_id: { kind: "uuids" },
    event_id: { kind: "uuids" },
    sector: { kind: "sector-operator", operators: ["eq", "neq", "in", "nin"] },
    fields: { kind: "fields" },
    translate: { kind: "text" },
  },
  listEsgEvents: {
    size: { kind: "integer", minimum: 1, maximum: 1000, default: 10 },
    search_after: { kind: "text" },
    score: {
      kind: "integer-operator",
      operators: ["lt", "lte", "gt", "gte", "neq", "in", "nin", "between"],
      minimum: 1,
      maximum: 5,
    },
    start_date: { kind: "date-operator", operators: ["lt", "lte", "gt", "gte", "neq", "between"] },
    last_activity: { kind: "date-operator", operators: ["lt", "lte", "gt", "gte", "neq", "between"] },
    case_id: { kind: "uuids" },
    order: { kind: "order", fields: ["score", "last_activity", "start_date", "ungc_classification"], default: [] },
    category: { kind: "texts" },
    sub_category: { kind: "texts" },
    sector: { kind: "sector-operator", operators: ["eq", "neq", "in", "nin"] },
    content: { kind: "texts" },
    ungc_classification: { kind: "texts" },
    ungc_principles: { kind: "texts" },
    fields: { kind: "fields" },
    translate: { kind: "text" },
  },
  listSdgDocuments: {
    size: { kind: "integer", minimum: 1, maximum: 1000, default: 10 },
    search_after: { kind: "text" },
    score: {
      kind: "integer-operator",
      operators: ["lt", "lte", "gt", "gte", "neq", "in", "nin", "between"],
      minimum: 1,
      maximum: 5,
    },
    extract_date: { kind: "date-operator", operators: ["lt", "lte", "gt", "gte", "neq", "between"] },
    category: { kind: "texts" },
    order: { kind: "order", fields: ["score", "extract_date"], default: ["score:desc", "extract_date:desc"] },
    fields: { kind: "fields" },
    translate: { kind: "text" },
  },
  listUniverseEntities: {
    size: { kind: "integer", minimum: 1, maximum: 1000, default: 10 },
    search_after: { kind: "text" },
    order: { kind: "order", fields: ["name"], default: ["name:asc"] },
    name: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    alias: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    duns: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    figi: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    isin: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    ticker: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    lei: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    entity_id: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    website: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    city: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    registration_code: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    employee_count: {
      kind: "integer-operator",
      operators: ["lt", "lte", "gt", "gte", "neq", "in", "nin", "between"],
      several: true,
    },
    revenue: {
      kind: "integer-operator",
      operators: ["lt", "lte", "gt", "gte", "neq", "in", "nin", "between"],
      several: true,
    },
    isic4: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    sector: { kind: "sector-operator", operators: ["eq", "neq", "in", "nin"] },
    industry_code: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    unspsc: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    region: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    client_code: { kind: "text-operator", operators: ["eq", "neq", "in", "nin", "ilike"], several: true },
    country: { kind: "texts" },
    fields: { kind: "fields" },
  },
  searchEntities: {
    max_candidates: { kind: "integer", minimum: 1, maximum: 10, default: 10 },
    fields: { kind: "fields" },
  },
  listEntityUniverses: {
    size: { kind: "integer", minimum: 1, maximum: 1000, default: 10 },
    search_after: { kind: "text" },
  },
  createUniverse: {},
  updateUniverse: {},
  listTasks: {
    size: { kind: "integer", minimum: 1, maximum: 1000, default: 10 },
    search_after: { kind: "text" },
    fields: { kind: "fields" },
    order: {
      kind: "order",
      fields: ["created_at", "completed_at", "status"],
      default: ["created_at:desc", "completed_at:desc", "status:desc"],
    },
  },
  extendCoverage: {},
};
