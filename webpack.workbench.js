// Builds the workbench: its page, its script with the spreadsheet engine, and office.js, the classic script the add-in's page loads first.
const path = require("node:path");
const HtmlWebpackPlugin = require("html-webpack-plugin");

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
  ],
});
