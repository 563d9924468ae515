import { AddinError } from "../../src/engine/http/addin-error";
import { Cancellation } from "../../src/engine/requests/cancellation";
import type { RequestContext } from "../../src/engine/requests/request-context";
import type { Runtime } from "../../src/engine/runtime";
import type { KeyValueStorage } from "../../src/engine/storage";
import { mapStorage } from "../../test/support/map-storage";
import { testRuntime } from "../../test/support/test-runtime";
import type { AnswerCell, Network, Strategy } from "./strategy";
import type { Cell } from "./workloads";

const columns = ["title", "score", "start_date"];
/** A sheet so tall is calculated again and again. */
const rows = 10_000;

/** Answers one cell with a request of its own. */
export const answerCell = async (
  { runtime, perScore }: { readonly runtime: Runtime; readonly perScore: boolean },
  cell: Cell,
  requestContext: RequestContext,
): Promise<unknown> => {
  if (cell.kind === "search") {
    const options = { fields: ["name"], maxCandidates: 1 };
    const { matches } = await runtime.entities.search({ name: `eq:${cell.name}` }, options, requestContext);
    return matches[0]?.["name"];
  }
  if (cell.kind === "title") {
    const document = { datamarts_document_id: cell.id, extract_date: cell.date };
    return (await runtime.documents.content(document, { fields: ["title"] }, requestContext))?.["title"];
  }
  const path = { universe_id: cell.universe };
  const query = cell.since === undefined ? {} : { last_activity: `gte:${cell.since}` };
  const request = { route: "listEsgEvents", path, query, fields: columns, perScore } as const;
  return (await runtime.listings.read(request, { limit: cell.limit }, requestContext)).records;
};

/** Answers cells as src/addin/excel/functions/register-functions.ts does: each has its own entry in the request log, and a busy one recalculates. */
export const cellsOf = (runtime: Runtime, perScore = false): AnswerCell => {
  let number = 0;
  return async (cell) => {
    number = (number + 1) % rows;
    const opening = { what: cell.kind, address: `Sheet1!A${number}`, query: "" };
    for (;;) {
      const entry = runtime.requestLog.open({ ...opening, cancellation: new Cancellation() });
      try {
        const value = await answerCell({ runtime, perScore }, cell, entry);
        entry.done(1);
        return value;
      } catch (error) {
        if (!(error instanceof AddinError) || error.code !== "throttled") throw error;
        entry.failed(error);
        await nextRetry(runtime);
      }
    }
  };
};

const nextRetry = (runtime: Runtime): Promise<void> =>
  new Promise((resolve) => {
    const unsubscribe = runtime.connection.retries.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });

/** A runtime on this network, signed out. */
export const runtimeOn = ({ send, clock, address, credentials }: Network, storage: KeyValueStorage): Runtime => {
  const { audience, clientId } = credentials;
  return testRuntime(send, clock, { storage, address, audience, clientId });
};

/** Signs a runtime in. */
export const signIn = async (runtime: Runtime, { credentials }: Network): Promise<void> => {
  await runtime.ready;
  await runtime.session.signIn({ key: credentials.key, secret: credentials.secret }, false);
};

/** Loads what reads per score, by a listing of another universe: loading takes real time, in which virtual time would run on. */
const loadPerScore = async (runtime: Runtime): Promise<void> => {
  const entry = runtime.requestLog.open({ what: "warm-up", address: undefined, query: "" });
  const path = { universe_id: "warm-up" };
  const request = { route: "listEsgEvents", path, query: {}, fields: columns, perScore: true } as const;
  await runtime.listings.read(request, { limit: 1 }, entry);
  entry.done(1);
};

/** This repository's engine on a storage of its own or one that is handed on. */
export const engineOn = (storage?: KeyValueStorage, perScore = false): Strategy => ({
  name: perScore ? "engine, chains by score" : "engine",
  start: async (network) => {
    const runtime = runtimeOn(network, storage ?? mapStorage());
    await signIn(runtime, network);
    if (perScore) await loadPerScore(runtime);
    return cellsOf(runtime, perScore);
  },
});
