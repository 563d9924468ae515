import { defineAnalysisTable } from "./document-table";
import { foundEntity } from "../../table/nested/analysis";
import { listFrom, toMembers } from "../../table/nested/values";

/** `ANALYSIS.ENTITIES`: the entities found in each document with label, count and type. */
export const analysisEntities = defineAnalysisTable({
  name: "ANALYSIS.ENTITIES",
  help: {
    description: "The entities found in the documents of an analysis, with label, count and type.",
    synonyms: "people, organisations, places, named entities, who is mentioned",
    parameters: { limit: 'Maximum number of documents: 1 to 500, 500 if omitted; "all" reads them day by day.' },
    options: { concept: "Label of a concept of the analysis.", date: "Only this day of the analysis." },
    examples: [
      {
        formula: '=ANALYSIS.ENTITIES("a3975255-be9f-4899-9af9-cae6864770e0",20)',
        shows: "Document, entity, label, count and type.",
      },
      {
        formula: '=ANALYSIS.ENTITIES("a3975255-be9f-4899-9af9-cae6864770e0",100,"sum=yes")',
        shows: "The entities of a hundred documents, the most mentioned first.",
      },
    ],
  },
  fields: () => ["entities"],
  byEntity: false,
  sums: { by: ["label", "entity_type", "entity_id"], count: "count" },
  columns: { id: "text", entity_id: "text", label: "text", count: "integer", entity_type: "text" },
  rows: (document) =>
    Object.entries(toMembers(document["entities"])).flatMap(([entity_id, mention]) =>
      listFrom(mention).map((one) => {
        const { label, count, type } = foundEntity(one);
        return { entity_id, label, count, entity_type: type };
      }),
    ),
});
