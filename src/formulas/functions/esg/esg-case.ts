import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import type { AnyInvocation } from "../../define/invocation";
import { entityColumnMembers, esgDocumentColumns, esgEventColumns } from "../../table/column-sets";
import { defineFunction } from "../../define/define-function";
import { fields, limit, optional, required, text, uuid } from "../../arguments/parameters";
import { rowLimit, tabulate } from "../../table/table-builder";
import { readListing } from "../../table/listing-table";
import { showColumns, type ShownColumns } from "../../table/layout";
import { type ColumnSet, ownMember, type TableRecord } from "../../table/columns";

const eventNames = esgEventColumns.members.map((member) => member.name);

const columns: ColumnSet = {
  resource: "esgDocument",
  members: [
    ownMember("date", "date-time"),
    ownMember("kind", "text"),
    ...esgDocumentColumns.members,
    ...esgEventColumns.members.filter((member) => esgDocumentColumns.members.every(({ name }) => name !== member.name)),
  ],
  entity: entityColumnMembers,
  shown: ["date", "kind", "title", "score", "entity.name", "categories"],
  identity: { kind: "row", key: ["kind", "id"], ignored: ["dashboard_url", "reliability", "url"] },
};

/** The columns that one of the two listings has, and its date, from which the column `date` is made. */
const columnsOfPart = (tableColumns: ShownColumns, names: readonly string[], date: string): ShownColumns => {
  const partColumns = tableColumns.needed.filter((column) => names.includes(column.member?.wire ?? ""));
  const dated = {
    name: date,
    label: date,
    type: "date-time",
    member: ownMember(date, "date-time"),
    read: () => undefined,
  } as const;
  return { ...tableColumns, needed: [...partColumns, { ...dated, member: { ...dated.member, wire: date } }] };
};

/** Both listings of the case, to the end: the service cannot put the oldest document first. */
const readCase = (invocation: AnyInvocation, tableColumns: ShownColumns, universe_id: string, case_id: string) => {
  const rest = { path: { universe_id }, query: { case_id: [case_id] }, limit: "all", whole: true } as const;
  const documentNames = esgDocumentColumns.members.map((member) => member.name);
  return Promise.all([
    readListing(invocation, { ...rest, route: "listEsgEvents" }, columnsOfPart(tableColumns, eventNames, "start_date")),
    readListing(
      invocation,
      { ...rest, route: "listEsgDocuments" },
      columnsOfPart(tableColumns, documentNames, "extract_date"),
    ),
  ]);
};

/** `ESG.CASE`: the events and documents of one case as a time line, oldest first (specification, "ESG and SDG routes (v3)"). */
export const esgCase = defineFunction({
  name: "ESG.CASE",
  help: {
    description: "The events and documents of one case as a timeline, oldest first.",
    synonyms: "controversy, case history, chronology, story, incident, timeline",
    parameters: { caseId: "Id of the case: the column Case ID of an event or a document." },
    examples: [
      {
        formula: '=ESG.CASE(INDEX(ESG.EVENTS("EU Banks",,,,,"case_id",1),2,1),"EU Banks")',
        shows: "What happened in the case, oldest first.",
      },
    ],
  },
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
  readsAll: true,
  columns,
  argumentOfMember: { case_id: "caseId" },
  calculate: async (invocation) => {
    const tableColumns = showColumns(invocation, columns, invocation.values.fields);
    const universe_id = invocation.runtime.universes.idOf(invocation.values.universe, invocation.requestContext);
    const [events, documents] = await readCase(invocation, tableColumns, universe_id, invocation.values.caseId);
    const rows: readonly TableRecord[] = [
      ...events.records.map((record) => ({ ...record, kind: "event", date: record["start_date"] })),
      ...documents.records.map((record) => ({ ...record, kind: "document", date: record["extract_date"] })),
    ].sort((one, other) => (String(one.date) < String(other.date) ? -1 : 1));
    // Each case has an event, so the id is none of a case, or the universe does not have its company.
    if (rows.length === 0) {
      const universe = invocation.runtime.universes.nameOf(universe_id, invocation.requestContext);
      throw new AddinError("not-found", t("functions.noCase", { universe, id: invocation.values.caseId }));
    }
    return tabulate(invocation, rows, tableColumns, [], {
      limit: rowLimit(invocation, invocation.values.limit),
      truncated: false,
    });
  },
});
