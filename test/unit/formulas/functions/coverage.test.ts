import { coverage } from "../../../../scripts/generate/generate-coverage";
import { type Route, routes } from "../../../../src/contract/routes";
import { functions } from "../../../../src/formulas/functions";
import { goodArguments } from "./good-arguments";
import { type Office, openOffice } from "./office";

let office: Office;
let good: Readonly<Record<string, readonly unknown[]>>;

beforeAll(async () => {
  office = await openOffice();
  good = await goodArguments(office);
}, 60_000);
afterAll(() => office.close());

const someId = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const principle = "Businesses should support and respect the protection of internationally proclaimed human rights";
/** A value of each query parameter, as it is typed. */
const samples: Readonly<Record<string, unknown>> = {
  ...{ score: 3, extract_date: "gte:2026-01-01", start_date: "gte:2026-01-01", last_activity: "gte:2026-01-01" },
  ...{ case_id: someId, event_id: someId, entity_id: someId, sector: "C", translate: "fr", content: "fine" },
  ...{ ungc_classification: "violator", ungc_principles: principle, sub_category: "oil spill" },
  ...{ category: "E", employee_count: "gte:10", revenue: "gte:10", country: "france", isic4: "eq:A" },
};
const sampleOf = (route: string, name: string): unknown => {
  if (route === "listSdgDocuments" && name === "category") return "7";
  if (name !== "order") return samples[name] ?? "eq:a";
  return (
    { listEsgEvents: "score:desc", listUniverseEntities: "name:desc", listTasks: "status:asc" }[route] ?? "score:asc"
  );
};

/** The paths of a route with anything in place of its parameters. */
const pathOf = (name: string): RegExp => {
  const { method, path } = (routes as Readonly<Record<string, Route>>)[name] ?? { method: "", path: "" };
  return new RegExp(`^${method} ${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/ ?]+")}(?:[? ]|$)`);
};

