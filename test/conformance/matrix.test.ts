import { spawn } from "node:child_process";
import path from "node:path";

it("docs/conformance.md names a test for every row of the specification and is current", async () => {
  const root = path.join(__dirname, "../..");
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/conformance-matrix.ts", "--check"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect([code, said]).toEqual([0, ""]);
});
