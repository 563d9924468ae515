import type { FieldType } from "../../../../contract/fields";
import { AddinError } from "../../../../engine/http/addin-error";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import type { Runtime } from "../../../../engine/runtime";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { formulaText } from "../../../../formulas/define/formula-text";
import type { Calculation } from "../../../../formulas/table/formula-result";
import { plainValue } from "../../../../formulas/table/matrix";
import { fromSerial } from "../../../../formulas/table/dates";
import type { CellContent } from "../../../excel/sheet/ranges";
import { findFunction, paneInvocation } from "../../state/function-call";

/** A worksheet function with its arguments. On a sheet an argument may be a reference. */
export interface FileQuestion {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** The parts of a company file that are read at once. The first one of each listing asks for all fields that the others need of it. */
export const sectionNames = ["events", "documents", "sentiment", "impact", "goals"] as const;
export type SectionName = (typeof sectionNames)[number];

/** Sections of ESG data. The service lists it by universe only. */
export const byUniverse: readonly SectionName[] = ["events", "documents", "sentiment"];

/** Sections that share one listing are read one after the other, so that the second one is answered from memory. */
export const listings: readonly (readonly SectionName[])[] = [
  ["events"],
  ["documents", "sentiment"],
  ["impact", "goals"],
];

/** The facts of a company that the pane and the sheet show below its name, in this order. */
export const shownFacts = [
  "isin",
  "lei",
  "figi",
  "ticker",
  "country",
  "city",
  "isic4.section",
  "isic4",
  "employee_count",
  "revenue",
] as const;

/** What is read of the company itself. The pane takes the words of a section from the path. */
const identityFields = [
  "name",
  ...shownFacts.map((field) => (field === "isic4.section" ? "isic4.path" : field)),
  "revenue.currency",
  "revenue.date",
  "website",
  "id",
];

const sectionFields: Readonly<Record<"events" | "documents" | "impact", string>> = {
  events:
    "last_activity,score,title,categories,sub_categories,related_documents_count,summary,dashboard_url,case_id,id",
  documents: "extract_date,title,site,score,polarity,summary,url,case_id,datamarts_document_id,id",
  impact: "extract_date,score,title,categories,polarity,url,id",
};

/** The place of a column among those of a section, from 0. */
export const fieldColumn = (section: keyof typeof sectionFields, field: string): number =>
  sectionFields[section].split(",").indexOf(field);

/**
 * What a company file asks, in the pane and on a sheet: the same functions with the same arguments, so that both show the same and share one
 * memory. `from` is a date as functions take it; blank for all dates.
 */
export const fileQuestions = (
  company: unknown,
  universe: unknown,
  from: unknown,
): Readonly<Record<SectionName, FileQuestion>> => {
  const newest = (field: string): string => `sort=${field}:desc`;
  return {
    events: {
      name: "ESG.EVENTS",
      values: [universe, null, from, null, company, sectionFields.events, null, newest("last_activity")],
    },
    documents: {
      name: "ESG.DOCUMENTS",
      values: [universe, null, from, null, company, sectionFields.documents, null, newest("extract_date")],
    },
    sentiment: {
      name: "ESG.SUMMARY",
      values: [
        universe,
        null,
        from,
        null,
        company,
        "month",
        "of=documents; show=documents,mean_polarity; sort=month:desc",
      ],
    },
    impact: {
      name: "SDG.DOCUMENTS",
      values: [company, null, from, null, null, sectionFields.impact, null, newest("extract_date")],
    },
    goals: { name: "SDG.SUMMARY", values: [company, null, from, null, "goal", "show=documents,mean_score"] },
  };
};

export const identityQuestion = (company: unknown, fields: readonly string[] = identityFields): FileQuestion => ({
  name: "ENTITY.GET",
  values: [company, fields.join(",")],
});

export const universesQuestion = (company: unknown): FileQuestion => ({ name: "ENTITY.UNIVERSES", values: [company] });

/** The time line of a case, oldest first. A case may be of several companies, so each row names its own. */
export const timeLineQuestion = (caseId: unknown, universe: unknown): FileQuestion => ({
  name: "ESG.CASE",
  values: [caseId, universe, "date,kind,title,score,entity.name,dashboard_url,id"],
});

/** The text of a document; in another language where one is given (as the service calls it), which counts as usage. */
export const textQuestion = (id: unknown, extractDate: unknown, language?: string): FileQuestion => ({
  name: "DOC.TEXT",
  values: [id, extractDate, ...(language === undefined ? [] : [`translate=${language}`])],
});

/** A row of an answer by the names of its columns. Dates are ms since 1970. */
export type FileRow = Readonly<Record<string, CellContent>>;

/** What a function answered, and what a reader must know about it. */
export interface FileAnswer {
  readonly rows: readonly FileRow[];
  /** Why there are more records than rows. */
  readonly cut: string | undefined;
  /** Why the rows are older than asked for. */
  readonly stale: string | undefined;
  readonly fetchedAt: number | undefined;
}

/** Asks a worksheet function. @throws AddinError where a cell would show an error */
export type Ask = (question: FileQuestion) => Promise<FileAnswer>;

/** Asks through the definitions of the worksheet functions, as cells do. */
export const askFunctions =
  (definitions: readonly FunctionDefinition[], runtime: Runtime, signal: AbortSignal): Ask =>
  async ({ name, values }) => {
    const definition = findFunction(definitions, name);
    const all = definition.parameters.map((_, place) => values[place] ?? null);
    let answer: Calculation | undefined;
    const answered = (one: Calculation): void => void (answer = one);
    try {
      await definition.invoke(all, { ...paneInvocation(runtime, signal), onCalculated: answered });
    } catch (error) {
      if (!(error instanceof AddinError) || error.code !== "no-rows") throw error;
    }
    const query = formulaText(name, all);
    const entry = runtime.requestLog.entries
      .get()
      .findLast((one) => one.what === name && one.address === undefined && one.query === query);
    return toFileAnswer(answer, entry);
  };

const toFileAnswer = (answer: Calculation | undefined, entry: RequestLogEntry | undefined): FileAnswer => ({
  rows: answer === undefined ? [] : recordsIn(answer),
  cut: answer?.incomplete,
  stale: entry?.staleReason,
  fetchedAt: entry?.fetchedAt ?? entry?.lookupsAt,
});

const isDateType = (type: FieldType): boolean => type === "date" || type === "date-time";

/** The rows without the last one of a part, which says that more exist. */
const recordsIn = (answer: Calculation): readonly FileRow[] => {
  const { columns } = answer.result.records;
  const rows = answer.result.rows().slice(0, answer.partial ? -1 : undefined);
  // A single text has no columns.
  if (columns.length === 0) return rows.map((row) => ({ value: plainValue(row[0]) }));
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ name, type }, place): readonly [string, CellContent] => {
        const value = plainValue(row[place]);
        return [name, isDateType(type) && typeof value === "number" ? fromSerial(value) : value];
      }),
    ),
  );
};

