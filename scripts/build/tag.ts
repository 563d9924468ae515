import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Tags the commit of a checkout with the version that was made of it. Returns one sentence: that it did, or why not.
 * @throws What git says, if it cannot tag.
 */
export const tagRelease = (version: string, root: string): string => {
  const tag = `v${version}`;
  const git = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    return status === 0 ? stdout.trim() : undefined;
  };
  // A release inside a folder of another repository is no checkout of this one.
  if (git("rev-parse", "--show-prefix") !== "") return "No tag: this is not a git checkout.";
  const commit = git("rev-parse", "--verify", "HEAD");
  const tagged = git("rev-parse", "--verify", "--quiet", `${tag}^{commit}`);
  if (git("status", "--porcelain") !== "") return "No tag: there are changes that are not committed.";
  if (tagged !== undefined)
    return tagged === commit
      ? `No new tag: ${tag} names this commit already.`
      : `No tag: ${tag} names another commit. Raise the version in package.json.`;
  if (!isDated(version, path.join(root, "CHANGELOG.md")))
    return `No tag: CHANGELOG.md has no section "## ${version}" with a date.`;
  const { status, stderr } = spawnSync("git", ["tag", "--annotate", tag, "--message", `Spillway ${version}`], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The release is made, but git could not tag it: ${stderr.trim()}`);
  return `Tagged ${tag}.`;
};

/** Whether the changelog has the section of a version with its day: `## 0.1.0 (2026-11-23)`. */
const isDated = (version: string, changelog: string): boolean =>
  existsSync(changelog) &&
  readFileSync(changelog, "utf8")
    .split("\n")
    .some((line) => line.startsWith(`## ${version} (`) && /\(\d{4}-\d{2}-\d{2}\)$/.test(line));
