import type { RouteName } from "../../contract/routes";
import { downloadAnalysis, getTimeSeries, startAnalysis } from "./analyses";
import { getEsgDocument, getSdgDocument, listEsgDocuments, listSdgDocuments } from "./documents";
import { findKgCandidates, listUniverseEntities, searchEntities } from "./entities";
import { getDocuments } from "./content";
import { getLegacyDocuments, translateDocuments } from "./legacy-documents";
import { createUniverse, listEntityUniverses, updateUniverse } from "./universes";
import { listEsgEvents } from "./esg-events";
import type { RouteHandler } from "./route";
import { extendCoverage } from "./coverage";
import { listTasks } from "./tasks";

/** The handlers of all routes except the token's. */
export const handlers: Readonly<Record<Exclude<RouteName, "createToken">, RouteHandler>> = {
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
