// Jest runs the files that take longest first, so that no worker is left with one of them at the end.
import sequencer from "@jest/test-sequencer";

/** Files of more than about 20 seconds on two cores, the longest first. */
const longest = [
  "e2e/journey-c.test",
  "e2e/journey-a.test",
  "e2e/journey-b.test",
  "repo/bench/windows",
  "e2e/questions",
  "repo/mutants",
  "e2e/memory",
  "repo/bench/attack",
  "e2e/workbench/recalculation",
  "repo/sizes",
  "e2e/first-frame",
  "e2e/language",
  "e2e/chunked-listing",
  "e2e/pane-edges-targets",
  "e2e/proxy",
  "e2e/pane-edges.test",
  "e2e/workbench/files",
  "repo/bench/virtual",
  "repo/bench/faults",
  "repo/command-line",
  "e2e/",
  "formulas/functions/any-argument",
];

const placeOf = (file) => {
  const place = longest.findIndex((part) => file.includes(part));
  return place === -1 ? longest.length : place;
};

export default class LongestFirst extends sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => placeOf(one.path) - placeOf(other.path));
  }
}
