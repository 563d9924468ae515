import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { functions } from "../../src/formulas/functions";

const folder = path.join(__dirname, "../../docs/skills/spillway");
const text = readFileSync(path.join(folder, "SKILL.md"), "utf8");

test("the skill for assistants has the form of agent skills", () => {
  const program = path.join(__dirname, "../../node_modules/skills-ref/dist/cli.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "validate", folder], { encoding: "utf8" });
  expect({ status, said: `${stdout}${stderr}` }).toEqual({
    status: 0,
    said: expect.stringContaining("Valid") as string,
  });
});

test("the skill names every function once in its list, and only functions that exist", () => {
  const listed = [...text.matchAll(/^- `=([A-Z.]+)\(/gm)].map(([, name]) => name);
  expect(listed.filter((name) => name !== "UNIVERSE.COVERAGE" && name !== "QUERY.INFO").toSorted()).toEqual(
    functions
      .map(({ name }) => name)
      .filter((name) => name !== "UNIVERSE.COVERAGE" && name !== "QUERY.INFO")
      .toSorted(),
  );
  const known = new Set(functions.map(({ name }) => name));
  const named = [...text.matchAll(/\b([A-Z]{2,}\.[A-Z]+)\(/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("the skill fits into the context of an assistant: at most 16 kB", () => {
  expect(text.length).toBeLessThan(16_000);
});

type ClientConfiguration = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        { readonly url?: string; readonly headers?: object; readonly command?: string; readonly args?: object }
      >
    >
  >
>;

test("the configurations of clients in docs/agents.md name the address with a sign-in, or the command of the release", () => {
  const page = readFileSync(path.join(folder, "../../agents.md"), "utf8");
  const configurations = [...page.matchAll(/```json\n(.*?)```/gs)].map(
    ([, json = ""]) => JSON.parse(json) as ClientConfiguration,
  );
  const servers = configurations.flatMap(({ mcpServers, servers: own }) => Object.values(mcpServers ?? own ?? {}));
  const byAddress = (variable: string) => ({
    url: "https://spillway.example.com/mcp",
    headers: { Authorization: `Bearer \${${variable}}` },
  });
  expect(servers).toMatchObject([
    byAddress("SPILLWAY_TOKEN"),
    { command: "node", args: ["gateway/main.js", "mcp", "--config", "gateway.json"] },
    byAddress("env:SPILLWAY_TOKEN"),
    byAddress("input:spillway-key"),
  ]);
});
