// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** A route of the contract. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
}

/** Every route by the name the contract gives it. */
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

/** The name of a route. */
export type RouteName = keyof typeof routes;
