import { synonyms, type VerifiedTable } from "./verified-table";

/** What a number is compared with. */
export interface Source {
  readonly formula: string;
  readonly table: VerifiedTable;
  /** The words of the formula, which say what is counted. */
  readonly counted: ReadonlySet<string>;
  /** Texts in the formula, such as the name of a universe. */
  readonly texts: readonly string[];
  /** What each row is, where the formula lists records. */
  readonly listed: string | undefined;
  /** Why it is not all that there is; undefined where it is. */
  readonly incomplete: string | undefined;
  /** When the service gave its records (ms since 1970). */
  readonly fetchedAt: number | undefined;
}

/** What can be counted, as columns and formulas name it. */
export const countable: ReadonlySet<string> = new Set(
  "events documents companies employee_count sentences universes cases goals tasks".split(" "),
);

/** What a word counts. */
export const countNouns: ReadonlyMap<string, string> = new Map(
  [...countable].flatMap((name) => [name, ...(synonyms[name] ?? [])].map((word) => [word, name] as const)),
);

const formulaNouns: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bUNIVERSE\.(?:COUNT|ENTITIES|COVERAGE|CONTAINS)/i, ["companies"]],
  [/\bENTITY\./i, ["companies"]],
  [/\bESG\.(?:EVENTS|CASE)/i, ["events"]],
  [/\b(?:ESG|SDG)\.DOCUMENTS/i, ["documents"]],
  [/\bESG\.SUMMARY(?!.*\bof\s*=\s*documents)/is, ["events"]],
  [/\bof\s*=\s*documents|\bSDG\.SUMMARY|\bANALYSIS\./i, ["documents"]],
];

/** What the rows of a listing are. */
const listings: readonly (readonly [RegExp, string])[] = [
  [/^=?(?:FILTER\()?ESG\.(?:EVENTS|CASE)\(/i, "events"],
  [/^=?(?:FILTER\()?(?:ESG|SDG|ANALYSIS)\.DOCUMENTS\(/i, "documents"],
  [/^=?(?:FILTER\()?(?:UNIVERSE\.ENTITIES|ENTITY\.(?:GET|RESOLVE))\(/i, "companies"],
];

/** Whether each row is a company. */
export const hasCompanies = ({ columns }: VerifiedTable): boolean => /^(?:entity\.)?name$/.test(columns[0]?.name ?? "");

const units: Readonly<Record<string, string>> = {
  d: "day",
  w: "week",
  m: "month",
  y: "year",
  mtd: "month",
  qtd: "quarter",
  ytd: "year",
};
const countWords = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/** How sentences name the days of a formula: "-2y" are the last two years, "mtd" is this month. */
const spanTexts = (formula: string): readonly string[] =>
  [...formula.matchAll(/"(?:-(\d+)([dwmy])|([mqy]td))"/gi)].flatMap(([, count, letter = "", toDate = ""]) => {
    const unit = units[(letter + toDate).toLowerCase()] ?? "";
    if (count === undefined) return [`this ${unit}`, `${unit} to date`];
    const months = unit === "year" ? [`${Number(count) * 12} months`] : [];
    const spans = [
      ...(count === "1" ? [unit] : []),
      `${count} ${unit}s`,
      `${countWords[Number(count) - 1] ?? count} ${unit}s`,
    ];
    return [...months, ...spans].flatMap((span) => [`the last ${span}`, `the past ${span}`]);
  });

export const toSource = (
  formula: string,
  table: VerifiedTable,
  {
    incomplete,
    fetchedAt,
    universes,
  }: Pick<Source, "incomplete" | "fetchedAt"> & { readonly universes: readonly string[] },
): Source => ({
  ...{ formula, table, fetchedAt, incomplete },
  listed: listings.find(([pattern]) => pattern.test(formula))?.[1],
  counted: new Set([
    ...formulaNouns.flatMap(([pattern, nouns]) => (pattern.test(formula) ? nouns : [])),
    ...table.columns.map(({ name }) => name),
    ...(hasCompanies(table) ? ["companies"] : []),
    ...table.columns.flatMap(({ name }) => (name === "related_documents_count" ? ["documents"] : [])),
    ...(/\bESG\.\w+\([^,]*,\s*[45]\b/i.test(formula) ? ["severe"] : []),
    ...(formula.match(/[a-z_]+/gi) ?? []).map((word) => word.toLowerCase()),
  ]),
  texts: [
    ...universes,
    ...spanTexts(formula),
    ...[...formula.matchAll(/"((?:[^"]|"")*)"/g)].flatMap(([, text = ""]) => (/[=;]/.test(text) ? [] : [text])),
  ],
});
