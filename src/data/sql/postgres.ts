import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type CustomTypesConfig, Pool, type PoolClient, types, type QueryResultRow } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { withoutPasswords } from "./address";
import {
  copyChunks,
  copyStatement,
  type Database,
  DatabaseError,
  inTransaction,
  type Queries,
  similarityOption,
  storableValue,
  toDatabaseError,
  type Value,
} from "./database";

const [bigint, bigints] = [20, 1016];
type Parser = (text: string) => unknown;
const usualParser = types.getTypeParser as (oid: number, format?: string) => Parser;
const readBigints: Parser = (text) => (usualParser(bigints)(text) as string[]).map(Number);

/** Counts and ordinals stay below 2^53: they are read as numbers. */
const parsers = {
  getTypeParser: (oid: number, format?: string): Parser =>
    oid === bigint ? Number : oid === bigints ? readBigints : usualParser(oid, format),
} as CustomTypesConfig;

const guard = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw toDatabaseError(error);
  }
};

const clientQueries = (client: PoolClient): Queries => ({
  query: <R extends QueryResultRow>(sql: string, values: readonly Value[] = []) =>
    guard(async () => (await client.query<R>({ text: sql, values: values.map(storableValue), types: parsers })).rows),
  run: (statements) =>
    guard(async () => {
      await client.query(statements);
    }),
  copy: (table, columns, rows) =>
    guard(() =>
      pipeline(Readable.from(copyChunks(rows)), client.query(copyFrom(copyStatement(table, columns, "STDIN")))),
    ),
});

/** A server compiles queries that it takes for long ones. Ours are short, and compiling them takes longer than running them. */
const compileOption = "jit=off";

/** Milliseconds that a query waits for a connection: a server that does not answer must not hold requests for ever. */
const patience = 10_000;

/** Opens the database of a server by its address (`postgres://…`). @throws if the server cannot be reached. */
export const openPostgres = async (address: string, connections = 10): Promise<Database> => {
  const place = withoutPasswords(address);
  const pool = new Pool({
    connectionString: address,
    max: connections,
    options: `-c ${similarityOption} -c ${compileOption}`,
    connectionTimeoutMillis: patience,
  });
  // A connection that breaks is replaced at the next query. One that breaks during a query tells the query too; without
  // a listener of its own that error would end the process.
  const ignore = (): void => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => void client.on("error", ignore));
  const withClient = <T>(work: (queries: Queries, client: PoolClient) => Promise<T>): Promise<T> =>
    guard(async () => {
      const client = await pool.connect();
      let broken: unknown;
      try {
        return await work(clientQueries(client), client);
      } catch (error) {
        broken = error;
        throw error;
      } finally {
        const { code = "" } = (broken ?? { code: "00000" }) as { readonly code?: string };
        // Without a state of PostgreSQL the connection itself has failed.
        client.release(broken !== undefined && code === "");
      }
    });
  try {
    await withClient(({ run }) => run("SELECT 1"));
  } catch (error) {
    await pool.end();
    const { code = "" } = error as { readonly code?: string };
    // A password that is not escaped: the driver cannot tell where the host begins.
    const why =
      code === "ERR_INVALID_URL"
        ? "it is no address; in a password, / is written %2F, # %23 and ? %3F"
        : (error as Error).message;
    throw new DatabaseError(
      `The database ${place} cannot be opened: ${why}.`,
      error instanceof DatabaseError ? code : "",
    );
  }
  return {
    query: (sql, values) => withClient(({ query }) => query(sql, values)),
    run: (statements) => withClient(({ run }) => run(statements)),
    copy: (table, columns, rows) => withClient(({ copy }) => copy(table, columns, rows)),
    transaction: (work) => withClient((queries) => inTransaction(queries, work)),
    place,
    close: () => pool.end(),
  };
};
