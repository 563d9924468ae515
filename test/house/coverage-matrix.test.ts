import { readFileSync } from "node:fs";
import path from "node:path";
import { contractMembers } from "../../scripts/coverage-members";
import { mainFunctions, notReached, reachOf } from "../../scripts/coverage-reach";
import { renderCoverage, unreached } from "../../scripts/generate-coverage";
import { functions } from "../../src/functions";
import { routes } from "../../src/wire/routes";

const root = path.join(__dirname, "..", "..");

test("every member of every route is reached by a function or the task pane, or has a reason why not", () => {
  expect(contractMembers().length).toBeGreaterThan(300);
  expect(unreached()).toEqual([]);
});

test("the list of what is not reached only shrinks: nothing on it is reached by now", () => {
  const reached = contractMembers()
    .filter((member) => `${member.route} ${member.place} ${member.name}` in notReached)
    .filter((member) => reachOf(member) !== undefined);
  expect(reached).toEqual([]);
});

test("every route of the contract has members in the matrix", () => {
  const seen = new Set(contractMembers().map(({ route }) => route));
  expect(Object.keys(routes).filter((route) => !seen.has(route))).toEqual([]);
});

/** Everything of a function that a member may be reached by. */
const partsOf = (name: string): readonly string[] => {
  const definition = functions.find((each) => each.name === name);
  if (definition === undefined) return [];
  const { parameters, options, columns } = definition;
  const choices = parameters.flatMap((parameter) => (parameter.choices ?? []).map(({ value }) => String(value)));
  return [
    ...parameters.map((each) => each.name),
    ...options.map(({ key }) => key),
    ...columns.map((each) => each.name),
    ...choices,
  ];
};

test("what a function is said to reach exists: the function, and its argument, option or column", () => {
  const names = functions.map(({ name }) => name);
  expect(Object.values(mainFunctions).filter((name) => !names.includes(name))).toEqual([]);
  const told = contractMembers()
    .map((member) => reachOf(member) ?? "")
    .filter((reach) => /^[A-Z]+\.[A-Z]+/.test(reach));
  const wrong = told.filter((reach) => {
    const [name = "", part = ""] = reach.split(" ");
    const [start = ""] = part.split(/[.[]/);
    const plain = part === "" || part.startsWith("(");
    return !names.includes(name) || !(plain || partsOf(name).some((each) => each === part || each === start));
  });
  expect(wrong).toEqual([]);
});

test("docs/coverage.md is current: run npm run generate", () => {
  expect(readFileSync(path.join(root, "docs/coverage.md"), "utf8")).toBe(renderCoverage());
});
