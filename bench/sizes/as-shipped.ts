import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import webpack, { type Configuration } from "webpack";

const root = path.join(__dirname, "../..");

/** What is bundled, and what around it. */
export interface Bundle {
  readonly entry: string;
  readonly target: "web" | "node";
  /** Modules that are left out, by what they are asked for as. */
  readonly without?: RegExp;
}

const configuration = (folder: string, { entry, target, without }: Bundle): Configuration => ({
  mode: "production",
  target: [target, "es2022"],
  context: root,
  entry,
  output: { path: folder, filename: "bundle.js", library: { type: "commonjs2" } },
  resolve: { extensions: [".ts", ".js"] },
  externals: ({ request }, callback) => (without?.test(request) ? callback(undefined, "var {}") : callback()),
  module: {
    rules: [
      {
        test: /\.ts$/,
        loader: "ts-loader",
        options: {
          transpileOnly: true,
          configFile: path.join(root, "tsconfig.json"),
          compilerOptions: { noEmit: false },
        },
      },
    ],
  },
  performance: { hints: false },
});

const build = (made: Configuration): Promise<void> =>
  new Promise((resolve, reject) => {
    webpack(made, (error, stats) => {
      if (error !== null) reject(error);
      else if (stats?.hasErrors() === true) reject(new Error(stats.toString("errors-only")));
      else resolve();
    });
  });

/** Compiles, joins and minifies modules as the add-in's own are, and hands the one script to whoever measures it. */
export const asShipped = async <Measured>(
  bundle: Bundle,
  measure: (file: string) => Measured | Promise<Measured>,
): Promise<Measured> => {
  const folder = mkdtempSync(path.join(tmpdir(), "spillway-bench-"));
  try {
    await build(configuration(folder, bundle));
    return await measure(path.join(folder, "bundle.js"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
