import type { WireRecord } from "../../src/contract/page";
import { createYieldToHost, systemClock } from "../../src/engine/clock";
import { compareAnswers } from "../../src/formulas/changes/compare-answers";
import { type Calculation, FormulaResult } from "../../src/formulas/table/formula-result";
import type { CellValue } from "../../src/formulas/table/matrix";
import { shapedColumns } from "../../test/support/large-listing";

const toCell = (value: unknown): CellValue =>
  typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value ?? "");

const answerOf = (records: readonly WireRecord[]): Calculation => ({
  function: "ESG.EVENTS",
  query: "ESG.EVENTS()",
  incomplete: undefined,
  input: undefined,
  fetchedAt: undefined,
  total: undefined,
  partial: false,
  result: FormulaResult.ofTable(
    undefined,
    records.map((record) => shapedColumns.map((name) => toCell(record[name]))),
    {
      identity: { kind: "event", key: ["id"] },
      columns: shapedColumns.map((name) => ({ name, label: name, type: "text" })),
      origins: records.map((record) => ({ key: String(record["id"]), entityId: undefined })),
    },
  ),
});

/** Compares these records with the same a week later, in another order: of each hundred one is new, one is gone and five have another title. */
export const comparison = (records: readonly WireRecord[]): (() => Promise<unknown>) => {
  const later = records.flatMap((record, index): readonly WireRecord[] => {
    if (index % 100 === 0) return [];
    if (index % 100 === 1) return [record, { ...record, id: `new ${index}` }];
    return [index % 20 === 2 ? { ...record, title: "Another title" } : record];
  });
  const [before, after] = [answerOf(records), answerOf(later.toReversed())];
  return () => compareAnswers(before, after, createYieldToHost(systemClock));
};
