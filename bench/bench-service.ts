import { flag, oneOf, port, readOptions, runProgram, whole } from "../scripts/run/command-line";
import { signIn, type ServiceClient } from "./service/service-client";
import { runLoad, type Load, type LoadResult } from "./service/service-load";
import { worstBodies, type DocumentKey } from "./service/worst-bodies";
import { startServiceProcess, type ServiceProcess } from "./service/service-process";

interface Named {
  readonly name: string;
  readonly isin: readonly string[];
  readonly lei?: string;
  readonly ticker: readonly string[];
}

const isins = (entities: readonly Named[]): object => ({
  entities: entities.map(({ isin }) => ({ isin: `eq:${isin[0] ?? "DE0ZZ9999906"}` })),
});

/** With a ticker as well, which many companies share: ten candidates each. */
const exact = (entities: readonly Named[]): object => ({
  entities: entities.map(({ isin, lei, ticker }) => ({
    isin: `eq:${isin[0] ?? "DE0ZZ9999906"}`,
    ...(lei === undefined ? {} : { lei: `eq:${lei}` }),
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
    { name: "msearch, 500 exact identifiers", path: "/v3/entities/msearch", body: isins(data), connections: 1 },
    { name: "msearch, 500 by ISIN, LEI and ticker", path: "/v3/entities/msearch", body: exact(data), connections: 1 },
    { name: "msearch, 500 misspelt names", path: "/v3/entities/msearch", body: fuzzy(data), connections: 1 },
  ];
};

const day = 86_400_000;
const isoDay = (back: number): string => new Date(Date.now() - back * day).toISOString().slice(0, 10);

/** An analysis that every English document of the last days belongs to. */
const dataset = (days: number): object => ({
  start_date: isoDay(days),
  end_date: isoDay(0),
  entities: [{ entity_of_interest: "anything", keywords: ["the", "a", "of"] }],
  workers: ["raw-matcher"],
});

interface UnderLoad {
  readonly what: string;
  readonly beside: LoadResult;
}

/** Somebody pages through documents while something long goes on. */
const besides = async (
  client: ServiceClient,
  { seconds, name }: { seconds: number; name: string },
  work: () => Promise<string>,
): Promise<UnderLoad> => {
  const load = {
    name: `ESG documents, page of 10, during ${name}`,
    path: `/v3/universes/${client.universe("Global 500")}/esg/documents?size=10`,
    connections: 2,
  };
  const beside = runLoad(client, { load, seconds });
  const what = await work();
  return { what, beside: await beside };
};

/** How long an analysis takes, from its start to the first answer that is not 202. */
const runAnalysis = async (client: ServiceClient, days: number, counted = true): Promise<string> => {
  const begin = performance.now();
  const { instance } = (await client.post("/api/2.0/analyze/dataset", dataset(days))).body as { instance: string };
  const ask = { instance, limit: 1, fields: ["language"] };
  while ((await client.post("/api/2.0/analyze/download", ask)).status === 202)
    await new Promise((resolve) => setTimeout(resolve, 25));
  const ms = Math.round(performance.now() - begin);
  if (!counted) return `an analysis over all English documents: ${ms} ms`;
  const volumes = { instance, pivots: [], volume_only: true };
  const [row] = (await client.post("/api/2.0/analyze/timeserie", volumes)).body as { volume_document: number }[];
  return `an analysis over ${row?.volume_document ?? 0} documents: ${ms} ms`;
};

/** The analysis that the download and the time series of the worst bodies read. */
const readyAnalysis = async (client: ServiceClient): Promise<string> => {
  const { instance } = (await client.post("/api/2.0/analyze/dataset", dataset(30))).body as { instance: string };
  const request = { instance, limit: 1, fields: ["language"] };
  while ((await client.post("/api/2.0/analyze/download", request)).status === 202)
    await new Promise((resolve) => setTimeout(resolve, 25));
  return instance;
};

/** Somebody pages through documents while the worst accepted body of a route is sent again and again. */
const besideWorstBodies = async (
  service: ServiceProcess,
  client: ServiceClient,
  { seconds, write }: { seconds: number; write: (text: string) => void },
): Promise<void> => {
  const listing = `/v3/universes/${client.universe("Global 500")}/esg/documents?size=500`;
  const { data } = await client.get<{ data: DocumentKey[] }>(listing);
  const documents = data.map(({ datamarts_document_id, extract_date }) => ({ datamarts_document_id, extract_date }));
  const bodies = worstBodies(documents, await readyAnalysis(client));
  write(line("\nworst accepted body of a route", ["KB", "status", "ms", "p99 ms", "peak MB"]));
  for (const { name, path: route, body } of bodies) {
    const results: { readonly ms: number; readonly status: number }[] = [];
    const sendAgain = async (): Promise<string> => {
      for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
        const begin = performance.now();
        const { status } = await client.post(route, body);
        results.push({ ms: Math.round(performance.now() - begin), status });
      }
      return "";
    };
    const { beside } = await besides(client, { seconds, name }, sendAgain);
    const [first] = results;
    const size = Math.round(JSON.stringify(body).length / 1024);
    const longest = Math.max(...results.map(({ ms }) => ms));
    write(line(name, [size, first?.status ?? "", longest, beside.p99Ms, service.peakMemory() ?? "?"]));
  }
};

/** The same long search again and again. */
const searchOnAndOn = async (client: ServiceClient, body: object, seconds: number): Promise<string> => {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  while (performance.now() < end) {
    const begin = performance.now();
    await client.post("/v3/entities/msearch", body);
    times.push(performance.now() - begin);
  }
  const middle = times.sort((one, other) => one - other)[times.length >> 1] ?? 0;
  return `msearch of 500 misspelt names beside them: ${Math.round(middle)} ms`;
};

const line = (name: string, columns: readonly (number | string)[]): string =>
  `${name.padEnd(62)}${columns.map((column) => String(column).padStart(10)).join("")}\n`;

/** What is known of a row beyond the load itself. */
interface Beyond {
  readonly firstMs?: number;
  readonly processorMs?: number | undefined;
}

const row = (result: LoadResult, { firstMs, processorMs }: Beyond = {}): string => {
  const each = processorMs === undefined ? "" : (processorMs / Math.max(1, result.requests)).toFixed(2);
  return line(result.name, [firstMs ?? "", result.perSecond, result.medianMs, result.p99Ms, each, result.failures]);
};

/** Milliseconds of the first call, when nothing of it was computed before. */
const first = async (client: ServiceClient, load: Load): Promise<number> => {
  const begin = performance.now();
  await (load.body === undefined ? client.get(load.path) : client.post(load.path, load.body));
  return Math.round(performance.now() - begin);
};

/** One row: the first call, then the load, with the processor time that the service took for each request. */
const measure = async (
  service: ServiceProcess,
  client: ServiceClient,
  { load, seconds }: { load: Load; seconds: number },
): Promise<string> => {
  const firstMs = await first(client, load);
  const before = service.processorMs();
  const result = await runLoad(client, { load, seconds });
  const after = service.processorMs();
  const processorMs = before === undefined || after === undefined ? undefined : after - before;
  return row(result, { firstMs, processorMs });
};

/** Every route by itself, then beside long work. */
const measureRoutes = async (
  service: ServiceProcess,
  client: ServiceClient,
  { seconds, write }: { seconds: number; write: (text: string) => void },
): Promise<void> => {
  write(line("route", ["first ms", "req/s", "p50 ms", "p99 ms", "cpu ms", "failures"]));
  const loads = await loadsOf(client);
  for (const load of loads) write(await measure(service, client, { load, seconds }));
  const names = loads.at(-1)?.body as object;
  const long = [
    await besides(client, { seconds: 3, name: "an analysis" }, () => runAnalysis(client, 30)),
    await besides(client, { seconds, name: "a fuzzy msearch" }, () => searchOnAndOn(client, names, seconds)),
    await besides(client, { seconds, name: "an analysis of all documents" }, () => runAnalysis(client, 9_000, false)),
  ];
  for (const { beside } of long) write(row(beside));
  write(`\n${long.map(({ what }) => what).join("\n")}\n`);
};

const main = async (): Promise<void> => {
  const given = readOptions({
    size: oneOf(["test", "small", "medium", "large"], "large"),
    seconds: whole([1, 3_600], 5),
    port: port(5480, 1),
    "only-worst": flag,
  });
  const { size, seconds } = given;
  const write = (text: string): void => void process.stdout.write(text);
  const service = await startServiceProcess(["--size", size, "--port", String(given.port)]);
  write(
    `size ${size}: ready after ${service.startMs} ms (${service.processorMs() ?? "?"} ms of processor time), ${service.memory() ?? "?"} MB\n\n`,
  );
  const client = await signIn(service.origin);
  if (!given["only-worst"]) await measureRoutes(service, client, { seconds, write });
  await besideWorstBodies(service, client, { seconds, write });
  write(`memory ${service.memory() ?? "?"} MB\n`);
  await service.stop();
};

runProgram(main);
