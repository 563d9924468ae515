// Builds the add-in (one classic script that registers the functions, the pane as lazy chunks) and the workbench.
// Called by scripts/build/build.ts, which also writes manifest.xml, functions.json and function-help.json.
const fs = require("node:fs");
const path = require("node:path");
const { BannerPlugin, Compilation, DefinePlugin } = require("webpack");
const HtmlWebpackPlugin = require("html-webpack-plugin");
const CopyWebpackPlugin = require("copy-webpack-plugin");
const { withoutHelp } = require("./scripts/build/without-help.cjs");

const officeFromCdn = "https://appsforoffice.microsoft.com/lib/1/hosted/office.js";
const officeFromWorkbench = "/workbench/office.js";

const page = (filename, officeScript, { frame, release }) =>
  new HtmlWebpackPlugin({
    filename,
    officeScript,
    frame,
    release,
    template: "src/addin/taskpane/taskpane.html",
    // Excel looks for the functions as soon as the page has run: neither deferred nor a module.
    scriptLoading: "blocking",
    inject: false,
    chunks: ["functions"],
  });

/** The page of the sign-in window. Office must be there before the page's script. */
const signInPage = (filename, officeScript) =>
  new HtmlWebpackPlugin({
    filename,
    officeScript,
    template: "src/addin/sign-in/sign-in-page.html",
    scriptLoading: "blocking",
    inject: false,
    chunks: ["sign-in"],
  });

/** Nearly all of these scripts is run before the pane's first frame: Chromium then compiles them beside the page's thread, not on it (V8, "explicit compile hints"). */
const compiledAhead = new BannerPlugin({
  banner: "//# allFunctionsCalledOnLoad",
  raw: true,
  include: /(functions|pane(-libraries)?(\.\w+)?)\.js$/,
  // Behind the minimizer, which drops comments, and before source maps, which count lines.
  stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
});

/** The first frame's script stands in the page; nobody asks for it as a file. */
const frameInPage = {
  apply: ({ hooks }) =>
    hooks.thisCompilation.tap("frame-in-page", (compilation) =>
      compilation.hooks.processAssets.tap(
        { name: "frame-in-page", stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          for (const file of ["frame.js", "frame.js.map"]) compilation.deleteAsset(file);
        },
      ),
    ),
};

const addin = ({ mode, out, workbench, functions, namespace, ids, functionList, frame, release, live }) => ({
  name: "addin",
  mode,
  target: ["web", "es2022"],
  entry: {
    functions: "./src/addin/main.ts",
    frame: "./src/addin/frame.ts",
    // The page of a team gateway's administrators (src/gateway/team/admin-routes.ts).
    "admin/page": "./src/admin/page.ts",
    "sign-in": "./src/addin/sign-in/sign-in-page.ts",
  },
  output: {
    path: out,
    filename: "[name].js",
    chunkFilename: mode === "production" ? "chunks/[name].[contenthash:8].js" : "chunks/[name].js",
  },
  resolve: { extensions: [".tsx", ".ts", ".js"] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        loader: "ts-loader",
        options: {
          transpileOnly: true,
          compilerOptions: { noEmit: false },
          // Help texts go to functions.json and function-help.json, never into a script that a formula waits for.
          getCustomTransformers: () => ({ before: [withoutHelp] }),
        },
      },
    ],
  },
  optimization: {
    emitOnErrors: false,
    runtimeChunk: false,
    splitChunks: {
      cacheGroups: {
        // All modules of the chunk "first-functions" go into one script, so that a first answer waits for nothing else. Scripts that share some of
        // them load it too. Those that must not wait for it have copies. (A group may not have the name of the chunk itself.)
        firstAnswer: {
          name: "first-answer",
          test: (module, { chunkGraph }) =>
            Array.from(chunkGraph.getModuleChunksIterable(module)).some(({ name }) => name === "first-functions"),
          chunks: ({ name }) => !["functions", "frame", "sign-in", "pane", "failed-start"].includes(name),
          priority: 20,
          enforce: true,
        },
        libraries: {
          name: "pane-libraries",
          test: /node_modules/,
          chunks: ({ name }) => name === "pane",
          priority: 10,
          enforce: true,
        },
      },
    },
  },
  performance: { hints: false },
  devtool: mode === "production" ? "source-map" : "cheap-module-source-map",
  cache: {
    type: "filesystem",
    cacheDirectory: path.resolve(".cache/webpack"),
    name: `addin-${mode}`,
    buildDependencies: { config: [__filename, require.resolve("./scripts/build/without-help.cjs")] },
  },
  plugins: [
    new DefinePlugin({
      __FUNCTIONS__:
        live === undefined
          ? JSON.stringify(functions)
          : DefinePlugin.runtimeValue(() => fs.readFileSync(live.functions, "utf8"), {
              fileDependencies: [live.functions],
            }),
      // Only `npm run dev` hands the sign-in over to the next page.
      __LIVE__: JSON.stringify(live !== undefined),
      // What stands before the names of functions in this environment.
      __NAMESPACE__: JSON.stringify(namespace ?? ""),
      // What files name the add-in by.
      __ADDIN_IDS__: JSON.stringify(ids),
      __FUNCTION_LIST__: JSON.stringify(functionList),
      __FRAME_TEXTS__: JSON.stringify(frame.texts),
    }),
    compiledAhead,
    page("taskpane.html", officeFromCdn, { frame, release }),
    ...(workbench ? [page("taskpane.workbench.html", officeFromWorkbench, { frame, release })] : []),
    signInPage("sign-in.html", officeFromCdn),
    ...(workbench ? [signInPage("sign-in.workbench.html", officeFromWorkbench)] : []),
    frameInPage,
    new CopyWebpackPlugin({
      patterns: [
        // What the manifest names, and the workbench's samples; not the README's picture, nor what the icons are drawn from.
        { from: "assets/icons/*.png" },
        { from: "src/admin/page.{html,css}", to: "admin/[name][ext]" },
        ...(workbench ? [{ from: "assets/workbooks", to: "assets/workbooks" }] : []),
      ],
    }),
  ],
});

module.exports = ({
  mode = "development",
  out = path.resolve("dist"),
  workbench = true,
  functions = [],
  namespace,
  /** The ids of the add-in's manifests. */
  ids = [],
  frame,
  /** What the page compares with release.json; without it the page looks for no newer release. */
  release = "",
  /** What the add-in compares with the list of functions that it met before; without it, it compares nothing. */
  functionList = "",
  /** For `npm run dev`: where builds are announced, and the file with `functions`, which changes. */
  live,
} = {}) => {
  const configurations = [
    addin({ mode, out, workbench, functions, namespace, ids, functionList, frame, release, live }),
  ];
  const workbenchFile = path.resolve("webpack.workbench.js");
  if (workbench && fs.existsSync(workbenchFile))
    configurations.push(require(workbenchFile)({ mode, out: path.join(out, "workbench"), builds: live?.builds }));
  return configurations;
};
