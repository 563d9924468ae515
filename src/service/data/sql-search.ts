import type { CompanyRecord } from "../../data/records";
import { type Database, jsonText, leastSimilarity, type Row } from "../../data/sql/database";
import { nameCore } from "../../data/sql/write";
import type { EntityQuery } from "../search/entity-search";
import { type Account, anyone } from "../world/accounts";
import { companySql, exactTerm, likePattern, Parameters, textSql } from "./sql-conditions";
import type { Company, CompanyMatches, DataSource } from "./source";

export const readCompany = ({ record, ordinal }: Row): Company => ({
  ...(record as CompanyRecord),
  ordinal: ordinal as number,
});

const hasWildcards = (text: string): boolean => /[%_]/.test(text);

/** What a name in a question is compared with. Null compares with nothing. */
interface NameQuestion {
  readonly question: number;
  readonly identifier: number;
  readonly alias: boolean;
  /** Lower case, as it was asked. */
  readonly whole: string;
  readonly pattern: string;
  /** Its longest part without wildcards. */
  readonly part: string;
  readonly core: string | null;
  readonly corePattern: string | null;
  /** The first half of the core, and the second half backwards: one mistake leaves one of them whole. */
  readonly head: string | null;
  readonly tail: string | null;
}

/** Shorter names have too many neighbours. */
const leastForHalves = 4;

const nameQuestion = (place: Pick<NameQuestion, "question" | "identifier" | "alias">, text: string): NameQuestion => {
  const whole = text.toLowerCase();
  const part = whole.split(/[%_]/).reduce((best, each) => (each.length > best.length ? each : best), "");
  const core = hasWildcards(text) ? "" : nameCore(text);
  const letters = Array.from(core);
  const half = Math.floor(letters.length / 2);
  const halves =
    letters.length < leastForHalves ? [null, null] : [letters.slice(0, half), letters.slice(half).reverse()];
  const [head, tail] = halves.map((each) => each?.join("") ?? null);
  return {
    ...place,
    ...{ whole, part, pattern: likePattern(text), head: head ?? null, tail: tail ?? null },
    core: core === "" ? null : core,
    corePattern: core === "" ? null : `%${core}%`,
  };
};

const relativeLength = (part: string, whole: string): string => `length(${part})::float8 / (length(${whole}) + 1)`;

/** How well names match: equal 4, without legal form 3.5, a prefix 2 to 3, a part 1 to 2, almost the same below 1. */
const matchingNames = (): string => {
  const half = (column: string, part: string): string =>
    `SELECT n.company, similarity(n.core, q.core) * 0.99 FROM company_names n
     WHERE n.alias = q.alias AND ${column} COLLATE "C" >= q.${part} AND ${column} COLLATE "C" < q.${part} || chr(1114111)
       AND abs(length(n.core) - length(q.core)) <= 2 AND similarity(n.core, q.core) >= ${leastSimilarity}`;
  return [
    `SELECT n.company, CASE WHEN n.name = q.part THEN 4
       ELSE CASE WHEN starts_with(n.name, q.part) THEN 2 ELSE 1 END + ${relativeLength("q.part", "n.name")} END AS score
     FROM company_names n WHERE n.alias = q.alias AND n.name LIKE q.pattern`,
    `SELECT n.company, CASE WHEN n.core = q.core THEN 3.5
       ELSE CASE WHEN starts_with(n.core, q.core) THEN 2 ELSE 1 END + ${relativeLength("q.core", "n.core")} END
     FROM company_names n WHERE n.alias = q.alias AND n.core LIKE q.core_pattern`,
    half("n.core", "head"),
    half("reverse(n.core)", "tail"),
  ].join(" UNION ALL ");
};

const similarNames = `SELECT n.company, similarity(n.core, q.core) * 0.99 AS score FROM company_names n
  WHERE n.alias = q.alias AND n.core % q.core`;

