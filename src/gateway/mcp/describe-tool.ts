import type { FunctionDefinition } from "../../formulas/define/definition";
import { fieldDescriptions } from "../../contract/field-descriptions";
import { functions } from "../../formulas/functions";
import { questionGroups } from "../../formulas/questions";
import { createFormulaSearch, type FormulaEntry, type FormulaSearch } from "../../formulas/search/formula-search";
import type { ToolAnswer } from "./assistant";
import { cleanLine } from "./clean-text";

/** QUERY.* and ANALYSIS.LIST tell of a workbook. */
const isAnswerable = ({ name }: FunctionDefinition): boolean => !name.startsWith("QUERY.") && name !== "ANALYSIS.LIST";

/** The functions that have an answer without a workbook. */
export const answerable = functions.filter(isAnswerable);

const workbookOnly = "Of a formula, query says what QUERY.INFO shows: completeness, coverage, as_of and hash.";

const signature = ({ name, parameters }: FunctionDefinition): string =>
  `${name}(${parameters.map((parameter) => (parameter.optional ? `[${parameter.name}]` : parameter.name)).join(",")})`;

/** A colon does not end a sentence: what is allowed stands behind it. */
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;

/** Values of a closed set that are named. */
const mostValues = 8;

const valueList = (values: readonly string[] | undefined): string =>
  values === undefined || values.length === 0
    ? ""
    : ` (${values.slice(0, mostValues).join(", ")}${values.length > mostValues ? ", …" : ""})`;

/** Arguments, options and columns of a function, in a few hundred tokens. */
const describeFunction = (definition: FunctionDefinition): string => {
  const { description, parameters, options, columns, companyColumns, resource, examples } = definition;
  const meanings = fieldDescriptions[resource ?? ""] ?? {};
  return [
    `=${signature(definition)}`,
    description,
    ...parameters.map(({ name, description: text, choices }) =>
      `- ${name}: ${firstSentence(text)}${valueList(choices?.map(({ value }) => String(value)))}`.trimEnd(),
    ),
    ...(options.length === 0
      ? []
      : [
          `Options and filters, "key=value; key=value": ${options.map(({ key, values }) => `${key}${valueList(values)}`).join(", ")}.`,
        ]),
    ...(columns.length === 0
      ? []
      : [
          `Columns (fields; * shown without it): ${columns.map(({ name, shown }) => (shown ? `${name}*` : name)).join(", ")}.`,
        ]),
    ...(companyColumns.length === 0 ? [] : ["Columns entity.… are those of ENTITY.GET."]),
    ...Object.entries(meanings).flatMap(([name, text]) =>
      /date|activity|_at$/.test(name) && columns.some((column) => column.name === name) ? [`${name}: ${text}`] : [],
    ),
    ...examples.slice(0, 1).map(({ formula, shows }) => `Example: ${formula} → ${shows}`),
  ].join("\n");
};

const rules = `A formula is one call as Excel writes it in English: texts in double quotes, arguments separated by commas, lists as {"a";"b"}. Excel's LET, INDEX, FILTER, TAKE, HSTACK, SUM, SUMPRODUCT, DATE and operators may stand around it; there are no cells and no names. Dates: "2026-01-31", "today", "-30d", "-3m", "-1y", "wtd", "mtd", "qtd", "ytd"; days are UTC. A limit of rows is an argument or option "limit".`;

const overview = (): string =>
  [
    rules,
    "Functions (describe one by its name):",
    ...answerable.map(({ name, description }) => `${name}: ${firstSentence(description).replace(/:.*/, ".")}`),
  ].join("\n");

const columnHelp = (resource: string, column: string): string => fieldDescriptions[resource]?.[column] ?? "";

let search: FormulaSearch | undefined;
/** Functions, questions and columns that words bring. */
const mostEntries = 8;

const entryLine = (entry: FormulaEntry): string => {
  if (entry.kind === "question") return `${entry.question.question} ${entry.question.formula}`;
  const { definition } = entry;
  if (entry.kind === "function") return `=${signature(definition)}: ${firstSentence(definition.description)}`;
  const { name } = entry.column;
  return `Column ${name} of ${definition.name}: ${columnHelp(definition.resource ?? "", name)}`;
};

/** `describe`: all functions, one of them, or what fits words by their meaning, as in the search of the pane. */
export const describe = (topic: string): ToolAnswer => {
  const [name = ""] = topic.trim().toUpperCase().replace(/^=/, "").split("(", 1);
  if (name === "") return { text: overview() };
  const definition = functions.find((each) => each.name === name || name.endsWith(`.${each.name}`));
  if (definition !== undefined)
    return {
      text: isAnswerable(definition)
        ? describeFunction(definition)
        : `${definition.name} works only in a workbook. ${workbookOnly}`,
    };
  search ??= createFormulaSearch(answerable, questionGroups, columnHelp);
  const entries = search(topic).slice(0, mostEntries);
  return {
    text:
      entries.length === 0
        ? `Nothing fits "${cleanLine(topic, 60)}". Call describe without a topic for all functions.`
        : entries.map(entryLine).join("\n"),
  };
};
