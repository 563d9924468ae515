import type { RouteName } from "../../wire/routes";
import type { Backend } from "../backend";
import { ApiError } from "../http/api-error";
import { getEsgDocument, getSdgDocument, listEsgDocuments, listSdgDocuments } from "./documents";
import { getDocuments } from "./get-documents";
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
  getDocuments,
  getEsgDocument,
  getSdgDocument,
  listEsgDocuments,
  listSdgDocuments,
  createUniverse: later,
  updateUniverse: later,
  listTasks: later,
  extendCoverage: later,
});