const namesSql = (names: readonly NameQuestion[], source: string, parameters: Parameters): string => {
  const list = parameters.add(
    jsonText(names.map(({ corePattern, ...each }) => ({ ...each, core_pattern: corePattern }))),
  );
  return `SELECT q.question, q.identifier, f.company, f.score
    FROM jsonb_to_recordset(${list}::jsonb) AS q (question int, identifier int, alias boolean, whole text, part text,
      pattern text, core text, core_pattern text, head text, tail text)
    CROSS JOIN LATERAL (${source}) f`;
};

/** A search with its position in the request. */
interface Question {
  readonly position: number;
  readonly query: EntityQuery;
}

const isName = ({ key, condition }: EntityQuery["identifiers"][number]): boolean =>
  condition.operator === "ilike" && (key === "name" || key === "alias");

const nameQuestions = ({ position, query }: Question): NameQuestion[] =>
  query.identifiers.flatMap((each, identifier) =>
    isName(each)
      ? [nameQuestion({ question: position, identifier, alias: each.key === "alias" }, each.condition.values[0] ?? "")]
      : [],
  );

/** What is compared with whole values of companies: each value counts by itself. */
const termQuestions = (
  { position, query }: Question,
  account: Account,
): { readonly question: number; readonly identifier: number; readonly term: string }[] =>
  query.identifiers.flatMap(({ key, condition: { operator, values } }, index) =>
    key !== "entity_id" && (operator === "eq" || operator === "in")
      ? values.map((value, at) => ({
          question: position,
          identifier: 1_000 * (index + 1) + at,
          term: exactTerm(key, value, account),
        }))
      : [],
  );

/** Identifiers that neither a name nor a term answers, such as a part of an ISIN. */
const otherScores = ({ position, query }: Question, account: Account, parameters: Parameters): string[] =>
  query.identifiers.flatMap((each, index) => {
    const { key, condition } = each;
    const isExact = condition.operator === "eq" || condition.operator === "in";
    if (isName(each) || (isExact && key !== "entity_id")) return [];
    const test = textSql(key, [condition], account, parameters).join(" AND ");
    return [
      `SELECT ${position} AS question, ${1_000 * (index + 1)} AS identifier, c.ordinal AS company, ${isExact ? 4 : 1} AS score
       FROM companies c WHERE ${test}`,
    ];
  });

/** True for a question that shares a statement with others. */
const isShared = ({ query: { identifiers, attributes } }: Question): boolean =>
  identifiers.length > 0 &&
  identifiers.every(
    (each) => isName(each) || (each.key !== "entity_id" && /^(?:eq|in)$/.test(each.condition.operator)),
  ) &&
  [...attributes.texts.values(), ...attributes.numbers.values()].every((conditions) => conditions.length === 0);

interface Ranking {
  readonly total: number;
  readonly best: readonly number[];
}

/** Questions of one statement: few enough that no statement takes long. */
const questionsAtOnce = 50;

const groups = (questions: readonly Question[]): (readonly Question[])[] => {
  const shared = questions.filter(isShared);
  const batches = Array.from({ length: Math.ceil(shared.length / questionsAtOnce) }, (_, index) =>
    shared.slice(index * questionsAtOnce, (index + 1) * questionsAtOnce),
  );
  return [...batches, ...questions.filter((each) => !isShared(each)).map((each) => [each])];
};

