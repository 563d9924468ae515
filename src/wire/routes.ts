// Generated from openapi.yaml by `npm run generate`. Do not edit.

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

/** A route of the contract. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly query: Readonly<Record<string, QueryRule>>;
}

/** Every route by the name the contract gives it. */
export const routes = {
  createToken: { method: "POST", path: "/oauth/token", query: {} },
  findKgCandidates: { method: "POST", path: "/api/2.0/kg/candidates", query: {} },
  translateDocuments: { method: "POST", path: "/api/2.0/documents/translate", query: {} },
  getLegacyDocuments: { method: "POST", path: "/api/2.0/documents", query: {} },
  startAnalysis: { method: "POST", path: "/api/2.0/analyze/dataset", query: {} },
  downloadAnalysis: {
    method: "POST",
    path: "/api/2.0/analyze/download",
    query: { json_lines: { kind: "boolean", default: false } },
  },
  getTimeSeries: {
    method: "POST",
    path: "/api/2.0/analyze/timeserie",
    query: { output_format: { kind: "text", values: ["json", "csv"], default: "json" } },
  },
  getDocuments: {
    method: "POST",
    path: "/v3/documents",
    query: { fields: { kind: "fields" }, translate: { kind: "text" } },
  },
  getEsgDocument: {
    method: "GET",
    path: "/v3/esg/documents/{document_id}",
    query: { fields: { kind: "fields" }, translate: { kind: "text" } },
  },
  getSdgDocument: {
    method: "GET",
    path: "/v3/sdg/documents/{document_id}",
    query: { fields: { kind: "fields" }, translate: { kind: "text" } },
  },
  listEsgDocuments: {
    method: "GET",
    path: "/v3/universes/{universe_id}/esg/documents",
    query: {
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
  },
  listEsgEvents: {
    method: "GET",
    path: "/v3/universes/{universe_id}/esg/events",
    query: {
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
  },
  listSdgDocuments: {
    method: "GET",
    path: "/v3/entities/{entity_id}/sdg/documents",
    query: {
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
  },
  listUniverseEntities: {
    method: "GET",
    path: "/v3/universes/{universe_id}/entities",
    query: {
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
  },
  searchEntities: {
    method: "POST",
    path: "/v3/entities/msearch",
    query: { max_candidates: { kind: "integer", minimum: 1, maximum: 10, default: 10 }, fields: { kind: "fields" } },
  },
  listEntityUniverses: {
    method: "GET",
    path: "/v3/entities/{entity_id}/universes",
    query: { size: { kind: "integer", minimum: 1, maximum: 1000, default: 10 }, search_after: { kind: "text" } },
  },
  createUniverse: { method: "POST", path: "/v3/universes", query: {} },
  updateUniverse: { method: "PATCH", path: "/v3/universes/{universe_id}", query: {} },
  listTasks: {
    method: "GET",
    path: "/v3/tasks",
    query: {
      size: { kind: "integer", minimum: 1, maximum: 1000, default: 10 },
      search_after: { kind: "text" },
      fields: { kind: "fields" },
      order: {
        kind: "order",
        fields: ["created_at", "completed_at", "status"],
        default: ["created_at:desc", "completed_at:desc", "status:desc"],
      },
    },
  },
  extendCoverage: { method: "POST", path: "/v3/coverage-extension", query: {} },
} as const satisfies Readonly<Record<string, Route>>;

/** The name of a route. */
export type RouteName = keyof typeof routes;
