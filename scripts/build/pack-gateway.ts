import { copyFileSync } from "node:fs";
import path from "node:path";
import webpack from "webpack";

const root = path.join(__dirname, "../..");

const wasm = "node-sqlite3-wasm.wasm";

/** One script with everything that the gateway needs, for Node. */
export const packGateway = (out: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const compiler = webpack({
      mode: "production",
      target: "node20",
      entry: { main: path.join(root, "src/gateway/main.ts") },
      output: { path: out, filename: "[name].js" },
      resolve: { extensions: [".ts", ".js"] },
      module: {
        rules: [
          { test: /\.ts$/, loader: "ts-loader", options: { transpileOnly: true, compilerOptions: { noEmit: false } } },
        ],
      },
      // Names stay, so that a stack trace can be read.
      optimization: { minimize: false },
      node: { __dirname: false },
      devtool: "source-map",
      // pino could load transports by name; the gateway uses none.
      ignoreWarnings: [/Critical dependency|Can't resolve/],
    });
    compiler.run((error, stats) => {
      compiler.close(() => undefined);
      if (error !== null) reject(error);
      else if (stats?.hasErrors() === true) reject(new Error(stats.toString({ all: false, errors: true })));
      else {
        // The program reads it from its own folder.
        copyFileSync(require.resolve(`node-sqlite3-wasm/dist/${wasm}`), path.join(out, wasm));
        resolve();
      }
    });
  });
