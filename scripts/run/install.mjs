// Installs what is missing: `start` what running needs, `all` the tools of the tests too. It never removes the tools.
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const folder = path.join(root, "node_modules");

const readPackages = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {});

/** The packages of the lock file, by their paths. Optional ones are left out: most are for other machines. */
const readLock = () =>
  Object.entries(readPackages(path.join(root, "package-lock.json"))).filter(
    ([place, { optional }]) => place !== "" && optional !== true,
  );

/** Whether npm's own record of what it has installed has these packages in these versions, and their folders are there. */
const areInstalled = (packages) => {
  const installed = readPackages(path.join(folder, ".package-lock.json"));
  return packages.every(
    ([place, { version }]) => installed[place]?.version === version && existsSync(path.join(root, place)),
  );
};

/** Whether any tool of the tests is there, in whatever version: an installation for running only would remove it. */
const hasTools = (tools) => tools.some(([place]) => existsSync(path.join(root, place)));

export const install = (kind) => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Spillway needs Node 20.19 to 26; this is ${process.versions.node}.`);
    process.exit(1);
  }
  // `npm ci` would empty the folder that the link points to, which belongs to another checkout.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true) return;
  const lock = readLock();
  const tools = lock.filter(([, { dev }]) => dev === true);
  if (areInstalled(kind === "all" ? lock : lock.filter(([, { dev }]) => dev !== true))) return;
  const withTools = kind === "all" || hasTools(tools);
  console.log(withTools ? "Installing packages, test tools included …" : "Installing packages …");
  // npm is run by the Node that runs this, so that no second one on the path is needed; no package's install script is run.
  const npm = process.env.npm_execpath;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", ...(withTools ? [] : ["--omit=dev"])];
  const result = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (result.status === 0) return;
  console.error("The packages could not be installed; npm's message is above.");
  process.exit(1);
};
