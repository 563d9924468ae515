import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { signIn, type ServiceClient } from "./service-client";
import { runLoad, type Load, type LoadResult } from "./service-load";
import { startServiceProcess } from "./service-process";

interface Named {
  readonly name: string;
  readonly isin: readonly string[];
  readonly lei: string | null;
  readonly ticker: readonly string[];
}

const exact = (entities: readonly Named[]): object => ({
  entities: entities.map(({ isin, lei, ticker }) => ({
    isin: `eq:${isin[0] ?? "DE0ZZ9999906"}`,
    ...(lei === null ? {} : { lei: `eq:${lei}` }),
    ...(ticker[0] === undefined ? {} : { ticker: `eq:${ticker[0]}` }),
  })),
});

/** Names with a letter missing, as somebody types them. */
const fuzzy = (entities: readonly Named[]): object => ({
  entities: entities.map(({ name }) => ({ name: `ilike:${(name.slice(0, 3) + name.slice(4)).replace(/[%_]/g, "")}` })),
});

const loadsOf = async (client: ServiceClient): Promise<Load[]> => {
  const five = `/v3/universes/${client.universe("Global 500")}`;
  const thousands = `/v3/universes/${client.universe("Global 5000")}`;
  const everything = `/v3/universes/${client.universe("Whole Catalogue")}`;
  const { data } = await client.get<{ data: Named[] }>(`${five}/entities?size=500&fields=name,isin,lei,ticker`);
  const first = await client.get<{ data: { id: string }[] }>(`${five}/entities?size=1&fields=id`);
  const get = (name: string, route: string, connections = 10): Load => ({ name, path: route, connections });
  return [
    get("ESG documents, 500 entities, page of 10", `${five}/esg/documents?size=10`),
    get("ESG documents, 500 entities, page of 1,000", `${five}/esg/documents?size=1000`, 1),
    get("ESG documents, 5,000 entities, page of 1,000", `${thousands}/esg/documents?size=1000`, 1),
    get("ESG documents, all entities, page of 10", `${everything}/esg/documents?size=10`),
    get("ESG events, 500 entities, page of 10", `${five}/esg/events?size=10`),
    get("ESG events, 500 entities, page of 1,000", `${five}/esg/events?size=1000`, 1),
    get("ESG events, all entities, content and score", `${everything}/esg/events?size=10&content=spill&score=gte:3`),
    get("Entities, 500, page of 10", `${five}/entities?size=10`),
    get("Entities, all, sector and country", `${everything}/entities?size=10&sector=eq:K&country=france`),
    get("SDG documents of an entity", `/v3/entities/${first.data[0]?.id ?? ""}/sdg/documents?size=10`),
    { name: "msearch, 500 exact identifiers", path: "/v3/entities/msearch", body: exact(data), connections: 1 },
    { name: "msearch, 500 misspelt names", path: "/v3/entities/msearch", body: fuzzy(data), connections: 1 },
  ];
};

const dataset = {
  start_date: "2000-01-01",
  end_date: "2100-01-01",
  entities: [{ entity_of_interest: "bank", keywords: ["bank", "group", "insurance"] }],
  workers: ["raw-matcher"],
};

/** How long an analysis takes while somebody else pages, and how long that one waits. */
const analysisUnderLoad = async (origin: string, client: ServiceClient, seconds: number) => {
  const begin = performance.now();
  const started = (await client.post("/api/2.0/analyze/dataset", dataset)).body as { instance: string };
  const load = {
    name: "ESG documents, page of 10, during an analysis",
    path: `/v3/universes/${client.universe("Global 500")}/esg/documents?size=10`,
    connections: 2,
  };
  const beside = runLoad(origin, client, { load, seconds });
  const ask = { instance: started.instance, limit: 1, fields: ["language"] };
  while ((await client.post("/api/2.0/analyze/download", ask)).status === 202)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return { ms: Math.round(performance.now() - begin), beside: await beside };
};

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((bytes, file) => bytes + statSync(path.join(folder, file)).size, 0) / 1024 / 1024;

const row = ({ name, perSecond, medianMs, p99Ms, failures }: LoadResult): string =>
  `${name.padEnd(52)}${String(perSecond).padStart(10)}${String(medianMs).padStart(10)}${String(p99Ms).padStart(10)}${String(failures).padStart(10)}\n`;

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      size: { type: "string", default: "large" },
      seconds: { type: "string", default: "5" },
      port: { type: "string", default: "5480" },
    },
  });
  const folder = mkdtempSync(path.join(tmpdir(), "spillway-bench-"));
  const seconds = Number(values.seconds);
  const write = (text: string): void => void process.stdout.write(text);
  const service = await startServiceProcess([
    "--size",
    values.size,
    "--port",
    values.port,
    "--store",
    path.join(folder, "store.db"),
  ]);
  write(`size ${values.size}: ready after ${service.startMs} ms, ${service.memory() ?? "?"} MB\n\n`);
  write(
    `${"route".padEnd(52)}${["req/s", "p50 ms", "p99 ms", "failures"].map((head) => head.padStart(10)).join("")}\n`,
  );
  const client = await signIn(service.origin);
  for (const load of await loadsOf(client)) {
    await (load.body === undefined ? client.get(load.path) : client.post(load.path, load.body));
    write(row(await runLoad(service.origin, client, { load, seconds })));
  }
  const analysis = await analysisUnderLoad(service.origin, client, seconds);
  write(row(analysis.beside));
  write(
    `\nan analysis over the whole corpus: ${analysis.ms} ms\nmemory ${service.memory() ?? "?"} MB, disk ${sizeOf(folder).toFixed(1)} MB\n`,
  );
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
