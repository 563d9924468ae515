import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { flag, readOptions, runProgram, text } from "../run/command-line";
import { packApp } from "../manifest/app-package";
import { build, placeOptions } from "./build";
import { packGateway } from "./pack-gateway";
import { tagRelease } from "./tag";
import { listThirdParties, renderThirdParties, type ThirdParty } from "./third-parties";

const root = path.join(__dirname, "../..");

/**
 * `npm run release -- --origin https://HOST`: one folder and one tarball that run without the repository
 * (docs/deploy.md).
 */
const release = async (): Promise<void> => {
  const {
    origin,
    environment,
    namespace,
    "no-namespace": bare,
    out,
    "no-tag": untagged,
  } = readOptions({
    origin: text("the https address where the add-in will be served", undefined),
    ...placeOptions,
    out: text("a folder", "release"),
    "no-tag": flag,
  });
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { readonly version: string };
  const name = `spillway-${version}`;
  const folder = path.resolve(out, name);
  const place = { origin: checkedOrigin(origin), environment, namespace: bare ? (false as const) : namespace };
  rmSync(folder, { recursive: true, force: true });
  const addin = path.join(folder, "addin");
  await build({ mode: "production", workbench: false, ...place, out: addin });
  // It tells `npm run build` what is built; here nothing is built again.
  rmSync(path.join(addin, ".built"));
  writeFileSync(path.join(folder, "app-package.zip"), packApp(addin));
  await packGateway(path.join(folder, "gateway"));
  copyDocuments(folder);
  const parties = listThirdParties(folder, root);
  writeFileSync(path.join(folder, "THIRD-PARTY.txt"), renderThirdParties(parties));
  writeFileSync(path.join(folder, "sbom.cdx.json"), renderSbom(parties));
  writeFileSync(path.join(folder, "SHA256SUMS"), renderSums(folder));
  const tarball = `${folder}.tar.gz`;
  runTool("tar", ["-czf", tarball, "-C", path.dirname(folder), name]);
  writeFileSync(`${tarball}.sha256`, `${sha256(tarball)}  ${path.basename(tarball)}\n`);
  process.stdout.write(`${folder}\n${tarball}\n`);
  process.stdout.write(`${untagged ? "No tag: --no-tag was given." : tagRelease(version, root)}\n`);
};

/** Excel loads an add-in over https only. */
const checkedOrigin = (origin: string | undefined): string => {
  const url = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.protocol === "https:" && url.origin === origin) return origin;
  throw new Error(
    `--origin must be an https address without a path, such as https://spillway.example.com, got ${origin === undefined ? "nothing" : `"${origin}"`}.`,
  );
};

const copyDocuments = (folder: string): void => {
  for (const name of ["LICENSE", "CHANGELOG.md", "docs", "deploy"])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  // The README's picture and the decisions are for those who change the code.
  rmSync(path.join(folder, "docs", "decisions"), { recursive: true });
};

interface Sbom {
  components: readonly {
    readonly name: string;
    readonly group?: string;
    readonly version: string;
    readonly "bom-ref": string;
  }[];
  dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** npm's bill of materials (CycloneDX), reduced to the packages whose code is shipped. */
const renderSbom = (parties: readonly ThirdParty[]): string => {
  const printed = runTool("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]);
  const bom = JSON.parse(printed) as Sbom & {
    readonly metadata: { readonly component: { name: string; readonly "bom-ref": string } };
  };
  const shipped = new Set(parties.map(({ name, version }) => `${name}@${version}`));
  const nameOf = ({ group, name, version }: Sbom["components"][number]): string =>
    `${group === undefined ? "" : `${group}/`}${name}@${version}`;
  // npm names the root after the folder, and may state where packages were downloaded from.
  bom.metadata.component.name = "spillway";
  bom.components = bom.components
    .filter((component) => shipped.has(nameOf(component)))
    .map((component) => ({ ...component, externalReferences: [] }));
  const refs = new Set([bom.metadata.component["bom-ref"], ...bom.components.map((component) => component["bom-ref"])]);
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return JSON.stringify(bom, undefined, 2);
};

const sha256 = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

/** A line for each file, as `sha256sum --check` reads them. */
const renderSums = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .toSorted()
    .map((name) => `${sha256(path.join(folder, name))}  ${name.replaceAll(path.sep, "/")}\n`)
    .join("");

/** Runs a program of the system in the repository and answers what it prints. */
const runTool = (program: string, args: readonly string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
    // npm is a script on Windows.
    shell: process.platform === "win32" && program === "npm",
  });
  if (status !== 0) throw new Error(`${program} ${args[0] ?? ""} failed: ${error?.message ?? stderr}`);
  return stdout;
};

runProgram(release);
