// Builds the host probe (docs/host-probe.md): an add-in of its own, with one script and the page as Excel and the workbench load it.
const path = require("node:path");
const HtmlWebpackPlugin = require("html-webpack-plugin");
const CopyWebpackPlugin = require("copy-webpack-plugin");

const page = (filename, officeScript) =>
  new HtmlWebpackPlugin({
    filename,
    officeScript,
    template: "src/probe/probe.html",
    // Excel looks for the functions as soon as the page has run: neither deferred nor a module.
    scriptLoading: "blocking",
    inject: false,
  });

module.exports = ({ mode, out }) => ({
  name: "probe",
  mode,
  target: ["web", "es2022"],
  entry: { functions: "./src/probe/main.ts" },
  output: { path: out, filename: "[name].js" },
  resolve: { extensions: [".ts", ".js"] },
  module: {
    rules: [
      { test: /\.ts$/, loader: "ts-loader", options: { transpileOnly: true, compilerOptions: { noEmit: false } } },
    ],
  },
  optimization: { emitOnErrors: false },
  performance: { hints: false },
  devtool: false,
  plugins: [
    page("taskpane.html", "https://appsforoffice.microsoft.com/lib/1/hosted/office.js"),
    page("taskpane.workbench.html", "/workbench/office.js"),
    new CopyWebpackPlugin({ patterns: [{ from: "assets/icons/icon-*.png" }] }),
  ],
});