/** The search of companies in a database. */
export const createSqlSearch = ({ query }: Database): Pick<DataSource, "searchCompanies" | "companiesByName"> => {
  /** Ranks the companies of questions in one statement. Attributes are those of the only question. */
  const rank = async (
    questions: readonly Question[],
    names: (names: readonly NameQuestion[], parameters: Parameters) => string,
    account: Account,
    most: number,
  ): Promise<ReadonlyMap<number, Ranking>> => {
    const parameters = new Parameters();
    const [first] = questions;
    const asked = questions.flatMap(nameQuestions);
    const terms = questions.flatMap((each) => termQuestions(each, account));
    const tests =
      questions.length === 1 && first !== undefined ? companySql(first.query.attributes, account, parameters) : [];
    const sources = [
      ...(asked.length === 0 ? [] : [names(asked, parameters)]),
      ...(terms.length === 0
        ? []
        : [
            `SELECT t.question, t.identifier, c.ordinal, 4 FROM jsonb_to_recordset(${parameters.add(jsonText(terms))}::jsonb)
               AS t (question int, identifier int, term text) JOIN companies c ON c.terms @> ARRAY[t.term]`,
          ]),
      ...questions.flatMap((each) => otherScores(each, account, parameters)),
      ...(first?.query.identifiers.length === 0 && tests.length > 0
        ? [`SELECT ${first.position} AS question, 0 AS identifier, ordinal AS company, 1 AS score FROM companies`]
        : []),
    ];
    if (sources.length === 0) return new Map();
    const rows = await query<{ readonly question: number; readonly company: number; readonly total: number }>(
      `WITH matches (question, identifier, company, score) AS (${sources.join(" UNION ALL ")}),
         best AS (SELECT question, identifier, company, max(score) AS score FROM matches GROUP BY 1, 2, 3),
         sums AS (SELECT question, company, sum(score) AS score FROM best GROUP BY 1, 2),
         ranked AS (SELECT s.question, s.company, count(*) OVER (PARTITION BY s.question) AS total,
             row_number() OVER (PARTITION BY s.question ORDER BY s.score DESC, s.company) AS place
           FROM sums s ${tests.length === 0 ? "" : `JOIN companies c ON c.ordinal = s.company WHERE ${tests.join(" AND ")}`})
       SELECT question, company, total FROM ranked WHERE place <= ${most} ORDER BY question, place`,
      parameters.values,
    );
    const rankings = new Map<number, { readonly total: number; readonly best: number[] }>();
    for (const { question, company, total } of rows) {
      const ranking = rankings.get(question) ?? { total, best: [] };
      ranking.best.push(company);
      rankings.set(question, ranking);
    }
    return rankings;
  };

  /** Ranks questions. Names that are only similar are looked for where nothing else is found. */
  const rankAll = async (questions: readonly Question[], account: Account, most: number) => {
    const matching = matchingNames();
    const found = await rank(questions, (names, parameters) => namesSql(names, matching, parameters), account, most);
    const open = questions.filter(
      (each) => !found.has(each.position) && nameQuestions(each).some(({ core }) => core !== null),
    );
    if (open.length === 0) return found;
    const similar = await rank(open, (names, parameters) => namesSql(names, similarNames, parameters), account, most);
    return new Map([...found, ...similar]);
  };

  const companiesAt = async (ordinals: readonly number[]): Promise<ReadonlyMap<number, Company>> => {
    const rows = await query("SELECT ordinal, record FROM companies WHERE ordinal = ANY($1::bigint[])", [ordinals]);
    return new Map(rows.map(readCompany).map((company) => [company.ordinal, company]));
  };

  async function* searchCompanies(
    queries: readonly EntityQuery[],
    account: Account,
    most: number,
  ): AsyncGenerator<CompanyMatches> {
    const questions = queries.map((each, position) => ({ position, query: each }));
    const rankings = new Map<number, Ranking>();
    for (const group of groups(questions))
      for (const [position, ranking] of await rankAll(group, account, most)) rankings.set(position, ranking);
    const companies = await companiesAt([...new Set([...rankings.values()].flatMap(({ best }) => best))]);
    for (const { position } of questions) {
      const { total, best } = rankings.get(position) ?? { total: 0, best: [] };
      yield { total, best: best.flatMap((ordinal) => companies.get(ordinal) ?? []) };
    }
  }

  return {
    searchCompanies,
    companiesByName: async (text, most) => {
      const identifiers = [{ key: "name", condition: { operator: "ilike", values: [text] } as const }];
      const attributes = { texts: new Map(), numbers: new Map() };
      const rankings = await rankAll([{ position: 0, query: { identifiers, attributes } }], anyone, most);
      const best = rankings.get(0)?.best ?? [];
      const companies = await companiesAt(best);
      return best.flatMap((ordinal) => companies.get(ordinal) ?? []);
    },
  };
};
