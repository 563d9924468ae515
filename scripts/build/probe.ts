import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import webpack, { type Configuration } from "webpack";
import { functionsFile } from "../../src/probe/functions-file";
import { addInAt, type Texts } from "../manifest/add-in";
import { renderAddInOnly } from "../manifest/add-in-only";

/** The folder of the probe beside the add-in. */
export const probeFolder = "probe";

/** Developers use the probe, so its texts are in English. */
const everywhere = (text: string): Texts => ({ en: text, fr: text, de: text, es: text });

/** The manifest of the host probe at an origin. It is another add-in than Spillway, and both can be there at a time. */
export const renderProbeManifest = (origin?: string): string => {
  const addIn = addInAt({ origin, environment: probeFolder, namespace: false });
  const name = "Spillway host probe";
  return renderAddInOnly({
    ...addIn,
    origin: `${addIn.origin}/${probeFolder}`,
    name,
    description: everywhere("Finds out how an Excel treats custom functions."),
    started: { title: everywhere(`${name} is ready`), description: everywhere("Open it on the Home tab.") },
    ribbon: [
      {
        id: "OpenProbe",
        icon: "icon",
        label: everywhere("Host probe"),
        tooltip: everywhere("Run the probe in a new sheet and save its trace."),
      },
    ],
    cellMenu: [],
  });
};

/** Writes functions.json, its address for each language, the manifest and the page that explains the functions. */
export const writeProbeTexts = (out: string, origin?: string): void => {
  mkdirSync(path.join(out, "docs"), { recursive: true });
  for (const suffix of ["", ".fr", ".de", ".es"])
    writeFileSync(path.join(out, `functions${suffix}.json`), JSON.stringify(functionsFile, undefined, 2));
  writeFileSync(path.join(out, "manifest.xml"), renderProbeManifest(origin));
  const page = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Spillway host probe</title>';
  writeFileSync(
    path.join(out, "docs", "functions.html"),
    `${page}<p>The functions PROBE.* serve the host probe only: docs/host-probe.md in the repository of Spillway.</p></html>\n`,
  );
};

/** Builds the host probe into a folder. */
export const buildProbe = async (out: string, origin?: string): Promise<void> => {
  // oxlint-disable-next-line typescript/no-require-imports -- webpack's configuration is plain JavaScript, for tools that read it
  const configure = require("../../webpack.probe.js") as (options: object) => Configuration;
  const compiler = webpack(configure({ mode: "production", out }));
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => undefined);
      if (error !== null) reject(error);
      else if (stats?.hasErrors() === true) reject(new Error(stats.toString({ all: false, errors: true })));
      else resolve();
    });
  });
  writeProbeTexts(out, origin);
};
