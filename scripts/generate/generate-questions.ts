import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { placeholdersIn, type FormulaQuestion } from "../../src/formulas/define/question";
import { questionGroups } from "../../src/formulas/questions";

/** What a formula showed on the demo world, and its calls. */
export interface RecordedAnswer {
  /** As it was entered. */
  readonly formula: string;
  readonly calls: number;
  readonly rows: number;
  /** The first rows and columns. */
  readonly table: readonly (readonly string[])[];
}

/** What test/unit/formulas/questions/questions.slow.test.ts records. */
export interface RecordedAnswers {
  readonly today: string;
  readonly universe: string;
  /** The list of companies with the weights beside it. */
  readonly list: readonly (readonly [isin: string, weight: number])[];
  /** A list with identifiers that name no company, and where it stands. */
  readonly pasted: { readonly address: string; readonly list: readonly string[] };
  /** By question. */
  readonly answers: Readonly<Record<string, RecordedAnswer>>;
}

const file = "test/unit/formulas/questions/results.json";
const source = path.join(__dirname, "../..", file);

const escaped = (cell: string): string => cell.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");

const rowOf = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;

/** A header row is one that a formula shows; a table of values alone has an empty one. */
const tableOf = (table: RecordedAnswer["table"], hasHeader: boolean): string => {
  const [first = []] = table;
  const [header, rows] = hasHeader ? [first, table.slice(1)] : [first.map(() => ""), table];
  return [rowOf(header), rowOf(header.map(() => "---")), ...rows.map(rowOf)].join("\n");
};

/** Aligned functions, single values and formulas that filter show no header row. An inner call that finds an id does not matter. */
const showsHeader = ({ formula }: RecordedAnswer): boolean =>
  !/headers=no|align=yes|ENTITY\.GET|COUNT\(|FILTER\(|DOC\.CONTENT/.test(
    formula.replace(/INDEX\(ESG\.EVENTS\(.*?headers=no"\),1\)/, ""),
  );

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`;

const section = ({ question, how, id, formula: template }: FormulaQuestion, { answers }: RecordedAnswers): string => {
  const answer = answers[id];
  if (answer === undefined) return `### ${question}\n\n    ${template}\n\n${how}`;
  const { formula, calls, rows, table } = answer;
  const shown = rows > table.length ? `The first ${table.length} of ${rows} rows. ` : "";
  return `### ${question}\n\n    ${formula}\n\n${how} ${shown}${count(calls, "call")}.\n\n${tableOf(table, showsHeader(answer))}`;
};

const introduction = ({ today, universe, list, pasted }: RecordedAnswers): string => {
  const all = questionGroups.flatMap(({ questions }) => questions);
  const usesList = all.filter(({ formula }) => placeholdersIn(formula).includes("list")).length;
  return `# Questions

Generated from \`src/formulas/questions.ts\` and the answers in \`${file}\` by \`npm run generate\`. Do not edit.

${all.length} questions of analysts, each with one formula. The formula form of the task pane offers them with your own universe, list and analysis.

The answers are those of the demo world on ${today}. The universe is ${universe}, or one that has every company of the list; ${usesList} formulas read this list in A2:B${list.length + 1}. A call is an HTTP request of a first
calculation with an empty memory; later calculations make none until you refresh. Formulas use \`LET\`, \`FILTER\`, \`INDEX\`, \`TAKE\` and \`HSTACK\` of Excel, and no
\`LAMBDA\`. \`INDEX(table,,3)\` is the third column of a table. A filter over an empty result shows \`None\`. Long texts are cut here, and tables
after six rows and eight columns. ${pasted.address} holds ${pasted.list.join(", ")}.

${tableOf([["A: ISIN", "B: weight"], ...list.map(([isin, weight]) => [isin, String(weight)])], true)}
`;
};

/** docs/questions.md. */
export const renderQuestions = (): string => {
  const recorded = JSON.parse(readFileSync(source, "utf8")) as RecordedAnswers;
  const groups = questionGroups.map(({ title, questions }) =>
    [`## ${title}`, ...questions.map((question) => section(question, recorded))].join("\n\n"),
  );
  return `${[introduction(recorded), ...groups].join("\n\n").replaceAll(/\n{3,}/g, "\n\n")}\n`;
};

export const generateQuestions = (): ReadonlyMap<string, string> =>
  existsSync(source) ? new Map([["docs/questions.md", renderQuestions()]]) : new Map();
