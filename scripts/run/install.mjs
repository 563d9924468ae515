// Installs what is missing, once per lock file: `start` what running needs, `all` the tools of the tests too.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const packages = path.join(root, "node_modules");
const stamp = path.join(packages, ".spillway-installed");

export const install = (kind) => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Spillway needs Node 20.19 to 26; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const lock = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .digest("hex");
  const done = existsSync(stamp) ? readFileSync(stamp, "utf8").split("\n") : [];
  if (done[0] === lock && (done[1] === "all" || done[1] === kind)) return;
  // `npm ci` would empty the folder that the link points to, which belongs to another checkout.
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink() === true) return;
  console.log(kind === "all" ? "Installing packages, test tools included …" : "Installing packages …");
  // npm is run by the Node that runs this, so that no second one on the path is needed; no package's install script is run.
  const npm = process.env.npm_execpath;
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", ...(kind === "all" ? [] : ["--omit=dev"])];
  const result = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (result.status !== 0) {
    console.error("The packages could not be installed; npm's message is above.");
    process.exit(1);
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, `${lock}\n${kind}`);
};
