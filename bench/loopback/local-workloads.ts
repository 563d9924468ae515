import { type Call, signedIn } from "../strategies/peers/plain-calls";
import type { Network } from "../strategies/strategy";
import type { Cell, Workload } from "../strategies/workloads";

interface Page {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly has_next: boolean;
  readonly search_after: string | null;
}

const listAll = async (call: Call, path: string, limit: number): Promise<Page["data"]> => {
  const records: Page["data"][number][] = [];
  for (let cursor = ""; ;) {
    const page = (await call("GET", `${path}&size=${Math.min(1_000, limit - records.length)}${cursor}`)) as Page;
    records.push(...page.data);
    if (!page.has_next || records.length >= limit) return records;
    cursor = `&search_after=${encodeURIComponent(page.search_after ?? "")}`;
  }
};

const day = (index: number): string => new Date(Date.UTC(2024, 0, 1) + index * 86_400_000).toISOString().slice(0, 10);

/** W1, W2, W3 and W5 with the companies, documents and events of the local service. */
export const localWorkloads = async (network: Network, universe: string): Promise<readonly Workload[]> => {
  const call = await signedIn(network);
  const entities = await listAll(call, `/v3/universes/${universe}/entities?fields=id&fields=name`, 1_300);
  const fields = "fields=id&fields=datamarts_document_id&fields=extract_date";
  const documents = await listAll(call, `/v3/universes/${universe}/esg/documents?${fields}`, 140);
  const events = await listAll(call, `/v3/universes/${universe}/esg/events?fields=id`, 10_000);
  const search = (index: number): Cell => ({ kind: "search", name: String(entities[index]?.["name"]) });
  const title = (index: number): Cell => {
    const document = documents[index % documents.length] ?? {};
    return { kind: "title", id: String(document["datamarts_document_id"]), date: String(document["extract_date"]) };
  };
  const since = (index: number): Cell => ({ kind: "events", universe, limit: 100, since: day(index) });
  const sheets = Array.from({ length: 50 }, (_, sheet) => [
    ...Array.from({ length: 10 }, (__, row) => search((sheet * 10 + row) % 350)),
    ...Array.from({ length: 4 }, (__, row) => title((sheet * 4 + row) % 140)),
    ...Array.from({ length: 6 }, (__, row) => since((sheet * 6 + row) % 210)),
  ]).flat();
  const cells = (count: number, cell: (index: number) => Cell): Cell[] =>
    Array.from({ length: count }, (_, index) => cell(index));
  return [
    { name: "W1", what: "", cells: cells(1_000, (index) => search(index % 700)), leastCalls: 2 },
    {
      name: "W2",
      what: "",
      cells: [{ kind: "events", universe, limit: 10_000 }],
      leastCalls: Math.ceil(events.length / 1_000),
    },
    { name: "W3", what: "", cells: sheets, leastCalls: 212 },
    { name: "W5", what: "", cells: cells(500, (index) => search(700 + index)), leastCalls: 1 },
  ];
};
