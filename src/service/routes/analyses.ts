import { checkAnalysis, languageCodes, type AnalysisRequest } from "../analyses/request";
import { createJsonWriter, createTimeSeries, csvLine, type TimeSeriesRequest } from "../analyses/time-series";
import type { AnalysisStatus } from "../analyses/analyses";
import { ApiError, notFound } from "../http/problems";
import { serializeList } from "../http/response-body";
import { type DownloadRequest, selectDocuments } from "../analyses/download";
import type { MatchedDocument } from "../analyses/matching";
import { findLanguage } from "../text/languages";
import { requireKnownPeriod, type RouteRequest, type RouteHandler } from "./route";

/**
 * Requires that entity linking alone can find each entity: without keywords and without raw-matcher only a name of the
 * catalogue can be linked. @throws 404.
 */
const requireLinkable = async ({ backend }: RouteRequest, { workers, entities }: AnalysisRequest): Promise<void> => {
  if (workers.includes("raw-matcher")) return;
  for (const { entity_of_interest: name = "", keywords = [] } of entities) {
    if (keywords.some((keyword) => keyword.trim() !== "")) continue;
    if ((await backend.data.companyByExactName(name)) === undefined)
      throw notFound(`The entity "${name.slice(0, 100)}"`);
  }
};

/** POST /api/2.0/analyze/dataset: starts an analysis in the background. */
export const startAnalysis: RouteHandler = async (request) => {
  const { backend, account, given } = request;
  const input = request.body as AnalysisRequest;
  checkAnalysis(input, given, account);
  const period = { operator: "between", values: [Date.parse(input.start_date), Date.parse(input.end_date)] } as const;
  await requireKnownPeriod(request, { time: [period], languages: [...languageCodes(input.languages)], isFinal: true });
  await requireLinkable(request, input);
  const instance = await backend.analyses.start(account, input);
  if (instance === undefined)
    throw new ApiError(429, `${backend.limits.analysesInProgress} analyses are in progress already.`);
  return { instance };
};

type Ready = Extract<AnalysisStatus, { state: "ready" }>;

/** The analysis if it is ready. Otherwise sends 202 (in progress) or 204 (stopped or failed) and returns undefined. */
const readyOrReplied = async (
  { backend, account, reply }: RouteRequest,
  instance: string,
): Promise<Ready | undefined> => {
  const status = await backend.analyses.status(account, instance);
  if (status === undefined) throw notFound("The instance");
  if (status.state === "ready") return status;
  void reply.code(status.state === "in progress" ? 202 : 204).send();
  return undefined;
};

/** POST /api/2.0/analyze/download. */
export const downloadAnalysis: RouteHandler = async (request) => {
  const { backend, parameters, reply } = request;
  const input = request.body as DownloadRequest;
  const ready = await readyOrReplied(request, input.instance);
  if (ready === undefined) return undefined;
  const { translate = "" } = input;
  const { documents, record } = await selectDocuments(ready, input, {
    data: backend.data,
    limits: backend.limits,
    language: translate === "" ? "eng" : (findLanguage(translate)?.code ?? ""),
  });
  const field = "body.limit";
  const write = (document: MatchedDocument): string => JSON.stringify(record(document));
  if (!parameters.flag("json_lines")) return serializeList(documents, write, "[", "]", { field });
  const lines = await serializeList(documents, (each) => `${write(each)}\n`, "", "", { separator: "", field });
  return reply.type("application/x-ndjson; charset=utf-8").send(lines.json);
};

/** POST /api/2.0/analyze/timeserie. */
export const getTimeSeries: RouteHandler = async (request) => {
  const { backend, parameters, reply } = request;
  const input = request.body as TimeSeriesRequest & { readonly instance: string };
  const ready = await readyOrReplied(request, input.instance);
  if (ready === undefined) return undefined;
  const { columns, positions, row } = await createTimeSeries(ready.matched, {
    data: backend.data,
    plan: ready.plan,
    request: input,
  });
  const field = "body.pivots";
  if (parameters.text("output_format") !== "csv") {
    const json = createJsonWriter(columns);
    return serializeList(positions, (position) => json(row(position)), "[", "]", { field });
  }
  const write = (position: number): string =>
    (position === 0 ? `${csvLine(columns)}\r\n` : "") + `${csvLine(row(position))}\r\n`;
  const csv = await serializeList(positions, write, "", "", { separator: "", field });
  return reply.type("text/csv; charset=utf-8").send(csv.json);
};
