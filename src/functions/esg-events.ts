import { esgEventColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { keepEntities } from "../formula/keep";
import { helpWanted } from "../formula/help";
import { choice, flag, limit, raw, text } from "../formula/kind";
import { listTable } from "../formula/list-table";
import { fields, optional, optionalList } from "../formula/parameter";
import { mergeQuery, period, score } from "../formula/query";

/** `ESG.EVENTS`: the ESG events of a universe (specification, "ESG and SDG routes"). */
export const esgEvents = defineFunction({
  name: "ESG.EVENTS",
  help: helpWanted
    ? {
        description: "Lists the ESG events of a universe: controversies with score, categories and links.",
        parameters: { entities: "Companies to keep, filtered here: ids, ISINs, LEIs, FIGIs or entity cards." },
        options: {
          date: "Which date from and to mean: last_activity or start_date.",
          chains: "yes: a limit of 3,000 rows or more is walked score by score, side by side: sooner, gravest first.",
        },
        examples: [
          {
            formula: '=ESG.EVENTS("EU Banks",3)',
            shows: "Events with a score of at least 3, with company names and links.",
          },
          {
            formula:
              '=ESG.EVENTS("EU Banks",,"-1y",,,"last_activity,entity.name,score,title",20,"order=score:desc; headers=labels")',
            shows: "The 20 gravest events of the last year.",
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
    fields,
    limit: optional("limit", limit),
  },
  layout: "table",
  filters: "listEsgEvents",
  options: { date: choice(["last_activity", "start_date"]), chains: flag },
  translates: true,
  routes: ["listEsgEvents", "searchEntities"],
  columns: esgEventColumns,
  blames: { last_activity: "from, to", start_date: "from, to" },
  answer: async (call) => {
    const { universe, minScore, entities } = call.values;
    const date = call.options.date ?? "last_activity";
    const query = mergeQuery(call.filters, [
      { member: "score", argument: "minScore", value: minScore },
      { member: date, argument: "from, to", value: period(call, "listEsgEvents", date) },
    ]);
    const universe_id = call.runtime.universes.idOf(universe, call.inquiry);
    return listTable(call, {
      route: "listEsgEvents",
      path: { universe_id },
      query,
      set: esgEventColumns,
      fields: call.values.fields,
      limit: call.values.limit,
      chains: call.options.chains,
      ...(await keepEntities(call, entities)),
    });
  },
});
