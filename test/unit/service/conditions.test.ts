import { createSeededRandom, samplerFor } from "../../../src/service/common/random";
import {
  isExcluding,
  likeTest,
  type NumberCondition,
  numberTest,
  parseDateCondition,
  parseInstant,
  parseIntegerCondition,
  parseSectorCondition,
  parseTextCondition,
  type TextCondition,
  textTest,
} from "../../../src/service/http/conditions";

const sampler = samplerFor(createSeededRandom(5, "text"), 1);

test("ilike matches the same texts as an equivalent regular expression", () => {
  const alphabet = ["a", "b", "%", "_", "🏭", "%"];
  for (let turn = 0; turn < 20_000; turn += 1) {
    const make = (most: number, from: readonly string[]): string =>
      Array.from({ length: sampler.below(most) }, () => sampler.pick(from)).join("");
    const [pattern, text] = [make(6, alphabet), make(8, ["a", "b", "🏭"])];
    const whole = /[%_]/.test(pattern) ? pattern : `%${pattern}%`;
    const source = whole.replace(/%/g, "[^]*").replace(/_/g, "[^]");
    expect([pattern, text, likeTest(pattern)(text)]).toEqual([
      pattern,
      text,
      new RegExp(`^${source}$`, "u").test(text),
    ]);
  }
});

const holds: Readonly<Record<NumberCondition["operator"], (value: number, values: readonly number[]) => boolean>> = {
  lt: (value, [first = 0]) => value < first,
  lte: (value, [first = 0]) => value <= first,
  gt: (value, [first = 0]) => value > first,
  gte: (value, [first = 0]) => value >= first,
  eq: (value, [first = 0]) => value === first,
  neq: (value, [first = 0]) => value !== first,
  between: (value, [first = 0, second = 0]) => value >= first && value <= second,
  in: (value, values) => values.includes(value),
  nin: (value, values) => !values.includes(value),
};

test("a test of numbers accepts what every one of its conditions accepts", () => {
  const operators = Object.keys(holds) as NumberCondition["operator"][];
  for (let turn = 0; turn < 2_000; turn += 1) {
    const conditions = Array.from({ length: sampler.below(4) }, (): NumberCondition => {
      const [operator, first] = [sampler.pick(operators), sampler.below(9) - 2];
      const takesTwo = ["between", "in", "nin"].includes(operator);
      return { operator, values: takesTwo ? [first, first + sampler.below(4)] : [first] };
    });
    const accepts = numberTest(conditions);
    const values = Array.from({ length: 15 }, (_, index) => index - 3);
    const expected = values.filter((value) =>
      conditions.every(({ operator, values: operands }) => holds[operator](value, operands)),
    );
    expect([conditions, values.filter(accepts)]).toEqual([conditions, expected]);
  }
});

test.each([
  ["a%", "", false],
  ["_", "", false],
  ["%", "", true],
  ["", "", true],
  ["_", "🏭", true],
  ["__", "🏭", false],
  ["_", "\uffff", true],
  ["A%C", "abc", true],
  ["%b_", "aab🏭", true],
  ["%a_c%", "aabcab", true],
  ["%a_c%", "aab", false],
  ["%_b%", "b", false],
  ["x%", "ax", false],
  ["ACME", "the acme ag", true],
])("ilike %s matches %s: %s", (pattern, text, matches) => {
  expect(likeTest(pattern)(text)).toBe(matches);
});

const text = (operator: TextCondition["operator"], ...values: string[]): TextCondition => ({ operator, values });

test.each([
  [[text("eq", "Bank")], [true, false, true, false]],
  [[text("neq", "bank")], [false, true, false, true]],
  [[text("nin", "BANK", "oil")], [false, false, false, true]],
  [[text("in", "bank", "oil")], [true, true, true, false]],
  [[text("ilike", "%an%")], [true, false, true, false]],
  [
    [text("eq", "oil"), text("eq", "bank")],
    [true, true, true, false],
  ],
  [
    [text("eq", "bank"), text("neq", "oil")],
    [true, false, false, false],
  ],
  [
    [text("neq", "bank"), text("neq", "oil")],
    [false, false, false, true],
  ],
  [[], [true, true, true, true]],
])("%j keeps records by any of its values: any including and all excluding conditions hold", (conditions, kept) => {
  const test = textTest(conditions);
  expect([["Bank"], ["Oil"], ["OIL", "BANK"], []].map(test)).toEqual(kept);
});

test("neq and nin exclude, all other operators include", () => {
  const operators = ["eq", "neq", "in", "nin", "ilike", "lt"] as const;
  expect(operators.map((operator) => isExcluding({ operator, values: [] }))).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
  ]);
});

