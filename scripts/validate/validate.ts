import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { translatedLanguages } from "../../src/i18n/translations";
import { renderFunctionsJson } from "../generate/generate-functions";
import { flag, readOptions, runProgram, text } from "../run/command-line";
import { checkFunctions } from "./functions-rules";
import { addInAt } from "../manifest/add-in";
import { renderManifests } from "../manifest/manifests";
import { checkManifest } from "./manifest-rules";
import { checkUnified, type UnifiedPlace } from "./unified-rules";

// npm run validate [-- --root dist] [--manifest FILE] [--unified FILE] [--functions FILE] [--offline]

const options = {
  root: text("a folder", undefined),
  manifest: text("a file", undefined),
  unified: text("a file", undefined),
  functions: text("a file", undefined),
  offline: flag,
};

const repository = path.join(__dirname, "../..");

/** Every functions.json: as a build would write it, or as it lies in a built folder. */
const functionsFiles = (given: ReturnType<typeof readOptions<typeof options>>): ReadonlyMap<string, unknown> => {
  const languages = ["en", ...translatedLanguages];
  const nameOf = (language: string): string => (language === "en" ? "functions.json" : `functions.${language}.json`);
  const parse = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
  if (given.functions !== undefined) return new Map([[given.functions, parse(given.functions)]]);
  const { root } = given;
  return new Map(
    languages.map((language) => [
      nameOf(language),
      root === undefined
        ? JSON.parse(JSON.stringify(renderFunctionsJson(undefined, language)))
        : parse(path.join(root, nameOf(language))),
    ]),
  );
};

/** The unified manifest, and its translations by name: as a build would write them, or as they lie in a folder. */
const readUnified = (file: string | undefined): ((name: string) => unknown) => {
  const parse = (content: string | undefined): unknown => (content === undefined ? undefined : JSON.parse(content));
  if (file === undefined) {
    const rendered = renderManifests(addInAt());
    return (name) => parse(rendered.get(name));
  }
  const at = (name: string): string => (name === "manifest.json" ? file : path.join(path.dirname(file), name));
  return (name) => parse(existsSync(at(name)) ? readFileSync(at(name), "utf8") : undefined);
};

/** Microsoft's own check of a manifest, a service on the network: its faults, or why it was skipped. */
const askMicrosoft = async (manifest: string): Promise<readonly string[] | { readonly skipped: string }> => {
  const { validateManifest } = await import("office-addin-manifest");
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer within 10 s")), 10_000);
  });
  try {
    const { isValid, report } = await Promise.race([validateManifest(manifest), late]);
    if (isValid) return [];
    return (report?.errors ?? []).map(
      ({ title, content, line }) => `manifest.xml${line === undefined ? "" : `, line ${line}`}: ${title}: ${content}`,
    );
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    return { skipped: sentence.split("\n")[0] ?? "" };
  } finally {
    clearTimeout(timer);
  }
};

const validate = async (): Promise<void> => {
  const given = readOptions(options);
  const root = given.root ?? repository;
  const manifest = given.manifest ?? path.join(root, "manifest.xml");
  const unified = given.unified ?? (given.root === undefined ? undefined : path.join(root, "manifest.json"));
  const language = readUnified(unified);
  const files = functionsFiles(given);
  const faults = [
    ...checkManifest(readFileSync(manifest, "utf8"), { file: path.relative(process.cwd(), manifest), root }),
    ...checkUnified(language("manifest.json"), {
      file: unified === undefined ? "manifest.json" : path.relative(process.cwd(), unified),
      root,
      language,
      // The first one is in English, as the functions in manifest.json are.
      functions: [...files.values()][0] as UnifiedPlace["functions"],
    }),
    ...[...files].flatMap(([file, metadata]) => checkFunctions(metadata, file)),
  ];
  if (faults.length === 0)
    console.log(
      `good: ${[manifest, unified ?? "manifest.json", ...files.keys()].map((file) => path.basename(file)).join(", ")}`,
    );
  const answer = given.offline ? { skipped: "--offline was given" } : await askMicrosoft(manifest);
  if ("skipped" in answer) console.log(`skipped: Microsoft's validation service (${answer.skipped})`);
  else {
    if (answer.length === 0) console.log("good: Microsoft's validation service");
    faults.push(...answer);
  }
  for (const fault of faults) console.error(fault);
  // A late answer of the service is not waited for.
  process.exit(faults.length === 0 ? 0 : 1);
};

runProgram(validate);
