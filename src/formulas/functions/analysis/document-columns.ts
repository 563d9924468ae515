import { analysisDocumentFields } from "../../../contract/fields";
import { type ColumnSet, membersFor } from "../../table/columns";
import { nestedInAnalyses } from "../../table/nested/analysis";

/** The object with country, site and site_type in a document of an analysis; the specification leaves its key open. */
export const sourceField = "the service";

export const analysisDocumentColumns: ColumnSet = {
  resource: "analysisDocument",
  members: membersFor(
    analysisDocumentFields.map((field) => (field.name === sourceField ? { ...field, name: "source" } : field)),
    nestedInAnalyses,
  ).map((member) => (member.name === "source" ? { ...member, wire: sourceField } : member)),
  shown: ["extract_date", "title", "source.site", "language", "document_polarity", "qscore"],
  identity: { kind: "document", key: ["id"], ignored: ["url"] },
};
