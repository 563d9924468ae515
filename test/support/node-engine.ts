// Calculates one formula in plain Node, with the cache in a folder; prints what it found as JSON.
// Usage: node --import tsx test/support/node-engine.ts FOLDER ADDRESS UNIVERSE [KEY SECRET AUDIENCE CLIENT]
import { systemClock } from "../../src/engine/clock";
import { createRuntime } from "../../src/engine/create-runtime";
import { FurtherReaders } from "../../src/engine/further-readers";
import { Readers } from "../../src/engine/readers";
import { detectLimit } from "../../src/engine/scheduler/rate-limit/detection";
import { loadOnFirstRefusal } from "../../src/engine/scheduler/rate-limit/limiter";
import { functions } from "../../src/formulas/functions";
import type { Matrix } from "../../src/formulas/table/matrix";
import { fileStorage } from "./file-storage";

/** What one process found. */
export interface NodeResult {
  /** Names of a page or of Office that exist in the process. */
  readonly globals: readonly string[];
  readonly sent: readonly string[];
  readonly source: string | undefined;
  readonly rows: Matrix;
}

const pageGlobals = ["window", "document", "Office", "Excel", "CustomFunctions", "indexedDB"];

const [folder = "", address = "", universe = "", key, secret, audience = "", clientId = ""] = process.argv.slice(2);

const run = async (): Promise<NodeResult> => {
  const sent: string[] = [];
  const runtime = createRuntime({
    createReaders: (deps) => new Readers(deps),
    createFurtherReaders: (deps) => new FurtherReaders(deps),
    limitDetection: loadOnFirstRefusal(() => Promise.resolve(detectLimit)),
    send: (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return fetch(request);
    },
    clock: systemClock,
    addresses: { baseUrl: address, authUrl: address, audience, clientId },
    storage: fileStorage(folder),
    crypto: globalThis.crypto,
    partition: "node",
  });
  await runtime.ready;
  if (key !== undefined && secret !== undefined) await runtime.session.signIn({ key, secret }, false);
  const events = functions.find(({ name }) => name === "ESG.EVENTS");
  if (events === undefined) throw new Error("There is no ESG.EVENTS.");
  const { cells: rows } = await events.invoke([universe, 3], {
    runtime,
    host: { formattedValues: false, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 },
    address: "Sheet1!A1",
    signal: new AbortController().signal,
    preview: false,
    reloadSince: undefined,
  });
  await runtime.cache.flush();
  const source = runtime.requestLog.latestAt("Sheet1!A1")?.source;
  return { globals: pageGlobals.filter((name) => name in globalThis), sent, source, rows };
};

run().then(
  (result) => {
    process.stdout.write(JSON.stringify(result));
    // The renewal of the token waits for hours.
    process.exit(0);
  },
  (error: unknown) => {
    process.stderr.write(String(error));
    process.exit(1);
  },
);
