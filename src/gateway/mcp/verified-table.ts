import { foldText } from "../../facts/folded-text";
import type { PlainCell } from "../tables/table-text";
import { readPeriods } from "./stated-periods";
import type { AnswerColumn } from "./answer";

/** A text of a row, or a header, by which a sentence names it. */
interface Label {
  readonly text: string;
  readonly rows: ReadonlySet<number>;
  /** The column that has it; -1 for a header, which names the column `header`. */
  readonly column: number;
  readonly header?: number;
  /** A part of a name that no other row has, such as "Acme" of "Acme Bank". */
  readonly isPart?: boolean;
}

/** A label in a sentence. */
export interface Mention extends Label {
  readonly start: number;
  readonly end: number;
}

export interface RowPeriod {
  readonly column: number;
  readonly from: number;
  readonly to: number;
  /** The row counts a period; otherwise it has a date. */
  readonly isPeriod: boolean;
}

/** Endings of names of firms, which sentences leave out. */
const legalForm =
  /,? (?:AB|SA|AG|plc|Ltd|Limited|Inc|Corp|Corporation|SE|N\.?V|GmbH|S\.?p\.?A|PJSC|Oyj|ASA|A\/S|BV|KGaA|Co|LLC|LP|SAS|Group|Holding|Holdings)\.?$/i;
const longestLabel = 90;
/** Days of the periods that a column counts by its name. */
const periodDays: Readonly<Record<string, number>> = {
  day: 1,
  extract_day: 1,
  week: 7,
  month: 31,
  quarter: 92,
  year: 366,
};

/** Other words for columns. */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  events: ["event", "incidents", "incident", "controversies", "controversy"],
  documents: ["document", "articles", "article", "news items"],
  companies: [
    "company",
    "firms",
    "firm",
    "issuers",
    "banks",
    "insurers",
    "holdings",
    "members",
    "constituents",
    "entities",
  ],
  sentences: ["sentence"],
  universes: ["universe"],
  cases: ["case"],
  goals: ["goal"],
  tasks: ["task"],
  employee_count: ["employees", "employee", "staff", "headcount", "people"],
  related_documents_count: ["documents", "document", "articles"],
  highest_score: ["top score", "maximum score", "peak score", "highest score"],
  mean_score: ["average score", "mean score", "average severity", "mean severity"],
  mean_polarity: ["average polarity", "mean polarity", "polarity", "tone", "sentiment"],
  severe: ["severe events", "severe documents", "severe"],
  share: ["share", "percent", "proportion"],
  net: ["net contribution", "net"],
  positive: ["positive contribution"],
  negative: ["negative contribution"],
  revenue: ["revenue", "sales", "turnover"],
  score: ["score", "severity"],
  count: ["companies", "company"],
  E: ["environmental"],
  S: ["social"],
  G: ["governance"],
};

/** "Criticised" and "criticises" are one word. */
export const stem = (word: string): string => word.toLowerCase().slice(0, Math.max(4, word.length - 3));

/** Whether a word is an ending of a firm's name. */
export const isLegalForm = (word: string): boolean => legalForm.test(` ${word}`);

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** The week, month, quarter or year that begins with a day, or has it. */
const periodAround = (day: number, days: number): Pick<RowPeriod, "from" | "to"> => {
  const months = days > 300 ? 12 : days > 90 ? 3 : days > 30 ? 1 : 0;
  if (months === 0) return { from: day, to: day + days };
  const date = new Date(day * 86_400_000);
  const first = Math.floor(date.getUTCMonth() / months) * months;
  const year = date.getUTCFullYear();
  return { from: Date.UTC(year, first, 1) / 86_400_000, to: Date.UTC(year, first + months, 1) / 86_400_000 };
};

/** The rows of an answer as sentences name them. */
export class VerifiedTable {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly (readonly PlainCell[])[];
  /** The longest first. */
  readonly labels: readonly Label[];
  /** By the first word of each, so that a text is searched once, however many labels there are. */
  readonly #labelsByWord: ReadonlyMap<string, readonly IndexedLabel[]>;
  readonly #mentions = new Map<string, readonly Mention[]>();
  readonly numeric: readonly number[];
  /** The periods of each row. */
  readonly periods: readonly (readonly RowPeriod[])[];
  readonly headerPeriods: readonly (RowPeriod | undefined)[];
  /** Words for each column, each a list of words that stand together. */
  readonly variants: readonly (readonly (readonly string[])[])[];
  /** All of them, the longest first, as one pattern. */
  readonly phrases: RegExp;

