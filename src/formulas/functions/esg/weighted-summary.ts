import type { WireRecord } from "../../../contract/page";
import { AddinError } from "../../../engine/http/addin-error";
import type { ListingRequest } from "../../../engine/pagination/listing";
import { t } from "../../../i18n/t";
import { type Argument, type Cell, cellText, readLine, wrongArgument } from "../../arguments/argument";
import { identify } from "../../arguments/identifiers";
import { readWeights } from "../../arguments/weights";
import { findRows, idsIn } from "../../define/alignment";
import { findCoverage, logCoverage, memberCoverage } from "../../define/coverage";
import type { AnyInvocation } from "../../define/invocation";
import {
  requireCoverage,
  showWeightedScore,
  type WeightedList,
  type WeightedMeasure,
  weightedMeasures,
} from "../../define/weighted-score";
import type { FormulaResult } from "../../table/formula-result";
import { type RecordFilter, wholeListing } from "../../table/listing-table";
import { filterByIds } from "./listed-companies";
import type { EsgListing } from "./universe-listing";

/** What a weighted summary takes of the options of ESG.SUMMARY, unread. */
export interface WeightedOptions {
  readonly weights?: readonly Cell[];
  readonly benchmark?: readonly Cell[];
  readonly benchmark_weights?: readonly Cell[];
  readonly need?: number;
  readonly show?: readonly string[];
}

/** The listing that scores are read from, with the filter of its options. */
export interface ScoreListing {
  readonly route: EsgListing;
  readonly universe_id: string;
  readonly query: ListingRequest["query"];
  readonly filter: (also?: RecordFilter) => RecordFilter | undefined;
}

const isWeighted = (name: string): name is WeightedMeasure => (weightedMeasures as readonly string[]).includes(name);

/**
 * The measures of a weighted list among those that are asked for; undefined for the usual ones.
 * @throws AddinError `invalid-argument` where one of them needs weights, a benchmark, or stands beside counts.
 */
const checkShown = ({ show, benchmark }: WeightedOptions): readonly WeightedMeasure[] | undefined => {
  if (show === undefined) return undefined;
  const shown = show.filter(isWeighted);
  const other = show.find((name) => !isWeighted(name));
  if (other !== undefined)
    throw new AddinError("invalid-argument", t("functions.notWithWeights", { key: `show=${other}` }));
  const ofBenchmark = shown.find(
    (name) => name.startsWith("benchmark") || name === "difference" || name === "contribution",
  );
  if (ofBenchmark !== undefined && benchmark === undefined)
    throw new AddinError(
      "invalid-argument",
      t("functions.needsOption", { key: `show=${ofBenchmark}`, option: "benchmark" }),
    );
  return shown;
};

/**
 * Whether the formula asks for the score of a weighted list.
 * @throws AddinError `invalid-argument` where a measure or an option of weighted lists stands without weights.
 */
export const asksForWeights = (options: WeightedOptions): boolean => {
  if (options.weights !== undefined) return true;
  const measure = options.show?.find(isWeighted);
  const key =
    measure === undefined
      ? (["benchmark", "benchmark_weights"] as const).find((name) => options[name])
      : `show=${measure}`;
  if (key !== undefined)
    throw new AddinError("invalid-argument", t("functions.needsOption", { key, option: "weights" }));
  return false;
};

/** The companies that a list is compared with: a universe, each member with the same weight, or a second list. */
type Benchmark =
  | { readonly universe_id: string; readonly cell: Cell }
  | { readonly cells: readonly Cell[]; readonly weights: readonly number[] };

const noBenchmark = (cell: Cell): AddinError => wrongArgument("benchmark", t("allowed.benchmark"), cell);

/** @throws AddinError where the benchmark is no universe and no list with weights. */
const readBenchmark = (
  { runtime, requestContext }: AnyInvocation,
  { benchmark, benchmark_weights: weights }: WeightedOptions,
): Benchmark | undefined => {
  if (benchmark === undefined) {
    if (weights === undefined) return undefined;
    throw new AddinError(
      "invalid-argument",
      t("functions.needsOption", { key: "benchmark_weights", option: "benchmark" }),
    );
  }
  const [only] = benchmark;
  const code = identify(cellText(only))?.kind;
  // An ISIN, a LEI or a FIGI is a list of one company.
  if (weights === undefined && benchmark.length === 1 && (code === undefined || code === "entity_id")) {
    if (typeof only !== "string") throw noBenchmark(only);
    return { universe_id: runtime.universes.idOf(only, requestContext), cell: only };
  }
  const given = weights ?? benchmark.map((cell) => Number(cell !== undefined));
  return { cells: benchmark, weights: readWeights(given, benchmark.length, "benchmark_weights", "benchmark") };
};

