// Builds the workbench: its page, its script with the spreadsheet engine, and office.js, the classic script the add-in's page loads first.
const path = require("node:path");
const { transform } = require("esbuild");
const HtmlWebpackPlugin = require("html-webpack-plugin");

/**
 * Makes the script of a development build small: the spreadsheet engine is 22 MB, and each test opens its page. webpack's own
 * minimizer takes a minute for it, esbuild three seconds.
 */
const smallScript = {
  apply: (compiler) =>
    compiler.hooks.compilation.tap("small script", (compilation) =>
      compilation.hooks.processAssets.tapPromise(
        { name: "small script", stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE },
        async ({ "main.js": main }) => {
          if (main === undefined) return;
          const { code } = await transform(main.source().toString(), { minify: true, target: "es2022" });
          compilation.updateAsset("main.js", new compiler.webpack.sources.RawSource(code));
        },
      ),
    ),
};

module.exports = ({ mode, out, builds }) => ({
  name: "workbench",
  mode,
  target: ["web", "es2022"],
  entry: { main: "./src/workbench/main.ts", office: "./src/workbench/office.ts" },
  output: { path: out, publicPath: "/workbench/", filename: "[name].js", chunkFilename: "chunks/[name].js" },
  resolve: { extensions: [".ts", ".js"] },
  module: {
    rules: [
      { test: /\.ts$/, loader: "ts-loader", options: { transpileOnly: true, compilerOptions: { noEmit: false } } },
      { test: /\.css$/, use: ["style-loader", "css-loader"] },
    ],
  },
  optimization: { emitOnErrors: false, runtimeChunk: false, splitChunks: false },
  performance: { hints: false },
  // Source maps of the spreadsheet engine would double the build.
  devtool: false,
  cache: {
    type: "filesystem",
    cacheDirectory: path.resolve(".cache/webpack"),
    name: `workbench-${mode}`,
    buildDependencies: { config: [__filename] },
  },
  plugins: [
    new HtmlWebpackPlugin({
      filename: "workbench.html",
      template: "src/workbench/workbench.html",
      chunks: ["main"],
      // Where `npm run dev` announces its builds (src/workbench/page/live-builds.ts).
      meta: builds === undefined ? {} : { builds },
    }),
    // While somebody edits, a short wait for the next build counts for more.
    ...(mode === "development" && builds === undefined ? [smallScript] : []),
  ],
});