/** Calls a function with its good arguments and some others, without what it remembers; what was sent to a route. */
const call = async (
  route: string,
  name: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<{
  readonly sent: readonly string[];
  readonly header: readonly unknown[];
  readonly rows: readonly (readonly unknown[])[];
}> => {
  const definition = functions.find((each) => each.name === name);
  if (definition === undefined) throw new Error(`There is no function ${name}`);
  const values = definition.parameters.map((parameter, at) => changes[parameter.name] ?? good[name]?.[at] ?? null);
  office.forget();
  const [header = [], ...shownRows] = await office.runWith({ reloadSince: Number.MAX_SAFE_INTEGER }, name, ...values);
  return { sent: office.sent.filter((line) => pathOf(route).test(line)), header, rows: shownRows };
};

const rows = coverage().flatMap(({ route, place, name, functions: users }) =>
  users.map((user) => ({ route, place, name, user })),
);
const queries = rows.filter(({ place, name }) => place === "query" && name !== "fields");

test.each(queries)("$user sends $name to $route", async ({ route, name, user }) => {
  const definition = functions.find((each) => each.name === user);
  const isArgument = definition?.parameters.some((parameter) => parameter.name === name) === true;
  const value = sampleOf(route, name);
  const source = user === "ESG.SUMMARY" && route === "listEsgDocuments" ? "of=documents; " : "";
  // Amounts are compared in one currency.
  const currency = name === "revenue" && route === "listUniverseEntities" ? "; currency=EUR" : "";
  const changes = isArgument ? { [name]: value } : { options: `${source}${name}=${String(value)}${currency}` };
  // The arguments from and to filter by a date as well.
  const { sent } = await call(
    route,
    user,
    String(value).startsWith("gte:2") ? { ...changes, from: "", to: "" } : changes,
  );
  expect(sent.length).toBeGreaterThan(0);
  for (const line of sent) expect(line).toMatch(new RegExp(`[?&]${name}=`));
});

const pairs = [
  ...new Set(rows.filter(({ place }) => place === "response").map(({ route, user }) => `${user} ${route}`)),
];
const hasFields = (user: string): boolean =>
  functions.some(
    ({ name, parameters }) => name === user && parameters.some((parameter) => parameter.name === "fields"),
  );

test.each(pairs.filter((pair) => hasFields(pair.split(" ")[0] ?? "")))(
  "%s: every member that the matrix names is a column with values, and asked for where the route has fields",
  async (pair) => {
    const [user = "", route = ""] = pair.split(" ");
    const claimed = rows.filter((row) => row.user === user && row.route === route && row.place === "response");
    const members = claimed.map(({ name }) => name);
    const translate = members.some((name) => name.startsWith("translated_")) ? "translate=fr; " : "";
    const {
      sent,
      header,
      rows: shownRows,
    } = await call(route, user, {
      fields: members.join(","),
      options: `${translate}headers=names`,
    });
    if (header.length > 1) expect(header).toEqual(members);
    if (header.length > 1) expect([user, blankColumns(header, shownRows)]).toEqual([user, []]);
    expect(sent.length).toBeGreaterThan(0);
    if (rows.some((row) => row.route === route && row.place === "query" && row.name === "fields"))
      for (const line of sent)
        expect(fieldsOf(line)).toEqual(expect.arrayContaining(members.filter((name) => !never.test(name))));
  },
);

/** Members that are no value of the parameter `fields`, or are asked for by `translate`. */
const never = /^(?:translated_\w+|error|total_candidates)$/;

const fieldsOf = (line: string): readonly string[] =>
  new URL(line.split(" ")[1] ?? "", "http://service").searchParams.getAll("fields").flatMap((each) => each.split(","));

/** Members that are null in the few records of these tests: the novelty of the first document of an event, a document without access. */
const oftenNull: readonly unknown[] = ["novelty", "error"];

/** Columns without a value in any row. The account of these tests has no tasks, so that TASKS.LIST has no rows. */
const blankColumns = (header: readonly unknown[], shownRows: readonly (readonly unknown[])[]): readonly unknown[] =>
  shownRows.length === 0
    ? []
    : header.filter(
        (name, column) =>
          !oftenNull.includes(name) && shownRows.every((row) => row[column] === "" || row[column] === null),
      );

/** What makes a function without the argument `fields` show or ask for all members that the matrix names. */
const everything: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "ANALYSIS.SERIES": {
    metrics:
      "anger,anticipation,fear,joy,negative,neutral,polarity,polarity_exp,positive,sadness,similarity,surprise,trust,volume_document,volume_sentence",
    operands: "min,max,mean,median",
    pivots: "extract_day,language,entity,site,site_type,country",
  },
  "ANALYSIS.VOLUME": { pivots: "extract_day,language,entity,site,site_type,country" },
  "ESG.SUMMARY listEsgEvents": { by: "entity,score,ungc_classification" },
  "ESG.SUMMARY listEsgDocuments": { by: "entity,score", options: "of=documents" },
  "SDG.SUMMARY": { by: "entity", options: "show=positive,negative" },
};

test.each(pairs.filter((pair) => !hasFields(pair.split(" ")[0] ?? "")))(
  "%s: every member that the matrix names is a column with values, or asked for",
  async (pair) => {
    const [user = "", route = ""] = pair.split(" ");
    const claimed = rows.filter((row) => row.user === user && row.route === route && row.place === "response");
    const {
      sent,
      header,
      rows: shownRows,
    } = await call(route, user, {
      options: "headers=names",
      ...(everything[pair] ?? everything[user]),
    });
    expect(sent.length).toBeGreaterThan(0);
    const shown = user.endsWith(".SUMMARY") ? sent.flatMap(fieldsOf) : header;
    expect(shown).toEqual(expect.arrayContaining(claimed.map(({ name }) => name)));
    expect(blankColumns(header, shownRows)).toEqual([]);
  },
);
