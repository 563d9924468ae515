import { defineAnalysisTable } from "./document-table";
import { flag } from "../../arguments/parameters";
import type { TableRecord } from "../../table/columns";
import { listFrom, toMembers } from "../../table/nested/values";

/** The matches of each sentence: what was found, how similar, and which keywords how often. */
const matchesIn = (document: TableRecord): readonly TableRecord[] =>
  listFrom(document["sentences"]).flatMap((sentence) => {
    const { sentence_id, matches } = toMembers(sentence);
    return listFrom(matches).flatMap((match) => {
      const { count, ...members } = toMembers(match);
      const keywords = Object.entries(toMembers(count));
      const row = { ...members, sentence_id };
      return keywords.length === 0 ? [row] : keywords.map(([keyword, times]) => ({ ...row, keyword, count: times }));
    });
  });

const mentionsIn = (document: TableRecord): readonly TableRecord[] =>
  Object.entries(toMembers(document["mentions"])).flatMap(([entity, keywords]) =>
    Object.entries(toMembers(keywords)).map(([keyword, count]) => ({ entity, keyword, count })),
  );

/** `ANALYSIS.MENTIONS`: how often each keyword of each entity occurs in each document; `matches=yes` by sentence. */
export const analysisMentions = defineAnalysisTable({
  name: "ANALYSIS.MENTIONS",
  help: {
    description: "How often the keywords of each entity occur in the documents of an analysis.",
    synonyms: "keywords, occurrences, frequency, how often, share of voice",
    parameters: { limit: 'Maximum number of documents: 1 to 500, 500 if omitted; "all" reads them day by day.' },
    options: {
      matches: "Lists the matches of each sentence: class, entity, label and similarity.",
      concept: "Label of a concept of the analysis.",
      date: "Only this day of the analysis.",
    },
    examples: [
      {
        formula: '=ANALYSIS.MENTIONS("a3975255-be9f-4899-9af9-cae6864770e0",20)',
        shows: "Document, entity, keyword and count.",
      },
    ],
  },
  fields: (options) => [options["matches"] === true ? "sentences" : "mentions"],
  byEntity: false,
  sums: { by: ["entity", "keyword"], count: "count" },
  options: { matches: flag },
  columns: {
    id: "text",
    entity: "text",
    keyword: "text",
    count: "integer",
    sentence_id: "integer",
    class: "text",
    entity_id: "text",
    entity_type: "text",
    label: "text",
    similarity: "number",
  },
  shown: ["id", "entity", "keyword", "count"],
  shownWhen: (options) =>
    options["matches"] === true
      ? ["id", "sentence_id", "class", "entity_id", "entity_type", "label", "similarity", "keyword", "count"]
      : undefined,
  rows: (document, options) => (options["matches"] === true ? matchesIn(document) : mentionsIn(document)),
});
