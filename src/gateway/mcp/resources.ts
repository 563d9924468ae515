import type { Prompt, Resource } from "@modelcontextprotocol/sdk/types.js";
import { fieldDescriptions } from "../../contract/field-descriptions";
import {
  fillQuestion,
  type FormulaQuestion,
  type Placeholder,
  placeholdersIn,
  type QuestionValues,
} from "../../formulas/define/question";
import { questionGroups } from "../../formulas/questions";
import { type McpDeps, WrongToolArgument } from "./assistant";
import { cleanLine } from "./clean-text";
import { textColumn } from "./query-tool";
import type { Person } from "../team/person";

const questions = questionGroups.flatMap((group) => group.questions);

export const resources: readonly Resource[] = [
  {
    uri: "spillway://universes",
    name: "universes",
    description: "Universes that formulas can name",
    mimeType: "application/json",
  },
  { uri: "spillway://glossary", name: "glossary", description: "What each field means", mimeType: "text/markdown" },
  {
    uri: "spillway://questions",
    name: "questions",
    description: "Questions of analysts with their formulas",
    mimeType: "text/markdown",
  },
];

/** The text of a resource. Undefined where there is none of this address. */
export const readResource = (uri: string, deps: McpDeps, person: Person): string | undefined => {
  if (uri === "spillway://universes")
    return JSON.stringify(
      deps.universesFor(person).map(({ universe_id: id, name, type }) => ({ id, name: cleanLine(name, 200), type })),
    );
  if (uri === "spillway://glossary")
    return Object.entries(fieldDescriptions)
      .map(([resource, fields]) =>
        [`## ${resource}`, ...Object.entries(fields).map(([name, meaning]) => `- ${name}: ${meaning}`)].join("\n"),
      )
      .join("\n\n");
  if (uri === "spillway://questions")
    return questionGroups
      .map(({ title, questions: group }) =>
        [`## ${title}`, ...group.map(({ question, formula, how }) => `- ${question} \`${formula}\` ${how}`)].join("\n"),
      )
      .join("\n\n");
  return undefined;
};

const argumentHelp: Readonly<Record<Placeholder, string>> = {
  universe: "Name or id of a universe",
  universes: "Universes, separated by semicolons",
  list: "Companies, separated by semicolons",
  weights: "A number for each company, separated by semicolons",
  analysis: "Id of an analysis",
};

/** One prompt for each question. */
export const prompts: readonly Prompt[] = questions.map(({ id, question, formula }) => ({
  name: id,
  description: question,
  arguments: placeholdersIn(formula).map((name) => ({ name, description: argumentHelp[name], required: true })),
}));

const items = (value: string): readonly string[] =>
  value
    .split(/[;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** @throws WrongToolArgument */
const readWeights = (value: string): string => {
  const weights = items(value);
  const wrong = weights.find((weight) => !/^-?\d+(?:\.\d+)?$/.test(weight));
  if (wrong !== undefined) throw new WrongToolArgument(`weights must be numbers, got "${wrong.slice(0, 40)}".`);
  return `{${weights.join(";")}}`;
};

/** The formula of a question with what a person works with. */
export const questionFormula = (question: FormulaQuestion, given: Readonly<Record<string, string>>): string => {
  const missing = placeholdersIn(question.formula).find((name) => (given[name] ?? "").trim() === "");
  if (missing !== undefined) throw new WrongToolArgument(`${question.id} needs ${missing}: ${argumentHelp[missing]}.`);
  const values: QuestionValues = {
    universe: given["universe"],
    universes: items(given["universes"] ?? ""),
    list: textColumn(items(given["list"] ?? "")),
    weights: readWeights(given["weights"] ?? ""),
    analysis: given["analysis"],
  };
  return fillQuestion(question.formula, values);
};

/** The message of a prompt. Undefined where there is no such question. */
export const promptText = (name: string, given: Readonly<Record<string, string>>): string | undefined => {
  const question = questions.find(({ id }) => id === name);
  if (question === undefined) return undefined;
  return `${question.question}\nCall the tool query with the formula ${questionFormula(question, given)}\n${question.how}\nQuote each number with its company, period and unit, name formula, hash and as_of, say what is missing and why, and check your text with verify before you give it.`;
};
