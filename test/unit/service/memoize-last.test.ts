import { memoizeLast } from "../../../src/service/common/memoize-last";

test("the last result is computed again for another ordinal or another context", () => {
  const calls: string[] = [];
  const last = memoizeLast((context: string, ordinal: number) => {
    calls.push(`${context}${ordinal}`);
    return calls.length;
  });
  expect([last("a", 1), last("a", 1), last("a", 2), last("b", 2), last("a", 2)]).toEqual([1, 1, 2, 3, 4]);
  expect(calls).toEqual(["a1", "a2", "b2", "a2"]);
});