  constructor(columns: readonly AnswerColumn[], rows: readonly (readonly PlainCell[])[]) {
    this.columns = columns;
    this.rows = rows;
    this.numeric = columns.flatMap((_, place) => (rows.some((row) => typeof row[place] === "number") ? [place] : []));
    this.labels = this.#readLabels();
    this.#labelsByWord = indexLabels(this.labels);
    this.periods = rows.map((row) => row.flatMap((cell, column) => this.#periodIn(cell, column) ?? []));
    this.headerPeriods = columns.map(({ name, label }, column) => this.#periodIn(label ?? name, column, true));
    this.variants = columns.map(({ name, label = name }) =>
      [name.replaceAll(/[_.]/g, " "), label, ...(synonyms[name] ?? [])]
        .map(wordsIn)
        .filter((words) => words.length > 0),
    );
    const all = new Set(this.variants.flat().map((words) => words.join(String.raw`\s+`)));
    const phrases = [...all].toSorted((one, other) => other.length - one.length).join("|");
    this.phrases = new RegExp(String.raw`(?<!\p{L})(?:${phrases})(?!\p{L})`, "giu");
  }

  /** The words of the texts of a row, without their endings. */
  rowStems(row: number): readonly string[] {
    return (this.rows[row] ?? []).flatMap((cell) =>
      typeof cell === "string" ? (cell.match(/\p{L}+/gu) ?? []).map(stem) : [],
    );
  }

  #readLabels(): readonly Label[] {
    const byText = new Map<string, Label & { readonly rows: Set<number> }>();
    const add = (text: string, column: number, row: number): void => {
      if (text.length < 2 && !/^[ESG]$/.test(text)) return;
      const key = `${column} ${text.toLowerCase()}`;
      const known = byText.get(key) ?? { text, column, rows: new Set<number>() };
      known.rows.add(row);
      byText.set(key, known);
    };
    for (const [row, cells] of this.rows.entries())
      for (const [column, cell] of cells.entries()) {
        if (typeof cell !== "string" || cell === "" || cell.length > longestLabel || /^\d{4}-\d\d/.test(cell)) continue;
        // A currency is a unit, and names no row.
        if ((this.columns[column]?.name ?? "").endsWith("currency")) continue;
        add(cell, column, row);
        const short = cell.replace(legalForm, "");
        if (short !== cell && short.length > 3) add(short, column, row);
      }
    for (const [word, part] of this.#nameParts()) byText.set(`part ${word}`, part);
    const all = new Set(this.rows.keys());
    const headers = this.columns.flatMap(({ name, label = name }, header): Label[] =>
      this.numeric.includes(header) && !/^\d{4}-/.test(label)
        ? [label, label.replace(legalForm, "")].map((text) => ({ text, column: -1, header, rows: all }))
        : [],
    );
    return [...byText.values(), ...headers].toSorted((one, other) => other.text.length - one.text.length);
  }

  /** The words of names that only one name has. */
  #nameParts(): ReadonlyMap<string, Label & { readonly rows: Set<number> }> {
    const column = this.columns.findIndex(({ name }) => /^(?:entity\.)?name$/.test(name));
    const parts = new Map<string, Label & { readonly rows: Set<number> }>();
    const [names, several] = [new Map<string, string>(), new Set<string>()];
    for (const [row, cells] of this.rows.entries()) {
      const name = cells[column];
      if (typeof name !== "string") continue;
      for (const [text] of name.matchAll(/\p{Lu}\p{Ll}{4,}/gu)) {
        if (text === name) continue;
        if ((names.get(text) ?? name) !== name) several.add(text);
        names.set(text, name);
        const part = parts.get(text) ?? { text, rows: new Set<number>(), column, isPart: true };
        part.rows.add(row);
        parts.set(text, part);
      }
    }
    for (const word of several) parts.delete(word);
    return parts;
  }

  #periodIn(cell: PlainCell | undefined, column: number, isHeader = false): RowPeriod | undefined {
    if (typeof cell !== "string" || !/^\d{4}/.test(cell)) return undefined;
    const [period] = readPeriods(cell.replace(/ \(.*\)$/, "")).periods;
    if (period?.start !== 0) return undefined;
    const { from, to } = period;
    const days = periodDays[this.columns[column]?.name ?? ""] ?? (isHeader ? 31 : undefined);
    if (days === undefined || to - from > 1) return { column, from, to, isPeriod: to - from > 1 };
    return { column, ...periodAround(from, days), isPeriod: true };
  }

  /** The labels that stand in a text as whole words; a longer one hides those inside it. */
  mentions(text: string): readonly Mention[] {
    const known = this.#mentions.get(text) ?? this.#findMentions(text);
    this.#mentions.set(text, known);
    return known;
  }

  #findMentions(text: string): readonly Mention[] {
    const lower = foldLetters(text);
    const candidates = [...lower.matchAll(word)].flatMap((match) =>
      (this.#labelsByWord.get(match[0]) ?? []).flatMap((label) => {
        const start = match.index - label.lead;
        return start >= 0 && lower.startsWith(label.needle, start) ? [{ label, start }] : [];
      }),
    );
    const mentions: Mention[] = [];
    const hidden: (readonly [number, number, string])[] = [];
    for (const { label, start } of candidates.toSorted((one, other) => one.label.place - other.label.place)) {
      const { needle, label: own } = label;
      const end = start + needle.length;
      if (/[\p{L}\p{N}]/u.test(lower.slice(start - 1, start)) || /^[\p{L}\p{N}]/u.test(lower.slice(end, end + 2)))
        continue;
      // A single letter is a name only as a capital one.
      if (needle.length === 1 && text.slice(start, end) !== own.text) continue;
      if (hidden.some(([from, to, other]) => start >= from && end <= to && other !== needle)) continue;
      mentions.push({ ...own, start, end });
      hidden.push([start, end, needle]);
    }
    return mentions;
  }
}

/** A label with its text in small letters, its place in the order of labels, and the characters before its first word. */
interface IndexedLabel {
  readonly label: Label;
  readonly needle: string;
  readonly place: number;
  readonly lead: number;
}

/** A text without case and accents, of the same length. */
const foldLetters = (text: string): string =>
  Array.from(text, (letter) => {
    const plain = foldText(letter);
    return plain.length === letter.length ? plain : letter;
  }).join("");

const word = /[\p{L}\p{N}]+/gu;

const indexLabels = (labels: readonly Label[]): ReadonlyMap<string, readonly IndexedLabel[]> => {
  const index = new Map<string, IndexedLabel[]>();
  for (const [place, label] of labels.entries()) {
    const needle = foldLetters(label.text.normalize("NFC"));
    const first = /[\p{L}\p{N}]+/u.exec(needle);
    if (first === null) continue;
    const known = index.get(first[0]) ?? [];
    known.push({ label, needle, place, lead: first.index });
    index.set(first[0], known);
  }
  return index;
};
