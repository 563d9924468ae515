// `npm run stryker` (scripts/run/stryker.ts) runs Stryker for one of these files after another, each with the tests that
// ought to prove it. docs/mutation.md tells the scores and why what survived survives.
import jest from "./jest.config.mjs";

/** The files, the unit tests of each, and what a wrong change there would do to a user. */
export const files = [
  ["src/formulas/arguments/dates.ts", ["formulas/arguments/dates"], "a period of another length"],
  ["src/formulas/table/dates.ts", ["formulas/table/dates"], "a date off by a day"],
  ["src/formulas/table/iso-dates.ts", ["formulas/table/dates"], "a date off by a day"],
  ["src/formulas/table/calendar.ts", ["formulas/table/calendar"], "events counted in another month"],
  ["src/addin/excel/functions/cell-values.ts", ["addin/excel/cell-values"], "another value or error in a cell"],
  ["src/formulas/table/rows.ts", ["formulas/table/rows"], "0 for a missing number"],
  ["src/formulas/table/nested/values.ts", ["formulas/table/nested/values"], "a part of a value missing"],
  ["src/formulas/table/cell-size.ts", ["formulas/table/cell-size"], "a result that Excel refuses"],
  ["src/formulas/arguments/filters.ts", ["formulas/arguments/filters"], "other records than were asked for"],
  ["src/service/http/conditions.ts", ["service/conditions"], "a filter that keeps other records"],
  ["src/service/listing/order.ts", ["service/order"], "records in another order"],
  ["src/service/listing/page.ts", ["service/page"], "records missing or twice between pages"],
  [
    "src/engine/pagination/paginated-list.ts",
    [
      "engine/pagination/paginated-list",
      "engine/pagination/paginator",
      "engine/pagination/listings",
      "engine/pagination/odd-pages",
    ],
    "records missing or twice in a list",
  ],
  ["src/formulas/table/sort.ts", ["formulas/table/sort"], "the wrong rows first"],
];

/** One of the files, set by the program; all of them otherwise. */
const only = process.env.STRYKER_FILE;
const chosen = files.filter(([file]) => only === undefined || file === only);
const folder = `.cache/stryker/${only?.replace("src/", "").replaceAll("/", "-") ?? "all"}`;
const [unit] = jest.projects;

export default {
  mutate: chosen.map(([file]) => file),
  testRunner: "jest",
  plugins: ["@stryker-mutator/jest-runner"],
  jest: {
    // The runner cannot measure the coverage of projects, so it gets the unit project as its whole configuration.
    config: {
      ...unit,
      displayName: undefined,
      testMatch: chosen.flatMap(([, tests]) => tests.map((test) => `<rootDir>/test/unit/${test}.test.ts`)),
    },
    enableFindRelatedTests: false,
  },
  coverageAnalysis: "perTest",
  incremental: true,
  incrementalFile: `${folder}/incremental.json`,
  jsonReporter: { fileName: `${folder}/report.json` },
  tempDirName: ".cache/stryker/tmp",
  // The copy that is changed has only what the unit tests read.
  ignorePatterns: ["**", "!src/**", "!test/**", "!package.json", "!tsconfig.json", "!layers.json"],
  disableTypeChecks: false,
  concurrency: 1,
  timeoutMS: 5_000,
  reporters: ["json", "clear-text"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
};
