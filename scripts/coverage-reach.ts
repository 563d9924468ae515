import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  analysisDocumentColumns,
  contentColumns,
  entityColumns,
  esgDocumentColumns,
  esgEventColumns,
  legacyDocumentColumns,
  sdgDocumentColumns,
} from "../src/formula/column-sets";
import { functions } from "../src/functions";
import { type ColumnSet, columnNamed } from "../src/table/fields";
import type { Member } from "./coverage-members";

/** The function that shows a route first, where several read it. */
export const mainFunctions: Readonly<Record<string, string>> = {
  findKgCandidates: "KG.CANDIDATES",
  getLegacyDocuments: "DOC.FIELDS",
  downloadAnalysis: "ANALYSIS.DOCUMENTS",
  getTimeSeries: "ANALYSIS.SERIES",
  getDocuments: "DOC.CONTENT",
  getEsgDocument: "ESG.DOCUMENT",
  getSdgDocument: "SDG.DOCUMENT",
  listEsgDocuments: "ESG.DOCUMENTS",
  listEsgEvents: "ESG.EVENTS",
  listSdgDocuments: "SDG.DOCUMENTS",
  listUniverseEntities: "UNIVERSE.ENTITIES",
  searchEntities: "ENTITY.SEARCH",
  listEntityUniverses: "ENTITY.UNIVERSES",
  listTasks: "TASKS.LIST",
};

/** Wire members that an argument of another name sets. */
const renamed: Readonly<Record<string, string>> = {
  universe_id: "universe",
  entity_id: "entity",
  document_id: "id",
  score: "minScore",
  extract_date: "from",
  size: "limit",
  search_after: "limit",
  max_candidates: "maxCandidates",
  keyword_of_interest: "keyword",
  max_results: "maxResults",
  time_granularity: "granularity",
  datamarts_document_id: "ids",
  documents: "ids",
  extracted: "extracted",
};

/** Members reached in a way their names do not tell, by `route place name`. */
const told: Readonly<Record<string, string>> = {
  "listSdgDocuments path entity_id": "SDG.DOCUMENTS entities",
  "getDocuments body documents.extract_date": "DOC.CONTENT extractDates",
  "getLegacyDocuments body documents.id": "DOC.FIELDS ids",
  "searchEntities body entities": "ENTITY.SEARCH query",
  "searchEntities body entities.entity_id": "ENTITY.SEARCH by",
  "downloadAnalysis body sort.field": "ANALYSIS.DOCUMENTS sort",
  "downloadAnalysis body sort.order": "ANALYSIS.DOCUMENTS order",
  "getTimeSeries body volume_only": "ANALYSIS.VOLUME (always true)",
  "downloadAnalysis answer sentences.matches": "ANALYSIS.MENTIONS matches",
  "searchEntities answer total_candidates": "ENTITY.SEARCH total_candidates",
  "listUniverseEntities answer total": "UNIVERSE.COUNT",
};

/** Nested members that a long table shows in rows of their own, by the end of their name. */
const longTables: readonly (readonly [RegExp, string])[] = [
  [/^isic4\.(values|code|description|priority)/, "ENTITY.INDUSTRIES"],
  [/^industry_codes\./, "ENTITY.INDUSTRIES"],
  [/^unspsc\./, "ENTITY.INDUSTRIES"],
  [/^registration_codes\./, "ENTITY.IDENTIFIERS"],
  [/^sentences\.matches\./, "ANALYSIS.MENTIONS matches"],
  [/^sentences\./, "ANALYSIS.SENTENCES"],
  [/^error\.errors/, "DOC.CONTENT error (its sentence)"],
];

const envelope: Readonly<Record<string, string>> = {
  size: "QUERY.INFO pages",
  count: "QUERY.INFO rows",
  has_next: "QUERY.INFO truncated",
  search_after: "limit (the walk)",
  data: "the rows",
  matches: "the rows",
};

const columnSets: Readonly<Record<string, ColumnSet>> = {
  getLegacyDocuments: legacyDocumentColumns,
  downloadAnalysis: analysisDocumentColumns,
  getDocuments: contentColumns,
  getEsgDocument: esgDocumentColumns,
  getSdgDocument: sdgDocumentColumns,
  listEsgDocuments: esgDocumentColumns,
  listEsgEvents: esgEventColumns,
  listSdgDocuments: sdgDocumentColumns,
  listUniverseEntities: entityColumns,
  searchEntities: entityColumns,
};

/** Where the task pane reaches a route: the folder of the part, which has to name the member. */
const paneParts: Readonly<Record<string, readonly string[]>> = {
  createToken: ["runtime"],
  translateDocuments: ["taskpane/documents", "taskpane/text"],
  startAnalysis: ["taskpane/analyses"],
  createUniverse: ["taskpane/universes"],
  updateUniverse: ["taskpane/universes"],
  extendCoverage: ["taskpane/tasks", "taskpane/resolve"],
  downloadAnalysis: ["taskpane/analyses"],
  getTimeSeries: ["taskpane/analyses"],
};

/** Members nothing reaches yet, each with the reason; this list may only shrink. */
export const notReached: Readonly<Record<string, string>> = {
  "createToken answer token_type": "always Bearer: there is nothing to show",
  "translateDocuments answer error.statusCode": "the sentence beside it is shown",
};

const sourceOf = (folder: string): string =>
  readdirSync(path.join(__dirname, "..", "src", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(__dirname, "..", "src", folder, file), "utf8"))
    .join("\n");

const sources = new Map<string, string>();

const named = (folder: string, member: string): boolean => {
  const source = sources.get(folder) ?? sourceOf(folder);
  sources.set(folder, source);
  return new RegExp(`\\b${member}\\b`).test(source);
};

/** What reaches a member of the contract: a function's argument, option, column or path, or a part of the pane; undefined for nothing. */
export const reachOf = (member: Member): string | undefined => {
  const { route, place } = member;
  const name = member.name.replace(/^data\.(matches\.)?/, "").replace(/^the service/, "source");
  const plain = told[`${route} ${place} ${name}`];
  if (plain !== undefined) return plain;
  const main = mainFunctions[route];
  const byFunction =
    main === undefined ? undefined : place === "answer" ? shownBy(route, main, name) : setBy(main, name);
  return byFunction ?? inPane(route, name);
};

const setBy = (main: string, name: string): string | undefined => {
  const definition = functions.find((each) => each.name === main);
  const last = name.split(".").at(-1) ?? name;
  const parameter = definition?.parameters.find((each) => each.name === last || each.name === renamed[last]);
  if (parameter !== undefined) return `${main} ${parameter.name}`;
  const option = definition?.options.find((each) => each.key === last);
  return option && `${main} ${option.key}`;
};

const shownBy = (route: string, main: string, name: string): string | undefined => {
  const column = functions.find((each) => each.name === main)?.columns.find((each) => each.name === name);
  if (column !== undefined) return `${main} ${name}`;
  const long = longTables.find(([pattern]) => pattern.test(name));
  if (long !== undefined) return long[1];
  return envelope[name] ?? pathOf(columnSets[route], main, name);
};

const pathOf = (set: ColumnSet | undefined, main: string, name: string): string | undefined => {
  try {
    return set && `${main} ${columnNamed(set, name).name}`;
  } catch {
    return undefined;
  }
};

const inPane = (route: string, name: string): string | undefined => {
  const last = name.split(".").at(-1) ?? name;
  const part = paneParts[route]?.find((folder) => named(folder, last));
  return part && (part === "runtime" ? "task pane: sign-in" : `task pane: ${part.replace("taskpane/", "")}`);
};
