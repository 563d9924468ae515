import { noCompany } from "../../formulas/arguments/company-search";
import { invalidEntity, searchFor } from "../../formulas/arguments/entities";
import { formulaText } from "../../formulas/define/formula-text";
import type { Table } from "../tables/tables";
import { type Answer, type AnswerPart, type MissingValue, answerText, toAnswer } from "./answer";
import {
  calculateFormula,
  type FormulaUse,
  usualRows,
  type ToolAnswer,
  type ToolCall,
  WrongToolArgument,
} from "./assistant";
import { cleanLine } from "./clean-text";
import { notePastAnswer } from "./past-answers";

export interface QueryArguments {
  readonly formula: string;
  readonly first?: number;
  readonly rows?: number;
  readonly refresh?: boolean;
  readonly translations?: number;
}

/** Calculates a formula, and keeps its answer for `changes` and `verify`. */
export const answerFormula = async (
  call: ToolCall,
  formula: string,
  part: AnswerPart,
  use: FormulaUse = {},
): Promise<{ readonly table: Table; readonly answer: Answer }> => {
  const table = await calculateFormula(call, formula, { ...use, links: true });
  const answer = toAnswer(formula, table, part);
  await notePastAnswer(call, { formula: answer.formula, hash: answer.hash, table });
  return { table, answer };
};

/** `query`: the rows of a formula. */
export const query = async (call: ToolCall, given: QueryArguments): Promise<ToolAnswer> => {
  const { formula, first = 1, rows = usualRows, refresh = false, translations = 0 } = given;
  const { answer } = await answerFormula(call, formula, { first, rows }, { fresh: refresh, translations });
  return { text: answerText(answer), content: answer };
};

export interface ResolveArguments {
  readonly names: readonly string[];
  readonly hints?: readonly string[];
}

/** A column of texts as a formula has it, however long the list is. */
export const textColumn = (texts: readonly string[]): string =>
  `{${texts.map((text) => formulaText("", [text || " "]).slice(1, -1)).join(";")}}`;

/** Characters of a name. */
const longestName = 255;

/** Why a name has no company: in the words of a cell, where that says it too. */
const unresolvedText = (name: string, status: string, candidates: number): string => {
  const shown = cleanLine(name, longestName);
  const given = `"${shown}"`;
  const search = searchFor(name);
  if (status === "ambiguous")
    return candidates === 1
      ? `${given} fits one company in part: ask the user whether it is meant.`
      : `${given} fits ${candidates} companies: ask the user which one is meant.`;
  if (status === "invalid")
    return search.state === "invalid" ? invalidEntity(search, shown).message : `${given} is no valid identifier.`;
  if (status === "blank") return `${given} is blank.`;
  return noCompany(search.state === "search" ? search.query : {}, given).message;
};

/** `resolve`: the companies of names or identifiers, with the reason of each match. */
export const resolve = async (call: ToolCall, { names, hints }: ResolveArguments): Promise<ToolAnswer> => {
  if (hints !== undefined && hints.length !== names.length)
    throw new WrongToolArgument(`hints must have one text for each of the ${names.length} names, got ${hints.length}.`);
  const tooLong = names.find((name) => name.length > longestName);
  if (tooLong !== undefined)
    throw new WrongToolArgument(
      `names must be texts of at most ${longestName} characters, got one of ${tooLong.length}.`,
    );
  const fields = "entity_id,name,country,status,candidates,matched_on,similarity,suggestion";
  const hintList = hints === undefined ? "" : textColumn(hints);
  const formula = `=ENTITY.RESOLVE(${textColumn(names)},,${hintList},"${fields}","headers=yes")`;
  const { answer } = await answerFormula(call, formula, { first: 1, rows: names.length });
  const unresolved: MissingValue[] = [];
  const lines = answer.rows.map(([id, name, country, status, candidates, by, , suggestion], place) => {
    const given = `"${cleanLine(names[place] ?? "", longestName)}"`;
    if (id !== null)
      return `- ${given} is ${String(name)}, ${String(country ?? "no country")}, by ${String(by)}: ${String(id)}.`;
    if (status === null) return `- ${given} could not be looked up.`;
    const nearest = suggestion === null ? "" : ` The nearest is ${String(suggestion)}.`;
    const reason = `${unresolvedText(names[place] ?? "", String(status), Number(candidates ?? 0))}${nearest}`;
    unresolved.push({ row: place + 1, column: "entity_id", reason });
    return `- ${reason}`;
  });
  const others = answer.missing.flatMap((each) => {
    if (each.row !== undefined) return [each];
    return each.column === "entity_id"
      ? []
      : [{ ...each, reason: "No company, or a match without it: see entity_id." }];
  });
  return { text: lines.join("\n"), content: { ...answer, missing: [...unresolved, ...others] } };
};
