import { cellAddress } from "../../../../facts/addresses";
import { formulaText } from "../../../../formulas/define/formula-text";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import { blockRow, firstFact, type Report, type ReportBlock } from "../../../excel/sheet/report-sheet";
import {
  fieldColumn,
  type FileRow,
  identityQuestion,
  type FileQuestion,
  fileQuestions,
  shownFacts,
  textQuestion,
  timeLineQuestion,
} from "./company-file";

/** What the cells at the top of the sheet hold first. */
export interface SheetInput {
  /** An identifier of the company. */
  readonly company: string;
  readonly universe: string;
  /** A date as functions take it; empty for all dates. */
  readonly from: string;
  readonly identity: FileRow;
}

/** The cells that the reader changes, from the first fact on. */
const sheetInputs = ["company", "universe", "from", "event", "document"] as const;
type InputName = (typeof sheetInputs)[number];

const inputReference = (name: InputName): string => `$B$${firstFact + 1 + sheetInputs.indexOf(name)}`;

/** What the sheet shows of the company, below the inputs. */
const facts = ["name", ...shownFacts, "revenue.currency", "website", "id"] as const;

/** Rows behind a header that a number in the inputs can choose from. */
const mostChosen = 10_000;

/**
 * The sheet of a company file. Each list has columns of its own to the right of the facts: lists grow downward, their columns are fixed, and
 * so none of them can run into another one when the company changes.
 */
export const companySheet = ({ company, universe, from, identity }: SheetInput): Report => {
  const cell = (name: InputName): { readonly reference: string } => ({ reference: inputReference(name) });
  const questions = fileQuestions(cell("company"), cell("universe"), cell("from"));
  const { blocks, add } = newBlocks();
  const events = add(t("file.events"), questionFormula(questions.events), 10);
  const event = (field: string): string => chosenFormula(events + fieldColumn("events", field), "event");
  add(
    t("file.timeLine"),
    ifGiven(event("case_id"), questionCall(timeLineQuestion({ reference: event("case_id") }, cell("universe")))),
    7,
    ifGiven(event("title"), event("title")),
  );
  const documents = add(t("file.documents"), questionFormula(questions.documents), 10);
  add(t("file.sentiment"), questionFormula(questions.sentiment), 3);
  add(t("file.goals"), questionFormula(questions.goals), 3);
  add(t("file.impact"), questionFormula(questions.impact), 7);
  const document = (field: string): string => chosenFormula(documents + fieldColumn("documents", field), "document");
  const id = document("datamarts_document_id");
  // The last one, because a long text runs over the cells to its right.
  add(
    t("file.text"),
    ifGiven(id, questionCall(textQuestion({ reference: id }, { reference: document("extract_date") }))),
    1,
    ifGiven(document("title"), document("title")),
  );
  const first: Readonly<Record<InputName, CellContent>> = { company, universe, from, event: 1, document: 1 };
  return {
    sheetName: String(identity["name"] ?? t("view.company"))
      .slice(0, longestName)
      .trim(),
    title: t("view.company"),
    subtitle: t("file.sheetLead", { first: "B4", last: `B${firstFact + sheetInputs.length}` }),
    facts: [
      ...sheetInputs.map((name) => ({ label: t(`file.input.${name}`), value: first[name], isInput: true })),
      ...facts.map((field) => ({
        label: t(`file.fact.${field}`),
        value: identity[field] ?? "",
        formula: questionFormula(identityQuestion(cell("company"), [field])),
      })),
    ],
    widths: [150, 220, blockGap],
    tables: [],
    blocks,
  };
};

const blockGap = 20;
/** Leaves room for a number behind the name of the sheet. */
const longestName = 27;
/** The first column of the blocks: A and B have the facts. */
const startColumn = 3;

/** Blocks beside each other, with a free column between two of them. */
const newBlocks = () => {
  const blocks: ReportBlock[] = [];
  let next = startColumn;
  const add = (heading: string, formula: string, columns: number, further?: string): number => {
    const column = next;
    const anchor = { reference: cellAddress(undefined, blockRow, column) };
    const about = (item: string): string => questionCall({ name: "QUERY.INFO", values: [anchor, item] });
    const complete = `"${t("whereFrom.complete").replaceAll('"', '""')}"`;
    const fetched = { label: t("file.fetched"), formula: `=${about("fetched_at")}` };
    const extent = [
      { label: t("file.rows"), formula: `=${about("rows")}` },
      fetched,
      // An error or older values first, then why records are missing.
      { formula: `=IF(${about("error")}<>"",${about("error")},IF(${about("why")}="",${complete},${about("why")}))` },
    ];
    const notes = further === undefined ? extent : [{ formula: further }, fetched];
    blocks.push({ column, heading, formula, notes });
    next += Math.max(columns, 2) + 1;
    return column;
  };
  return { blocks, add };
};

const questionCall = ({ name, values }: FileQuestion): string => formulaText(name, values);
const questionFormula = (question: FileQuestion): string => `=${questionCall(question)}`;

/** The cell of a column of a block in the row that an input chooses, the first below its header being 1. */
const chosenFormula = (column: number, input: InputName): string => {
  const [first, last] = [blockRow + 1, blockRow + mostChosen].map((row) => cellAddress(undefined, row, column));
  return `INDEX(${first}:${last},${inputReference(input)})`;
};

/** Blank where the chosen cell is. */
const ifGiven = (cell: string, formula: string): string => `=IF(${cell}="","",${formula})`;

/** The cells of the lists of such a sheet, so that their results are formatted. */
export const blockCells = (sheet: string, { blocks = [] }: Report): readonly string[] =>
  blocks.slice(0, -1).map(({ column }) => cellAddress(sheet, blockRow, column));
