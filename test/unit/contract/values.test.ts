import fc from "fast-check";
import { operatorNames, parseCondition, printCondition } from "../../../src/contract/values";

test("a condition printed and read again is the same condition", () => {
  const value = fc.string({ minLength: 1 }).filter((text) => !text.includes(";"));
  fc.assert(
    fc.property(fc.constantFrom(...operatorNames), value, (operator, text) => {
      expect(parseCondition(printCondition({ operator, values: [text] }))).toEqual({ operator, values: [text] });
    }),
  );
});

test("only the first colon separates operator and value", () => {
  expect(parseCondition("gte:2026-01-31T10:20:30Z")).toEqual({ operator: "gte", values: ["2026-01-31T10:20:30Z"] });
  expect(parseCondition("between:1;3")).toEqual({ operator: "between", values: ["1", "3"] });
});

test("a text without a known operator is no condition", () => {
  expect(parseCondition("SDG:1")).toBeUndefined();
  expect(parseCondition("plain")).toBeUndefined();
  expect(parseCondition(":x")).toBeUndefined();
});

test("only operators of several values split at semicolons", () => {
  expect(parseCondition("eq:Meyer; Sons")).toEqual({ operator: "eq", values: ["Meyer; Sons"] });
  expect(parseCondition("in:a;b")).toEqual({ operator: "in", values: ["a", "b"] });
});
