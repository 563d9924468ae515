import type { RouteName } from "../../wire/routes";
import { downloadAnalysis, getTimeSeries, startAnalysis } from "./analyses";
import { getEsgDocument, getSdgDocument, listEsgDocuments, listSdgDocuments } from "./documents";
import { findKgCandidates } from "./find-kg-candidates";
import { getDocuments } from "./get-documents";
import { getLegacyDocuments, translateDocuments } from "./legacy-documents";
import { listEntityUniverses } from "./list-entity-universes";
import { listEsgEvents } from "./list-esg-events";
import { listUniverseEntities } from "./list-universe-entities";
import type { Handler } from "./route";
import { searchEntities } from "./search-entities";
import { extendCoverage, listTasks } from "./tasks";
import { createUniverse, updateUniverse } from "./write-universes";

/** The handlers of all routes but the token's. */
export const handlers: Readonly<Record<Exclude<RouteName, "createToken">, Handler>> = {
  listEsgEvents,
  listUniverseEntities,
  searchEntities,
  listEntityUniverses,
  findKgCandidates,
  translateDocuments,
  getLegacyDocuments,
  startAnalysis,
  downloadAnalysis,
  getTimeSeries,
  getDocuments,
  getEsgDocument,
  getSdgDocument,
  listEsgDocuments,
  listSdgDocuments,
  createUniverse,
  updateUniverse,
  listTasks,
  extendCoverage,
};
