import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse as parseYaml } from "yaml";

const root = path.join(__dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const parse = <Content>(file: string): Content => JSON.parse(read(file)) as Content;

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
}
const { scripts, engines } = parse<Package>("package.json");

interface Tasks {
  readonly tasks: readonly { readonly label: string; readonly script: string }[];
}
const { tasks } = parse<Tasks>(".vscode/tasks.json");

interface Launch {
  readonly configurations: readonly {
    readonly name: string;
    readonly url?: string;
    readonly preLaunchTask?: string;
    readonly postDebugTask?: string;
  }[];
}
const { configurations } = parse<Launch>(".vscode/launch.json");

const texts = [
  ".vscode/launch.json",
  ".vscode/tasks.json",
  ".vscode/settings.json",
  ".devcontainer/devcontainer.json",
  ".github/workflows/tests.yml",
  ".ci/run",
];

interface Matrix {
  readonly command: readonly string[];
  readonly shard: readonly string[];
}

/** The ports that the programs take where no other is named. */
const ports = ["dev", "service"].map((name) => Number(/\bport\((\d+)/.exec(read(`scripts/run/${name}.ts`))?.[1]));

test("every task runs an npm script that exists", () => {
  expect(tasks.map(({ script }) => script.split(" ")[0]).filter((name) => !((name ?? "") in scripts))).toEqual([]);
});

test("every configuration starts and ends with a task that exists", () => {
  const labels = tasks.map(({ label }) => label);
  const named = configurations.flatMap(({ preLaunchTask, postDebugTask }) => [preLaunchTask, postDebugTask]);
  expect(named.filter((label) => label !== undefined && !labels.includes(label))).toEqual([]);
});

test("there are the configurations that CONTRIBUTING promises", () => {
  expect(configurations.map(({ name }) => name)).toEqual([
    "Workbench in Edge",
    "Workbench in Chrome",
    "Desktop Excel: attach to its WebView2",
    "Jest: the file in the editor",
    "Jest: the test whose title is selected",
  ]);
});

test("every path and every npm script in these files exists", () => {
  for (const file of texts) {
    const paths = [
      ...read(file).matchAll(/(?:\$\{workspaceFolder\}\/|["\s])((?:node_modules|src|scripts|test)\/[\w./-]+)/g),
    ];
    expect(paths.map(([, name = ""]) => name).filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    const run = [...read(file).matchAll(/npm (?:run )?(\w[\w:-]*)/g)].map(([, name = ""]) => name);
    expect(run.filter((name) => !(name in scripts) && name !== "ci")).toEqual([]);
  }
});

test("the workflow runs the commands of .ci/run, each in all of its shards", () => {
  const { jobs } = parseYaml(read(".github/workflows/tests.yml")) as {
    readonly jobs: { readonly tests: { readonly strategy: { readonly matrix: Matrix } } };
  };
  const { command, shard } = jobs.tests.strategy.matrix;
  expect(command).toEqual(read(".ci/run").match(/^npm .*$/gm));
  expect(shard).toEqual(shard.map((_, index) => `${index + 1}/${shard.length}`));
});

test("every port is one that npm run dev or npm run service takes", () => {
  const { forwardPorts, portsAttributes } = parse<{
    readonly forwardPorts: readonly number[];
    readonly portsAttributes: Readonly<Record<string, unknown>>;
  }>(".devcontainer/devcontainer.json");
  expect(forwardPorts).toEqual(ports);
  expect(Object.keys(portsAttributes).map(Number)).toEqual(ports);
  const addresses = configurations.flatMap(({ url }) => (url === undefined ? [] : [new URL(url)]));
  expect(addresses.map(({ port, pathname }) => [Number(port), pathname])).toEqual(
    addresses.map(() => [ports[0], "/workbench/"]),
  );
});

test("the Node versions of .nvmrc and of the container are among the supported ones", () => {
  const container = /javascript-node:(\d+)/.exec(read(".devcontainer/devcontainer.json"))?.[1] ?? "";
  const [, lowest = 0, beyond = 0] = /^>=(\d+)\.\d+ <(\d+)$/.exec(engines.node)?.map(Number) ?? [];
  for (const version of [read(".nvmrc"), container].map(Number)) {
    expect(version).toBeGreaterThanOrEqual(lowest);
    expect(version).toBeLessThan(beyond);
  }
});

test("the scripts have the names that Office developers know", () => {
  const names = ["start", "stop", "dev-server", "watch", "build", "build:dev", "validate", "lint", "lint:fix"];
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
});

test("every text file has line feeds, also where Git is set to carriage returns", () => {
  const listed = execFileSync("git", ["ls-files", "--eol"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  expect(listed.length).toBeGreaterThan(500);
  expect(listed.filter((line) => /i\/(crlf|mixed)/.test(line))).toEqual([]);
  const set = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.autocrlf", GIT_CONFIG_VALUE_0: "true" };
  const attributes = execFileSync("git", ["ls-files", "--eol", "README.md", "src/addin/main.ts"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...set },
  });
  expect(
    attributes
      .trim()
      .split("\n")
      .map((line) => /attr\/(.*?)\s*\t/.exec(line)?.[1]),
  ).toEqual(["text=auto eol=lf", "text=auto eol=lf"]);
});
