import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const chunkName = /^(?<name>.+?)(?:\.(?<hash>[0-9a-f]{8}))?\.js$/;
const hex = (text: string, length: number): string => createHash("sha256").update(text).digest("hex").slice(0, length);

/**
 * Makes a release of its own out of a build of the add-in with the workbench: the same code, but every chunk has another
 * hash in its name, and every script notes in `window.ran` which release it belongs to. A development build, whose
 * chunks have no hash, gets one.
 */
export const makeRelease = (build: string, to: string, name: string): void => {
  cpSync(build, to, { recursive: true, filter: (file) => !/\.(?:map|br|gz)$/.test(file) });
  const chunks = path.join(to, "chunks");
  const scripts = [path.join(to, "functions.js")];
  const hashes = new Map<string, string>();
  for (const file of readdirSync(chunks)) {
    const { name: chunk, hash } = chunkName.exec(file)?.groups ?? {};
    if (chunk === undefined) continue;
    const own = hex(`${name} ${hash ?? ""}`, 8);
    if (hash !== undefined) hashes.set(hash, own);
    const place = path.join(chunks, `${chunk}.${own}.js`);
    renameSync(path.join(chunks, file), place);
    scripts.push(place);
  }
  const withoutHash = hex(`${name} `, 8);
  for (const script of scripts) {
    const text = readFileSync(script, "utf8")
      .replaceAll(/\b[0-9a-f]{8}\b/g, (hash) => hashes.get(hash) ?? hash)
      // Where webpack's runtime of a development build makes the names.
      .replace(/("chunks\/" \+ chunkId \+ ")\.js"/, `$1.${withoutHash}.js"`);
    const note = JSON.stringify(`${name} ${path.basename(script).split(".")[0] ?? ""}`);
    writeFileSync(script, `${text}\n;(self.ran ??= []).push(${note});\n`);
  }
  const release = hex(name, 16);
  const page = readFileSync(path.join(to, "taskpane.workbench.html"), "utf8");
  writeFileSync(path.join(to, "taskpane.html"), page.replace(/(name="?release"? content="?)[^"\s>]*/, `$1${release}`));
  writeFileSync(path.join(to, "release.json"), JSON.stringify({ release }));
};

/** Makes releases of these names beside each other. Returns their folders. */
export const makeReleases = (build: string, place: string, names: readonly string[]): readonly string[] =>
  names.map((name) => {
    const folder = path.join(place, `release-${name}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    makeRelease(build, folder, name);
    return folder;
  });
