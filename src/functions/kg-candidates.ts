import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { text, whole } from "../formula/kind";
import { optional, required } from "../formula/parameter";
import { showColumns, tabulate } from "../formula/tabulate";
import { membersFor } from "../table/column";
import { listFrom, membersOf } from "../table/nested/reading";
import { kgCandidateFields } from "../wire/fields";

const columns = {
  resource: "kgCandidate",
  members: membersFor(kgCandidateFields),
  shown: ["label", "itemDescription", "item_id", "uuid"],
};

/** `KG.CANDIDATES`: candidates of the knowledge graph for a keyword (legacy `POST /api/2.0/kg/candidates`). */
export const kgCandidates = defineFunction({
  name: "KG.CANDIDATES",
  help: helpWanted
    ? {
        description: "Candidates of the knowledge graph for a keyword, best first.",
        parameters: {
          keyword: "What to look for.",
          maxResults: "Most candidates, 1 to 1000; 10 if omitted.",
          source: "The graph to ask; corporate_kg if omitted.",
        },
        examples: [
          { formula: '=KG.CANDIDATES("Wendilund Bank")', shows: "Label, description and ids of the candidates." },
        ],
      }
    : undefined,
  parameters: {
    keyword: required("text", text),
    maxResults: optional("number", whole(1, 1_000)),
    source: optional("text", text),
  },
  layout: "table",
  options: {},
  routes: ["findKgCandidates"],
  columns,
  blames: { keyword_of_interest: "keyword", max_results: "maxResults" },
  answer: async (call) => {
    const { keyword, maxResults = 10, source = "corporate_kg" } = call.values;
    const body = { keyword_of_interest: keyword, max_results: maxResults, source };
    const found = await call.runtime.answers.ask({ route: "findKgCandidates", body }, call.inquiry);
    return tabulate(call, listFrom(found).map(membersOf), showColumns(call, columns, undefined));
  },
});
