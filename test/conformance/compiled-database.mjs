// Jest's global setup for the suite over embedded databases (on-databases.slow.test.ts). Each service starts the database in a
// thread of its own. V8 shares the compiled program among them as long as somebody holds it; otherwise each start compiles it again,
// and runs the slow first version of it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"));

export default async () => {
  globalThis.compiledDatabase = await WebAssembly.compile(readFileSync(fileURLToPath(program)));
};
