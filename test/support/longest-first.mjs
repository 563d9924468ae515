// Jest runs the files that take longest first, so that no worker is left with one of them at the end.
import { readFileSync } from "node:fs";
import path from "node:path";
import sequencer from "@jest/test-sequencer";

/**
 * Seconds of the files that take more than a few, from `test`; `npm test -- --record` writes them. What this machine has
 * measured itself, which Jest keeps in its cache, comes before them.
 */
const recorded = JSON.parse(readFileSync(path.join(import.meta.dirname, "../durations.json"), "utf8"));
/** Seconds of a file that is in neither: one that has just been written, or a short one. */
const usual = { browser: 20 };
const usualElsewhere = 3;
/** From so many seconds on a file without a browser starts as early as those with one. */
const long = 20;

const secondsOf = ({ duration, path: file, context }) => {
  const name = path.relative(path.join(context.config.rootDir, "test"), file).replaceAll("\\", "/");
  return duration === undefined
    ? (recorded[name] ?? usual[context.config.displayName?.name] ?? usualElsewhere)
    : duration / 1_000;
};

/** Short files without a browser come last: they fill what is left, and a worker keeps its browser until then. */
const isFiller = (test) => test.context.config.displayName?.name !== "browser" && secondsOf(test) < long;

const longestFirst = (tests) =>
  tests.toSorted(
    (one, other) =>
      Number(isFiller(one)) - Number(isFiller(other)) ||
      secondsOf(other) - secondsOf(one) ||
      (one.path < other.path ? -1 : 1),
  );

export default class LongestFirst extends sequencer {
  sort(tests) {
    // Jest's own order writes the durations of its cache into the tests.
    return longestFirst([...super.sort([...tests])]);
  }

  /** Parts of about the same time: each file goes to the part that has the least so far. What a cache says must not matter here. */
  shard(tests, { shardIndex, shardCount }) {
    const parts = Array.from({ length: shardCount }, () => ({ seconds: 0, tests: [] }));
    for (const test of longestFirst(tests)) {
      const least = parts.reduce((least, part) => (part.seconds < least.seconds ? part : least));
      least.seconds += secondsOf(test);
      least.tests.push(test);
    }
    return parts[shardIndex - 1].tests;
  }
}
