import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { coverage, otherwiseUsed } from "../../scripts/generate/generate-coverage";
import { type Route, routes } from "../../src/contract/routes";
import { functions } from "../../src/formulas/functions";
import { everyRoute } from "../conformance/every-route";

const root = path.join(__dirname, "..", "..");

const sourcesIn = (folder: string): string =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(root, folder, file), "utf8"))
    .join("\n");

const addin = sourcesIn("src/addin") + sourcesIn("src/engine/session");

/** Whether a path without parameters, such as that of a specified route, is one of this template. */
const isPathOf = (template: string, given: string): boolean =>
  new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[0-9a-f-]{36}")}$`).test(given);

/** What a new route still lacks, in the order of CONTRIBUTING.md; the compiler asks for its handler. */
const missingFor = (name: string, { method, path: template }: Route): readonly string[] => {
  const specified = everyRoute.some((route) => route.method === method && isPathOf(template, route.path));
  const calls = functions.some((definition) => definition.routes.some((each) => each === name));
  return [
    ...(specified ? [] : [`test/conformance/every-route.ts does not have ${method} ${template}`]),
    ...(calls || addin.includes(`"${name}"`)
      ? []
      : [`nothing calls ${name}: add a function (src/formulas/functions) or an action of the task pane`]),
  ];
};

test.each(Object.entries<Route>(routes))("%s has conformance tests, and the add-in calls it", (name, route) => {
  expect(missingFor(name, route)).toEqual([]);
});

test("every specified route is in the contract, and has rows of its own in the conformance tests", () => {
  const contract = Object.values<Route>(routes);
  const unknown = everyRoute.filter(
    ({ method, path: given }) => !contract.some((route) => route.method === method && isPathOf(route.path, given)),
  );
  expect(unknown).toEqual([]);
  const families = everyRoute.map(({ rows }) => rows);
  expect(families.filter((family, index) => families.indexOf(family) !== index)).toEqual([]);
});

test("every query parameter and response member of a route that functions read is used by one of them", () => {
  const unused = coverage()
    .filter((member) => member.functions.length === 0)
    .map(({ route, place, name }) => `${route} ${place} ${name}`);
  expect(coverage().length).toBeGreaterThan(300);
  // A new member stands in a column, an argument or an option of a function, or in `otherwiseUsed` of generate-coverage.ts.
  expect(unused.toSorted()).toEqual(Object.keys(otherwiseUsed).toSorted());
});
