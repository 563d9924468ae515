import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { tagRelease } from "../../scripts/build/tag";

/** A checkout of its own: nothing here may tag the repository. */
const checkout = mkdtempSync(path.join(tmpdir(), "spillway-tag-"));
afterAll(() => rmSync(checkout, { recursive: true }));

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: checkout, encoding: "utf8" }).trim();
const commit = (changelog: string): void => {
  writeFileSync(path.join(checkout, "CHANGELOG.md"), changelog);
  git("add", "--all");
  git("commit", "--quiet", "--message", "A commit");
};

test("outside of a checkout there is no tag, and a sentence says so", () => {
  expect(tagRelease("0.1.0", checkout)).toBe("No tag: this is not a git checkout.");
});

describe("in a checkout", () => {
  beforeAll(() => {
    git("init", "--quiet");
    git("config", "user.name", "Somebody");
    git("config", "user.email", "somebody@example.com");
    commit("# Changelog\n\n## 0.1.0\n");
  });

  test("a folder of it is not the checkout", () => {
    mkdirSync(path.join(checkout, "inner"));
    expect(tagRelease("0.1.0", path.join(checkout, "inner"))).toBe("No tag: this is not a git checkout.");
  });

  test("a version without its day in the changelog is not tagged", () => {
    const sentence = 'No tag: CHANGELOG.md has no section "## 0.1.0" with a date.';
    expect(tagRelease("0.1.0", checkout)).toBe(sentence);
    commit("## 0.1.0 (soon)\n\n## 0.1.01 (2026-11-23)\n");
    expect(tagRelease("0.1.0", checkout)).toBe(sentence);
    expect(git("tag")).toBe("");
  });

  test("changes that are not committed prevent the tag", () => {
    commit("## 0.1.0 (2026-11-23)\n");
    writeFileSync(path.join(checkout, "new.txt"), "new");
    expect(tagRelease("0.1.0", checkout)).toBe("No tag: there are changes that are not committed.");
    rmSync(path.join(checkout, "new.txt"));
    expect(git("tag")).toBe("");
  });

  test("the commit is tagged once, and another commit never gets the same tag", () => {
    expect(tagRelease("0.1.0", checkout)).toBe("Tagged v0.1.0.");
    expect(git("cat-file", "-t", "v0.1.0")).toBe("tag");
    expect(git("rev-parse", "v0.1.0^{commit}")).toBe(git("rev-parse", "HEAD"));
    expect(tagRelease("0.1.0", checkout)).toBe("No new tag: v0.1.0 names this commit already.");
    commit("## 0.1.0 (2026-11-24)\n");
    expect(tagRelease("0.1.0", checkout)).toBe(
      "No tag: v0.1.0 names another commit. Raise the version in package.json.",
    );
  });
});

test("the changelog of this repository has the version of package.json, with its day", () => {
  const root = path.join(__dirname, "../..");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { readonly version: string };
  const changelog = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  expect(changelog).toMatch(new RegExp(`^## ${version.replaceAll(".", "\\.")} \\(\\d{4}-\\d{2}-\\d{2}\\)$`, "m"));
});
