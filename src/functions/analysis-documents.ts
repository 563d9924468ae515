import { AddinError } from "../error/addin-error";
import { download, usualDocuments } from "../formula/analysis";
import { analysisEntity, documentLimit, downloadOptions, instance } from "../formula/analysis-parameters";
import { analysisDocumentColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { choice } from "../formula/kind";
import { fields, optional } from "../formula/parameter";
import { showColumns, tabulate } from "../formula/tabulate";
import { requestedFields } from "../table/fields";
import { tell } from "../text/tell";

const sortable = analysisDocumentColumns.members.map((member) => member.name).filter((name) => name !== "source");

/** `ANALYSIS.DOCUMENTS`: documents of an analysis, at most 500 a call; its rules are checked before anything is sent. */
export const analysisDocuments = defineFunction({
  name: "ANALYSIS.DOCUMENTS",
  help: helpWanted
    ? {
        description: "Lists the documents of an analysis with their sentiment.",
        parameters: {
          limit: "How many documents: 1 to 500, 100 if omitted.",
          sort: "Field the service sorts by; document_entity_… needs the entity.",
          entity: "Name of an entity of the analysis: its documents, and its part of document_entity_… columns.",
        },
        options: {
          concept: "Label of a concept of the analysis: documents that hold it.",
          date: "One day of the analysis.",
          order: "Direction of the argument sort: asc or desc.",
          translate: "Language of the summary; summary must be among the fields.",
        },
        examples: [
          {
            formula: '=ANALYSIS.DOCUMENTS("a3975255-be9f-4899-9af9-cae6864770e0")',
            shows: "A hundred documents with sentiment and source.",
          },
          {
            formula:
              '=ANALYSIS.DOCUMENTS("a3975255-be9f-4899-9af9-cae6864770e0","extract_date,title,document_negative.max",20,"document_negative",,"order=desc")',
            shows: "The twenty most negative documents.",
          },
        ],
      }
    : undefined,
  parameters: {
    instance,
    fields,
    limit: documentLimit,
    sort: optional("text", choice(sortable)),
    entity: analysisEntity,
  },
  layout: "table",
  options: { ...downloadOptions, order: choice(["asc", "desc"]) },
  translates: true,
  routes: ["downloadAnalysis"],
  columns: analysisDocumentColumns,
  blames: { sort: "sort", field: "sort" },
  answer: async (call) => {
    const { entity, sort } = call.values;
    const { concept, date, order } = call.options;
    if (order !== undefined && sort === undefined)
      throw new AddinError("invalid-argument", tell("functions.orderNeedsSort"));
    const shown = { ...showColumns(call, analysisDocumentColumns, call.values.fields), entity };
    const documents = await download(call, {
      instance: call.values.instance,
      limit: call.values.limit ?? usualDocuments,
      fields: [...new Set(["id", ...requestedFields(shown.needed)])],
      entity,
      concept,
      date,
      sort: sort === undefined ? undefined : { field: sort, order: order?.toUpperCase() },
      translate: call.translate,
    });
    return tabulate(call, documents, shown);
  },
});
