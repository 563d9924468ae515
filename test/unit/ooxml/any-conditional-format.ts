import fc from "fast-check";
import {
  comparisons,
  type ConditionalFormat,
  type ConditionalRule,
  iconSets,
  presets,
  type ScalePoint,
  textRuleOperators,
} from "../../../src/ooxml/conditional-format";

const color = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`);
const flag = fc.constant(true as const);
const format = fc.record(
  { bold: flag, italic: flag, underline: flag, strike: flag, color, fill: color },
  { requiredKeys: [] },
);
const number = fc.integer({ min: -1000, max: 1000 }).map((one) => one / 4);
const formula = fc.constantFrom("$A$1*2", '"High"', "SUM($B$1:$B$9)", 'IF(A1<"&",1,2)', "TODAY()-7");
const operand = fc.oneof(formula, number.map(String));
const point: fc.Arbitrary<ScalePoint> = fc.oneof(
  fc.record({ type: fc.constantFrom("num" as const, "percent" as const, "percentile" as const), value: number }),
  fc.record({ type: fc.constant("formula" as const), value: fc.constantFrom("$A$1", "MAX($B$1:$B$9)/2") }),
);
const end = (type: "min" | "max"): fc.Arbitrary<ScalePoint> => fc.oneof(fc.constant({ type }), point);
const sometimes = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });

const without = <Model extends object>(model: Model): Model => JSON.parse(JSON.stringify(model)) as Model;

const rule: fc.Arbitrary<ConditionalRule> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...comparisons), operand, operand, format)
    .map(([operator, one, other, look]): ConditionalRule => {
      const formulas = operator === "between" || operator === "notBetween" ? [one, other] : [one];
      return { type: "cellIs", operator, formulas, format: look };
    }),
  fc.record({ type: fc.constant("expression" as const), formula, format }),
  fc.record({
    type: fc.constant("text" as const),
    operator: fc.constantFrom(...textRuleOperators),
    text: fc.constantFrom("bank", 'a "b" & <c>', " x "),
    format,
  }),
  fc.record({ type: fc.constant("preset" as const), preset: fc.constantFrom(...presets), format }),
  fc.record(
    { type: fc.constant("top" as const), rank: fc.integer({ min: 1, max: 100 }), percent: flag, bottom: flag, format },
    { requiredKeys: ["type", "rank", "format"] },
  ),
  fc
    .tuple(end("min"), sometimes(point), end("max"), fc.array(color, { minLength: 3, maxLength: 3 }))
    .map(([low, middle, high, colors]): ConditionalRule => ({
      type: "colorScale",
      points: [low, ...(middle === undefined ? [] : [middle]), high].map((one, index) => ({
        ...one,
        color: colors[index] ?? "#000000",
      })),
    })),
  fc
    .record({
      type: fc.constant("dataBar" as const),
      min: end("min"),
      max: end("max"),
      color: fc.constant("#638ec6"),
      negativeColor: sometimes(fc.constant("#ff0000")),
      solid: sometimes(flag),
      valueHidden: sometimes(flag),
    })
    .map(without) as fc.Arbitrary<ConditionalRule>,
  fc
    .tuple(
      fc.constantFrom(...iconSets),
      fc.array(fc.tuple(point, sometimes(flag)), { minLength: 4, maxLength: 4 }),
      sometimes(flag),
      sometimes(flag),
    )
    .map(([set, points, reverse, valueHidden]) =>
      without({
        type: "iconSet" as const,
        set,
        points: points.slice(0, Number(set[0]) - 1).map(([one, above]) => ({ ...one, above })),
        reverse,
        valueHidden,
      }),
    ) as fc.Arbitrary<ConditionalRule>,
);

const range = fc.constantFrom("A1:A10", "C3", "B2:D9", "A1:A1048576", "F1:G1");

/** Conditional formats of one sheet, with different ids. */
export const anyConditionalFormats: fc.Arbitrary<ConditionalFormat[]> = fc
  .array(
    fc.record({ ranges: fc.uniqueArray(range, { minLength: 1, maxLength: 2 }), stopIfTrue: sometimes(flag), rule }),
    {
      maxLength: 5,
    },
  )
  .map((given) => given.map((one, index) => without({ id: `id-${index + 1}`, ...one }) as ConditionalFormat));