/** What the events and documents of a company tell about one case. */
export interface KnownCase {
  readonly id: string;
  /** Of the newest event, else of the newest document. */
  readonly title: string;
  readonly events: number;
  readonly documents: number;
  /** Ms since 1970. */
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

/** The cases of events and documents, the one with the newest record first. */
export const listCases = (events: readonly FileRow[], documents: readonly FileRow[]): readonly KnownCase[] => {
  const cases = new Map<string, KnownCase>();
  const add = (row: FileRow, date: string, counted: Pick<KnownCase, "events" | "documents">): void => {
    const [id, at, score] = [String(row["case_id"] ?? ""), Number(row[date]), Number(row["score"]) || 0];
    if (id === "") return;
    const known = cases.get(id) ?? {
      ...{ id, title: String(row["title"] ?? ""), first: at, last: at },
      ...{ events: 0, documents: 0, score: 0 },
    };
    cases.set(id, {
      ...known,
      events: known.events + counted.events,
      documents: known.documents + counted.documents,
      first: Math.min(known.first, at),
      last: Math.max(known.last, at),
      score: Math.max(known.score, score),
    });
  };
  for (const row of events) add(row, "last_activity", { events: 1, documents: 0 });
  for (const row of documents) add(row, "extract_date", { events: 0, documents: 1 });
  return [...cases.values()].toSorted((one, other) => other.last - one.last);
};
