import { specificationRows, type RowId } from "./specification-rows";

/** The first part of the ids of rows: `tasks` of `tasks.order`. */
type FamilyOf<Id> = Id extends `${infer Family}.${string}` ? Family : never;

/** A route of the specification, with an id in its path that nothing has. */
export interface SpecifiedRoute {
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  /** The rows that say what this route does. A row without a test stops `npm run generate`. */
  readonly rows: FamilyOf<RowId>;
}

const nil = "00000000-0000-4000-8000-000000000000";

/** Every route of the specification, written by hand. test/repo/routes.test.ts compares the list with the contract. */
export const everyRoute: readonly SpecifiedRoute[] = [
  { method: "POST", path: "/oauth/token", rows: "token" },
  { method: "POST", path: "/api/2.0/kg/candidates", rows: "candidates" },
  { method: "POST", path: "/api/2.0/documents", rows: "legacy-documents" },
  { method: "POST", path: "/api/2.0/documents/translate", rows: "translate" },
  { method: "POST", path: "/api/2.0/analyze/dataset", rows: "dataset" },
  { method: "POST", path: "/api/2.0/analyze/download", rows: "download" },
  { method: "POST", path: "/api/2.0/analyze/timeserie", rows: "timeserie" },
  { method: "POST", path: "/v3/documents", rows: "content" },
  { method: "GET", path: `/v3/esg/documents/${nil}`, rows: "esg-document-by-id" },
  { method: "GET", path: `/v3/sdg/documents/${nil}`, rows: "sdg-document-by-id" },
  { method: "GET", path: `/v3/universes/${nil}/esg/documents`, rows: "universe-esg-documents" },
  { method: "GET", path: `/v3/universes/${nil}/esg/events`, rows: "universe-esg-events" },
  { method: "GET", path: `/v3/entities/${nil}/sdg/documents`, rows: "entity-sdg-documents" },
  { method: "GET", path: `/v3/universes/${nil}/entities`, rows: "universe-entities" },
  { method: "POST", path: "/v3/entities/msearch", rows: "msearch" },
  { method: "GET", path: `/v3/entities/${nil}/universes`, rows: "entity-universes" },
  { method: "POST", path: "/v3/universes", rows: "create-universe" },
  { method: "PATCH", path: `/v3/universes/${nil}`, rows: "update-universe" },
  { method: "GET", path: "/v3/tasks", rows: "tasks" },
  { method: "POST", path: "/v3/coverage-extension", rows: "coverage" },
];

/** The row that lists the errors of a route, if it names the status. */
export const errorRows = ({ rows }: SpecifiedRoute, status: number): readonly RowId[] => {
  const id = `${rows}.errors`;
  return id in specificationRows && specificationRows[id as RowId].says.includes(String(status)) ? [id as RowId] : [];
};