test.each([
  ["2026-01-31", Date.UTC(2026, 0, 31)],
  ["2026-01-31T10:20", Date.UTC(2026, 0, 31, 10, 20)],
  ["2026-01-31 10:20:30", Date.UTC(2026, 0, 31, 10, 20, 30)],
  ["2026-01-31T10:20:30.123456Z", Date.UTC(2026, 0, 31, 10, 20, 30, 123)],
  ["2026-01-31T10:20:30.5z", Date.UTC(2026, 0, 31, 10, 20, 30, 500)],
  ["2026-01-31t10:20:30+02:00", Date.UTC(2026, 0, 31, 8, 20, 30)],
  ["2026-01-31T10:20:30 0200", Date.UTC(2026, 0, 31, 8, 20, 30)],
  ["2026-01-31T10:20:30-0130", Date.UTC(2026, 0, 31, 11, 50, 30)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
])("the instant %s is %s", (written, instant) => {
  expect(parseInstant(written)).toBe(instant);
});

test.each([
  "2026-02-30",
  "2026-13-01",
  "2025-02-29T10:00",
  "2026-01-31T25:00",
  "2026-01-31T10:61",
  "2026-01-31T10",
  "2026-01-31T10:20:30.1234567890",
  "on 2026-01-31",
  "2026-01-31 soon",
  "2026-1-31",
  "2026-01-31T10:20:30+2",
  "2026-01-31T10:20:3",
  "",
])("%p is no instant", (written) => {
  expect(parseInstant(written)).toBeUndefined();
});

const scores = { "x-operators": ["eq", "gte", "between", "in"], "x-minimum": 1, "x-maximum": 5 };

test.each([
  ["gte:3", { operator: "gte", values: [3] }],
  ["in:1;5", { operator: "in", values: [1, 5] }],
  ["between:2;4", { operator: "between", values: [2, 4] }],
  ["between:4;4", { operator: "between", values: [4, 4] }],
])("the condition %s on scores is read", (written, value) => {
  expect(parseIntegerCondition(written, scores)).toEqual({ value });
});

test.each([
  ["3", 'Expected <operator>:<value> with one of eq, gte, between, in, received "3"'],
  ["lt:3", 'Expected <operator>:<value> with one of eq, gte, between, in, received "lt:3"'],
  [
    `lt:${"9".repeat(200)}`,
    `Expected <operator>:<value> with one of eq, gte, between, in, received "lt:${"9".repeat(97)}"`,
  ],
  ["between:2", "between takes two values separated by ;"],
  ["between:1;2;3", "between takes two values separated by ;"],
  ["between:4;2", "between needs the lower bound first"],
  ["gte:0", '"0" is no allowed value'],
  ["gte:6", '"6" is no allowed value'],
  ["gte:2.5", '"2.5" is no allowed value'],
  ["in:1;x", '"x" is no allowed value'],
  ["gte:", '"" is no allowed value'],
  ["gte: 3", '" 3" is no allowed value'],
  ["gte:3 ", '"3 " is no allowed value'],
  [`gte:${"9".repeat(200)}`, `"${"9".repeat(100)}" is no allowed value`],
])("the condition %s on scores is refused", (written, problem) => {
  expect(parseIntegerCondition(written, scores)).toEqual({ problem });
});

test("integers have up to 15 digits and a sign, and no bounds where the contract names none", () => {
  const free = { "x-operators": ["eq", "ilike"] };
  expect(parseIntegerCondition("eq:-999999999999999", free)).toEqual({
    value: { operator: "eq", values: [-999_999_999_999_999] },
  });
  expect(parseIntegerCondition("eq:1000000000000000", free)).toHaveProperty("problem");
  expect(parseIntegerCondition("ilike:1", free)).toEqual({ problem: "ilike is for texts" });
  expect(parseIntegerCondition("eq:1", {})).toHaveProperty("problem");
});

test("a condition on dates holds their milliseconds", () => {
  const schema = { "x-operators": ["gte", "between"] };
  expect(parseDateCondition("gte:2026-01-31T10:20:00Z", schema)).toEqual({
    value: { operator: "gte", values: [Date.UTC(2026, 0, 31, 10, 20)] },
  });
  expect(parseDateCondition("gte:2026-02-30", schema)).toEqual({ problem: '"2026-02-30" is no allowed value' });
  expect(parseDateCondition("between:2026-02-02;2026-02-01", schema)).toHaveProperty("problem");
});

test.each([
  ["Acme", {}, { value: { operator: "eq", values: ["Acme"] } }],
  ["in:Acme;Best", {}, { value: { operator: "in", values: ["Acme", "Best"] } }],
  ["ilike:%x%", { "x-operators": ["eq"] }, { problem: "The operator ilike is not one of eq" }],
  ["Acme", { "x-operators": ["in", "nin"] }, { problem: "The operator eq is not one of in, nin" }],
  ["in:Acme;", {}, { problem: "The value is empty" }],
  ["", {}, { problem: "The value is empty" }],
])("the condition %p on texts is read, or refused with a reason", (written, schema, parsed) => {
  expect(parseTextCondition(written, schema)).toEqual(parsed);
});

test.each([
  ["in:A;U", { value: { operator: "in", values: ["A", "U"] } }],
  ["K", { value: { operator: "eq", values: ["K"] } }],
  ["in:A;V", { problem: '"V" is no section from A to U' }],
  ["AB", { problem: '"AB" is no section from A to U' }],
  ["k", { problem: '"k" is no section from A to U' }],
  ["X".repeat(200), { problem: `"${"X".repeat(100)}" is no section from A to U` }],
  ["", { problem: "The value is empty" }],
])("the section %p is one of A to U", (written, parsed) => {
  expect(parseSectorCondition(written, {})).toEqual(parsed);
});
