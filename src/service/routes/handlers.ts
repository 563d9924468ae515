import type { RouteName } from "../../wire/routes";
import type { Backend } from "../backend";
import { ApiError } from "../http/api-error";
import { listEntityUniverses } from "./list-entity-universes";
import { listEsgEvents } from "./list-esg-events";
import { listUniverseEntities } from "./list-universe-entities";
import type { Handler } from "./route";
import { searchEntities } from "./search-entities";

const later: Handler = () => {
  throw new ApiError(501, "Not built yet.");
};

/** The handlers of all routes but the token's. */
export const createHandlers = (_: Backend): Readonly<Record<Exclude<RouteName, "createToken">, Handler>> => ({
  listEsgEvents,
  listUniverseEntities,
  searchEntities,
  listEntityUniverses,
  findKgCandidates: later,
  translateDocuments: later,
  getLegacyDocuments: later,
  startAnalysis: later,
  downloadAnalysis: later,
  getTimeSeries: later,
  getDocuments: later,
  getEsgDocument: later,
  getSdgDocument: later,
  listEsgDocuments: later,
  listSdgDocuments: later,
  createUniverse: later,
  updateUniverse: later,
  listTasks: later,
  extendCoverage: later,
});
