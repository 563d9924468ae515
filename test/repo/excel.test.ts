import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(__dirname, "../..");

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("where Excel does not run, npm run excel says so, says what to do instead, and starts nothing", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const [program, ...args] = (scripts["excel"] ?? "").split(" ");
  expect(program).toBe("node");
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(status).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^Excel does not run here \(linux\)/);
  for (const way of ["npm start", "Excel on the web", "manifest", "docs/excel.md"]) expect(stderr).toContain(way);
});
