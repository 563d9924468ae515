import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.join(__dirname, "../..");
let place: string;

type Packages = Readonly<
  Record<string, { readonly version: string; readonly dev?: boolean; readonly optional?: boolean }>
>;
const runtime: Packages = { "node_modules/react": { version: "18.3.1" } };
const tools: Packages = { "node_modules/jest": { version: "30.5.2", dev: true } };
const locked: Packages = {
  ...runtime,
  ...tools,
  "node_modules/for-another-machine": { version: "1.0.0", optional: true },
};

const write = (file: string, content: unknown): void => {
  mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
  writeFileSync(path.join(place, file), typeof content === "string" ? content : JSON.stringify(content));
};

/** Leaves `node_modules` as npm does after it has installed these packages. */
const putInstalled = (packages: Packages): void => {
  for (const folder of Object.keys(packages)) write(`${folder}/package.json`, {});
  write("node_modules/.package-lock.json", { packages });
};

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), "install-"));
  mkdirSync(path.join(place, "scripts/run"), { recursive: true });
  copyFileSync(path.join(root, "scripts/run/install.mjs"), path.join(place, "scripts/run/install.mjs"));
  write("package-lock.json", { packages: { "": {}, ...locked } });
  write("npm.js", 'console.log(["npm", ...process.argv.slice(2)].join(" "));');
});
afterEach(() => rmSync(place, { recursive: true }));

/** The command that `install(kind)` gives to npm, or undefined if it gives none. */
const installCommand = (kind: "start" | "all"): string | undefined => {
  const program = `import { install } from "./scripts/run/install.mjs"; install("${kind}");`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: place,
    encoding: "utf8",
    env: { ...process.env, npm_execpath: path.join(place, "npm.js") },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return /^npm .*$/m.exec(stdout)?.[0];
};
const plain = "npm ci --ignore-scripts --no-audit --no-fund";

test("in a new clone `start` installs what running needs, and `all` the tools too", () => {
  expect(installCommand("start")).toBe(`${plain} --omit=dev`);
  expect(installCommand("all")).toBe(plain);
});

test("after `npm ci` nothing is installed, whoever asks", () => {
  putInstalled({ ...runtime, ...tools });
  expect([installCommand("start"), installCommand("all")]).toEqual([undefined, undefined]);
});

test("after an installation without tools `start` installs nothing, and `all` everything", () => {
  putInstalled(runtime);
  expect([installCommand("start"), installCommand("all")]).toEqual([undefined, plain]);
});

test("`start` keeps the tools that are there when the lock file has changed", () => {
  putInstalled({ ...runtime, ...tools });
  write("package-lock.json", { packages: { "": {}, ...locked, "node_modules/react": { version: "19.0.0" } } });
  expect(installCommand("start")).toBe(plain);
});

test("`start` needs no newer tools, only the newer packages of running", () => {
  putInstalled({ ...runtime, ...tools });
  write("package-lock.json", { packages: { ...locked, "node_modules/jest": { version: "31.0.0", dev: true } } });
  expect([installCommand("start"), installCommand("all")]).toEqual([undefined, plain]);
});

test("`start` keeps tools that another package manager than npm has installed", () => {
  putInstalled({ ...runtime, ...tools });
  rmSync(path.join(place, "node_modules/.package-lock.json"));
  expect(installCommand("start")).toBe(plain);
});

test("a package whose folder is gone is installed again", () => {
  putInstalled({ ...runtime, ...tools });
  rmSync(path.join(place, "node_modules/react"), { recursive: true });
  expect(installCommand("start")).toBe(plain);
});

test("into a linked folder, which belongs to another checkout, nothing is installed", () => {
  mkdirSync(path.join(place, "other"));
  symlinkSync(path.join(place, "other"), path.join(place, "node_modules"));
  expect(existsSync(path.join(place, "node_modules"))).toBe(true);
  expect(installCommand("all")).toBeUndefined();
});

/** What a script imports at its beginning, and what its own modules do. */
const importsBefore = (file: string, seen = new Set<string>()): readonly string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  const names = [...readFileSync(file, "utf8").matchAll(/^import [^"]*"([^"]+)";$/gm)].map(([, name = ""]) => name);
  return names.flatMap((name) =>
    name.startsWith(".") ? importsBefore(path.join(path.dirname(file), name), seen) : [name],
  );
};

test("a script that installs imports nothing of a package before", () => {
  const folder = path.join(root, "scripts/run");
  const scripts = readdirSync(folder).filter(
    (file) => file.endsWith(".mjs") && /^install\(/m.test(readFileSync(path.join(folder, file), "utf8")),
  );
  expect(scripts).toEqual(expect.arrayContaining(["start.mjs", "test.mjs"]));
  for (const script of scripts)
    expect([script, importsBefore(path.join(folder, script)).filter((name) => !name.startsWith("node:"))]).toEqual([
      script,
      [],
    ]);
});
