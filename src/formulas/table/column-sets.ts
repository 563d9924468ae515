import {
  associatedUniverseFields,
  contentDocumentFields,
  entityFields,
  esgDocumentFields,
  esgEventFields,
  legacyDocumentFields,
  sdgDocumentFields,
  taskFields,
} from "../../contract/fields";
import { type ColumnSet, type ColumnMember, membersFor, ownMember } from "./columns";
import { nestedKinds } from "./nested/by-field";

/** The members of an entity, also of `entity.…` in records with entity_id. */
export const entityColumnMembers: readonly ColumnMember[] = membersFor(entityFields);

/** The columns of an entity that are shown by default. */
export const entityShown = [
  "name",
  "country",
  "isin",
  "lei",
  "ticker",
  "isic4",
  "employee_count",
  "revenue",
  "revenue.currency",
  "id",
] as const;

/** Entities as the universe listing returns them. */
export const entityColumns: ColumnSet = {
  resource: "entity",
  members: entityColumnMembers,
  shown: entityShown,
  identity: { kind: "company", key: ["id"] },
};

export const esgEventColumns: ColumnSet = {
  resource: "esgEvent",
  members: membersFor(esgEventFields),
  entity: entityColumnMembers,
  shown: ["last_activity", "entity.name", "score", "title", "categories", "sub_categories", "related_documents_count"],
  identity: { kind: "event", key: ["id"], ignored: ["dashboard_url"] },
};

/** The same with the start of an event first: its columns where that date counts. */
export const esgEventColumnsByStart: ColumnSet = {
  ...esgEventColumns,
  shown: esgEventColumns.shown.map((name) => (name === "last_activity" ? "start_date" : name)),
};

export const esgDocumentColumns: ColumnSet = {
  resource: "esgDocument",
  members: membersFor(esgDocumentFields),
  entity: entityColumnMembers,
  shown: ["extract_date", "entity.name", "score", "title", "categories", "polarity", "site", "language"],
  identity: { kind: "document", key: ["id"], ignored: ["dashboard_url", "reliability", "url"] },
};

export const sdgDocumentColumns: ColumnSet = {
  resource: "sdgDocument",
  members: membersFor(sdgDocumentFields),
  entity: entityColumnMembers,
  shown: ["entity.name", "extract_date", "score", "title", "categories", "polarity"],
  identity: { kind: "document", key: ["entity_id", "id"], ignored: ["dashboard_url", "reliability", "url"] },
};

/** The universes an entity belongs to. */
export const associatedUniverseColumns: ColumnSet = {
  resource: "associatedUniverse",
  members: membersFor(associatedUniverseFields),
  shown: ["universe_name", "type", "description", "universe_id"],
  identity: { kind: "universe", key: ["entity_id", "universe_id"] },
};

export const taskColumns: ColumnSet = {
  resource: "task",
  members: membersFor(taskFields),
  shown: ["created_at", "type", "status", "completed_at", "description", "id"],
  identity: { kind: "task", key: ["id"] },
};

/** Content documents, with the `status` that the add-in adds. */
export const contentColumns: ColumnSet = {
  resource: "contentDocument",
  members: [
    ...membersFor(contentDocumentFields),
    ownMember("status", "text"),
    { name: "error", type: "object", byDefault: false, wire: "", nested: nestedKinds["error"] as never },
  ],
  shown: ["title", "text", "status"],
};

export const legacyDocumentColumns: ColumnSet = {
  resource: "legacyDocument",
  members: [...membersFor(legacyDocumentFields), ownMember("status", "text")],
  shown: ["summary", "status"],
};
