import { checkAnalysis, type AnalysisRequest } from "../analyses/request";
import { createSeries, seriesCsv, type SeriesRequest } from "../analyses/series";
import type { Standing } from "../analyses/analyses";
import { ApiError, notFound } from "../http/api-error";
import { selectDocuments } from "../analyses/download";
import type { DownloadRequest } from "../analyses/download-rules";
import { findLanguage, renderable } from "../text/languages";
import type { Call, Handler } from "./route";

/** POST /api/2.0/analyze/dataset: starts an analysis, which then runs in the background. */
export const startAnalysis: Handler = ({ backend, account, body, given }) => {
  const request = body as AnalysisRequest;
  checkAnalysis(request, given, account);
  const { analysesInProgress } = backend.limits;
  if (backend.analyses.inProgress(account) >= analysesInProgress) {
    throw new ApiError(429, `${analysesInProgress} analyses are in progress already.`);
  }
  return { instance: backend.analyses.start(account, request) };
};

type Ready = Extract<Standing, { state: "ready" }>;

/** The analysis when it is ready; otherwise the reply has been sent: 202 in progress, 204 stopped or failed. */
const readyOrReplied = ({ backend, account, reply }: Call, instance: string): Ready | undefined => {
  const standing = backend.analyses.standing(account, instance);
  if (standing === undefined) throw notFound("The instance");
  if (standing.state === "ready") return standing;
  void reply.code(standing.state === "in progress" ? 202 : 204).send();
  return undefined;
};

/** POST /api/2.0/analyze/download. */
export const downloadAnalysis: Handler = async (call) => {
  const { backend, asked, reply } = call;
  const request = call.body as DownloadRequest;
  const ready = readyOrReplied(call, request.instance);
  if (ready === undefined) return undefined;
  const language =
    request.translate === undefined || request.translate === "" ? undefined : findLanguage(request.translate);
  const documents = await selectDocuments(ready, request, {
    world: backend.world,
    limits: backend.limits,
    language: language === undefined ? "eng" : (renderable(language) ?? null),
  });
  if (!asked.flag("json_lines")) return documents;
  const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join("");
  return reply.type("application/x-ndjson; charset=utf-8").send(lines);
};

/** POST /api/2.0/analyze/timeserie. */
export const getTimeSeries: Handler = async (call) => {
  const { backend, asked, reply } = call;
  const request = call.body as SeriesRequest & { readonly instance: string };
  const ready = readyOrReplied(call, request.instance);
  if (ready === undefined) return undefined;
  const rows = await createSeries(ready.matched, { world: backend.world, plan: ready.plan, request });
  if (asked.text("output_format") !== "csv") return rows;
  return reply.type("text/csv; charset=utf-8").send(seriesCsv(rows));
};
