import { fillQuestion, type FormulaQuestion, type QuestionValues } from "../../../../src/formulas/define/question";
import { questionGroups } from "../../../../src/formulas/questions";

/** The day of the demo world, a Thursday: all its records lie before it. The clock of the add-in stands at nine o'clock. */
export const today = "2026-11-19";
export const now = Date.parse(`${today}T09:00:00Z`);

/** The list of the examples with the weights beside it: six companies of the universe, and two others. */
export const portfolio: readonly (readonly [isin: string, weight: number])[] = [
  ["SE0ZZ0000012", 0.25],
  ["DE0ZZ0000001", 0.2],
  ["IE0ZZ0000055", 0.15],
  ["GB0ZZ0000605", 0.12],
  ["AE0ZZ0001069", 0.1],
  ["JP0ZZ0000952", 0.08],
  ["FR0ZZ0000277", 0.06],
  ["PT0ZZ0000216", 0.04],
];

/** A list as somebody pastes it: one identifier is unknown, one has a wrong check digit. */
export const pasted: readonly string[] = ["SE0ZZ0000012", "DE0ZZ9999013", "SE0ZZ0000013", "FR0ZZ0000020"];

const first = 2;
const pastedFirst = first + portfolio.length + 2;

/** The cells of the sheet that the formulas refer to. */
export const cells: Readonly<Record<string, string | number>> = Object.fromEntries([
  ...portfolio.flatMap(([isin, weight], row) => [
    [`A${first + row}`, isin],
    [`B${first + row}`, weight],
  ]),
  ...pasted.map((isin, row) => [`A${pastedFirst + row}`, isin]),
] as [string, string | number][]);

const usual: QuestionValues = {
  universe: "Demo Portfolio",
  universes: ["Demo Portfolio", "EU Banks", "Global 500"],
  list: `A${first}:A${first + portfolio.length - 1}`,
  weights: `B${first}:B${first + portfolio.length - 1}`,
  analysis: "a3975255-be9f-4899-9af9-cae6864770e0",
};

/** Two companies of the list are outside the usual universe, so that their numbers would be errors. */
const everyCompany: QuestionValues = { universe: "Whole Catalogue" };

/** Questions whose answer would be empty, or an error, with the usual values. */
const others: Readonly<Record<string, QuestionValues>> = {
  "latest-severe-event": everyCompany,
  "events-beside-list": everyCompany,
  "severe-companies": everyCompany,
  "weighted-score": everyCompany,
  "exposed-weight": everyCompany,
  "without-documents": everyCompany,
  "most-covered-this-week": { universe: "EU Banks" },
  "no-match": { list: `A${pastedFirst}:A${pastedFirst + pasted.length - 1}` },
};

/** What a question is asked with. */
export const valuesOf = ({ id }: Pick<FormulaQuestion, "id">): QuestionValues => ({ ...usual, ...others[id] });

/** The formula of a question as it is entered. */
export const formulaOf = (question: FormulaQuestion): string => fillQuestion(question.formula, valuesOf(question));

/** Every question. */
export const questions: readonly FormulaQuestion[] = questionGroups.flatMap((group) => group.questions);
