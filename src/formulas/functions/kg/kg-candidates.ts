import { defineFunction } from "../../define/define-function";
import { optional, required, text, whole } from "../../arguments/parameters";
import { tabulate } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { type ColumnSet, membersFor } from "../../table/columns";
import { listFrom, toMembers } from "../../table/nested/values";
import { kgCandidateFields } from "../../../contract/fields";

const columns = {
  resource: "kgCandidate",
  members: membersFor(kgCandidateFields),
  shown: ["label", "itemDescription", "item_id", "uuid"],
  identity: { kind: "row", key: ["item_id", "uuid"] },
} satisfies ColumnSet;

/** `KG.CANDIDATES`: candidates of the knowledge graph for a keyword (specification, "POST {base_url}/api/2.0/kg/candidates"). */
export const kgCandidates = defineFunction({
  name: "KG.CANDIDATES",
  help: {
    description: "Candidates for a keyword in the knowledge graph, best first.",
    synonyms: "knowledge graph, concept, topic, keyword, synonyms, disambiguation",
    parameters: {
      keyword: "Word or name to look for.",
      maxResults: "Maximum number of candidates, 1 to 1000; 10 if omitted.",
      source: "The graph to search; the corporate one if omitted.",
    },
    examples: [{ formula: '=KG.CANDIDATES("Wendilund Bank")', shows: "Label, description and ids of the candidates." }],
  },
  parameters: {
    keyword: required("text", text),
    maxResults: optional("number", whole(1, 1_000)),
    source: optional("text", text),
  },
  layout: "table",
  options: {},
  routes: ["findKgCandidates"],
  columns,
  argumentOfMember: { keyword_of_interest: "keyword", max_results: "maxResults" },
  calculate: async (invocation) => {
    const { keyword, maxResults = 10, source = "corporate_kg" } = invocation.values;
    const body = { keyword_of_interest: keyword, max_results: maxResults, source };
    const response = await invocation.runtime.answers.ask(
      { route: "findKgCandidates", body },
      invocation.requestContext,
    );
    return tabulate(invocation, listFrom(response).map(toMembers), showColumns(invocation, columns, undefined));
  },
});
