import { defineFunction } from "../formula/define";
import { spreadEntities } from "../formula/entity-records";
import { helpWanted } from "../formula/help";
import { flag } from "../formula/kind";
import { list } from "../formula/parameter";
import { showColumns, tabulate } from "../formula/tabulate";
import { ownMember } from "../table/column";
import { membersOf } from "../table/nested/reading";
import { revenuesOf } from "../table/nested/revenue";

const columns = {
  members: [
    ownMember("entity_id", "text"),
    ownMember("date", "date"),
    ownMember("value", "integer"),
    ownMember("currency", "text"),
  ],
  shown: ["entity_id", "date", "value", "currency"],
};

/** `ENTITY.REVENUE`: every revenue of each entity, the latest first. */
export const entityRevenue = defineFunction({
  name: "ENTITY.REVENUE",
  help: helpWanted
    ? {
        description: "Revenues of companies over time, one per row: entity id, date, value and currency.",
        options: { latest: "yes keeps the latest revenue of each company only." },
        examples: [{ formula: '=ENTITY.REVENUE("SE0ZZ0000012")', shows: "All revenues known of the company." }],
      }
    : undefined,
  parameters: { entities: list("entities") },
  layout: "table",
  options: { latest: flag },
  routes: ["searchEntities"],
  columns,
  answer: async (call) => {
    const most = call.options.latest === true ? 1 : undefined;
    const rows = await spreadEntities(call, call.values.entities, {
      fields: ["revenue"],
      spread: (entity) => revenuesOf(entity["revenue"]).slice(0, most).map(membersOf),
    });
    return tabulate(call, rows, showColumns(call, columns, undefined));
  },
});
