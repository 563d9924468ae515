import { formulaText } from "../../formula/text";
import type { CellContent } from "../../office/workbook-door";
import type { Insertion } from "../insert/insertion";
import type { Say } from "../text/say";
import { besideList, cellOf, liesIn } from "../insert/cell-of";
import { needsAttention, reasonsOf, type Outcome } from "./outcome";
import { suggestionsFor } from "./suggest";
import type { Desk } from "./use-desk";

/** The columns of ENTITY.RESOLVE. */
const columns = ["entity_id", "name", "status", "candidates", "matched_on"] as const;

/** How many rows a formula is offered for; above, values. */
export const mostFormulaRows = 15_000;

const sheetOf = (address: string): string => address.slice(0, address.lastIndexOf("!"));

/** The formula that shows the results beside the inputs, where these stand in the workbook; the values in any case. */
export const insertionOf = (desk: Desk, activeCell: string): Insertion => {
  const { address, by, inputs } = desk.draft;
  const rows = inputs.length + 1;
  // Who took the list from the selection still stands in it; nobody means to write over the list.
  const beside = address !== undefined && liesIn(activeCell, address) ? besideList(address) : undefined;
  const target = beside === undefined ? {} : { target: beside };
  const values = (): Promise<readonly (readonly CellContent[])[]> => Promise.resolve(valueRows(desk));
  const base = { key: "resolve", values, sheetName: "Resolve", ...target, size: { rows, columns: columns.length } };
  if (address === undefined || inputs.length > mostFormulaRows)
    return { ...base, size: { rows, columns: columns.length + (address === undefined ? 1 : 0) } };
  const local = sheetOf(address) === sheetOf(activeCell) ? address.slice(sheetOf(address).length + 1) : address;
  return { ...base, formula: formulaOf(local, by), formulaElsewhere: formulaOf(address, by), headers: columns };
};

const formulaOf = (reference: string, by: Desk["draft"]["by"]): string =>
  `=${formulaText("ENTITY.RESOLVE", [{ reference }, by === "auto" ? undefined : by, undefined, undefined, "headers=no"])}`;

/** As ENTITY.RESOLVE shows it: of a chosen entity no others are known there. */
const candidatesOf = ({ status, total }: Outcome): CellContent => {
  if (status === "chosen") return 1;
  return total === 0 && status !== "none" ? "" : total;
};

const rowOf = (outcome: Outcome): readonly CellContent[] => [
  outcome.entity_id ?? "",
  typeof outcome.entity?.["name"] === "string" ? outcome.entity["name"] : "",
  outcome.status,
  candidatesOf(outcome),
  outcome.entity === undefined ? "" : (reasonsOf(outcome.wanted, outcome.entity)[0] ?? ""),
];

/** One row per input under a header row, aligned; pasted inputs get a column of their own. */
const valueRows = ({ outcomes, draft }: Desk): readonly (readonly CellContent[])[] => {
  const pasted = draft.address === undefined;
  const rows: (readonly CellContent[])[] = draft.inputs.map((input) => [
    ...(pasted ? [input] : []),
    ...columns.map((column) => (column === "status" ? "blank" : "")),
  ]);
  for (const outcome of outcomes)
    for (const row of outcome.wanted.rows)
      rows[row] = [...(pasted ? [draft.inputs[row] ?? ""] : []), ...rowOf(outcome)];
  return [[...(pasted ? ["input"] : []), ...columns], ...rows];
};

/** The distinct inputs that need a person: where they stand, what is wrong, what they may have been meant as. */
export const exceptionRows = (say: Say, { outcomes, draft }: Desk): readonly (readonly CellContent[])[] => [
  [
    say("resolve.column.input"),
    say("resolve.column.cell"),
    say("resolve.column.status"),
    say("resolve.column.candidates"),
    say("resolve.column.suggestion"),
  ],
  ...outcomes
    .filter(needsAttention)
    .map((outcome) => [
      outcome.wanted.text,
      draft.address === undefined ? "" : (cellOf(draft.address, outcome.wanted.rows[0] ?? 0) ?? ""),
      outcome.status,
      outcome.candidates.map(({ name }) => String(name)).join("; "),
      outcome.status === "invalid" ? suggestionsFor(outcome.wanted.text).join("; ") : (outcome.error?.message ?? ""),
    ]),
];
