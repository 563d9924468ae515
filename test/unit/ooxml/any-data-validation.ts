import fc from "fast-check";
import { comparisons } from "../../../src/ooxml/conditional-format";
import {
  alertStyles,
  type DataValidation,
  formulaCount,
  isCompared,
  validationTypes,
} from "../../../src/ooxml/data-validation";

const text = fc.constantFrom("", "Only 1 to 9", 'a "b" & <c>', "two\nlines", "_x0041_", " spaces ");
const operand = fc.constantFrom("5", "-1.25", "45000", "0.5", "$A$1*2", 'IF(A1<"&",1,2)', "TODAY()-7");
const list = fc.constantFrom(
  '"low,high"',
  '"a ""b"", c&<d>,"',
  "$F$1:$F$3",
  "Sheet1!$F$1:$F$3",
  "INDIRECT($A$1)",
  "Names",
);

const ranges = fc.constantFrom(["A1:A10"], ["C3"], ["D2:E4", "G2:G9"], ["H1:H1048576"], ["A1:XFD1"]);

/** Data validation of one sheet, with different ids. */
export const anyDataValidations: fc.Arbitrary<DataValidation[]> = fc
  .array(
    fc.record({
      ranges,
      type: fc.constantFrom(...validationTypes),
      operator: fc.constantFrom(...comparisons),
      operands: fc.tuple(operand, operand),
      list,
      ignoreBlanks: fc.boolean(),
      dropDownHidden: fc.boolean(),
      alert: fc.record({ shown: fc.boolean(), style: fc.constantFrom(...alertStyles), title: text, message: text }),
      prompt: fc.record({ shown: fc.boolean(), title: text, message: text }),
    }),
    { maxLength: 5 },
  )
  .map((given) =>
    given.map(({ type, operator, operands, list: source, dropDownHidden, ...rest }, index) => ({
      id: `id-${index + 1}`,
      type,
      ...(isCompared(type) && { operator }),
      formulas: type === "list" ? [source] : operands.slice(0, formulaCount(type, operator)),
      ...(dropDownHidden && { dropDownHidden }),
      ...rest,
    })),
  );
