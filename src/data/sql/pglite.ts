import { mkdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import {
  copyChunks,
  copyStatement,
  type Database,
  DatabaseError,
  inTransaction,
  type Queries,
  similarityOption,
  storableValue,
  type Value,
} from "./database";
import { lockStore } from "../../sqlite/file-lock";

interface Message {
  readonly id: number;
  readonly result?: unknown;
  readonly problem?: { readonly message: string; readonly code: string };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Sends actions to the thread and returns their results. After its end every action fails. */
const startThread = (folder: string | undefined) => {
  const worker = new Worker(path.join(__dirname, "pglite-worker.mjs"), { workerData: { folder }, execArgv: [] });
  const waiting = new Map<number, Waiting>();
  let [next, ended] = [0, false];
  const fail = (message: string): void => {
    ended = true;
    for (const { reject } of waiting.values()) reject(new DatabaseError(message));
    waiting.clear();
  };
  worker.on("message", ({ id, result, problem }: Message) => {
    const entry = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (problem === undefined) entry?.resolve(result);
    else entry?.reject(new DatabaseError(problem.message, problem.code));
  });
  worker.on("error", (error) => fail(`The embedded database ended: ${error.message}`));
  worker.on("exit", () => fail("The embedded database has ended."));
  const send = (action: string, details: object = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended) {
        reject(new DatabaseError("The embedded database has ended."));
        return;
      }
      next += 1;
      waiting.set(next, { resolve, reject });
      worker.ref();
      worker.postMessage({ id: next, action, ...details });
    });
  return { send, end: () => worker.terminate() };
};

type Thread = ReturnType<typeof startThread>;

const threadQueries = ({ send }: Thread): Queries => ({
  query: async <R>(sql: string, values: readonly Value[] = []) =>
    (await send("query", { sql, values: values.map(storableValue) })) as readonly R[],
  run: async (statements) => {
    await send("run", { sql: statements });
  },
  copy: async (table, columns, rows) => {
    const sql = copyStatement(table, columns, "'/dev/blob'");
    for (const text of copyChunks(rows)) await send("copy", { sql, text });
  },
});

/** Runs works one after another: the embedded database has one session. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
};

/** The folder with its links resolved; it is created. @throws if there is a file of this name, or it cannot be created */
const realFolder = (name: string): string => {
  if (statSync(name, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Error(`--data must be a folder, or an address that begins with postgres://, got the file ${name}.`);
  mkdirSync(name, { recursive: true });
  return realpathSync(name);
};

/**
 * Opens the embedded PostgreSQL in a folder that only this process uses, or in memory. @throws if another process uses
 * the folder: the embedded database itself would lose rows.
 */
export const openPglite = async (name?: string): Promise<Database> => {
  const folder = name === undefined ? undefined : realFolder(name);
  const files = folder === undefined ? undefined : path.join(folder, "postgres");
  const unlock = files === undefined ? () => undefined : lockStore(files, "give --data another folder");
  const thread = startThread(files);
  const inTurn = createTurns();
  const queries = threadQueries(thread);
  const end = async (): Promise<void> => {
    await thread.end();
    unlock();
  };
  try {
    await thread.send("open");
    await queries.run(`SET ${similarityOption}`);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    query: (sql, values) => inTurn(() => queries.query(sql, values)),
    run: (statements) => inTurn(() => queries.run(statements)),
    copy: (table, columns, rows) => inTurn(() => queries.copy(table, columns, rows)),
    transaction: (work) => inTurn(() => inTransaction(queries, work)),
    place: folder ?? "memory",
    close: () =>
      inTurn(async () => {
        await thread.send("close").catch(() => undefined);
        await end();
      }),
  };
};
