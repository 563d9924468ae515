import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import webpack, { type Configuration } from "webpack";
import { flag, oneOf, readOptions, runProgram, text } from "../run/command-line";
import { buildProbe, probeFolder } from "./probe";
import type { FirstFrame } from "./first-frame";
import { translatedLanguages } from "../../src/i18n/translations";
import {
  listFunctions,
  renderFunctionHelp,
  renderFunctionsJson,
  renderReference,
} from "../generate/generate-functions";
import { addInAt, type Place } from "../manifest/add-in";
import { renderManifests } from "../manifest/manifests";
import { withNamespace } from "../manifest/namespace";
import { renderReferencePage } from "../generate/reference-page";

export interface BuildOptions extends Place {
  readonly mode: "development" | "production";
  readonly out?: string;
  readonly workbench?: boolean;
  /** Whether to build the host probe too; by default with the workbench. */
  readonly probe?: boolean;
}

const root = path.join(__dirname, "../..");

/** Builds into dist/ (or `out`) unless nothing changed since: page, scripts, functions.json, help, manifests. */
export const build = async (options: BuildOptions): Promise<void> => {
  const out = options.out ?? path.join(root, "dist");
  const stamp = path.join(out, ".built");
  const state = stateOf(options);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  rmSync(out, { recursive: true, force: true });
  process.stdout.write(`Building (${options.mode}) …\n`);
  const release = state.slice(0, 16);
  // Only here: most programs find everything built, and the components of the pane take a second to load.
  const { renderFirstFrame } = await import("./first-frame");
  await pack(options, out, { frame: await renderFirstFrame(), release, functionList: hashOfFunctions(options) });
  writeFileSync(path.join(out, "release.json"), JSON.stringify({ release }));
  writeTexts(out, options);
  if (withProbe(options)) await buildProbe(path.join(out, probeFolder), options.origin);
  if (options.mode === "production") await compress(out);
  writeFileSync(stamp, state);
};

const withProbe = ({ workbench = true, probe = workbench }: BuildOptions): boolean => probe;

/** Writes what follows from the definitions of the functions and of the add-in. */
export const writeTexts = (out: string, place: Place = {}): void => {
  const addIn = addInAt(place);
  const { origin, namespace } = addIn;
  for (const language of ["en", ...translatedLanguages]) {
    const metadata = withNamespace(renderFunctionsJson(origin, language), namespace);
    const suffix = language === "en" ? "json" : `${language}.json`;
    writeFileSync(path.join(out, `functions.${suffix}`), JSON.stringify(metadata, undefined, 2));
    writeFileSync(path.join(out, `function-help.${suffix}`), JSON.stringify(renderFunctionHelp(language)));
  }
  mkdirSync(path.join(out, "docs"), { recursive: true });
  writeFileSync(path.join(out, "docs", "functions.html"), renderReferencePage(renderReference()));
  for (const [file, content] of renderManifests(addIn)) writeFileSync(path.join(out, file), content);
};

/** Texts smaller than this, in bytes, fit into one packet as they are. */
const leastCompressed = 1_400;

/** Writes FILE.br and FILE.gz beside each text, for the gateway to send. */
const compress = async (out: string): Promise<void> => {
  const texts = filesUnder(out).filter((file) => /\.(?:js|css|html|json|svg|xml)$/.test(file));
  await Promise.all(
    texts.map(async (file) => {
      const content = readFileSync(file);
      if (content.length < leastCompressed) return;
      // The workbench's large scripts would take seconds each at the highest quality, for 2 % less.
      const quality = content.length > 2 ** 20 ? 9 : constants.BROTLI_MAX_QUALITY;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
};

/** The functions that Excel registers, without their texts: a description that Excel shows a day late does no harm. */
export const hashOfFunctions = (place: Place = {}): string => {
  const { origin, namespace } = addInAt(place);
  const metadata = withNamespace(renderFunctionsJson(origin, "en"), namespace);
  const texts = new Set(["description", "helpUrl", "tooltip"]);
  const withoutTexts = JSON.stringify(metadata, (key, value: unknown) => (texts.has(key) ? undefined : value));
  return createHash("sha256").update(withoutTexts).digest("hex").slice(0, 16);
};

/** What stands in the page: its first frame, the release that it asks the gateway to compare with, and the hash of its functions. */
interface InPage {
  readonly frame: FirstFrame;
  readonly release: string;
  readonly functionList: string;
}

const pack = (options: BuildOptions, out: string, inPage: InPage): Promise<void> =>
  new Promise((resolve, reject) => {
    // oxlint-disable-next-line typescript/no-require-imports -- webpack's configuration is plain JavaScript, for tools that read it
    const configure = require("../../webpack.config.js") as (options: object) => Configuration[];
    const { mode, workbench = true } = options;
    const { namespace, ids } = addInAt(options);
    const functions = listFunctions();
    const compiler = webpack(
      configure({ mode, out, workbench, functions, namespace, ids: Object.values(ids), ...inPage }),
    );
    compiler.run((error, stats) => {
      compiler.close(() => undefined);
      if (error !== null) reject(error);
      else if (stats?.hasErrors() === true) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });

const sources = [
  "src",
  "assets",
  "scripts",
  "webpack.config.js",
  "webpack.workbench.js",
  "webpack.probe.js",
  "package-lock.json",
];

const stateOf = (options: BuildOptions): string => {
  const { mode, workbench = true, ...place } = options;
  const { ids, origin, namespace } = addInAt(place);
  const parts = [mode, workbench, withProbe(options), ids, origin, namespace];
  const hash = createHash("sha256").update(JSON.stringify(parts));
  for (const source of sources)
    for (const file of filesUnder(path.join(root, source))) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
};

const filesUnder = (place: string): string[] => {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => filesUnder(path.join(place, entry.name)));
};

/** Options of the programs that build for one environment. */
export const placeOptions = {
  environment: text("small letters and digits", undefined),
  namespace: text("a name", undefined),
  "no-namespace": flag,
};

const run = (): Promise<void> => {
  const {
    out,
    probe,
    "no-namespace": bare,
    ...rest
  } = readOptions({
    mode: oneOf(["production", "development"], "production"),
    origin: text("an address", undefined),
    ...placeOptions,
    workbench: flag,
    probe: flag,
    out: text("a folder", undefined),
  });
  return build({
    ...rest,
    ...(bare && { namespace: false }),
    ...(probe && { probe }),
    ...(out !== undefined && { out: path.resolve(out) }),
  });
};

if (require.main === module) runProgram(run);
