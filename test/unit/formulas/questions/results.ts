import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RecordedAnswer, RecordedAnswers } from "../../../../scripts/generate/generate-questions";
import type { Answer } from "./ask";
import { formulaOf, questions, pasted, portfolio, today, valuesOf } from "./sample";

const file = path.join(__dirname, "results.json");

/** Rows and columns that the page shows. */
const [mostRows, mostColumns] = [6, 8];
const mostCharacters = 60;

/** A cell as the page shows it: long texts are cut, numbers have four decimals. */
const shortened = ({ value, text }: Answer["cells"][number][number]): string => {
  if (typeof value === "number" && !Number.isInteger(value) && /^-?[\d.]+(E-\d+)?$/.test(text))
    return String(Number(value.toFixed(4)));
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).trimEnd()}…`;
};

/** An answer as docs/questions.md shows it. */
const recorded = ({ cells, calls }: Answer, formula: string): RecordedAnswer => ({
  formula,
  calls,
  rows: cells.length,
  table: cells.slice(0, mostRows).map((row) => row.slice(0, mostColumns).map(shortened)),
});

/** All answers as docs/questions.md shows them. */
export const recordedAnswers = (answers: ReadonlyMap<string, Answer>): RecordedAnswers => ({
  today,
  universe: valuesOf({ id: "" }).universe ?? "",
  list: portfolio,
  pasted: { address: valuesOf({ id: "no-match" }).list ?? "", list: pasted },
  answers: Object.fromEntries(
    questions.flatMap((question) => {
      const answer = answers.get(question.id);
      return answer === undefined ? [] : [[question.id, recorded(answer, formulaOf(question))]];
    }),
  ),
});

/** Writes them for `npm run generate`. */
export const writeResults = (results: RecordedAnswers): void =>
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);

/** As they were written last. */
export const readResults = (): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);
