import { AddinError } from "../../engine/http/addin-error";
import { formatNumber, t } from "../../i18n/t";
import { type Column, columnLabel, ownMember, type TableRecord } from "../table/columns";
import type { FormulaResult } from "../table/formula-result";
import { showGivenColumns } from "../table/layout";
import { toScalar } from "../table/nested/values";
import { findEntities, tabulate } from "../table/table-builder";
import type { ListRow } from "./alignment";
import { type ListCoverage, rowCoverage } from "./coverage";
import type { AnyInvocation } from "./invocation";

/** What a weighted list can show. All but `contribution` stand in one row; `contribution` has a row for each company. */
export const weightedMeasures = [
  "weighted_score",
  "coverage",
  "benchmark_score",
  "benchmark_coverage",
  "difference",
  "contribution",
] as const;

export type WeightedMeasure = (typeof weightedMeasures)[number];

/** Companies with weights, and which of them may have a number. */
export interface WeightedList {
  readonly rows: readonly ListRow[];
  /** One for each row. */
  readonly weights: readonly number[];
  readonly coverage: ListCoverage;
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The weight of each covered company by id; they add up to 1. Empty where no weight is covered. */
const coveredWeights = ({ rows, weights, coverage }: WeightedList): ReadonlyMap<string, number> => {
  const covered = new Map<string, number>();
  for (const [place, row] of rows.entries())
    if (typeof row === "string" && rowCoverage(row, coverage).error === undefined)
      covered.set(row, (covered.get(row) ?? 0) + (weights[place] ?? 0));
  const total = sum([...covered.values()]);
  return new Map(total === 0 ? [] : [...covered].map(([id, weight]) => [id, weight / total]));
};

/** The covered part of the weight, 0 to 1. */
export const coveredShare = ({ rows, weights, coverage }: WeightedList): number => {
  const isCovered = rows.map((row) => rowCoverage(row, coverage).error === undefined);
  return sum(weights.filter((_, place) => isCovered[place])) / sum(weights);
};

/**
 * A mean over a part must say so, and a failed answer must not count as a company that is not covered.
 * @throws AddinError or CellError where a company could not be asked for, or less than `need` of the weight is covered.
 */
export const requireCoverage = (list: WeightedList, need = 0): void => {
  for (const row of list.rows) {
    const { status, error } = rowCoverage(row, list.coverage);
    if (status === "failed" && error !== undefined) throw error;
  }
  const share = coveredShare(list);
  const percent = (part: number): string => formatNumber(Math.floor(part * 1_000 + 1e-9) / 10, 1);
  // Weights such as 0.7 + 0.1 add up to a little less than 0.8.
  if (share < need - 1e-9)
    throw new AddinError("no-rows", t("functions.lessCovered", { share: percent(share), need: percent(need) }));
};

/** Two weighted lists and the score of each company: 0 where nothing happened. */
export interface WeightedScores {
  readonly portfolio: WeightedList;
  readonly benchmark?: WeightedList | undefined;
  readonly scores: ReadonlyMap<string, number>;
}

/** What one company adds to the difference between two lists. */
export interface Contribution {
  readonly id: string;
  readonly weight: number;
  readonly benchmarkWeight: number;
  readonly score: number;
  readonly contribution: number;
}

/** The mean score over the covered weight; undefined where none is covered. */
export const weightedScore = (list: WeightedList, scores: ReadonlyMap<string, number>): number | undefined => {
  const weights = coveredWeights(list);
  return weights.size === 0 ? undefined : sum([...weights].map(([id, weight]) => weight * (scores.get(id) ?? 0)));
};

/**
 * The contributions of all covered companies, the largest first: the difference of its weights times its score. They add up to the
 * difference of the weighted scores, because the covered weights of each list add up to 1.
 */
export const contributions = ({ portfolio, benchmark, scores }: WeightedScores): readonly Contribution[] => {
  const own = coveredWeights(portfolio);
  const other = benchmark === undefined ? new Map<string, number>() : coveredWeights(benchmark);
  return [...new Set([...own.keys(), ...other.keys()])]
    .map((id) => {
      const [weight, benchmarkWeight, score] = [own.get(id) ?? 0, other.get(id) ?? 0, scores.get(id) ?? 0];
      return { id, weight, benchmarkWeight, score, contribution: (weight - benchmarkWeight) * score };
    })
    .sort((first, second) => second.contribution - first.contribution);
};

const toColumn = (name: string, type: Column["type"] = "number", numberFormat?: string): Column => ({
  name,
  label: columnLabel(name),
  type,
  numberFormat,
  member: ownMember(name, type),
  own: { name, read: toScalar },
  read: (record) => toScalar(record[name]),
});

const asShare = "0.0%";

/** The usual columns: those of the benchmark where there is one. */
const usualMeasures = (hasBenchmark: boolean): readonly WeightedMeasure[] =>
  hasBenchmark
    ? ["weighted_score", "coverage", "benchmark_score", "benchmark_coverage", "difference"]
    : ["weighted_score", "coverage"];

const oneRow = (lists: WeightedScores): TableRecord => {
  const { portfolio, benchmark, scores } = lists;
  const [own, other] = [weightedScore(portfolio, scores), benchmark && weightedScore(benchmark, scores)];
  return {
    weighted_score: own,
    coverage: coveredShare(portfolio),
    benchmark_score: other,
    benchmark_coverage: benchmark && coveredShare(benchmark),
    difference: own === undefined || other === undefined ? undefined : own - other,
  };
};

/** @throws AddinError or CellError the reason of the first company, where a list has no covered weight: it has no mean. */
const requireAny = (list: WeightedList): void => {
  if (coveredWeights(list).size > 0) return;
  const errors = list.rows.map((row) => rowCoverage(row, list.coverage).error);
  throw errors.find((error) => error !== undefined) ?? new AddinError("no-rows", t("table.noRows"));
};

/**
 * The weighted score of a list in one row, or with `contribution` a row for each company and a total.
 * @throws AddinError where a list has no covered weight.
 */
export const showWeightedScore = async (
  invocation: AnyInvocation,
  lists: WeightedScores,
  show: readonly WeightedMeasure[] | undefined,
): Promise<FormulaResult> => {
  requireAny(lists.portfolio);
  if (lists.benchmark !== undefined) requireAny(lists.benchmark);
  const shown = show ?? usualMeasures(lists.benchmark !== undefined);
  const set = { members: [], shown: [] };
  if (!shown.includes("contribution")) {
    const columns = shown.map((name) => toColumn(name, "number", name.endsWith("coverage") ? asShare : undefined));
    return tabulate(invocation, [oneRow(lists)], showGivenColumns(invocation.layout, set, columns));
  }
  const parts = contributions(lists);
  const names = await findEntities(
    invocation,
    parts.map(({ id }) => id),
    ["name"],
  );
  const columns = [
    toColumn("entity.name", "text"),
    toColumn("weight", "number", asShare),
    toColumn("benchmark_weight", "number", asShare),
    toColumn("highest_score"),
    toColumn("contribution"),
    toColumn("entity_id", "text"),
  ];
  const rows = parts.map(({ id, weight, benchmarkWeight, score, contribution }): TableRecord => ({
    "entity.name": toScalar(names.get(id)?.["name"]) ?? id,
    weight,
    benchmark_weight: benchmarkWeight,
    highest_score: score,
    contribution,
    entity_id: id,
  }));
  const total = sum(parts.map(({ contribution }) => contribution));
  const members = columns.map(({ name, type }) => ownMember(name, type));
  return tabulate(invocation, rows, showGivenColumns(invocation.layout, { members, shown: [] }, columns), [
    { "entity.name": "Total", weight: 1, benchmark_weight: lists.benchmark && 1, contribution: total },
  ]);
};
