import { type NamedCompany, NameMatcher } from "../../src/data/enrich/name-matcher";
import { mean, type QualityLine, readRows, readText, share } from "./data-sets";

/** The companies of the SEC's list, by CIK. */
export const secCompanies = (folder: string): readonly NamedCompany[] => {
  const listed = JSON.parse(readText(folder, "us-listings/company_tickers.json.gz")) as Readonly<
    Record<string, { readonly cik_str: number; readonly title: string }>
  >;
  const names = new Map<string, Set<string>>();
  for (const { cik_str: cik, title } of Object.values(listed)) {
    const known = names.get(String(cik)) ?? new Set();
    names.set(String(cik), known.add(title));
  }
  return [...names].map(([id, titles]) => ({ id, names: [...titles], cik: id }));
};

interface Query {
  readonly text: string;
  readonly id: string;
}

const measure = (
  matcher: NameMatcher,
  queries: readonly Query[],
): { first: number; accepted: number; precision: number; offered: number } => {
  const results = queries.map(({ text, id }) => ({ id, search: matcher.search(text) }));
  const accepted = results.filter(({ search }) => search.accepted !== undefined);
  return {
    first: mean(results.map(({ id, search }) => Number(search.matches[0]?.id === id))),
    offered: mean(results.map(({ id, search }) => Number(search.matches.some((match) => match.id === id)))),
    accepted: accepted.length / queries.length,
    precision: mean(accepted.map(({ id, search }) => Number(search.accepted?.id === id))),
  };
};

/** The share of queries for which a company is accepted although the true one is not in the list. Half the queries are taken out at a time. */
const acceptedWhenAbsent = (companies: readonly NamedCompany[], queries: readonly Query[]): number =>
  mean(
    [0, 1].flatMap((part) => {
      const asked = queries.filter((_, position) => position % 2 === part);
      const absent = new Set(asked.map(({ id }) => id));
      const matcher = new NameMatcher(companies.filter(({ id }) => !absent.has(id)));
      return asked.map(({ text }) => Number(matcher.search(text).accepted !== undefined));
    }),
  );

const listings = (folder: string): readonly QualityLine[] => {
  const companies = secCompanies(folder);
  const queries = readRows(folder, "name-matching/us-listing-to-sec-names.half.csv").map(
    ({ query = "", cik = "" }): Query => ({ text: query, id: cik }),
  );
  const { first, accepted, precision, offered } = measure(new NameMatcher(companies), queries);
  const size = `${queries.length} names, ${companies.length} companies`;
  const aim = "≥ .88; ≤ 2 % when absent";
  return [
    {
      task: "listing names → SEC names, first hit",
      size,
      result: `${share(first)} (among ten ${share(offered)})`,
      aim,
      reference: "nomenklatura F1 .82 (other pairs)",
    },
    {
      task: "the same: accepted without review (right of these) / accepted when the company is absent",
      size,
      result: `${share(accepted)} (${share(precision)}) / ${share(acceptedWhenAbsent(companies, queries))}`,
      aim,
      reference: "trigrams alone: .33 when absent",
    },
  ];
};

const abbreviations = (folder: string): QualityLine => {
  const names = [...new Set(readRows(folder, "securities/equities.csv.gz").map(({ name = "" }) => name))];
  const companies = names.filter((name) => name !== "").map((name): NamedCompany => ({ id: name, names: [name] }));
  const rows = readRows(folder, "name-matching/exchange-abbreviations.half.csv");
  const abbreviated = new Set(rows.map(({ query = "" }) => query));
  const matcher = new NameMatcher(companies.filter(({ id }) => !abbreviated.has(id)));
  const { first, accepted, precision } = measure(
    matcher,
    rows.map(({ query = "", name = "" }) => ({ text: query, id: name })),
  );
  return {
    task: "exchange abbreviations → names, first hit; accepted (right of these)",
    size: `${rows.length} names, ${companies.length - abbreviated.size} names`,
    result: `${share(first)}; ${share(accepted)} (${share(precision)})`,
    aim: "–",
    reference: "normalised trigrams .605",
  };
};

const pairs = (folder: string): QualityLine => {
  const rows = readRows(folder, "name-matching/nomenklatura-company-cases.half.csv");
  // Both names of all pairs are the list, so that words have weights.
  const everyName = [...new Set(rows.flatMap(({ name1 = "", name2 = "" }) => [name1, name2]))];
  const matcher = new NameMatcher(everyName.map((name) => ({ id: name, names: [name] })));
  const results = rows.map(({ name1 = "", name2 = "", is_match: label = "" }) => ({
    label: label.toLowerCase() === "true",
    guess: matcher.compare(name1, name2) >= samePair,
  }));
  const hits = results.filter(({ label, guess }) => label && guess).length;
  const f1 = (2 * hits) / (results.filter(({ label }) => label).length + results.filter(({ guess }) => guess).length);
  return {
    task: "nomenklatura pairs, F1",
    size: `${rows.length} pairs`,
    result: share(f1),
    aim: "–",
    reference: "nomenklatura .82",
  };
};

/** Pairs at least this alike count as the same company; chosen before measuring, not on the pairs. */
const samePair = 0.8;

export const companyNameLines = (folder: string): readonly QualityLine[] => [
  ...listings(folder),
  abbreviations(folder),
  pairs(folder),
];