const highestScores = (records: readonly WireRecord[]): ReadonlyMap<string, number> => {
  const scores = new Map<string, number>();
  for (const { entity_id, score } of records)
    if (typeof score === "number")
      scores.set(String(entity_id), Math.max(scores.get(String(entity_id)) ?? score, score));
  return scores;
};

const read = (
  invocation: AnyInvocation,
  { route, query, filter }: ScoreListing,
  universe_id: string,
  only?: RecordFilter,
): Promise<readonly WireRecord[]> =>
  wholeListing(invocation, { route, path: { universe_id }, query, fields: ["id", "entity_id", "score"] }, filter(only));

/** The members of a universe with equal weights, and the scores of their records there. */
const readUniverse = async (
  invocation: AnyInvocation,
  listing: ScoreListing,
  { universe_id, cell }: { readonly universe_id: string; readonly cell: Cell },
): Promise<{ readonly list: WeightedList; readonly records: readonly WireRecord[] }> => {
  const [members, records] = await Promise.all([
    wholeListing(invocation, {
      route: "listUniverseEntities",
      path: { universe_id },
      query: {},
      fields: ["id", "client_code"],
    }),
    read(invocation, listing, universe_id),
  ]).catch((error: unknown) => {
    // The id of a company is no universe.
    throw error instanceof AddinError && error.code === "not-found" ? noBenchmark(cell) : error;
  });
  const rows = members.map(({ id }) => String(id));
  const active = new Set(records.map(({ entity_id }) => String(entity_id)));
  const coverage = await memberCoverage(
    invocation,
    members.filter(({ id }) => !active.has(String(id))),
  );
  return { list: { rows, weights: rows.map(() => 1), coverage }, records };
};

/**
 * The weighted score of a list of companies, over the weight that the universe covers, beside that of a benchmark.
 * @throws AddinError `invalid-argument` before any call; the failures of the service.
 */
export const weightedSummary = async (
  invocation: AnyInvocation,
  listing: ScoreListing,
  entities: Argument | undefined,
  options: WeightedOptions,
): Promise<FormulaResult> => {
  const shown = checkShown(options);
  if (entities === undefined)
    throw new AddinError(
      "invalid-argument",
      t("functions.needsOption", { key: "options: weights", option: "entities" }),
    );
  const cells = readLine(invocation, entities, "entities");
  const weights = readWeights(options.weights ?? [], cells.length, "weights");
  const benchmark = readBenchmark(invocation, options);
  const listed = benchmark !== undefined && "cells" in benchmark ? benchmark : undefined;
  const [rows, otherRows] = await Promise.all([findRows(invocation, cells), findRows(invocation, listed?.cells ?? [])]);
  const ids = [...new Set([...idsIn(rows), ...idsIn(otherRows)])];
  const [records, universe] = await Promise.all([
    read(invocation, listing, listing.universe_id, filterByIds(ids)),
    benchmark !== undefined && "universe_id" in benchmark ? readUniverse(invocation, listing, benchmark) : undefined,
  ]);
  const active = new Set(records.map(({ entity_id }) => String(entity_id)));
  const missing = ids.filter((id) => !active.has(id));
  const coverage = await findCoverage(invocation, listing.universe_id, missing);
  logCoverage(invocation, rows, coverage);
  const portfolio: WeightedList = { rows, weights, coverage };
  const other = listed === undefined ? universe?.list : { rows: otherRows, weights: listed.weights, coverage };
  for (const list of [portfolio, other]) if (list !== undefined) requireCoverage(list, options.need);
  const scores = highestScores([...records, ...(universe?.records ?? [])]);
  return showWeightedScore(invocation, { portfolio, benchmark: other, scores }, shown);
};

/** Settings of a summary that a weighted list has not: it is one number over all its companies. */
export const checkWeightedLayout = (settings: Readonly<Record<string, unknown>>): void => {
  const key = Object.keys(settings).find((name) => settings[name] !== undefined && settings[name] !== false);
  if (key !== undefined) throw new AddinError("invalid-argument", t("functions.notWithWeights", { key }));
};
