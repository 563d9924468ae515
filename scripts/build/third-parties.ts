import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A package whose code is in a shipped script. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The text of its licence file; empty if the package has none. */
  readonly text: string;
}

/** The packages in built scripts, by their source maps, in order of their names. */
export const listThirdParties = (folder: string, root: string): readonly ThirdParty[] => {
  const maps = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js.map"));
  const places = new Set(maps.flatMap((name) => placesIn(path.join(folder, name))));
  const parties = [...places].map((place) => readPackage(path.join(root, place)));
  const different = new Map(parties.map((party) => [`${party.name}@${party.version}`, party]));
  return [...different.values()].toSorted((one, other) => one.name.localeCompare(other.name, "en"));
};

/** Folders under `node_modules` from which a source map's sources come; a package may lie in another's folder. */
const placesIn = (map: string): readonly string[] => {
  const { sources } = JSON.parse(readFileSync(map, "utf8")) as { readonly sources: readonly string[] };
  return sources.flatMap(
    (source) => /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
  );
};

const readPackage = (folder: string): ThirdParty => {
  const stated = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Partial<ThirdParty>;
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)/i.test(name));
  return {
    name: stated.name ?? path.basename(folder),
    version: stated.version ?? "unknown",
    license: typeof stated.license === "string" ? stated.license : "see its text",
    text: file === undefined ? "" : readFileSync(path.join(folder, file), "utf8").trim(),
  };
};

/** THIRD-PARTY.txt: a list, then each licence's text once, with the packages that it covers. */
export const renderThirdParties = (parties: readonly ThirdParty[]): string => {
  const list = parties.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  const covered = new Map<string, string[]>();
  for (const { name, version, license, text } of parties) {
    const told = text === "" ? `(The package has no licence file. It states: ${license})` : text;
    covered.set(told, [...(covered.get(told) ?? []), `${name} ${version}`]);
  }
  const texts = [...covered].map(([text, names]) => `\n${"-".repeat(80)}\n${names.join(", ")}\n\n${text}`);
  return ["Spillway ships code of these packages.", "", ...list, ...texts, ""].join("\n");
};
