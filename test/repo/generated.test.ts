import { spawnSync } from "node:child_process";
import path from "node:path";

test("every generated file is current, and every row of the specification has a conformance test", () => {
  const program = ["scripts/run/run.mjs", "scripts/generate/generate.ts", "--check"];
  const { status, stderr } = spawnSync(process.execPath, program, {
    cwd: path.join(__dirname, "../.."),
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
