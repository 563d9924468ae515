import { createSeededRandom, samplerFor } from "../../../src/service/common/random";
import { likeTest, type NumberCondition, numberTest } from "../../../src/service/http/conditions";

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
