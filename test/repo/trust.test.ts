import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(__dirname, "../..");

test("each promise of docs/trust.md names tests that exist", () => {
  const rows = readFileSync(path.join(root, "docs/trust.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| **"));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    let folder = "";
    const names = [...(row.split("|")[2] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    expect([row.slice(0, 40), names.length]).not.toEqual([row.slice(0, 40), 0]);
    for (const name of names) {
      const file = name.includes("/") ? name : path.join(folder, name);
      folder = path.dirname(file);
      const found = ["", ".test.ts", ".slow.test.ts"].some((end) => existsSync(path.join(root, "test", file + end)));
      expect([name, found]).toEqual([name, true]);
    }
  }
});
