import type { AnyCall } from "../formula/call";
import { entityMembers, esgDocumentColumns, esgEventColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { limit, text, uuid } from "../formula/kind";
import { limitOf, readListing } from "../formula/list-table";
import { fields, optional, required } from "../formula/parameter";
import { type Shown, showColumns, tabulate } from "../formula/tabulate";
import { ownMember, type TableRecord } from "../table/column";
import type { ColumnSet } from "../table/fields";
import { tell } from "../text/tell";

const eventNames = esgEventColumns.members.map((member) => member.name);

const columns: ColumnSet = {
  resource: "esgDocument",
  members: [
    ownMember("date", "date-time"),
    ownMember("kind", "text"),
    ...esgDocumentColumns.members,
    ...esgEventColumns.members.filter((member) => esgDocumentColumns.members.every(({ name }) => name !== member.name)),
  ],
  entity: entityMembers,
  shown: ["date", "kind", "title", "score", "entity.name", "categories", "dashboard_url", "id"],
};

/** The columns that one of the two listings can answer, with what stands for the date. */
const part = (shown: Shown, names: readonly string[], date: string): Shown => {
  const needed = shown.needed.filter((column) => names.includes(column.member?.wire ?? ""));
  const dated = {
    name: date,
    label: date,
    type: "date-time",
    member: ownMember(date, "date-time"),
    read: () => undefined,
  } as const;
  return { ...shown, needed: [...needed, { ...dated, member: { ...dated.member, wire: date } }] };
};

interface Asked {
  readonly universe_id: string;
  readonly case_id: string;
  readonly limit: number;
}

/** Both listings of the case, as far as the limit asks. */
const readCase = (call: AnyCall, shown: Shown, { universe_id, case_id, limit: most }: Asked) => {
  const rest = { path: { universe_id }, query: { case_id: [case_id] }, set: columns, fields: undefined, limit: most };
  const documentNames = esgDocumentColumns.members.map((member) => member.name);
  return Promise.all([
    readListing(call, { ...rest, route: "listEsgEvents" }, part(shown, eventNames, "start_date")),
    readListing(call, { ...rest, route: "listEsgDocuments" }, part(shown, documentNames, "extract_date")),
  ]);
};

/** `ESG.CASE`: the events and documents of one case as a time line, oldest first. */
export const esgCase = defineFunction({
  name: "ESG.CASE",
  help: helpWanted
    ? {
        description: "The events and documents of one case as a time line, oldest first.",
        parameters: { caseId: "Id of the case: the case_id of an event or a document." },
        examples: [
          {
            formula: '=ESG.CASE(INDEX(ESG.EVENTS("EU Banks",,,,,"case_id",1),2,1),"EU Banks")',
            shows: "What happened in the case, in order.",
          },
        ],
      }
    : undefined,
  parameters: {
    caseId: required("text", uuid),
    universe: optional("universe", text),
    fields,
    limit: optional("limit", limit),
  },
  layout: "table",
  options: {},
  translates: true,
  routes: ["listEsgEvents", "listEsgDocuments", "searchEntities"],
  columns,
  blames: { case_id: "caseId" },
  answer: async (call) => {
    const shown = showColumns(call, columns, call.values.fields);
    const most = limitOf(call, call.values.limit);
    const universe_id = call.runtime.universes.idOf(call.values.universe, call.inquiry);
    const [events, documents] = await readCase(call, shown, { universe_id, case_id: call.values.caseId, limit: most });
    const rows: readonly TableRecord[] = [
      ...events.records.map((record) => ({ ...record, kind: "event", date: record["start_date"] })),
      ...documents.records.map((record) => ({ ...record, kind: "document", date: record["extract_date"] })),
    ].sort((one, other) => (String(one.date) < String(other.date) ? -1 : 1));
    if (rows.length > most) call.inquiry.trace.truncated(tell("functions.caseCut", { count: rows.length - most }));
    return tabulate(call, rows.slice(0, most), shown);
  },
});
