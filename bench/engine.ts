import { Cancellation } from "../src/runtime/cancellation";
import { createRuntime } from "../src/runtime/create-runtime";
import { lateParts } from "../src/runtime/late-parts";
import { learnLimit } from "../src/runtime/learn-limit";
import type { Inquiry } from "../src/runtime/inquiry";
import type { Runtime } from "../src/runtime/runtime";
import type { KeyValueStorage } from "../src/runtime/storage";
import { mapStorage } from "./map-storage";
import type { AnswerCell, Network, Strategy } from "./strategy";
import type { Cell } from "./workloads";

const columns = ["title", "score", "start_date"];
/** A sheet so tall is calculated again and again. */
const rows = 10_000;

/** Answers one cell with an inquiry of its own. */
export const answerCell = async (
  { runtime, chains }: { readonly runtime: Runtime; readonly chains: boolean },
  cell: Cell,
  inquiry: Inquiry,
): Promise<unknown> => {
  if (cell.kind === "search") {
    const wanted = { fields: ["name"], maxCandidates: 1 };
    const { matches } = await runtime.entities.search({ name: `eq:${cell.name}` }, wanted, inquiry);
    return matches[0]?.["name"];
  }
  if (cell.kind === "title") {
    const document = { datamarts_document_id: cell.id, extract_date: cell.date };
    return (await runtime.documents.content(document, { fields: ["title"] }, inquiry))?.["title"];
  }
  const path = { universe_id: cell.universe };
  const query = cell.since === undefined ? {} : { last_activity: `gte:${cell.since}` };
  const request = { route: "listEsgEvents", path, query, fields: columns, chains } as const;
  return (await runtime.listings.read(request, { limit: cell.limit }, inquiry)).records;
};

/** Answers cells as office/associate does: every one its own entry of the ledger. */
export const cellsOf = (runtime: Runtime, chains = false): AnswerCell => {
  let number = 0;
  return async (cell) => {
    number = (number + 1) % rows;
    const cancellation = new Cancellation();
    const entry = runtime.ledger.open({ what: cell.kind, address: `Sheet1!A${number}`, query: "", cancellation });
    const value = await answerCell({ runtime, chains }, cell, entry.inquiry);
    entry.done(1);
    return value;
  };
};

/** A runtime on this network. */
export const runtimeOn = ({ send, clock, address, credentials }: Network, storage: KeyValueStorage): Runtime =>
  createRuntime({
    lateParts: () => Promise.resolve(lateParts),
    loadLearnLimit: () => Promise.resolve(learnLimit),
    send,
    clock,
    addresses: { baseUrl: address, authUrl: address, audience: credentials.audience, clientId: credentials.clientId },
    storage,
    crypto: globalThis.crypto,
    partition: "bench",
  });

/** Signs a runtime in. */
export const signIn = async (runtime: Runtime, { credentials }: Network): Promise<void> => {
  await runtime.ready;
  await runtime.session.signIn({ key: credentials.key, secret: credentials.secret }, false);
};

/** This repository's engine on a storage of its own or one that is handed on. */
export const engineOn = (storage?: KeyValueStorage, chains = false): Strategy => ({
  name: chains ? "engine, chains by score" : "engine",
  start: async (network) => {
    const runtime = runtimeOn(network, storage ?? mapStorage());
    await signIn(runtime, network);
    return cellsOf(runtime, chains);
  },
});
