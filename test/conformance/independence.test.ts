import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const files = readdirSync(__dirname, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const imports = (file: string): string[] =>
  [...readFileSync(path.join(__dirname, file), "utf8").matchAll(/(?:from|import|require\()\s*"([^"]+)"/g)].map(
    ([, name = ""]) => name,
  );

it("the suite shares no code with what it judges: of src it imports service/service alone", () => {
  const ours = files.flatMap((file) => imports(file).filter((name) => name.includes("/src/")));
  expect(new Set(ours)).toEqual(new Set(["../../src/service/service"]));
});
