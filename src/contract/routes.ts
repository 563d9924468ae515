// Generated from openapi.yaml by `npm run generate`. Do not edit.

export interface Route {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
}

/** Every route by its operationId. */
export const routes = {
  createToken: { method: "POST", path: "/oauth/token" },
  findKgCandidates: { method: "POST", path: "/api/2.0/kg/candidates" },
  translateDocuments: { method: "POST", path: "/api/2.0/documents/translate" },
  getLegacyDocuments: { method: "POST", path: "/api/2.0/documents" },
  startAnalysis: { method: "POST", path: "/api/2.0/analyze/dataset" },
  downloadAnalysis: { method: "POST", path: "/api/2.0/analyze/download" },
  getTimeSeries: { method: "POST", path: "/api/2.0/analyze/timeserie" },
  getDocuments: { method: "POST", path: "/v3/documents" },
  getEsgDocument: { method: "GET", path: "/v3/esg/documents/{document_id}" },
  getSdgDocument: { method: "GET", path: "/v3/sdg/documents/{document_id}" },
  listEsgDocuments: { method: "GET", path: "/v3/universes/{universe_id}/esg/documents" },
  listEsgEvents: { method: "GET", path: "/v3/universes/{universe_id}/esg/events" },
  listSdgDocuments: { method: "GET", path: "/v3/entities/{entity_id}/sdg/documents" },
  listUniverseEntities: { method: "GET", path: "/v3/universes/{universe_id}/entities" },
  searchEntities: { method: "POST", path: "/v3/entities/msearch" },
  listEntityUniverses: { method: "GET", path: "/v3/entities/{entity_id}/universes" },
  createUniverse: { method: "POST", path: "/v3/universes" },
  updateUniverse: { method: "PATCH", path: "/v3/universes/{universe_id}" },
  listTasks: { method: "GET", path: "/v3/tasks" },
  extendCoverage: { method: "POST", path: "/v3/coverage-extension" },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof routes;

/** A route that answers in pages. */
export type ListingRoute =
  | "listEsgDocuments"
  | "listEsgEvents"
  | "listSdgDocuments"
  | "listUniverseEntities"
  | "listEntityUniverses"
  | "listTasks";

/** How many items one call takes, for the routes whose body is a list of items. */
export const itemsPerCall: Readonly<Partial<Record<RouteName, number>>> = {
  translateDocuments: 25,
  getLegacyDocuments: 500,
  getDocuments: 500,
  searchEntities: 500,
  extendCoverage: 25,
};
