import { AddinError } from "../error/addin-error";
import type { AnyCall } from "../formula/call";
import { entityMembers } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { filtersOf, type QueryValue } from "../formula/filters";
import { type Group, groupBy, keysOf } from "../formula/grouping";
import { helpWanted } from "../formula/help";
import { type Keep, keepEntities, keepValues } from "../formula/keep";
import { choice, raw, text, uuids } from "../formula/kind";
import { chosen, optional, optionalList } from "../formula/parameter";
import { mergeQuery, period, score } from "../formula/query";
import { showColumns, tabulate } from "../formula/tabulate";
import { wholeListing } from "../formula/whole-listing";
import { ownMember } from "../table/column";
import type { ColumnSet } from "../table/fields";
import { listFrom } from "../table/nested/reading";
import { tell } from "../text/tell";
import { parseCondition, printCondition } from "../wire/operators";

const groupings = ["entity", "category", "sub_category", "month", "sector", "ungc_classification"] as const;

type Grouping = (typeof groupings)[number];
type Listing = "listEsgEvents" | "listEsgDocuments";
type Query = Readonly<Record<string, QueryValue>>;

/** The field each grouping looks at; a sector is no field, each section has its own listing. */
const fieldOf = (by: Grouping, date: string): string =>
  ({
    entity: "entity_id",
    category: "categories",
    sub_category: "sub_categories",
    month: date,
    sector: "",
    ungc_classification: "ungc_classification",
  })[by];

const columnsOf = (by: Grouping, route: Listing): ColumnSet => {
  const events = route === "listEsgEvents";
  const count = events ? "events" : "documents";
  const shown = [...(by === "entity" ? ["entity_id", "entity.name"] : [by]), count, "highest_score"];
  return {
    members: [
      ownMember(by === "entity" ? "entity_id" : by, "text"),
      ownMember(count, "integer"),
      ownMember("highest_score", "integer"),
      ownMember("mean_polarity", "number"),
    ],
    entity: entityMembers,
    shown: events ? shown : [...shown, "mean_polarity"],
  };
};

/** The sections asked for, one listing each. */
const sectionsIn = (query: Query): readonly string[] => {
  const condition = parseCondition(String(query["sector"] ?? ""));
  const asked = condition?.operator === "eq" || condition?.operator === "in" ? condition.values : [];
  if (asked.length === 0) throw new AddinError("invalid-argument", tell("functions.needsSector"));
  return asked;
};

interface Asked {
  readonly route: Listing;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly keep: Keep;
  readonly by: Grouping;
  readonly date: string;
}

const groupsOf = async (call: AnyCall, asked: Asked): Promise<readonly Group[]> => {
  const { route, path, query, keep, by, date } = asked;
  const field = fieldOf(by, date);
  const fields = [
    "id",
    "score",
    ...(route === "listEsgDocuments" ? ["polarity"] : []),
    ...(field === "" ? [] : [field]),
  ];
  const read = (filters: Query) => wholeListing(call, { route, path, query: filters, fields }, keep);
  if (by !== "sector") {
    const records = await read(query);
    return groupBy(
      records.map((record) => ({ record, keys: keysOf(record, field, by === "month") })),
      by === "month",
    );
  }
  const sections = await Promise.all(
    sectionsIn(query).map(async (section) => {
      const records = await read({ ...query, sector: printCondition({ operator: "eq", values: [section] }) });
      return records.map((record) => ({ record, keys: [section] }));
    }),
  );
  return groupBy(sections.flat(), true);
};

/** Filters that only one of the two listings has are refused with the other. */
const checkFilters = (filters: Query, route: Listing): void => {
  const allowed = Object.keys(filtersOf(route));
  const key = Object.keys(filters).find(
    (name) => !allowed.includes(name) && !(route === "listEsgDocuments" && name === "category"),
  );
  if (key !== undefined)
    throw new AddinError(
      "invalid-argument",
      tell(route === "listEsgDocuments" ? "functions.notWithDocuments" : "functions.notWithEvents", { key }),
    );
};

/** `ESG.SUMMARY`: counts and highest score of a whole listing by group; never a number over a part of it. */
export const esgSummary = defineFunction({
  name: "ESG.SUMMARY",
  help: helpWanted
    ? {
        description:
          "Counts the ESG events of a universe by company, category, month and more, with the highest score.",
        parameters: {
          entities: "Companies to keep, filtered here: ids, ISINs, LEIs, FIGIs or entity cards.",
          by: "What to count by; entity if omitted.",
        },
        options: {
          of: "What to count: events or documents; documents add the mean polarity.",
          date: "Which date from and to mean: last_activity or start_date.",
        },
        examples: [
          {
            formula: '=ESG.SUMMARY("EU Banks",,"-1y",,,"category")',
            shows: "Events and highest score of the last year by category.",
          },
          {
            formula: '=ESG.SUMMARY("EU Banks",3,,,,"entity","of=documents")',
            shows: "Documents, highest score and mean polarity by company.",
          },
        ],
      }
    : undefined,
  parameters: {
    universe: optional("universe", text),
    minScore: optional("number", score("listEsgEvents")),
    from: optional("date", raw),
    to: optional("date", raw),
    entities: optionalList("entities"),
    by: chosen(choice(groupings)),
  },
  layout: "table",
  filters: "listEsgEvents",
  options: { of: choice(["events", "documents"]), date: choice(["last_activity", "start_date"]), event_id: uuids },
  routes: ["listEsgEvents", "listEsgDocuments", "searchEntities"],
  columns: columnsOf("entity", "listEsgDocuments"),
  blames: { last_activity: "from, to", start_date: "from, to" },
  answer: async (call) => {
    const { minScore, entities, by = "entity", universe } = call.values;
    const events = call.options.of !== "documents";
    const route = events ? "listEsgEvents" : "listEsgDocuments";
    const date = events ? (call.options.date ?? "last_activity") : "extract_date";
    const { event_id } = call.options;
    const filters: Query = { ...call.filters, ...(event_id && { event_id }) };
    checkFilters(filters, route);
    if (by === "ungc_classification" && !events) throw notForDocuments(by);
    const { category, ...others } = filters as Query & { readonly category?: QueryValue };
    const query = mergeQuery(events ? filters : others, [
      { member: "score", argument: "minScore", value: minScore },
      { member: date, argument: "from, to", value: period(call, route, date) },
    ]);
    if (by === "sector") sectionsIn(query);
    const path = { universe_id: call.runtime.universes.idOf(universe, call.inquiry) };
    const kept = await keepEntities(call, entities);
    const keep = events
      ? kept
      : keepValues({ categories: category === undefined ? undefined : listFrom(category).map(String) }, kept);
    const groups = await groupsOf(call, { route, path, query, keep, by, date });
    const set = columnsOf(by, route);
    return tabulate(
      call,
      groups.map((group) => toRecord(group, set)),
      showColumns(call, set, undefined),
    );
  },
});

const notForDocuments = (key: string): AddinError =>
  new AddinError("invalid-argument", tell("functions.notWithDocuments", { key }));

const toRecord = (group: Group, set: ColumnSet): Readonly<Record<string, unknown>> => ({
  [set.members[0]?.name ?? ""]: group.key,
  [set.members[1]?.name ?? ""]: group.count,
  highest_score: group.highest,
  mean_polarity: group.polarity,
});
