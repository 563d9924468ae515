import { about, calls, enterCells, values } from "../step";

const toSteps = (
  formulas: Readonly<
    Record<string, readonly [cells: Readonly<Record<string, string | number | boolean>>, formula: string]>
  >,
) =>
  Object.fromEntries(
    Object.entries(formulas).map(([name, [cells, formula]]) => [
      name,
      [enterCells({ ...cells, D1: formula }), values("D1"), calls],
    ]),
  );

const errors = ["#N/A", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#NAME?", "#REF!"];
const makeError: Readonly<Record<string, string>> = {
  "#N/A": "=NA()",
  "#VALUE!": '="a"+1',
  "#DIV/0!": "=1/0",
  "#NUM!": "=SQRT(-1)",
  "#NULL!": "=A5:A6 B5:B6",
  "#NAME?": "=NOSUCHNAME",
  "#REF!": '=INDIRECT("#REF!")',
};

/** How arguments arrive. */
export const argumentSteps = about("Arguments", {
  ...toSteps({
    "a number in a cell": [{ A1: 7 }, "=PROBE.ANY(A1)"],
    "a text in a cell": [{ A1: "seven" }, "=PROBE.ANY(A1)"],
    "a text of digits in a cell": [{ A1: "'0012" }, "=PROBE.ANY(A1)"],
    "a truth value in a cell": [{ A1: true }, "=PROBE.ANY(A1)"],
    "a date in a cell": [{ A1: "=DATE(2025,1,1)" }, "=PROBE.ANY(A1)"],
    "an empty cell": [{}, "=PROBE.ANY(A1)"],
    "a cell with an empty text": [{ A1: '=""' }, "=PROBE.ANY(A1)"],
    "a literal number": [{}, "=PROBE.ANY(1.5)"],
    "a literal text": [{}, '=PROBE.ANY("a ""b""")'],
    "a literal truth value": [{}, "=PROBE.ANY(TRUE)"],
    "the result of an operator on a cell": [{ A1: 2 }, "=PROBE.ANY(A1+1)"],
    "the result of a function": [{ A1: 2 }, "=PROBE.ANY(SUM(A1,1))"],
    "an empty cell for a text": [{}, "=PROBE.TEXT(A1)"],
    "an empty cell for a number": [{}, "=PROBE.NUMBER(A1)"],
    "an empty cell for a truth value": [{}, "=PROBE.TRUTH(A1)"],
    "a number for a text": [{ A1: 1.5 }, "=PROBE.TEXT(A1)"],
    "a truth value for a text": [{ A1: true }, "=PROBE.TEXT(A1)"],
    "digits for a number": [{ A1: "'12" }, "=PROBE.NUMBER(A1)"],
    "a text for a number": [{ A1: "twelve" }, "=PROBE.NUMBER(A1)"],
    "an empty text for a number": [{ A1: '=""' }, "=PROBE.NUMBER(A1)"],
    "a truth value for a number": [{ A1: true }, "=PROBE.NUMBER(A1)"],
    "a text of a truth value for a truth value": [{ A1: "'true" }, "=PROBE.TRUTH(A1)"],
    "another text for a truth value": [{ A1: "yes" }, "=PROBE.TRUTH(A1)"],
    "a number for a truth value": [{ A1: 2 }, "=PROBE.TRUTH(A1)"],
    "omitted optional arguments": [{}, "=PROBE.THREE(1)"],
    "a skipped optional argument": [{}, "=PROBE.THREE(1,,3)"],
    "a skipped last argument": [{}, "=PROBE.THREE(1,2,)"],
    "omitted optional arguments of types": [{}, "=PROBE.TYPED()"],
    "skipped optional arguments of types": [{}, "=PROBE.TYPED(,,)"],
    "a missing required argument": [{}, "=PROBE.ANY()"],
    "one argument too many": [{}, "=PROBE.ANY(1,2)"],
    "a range": [{ A1: 1, B1: "b", A2: true }, "=PROBE.RANGE(A1:B2)"],
    "one cell for a range": [{ A1: 1 }, "=PROBE.RANGE(A1)"],
    "an empty cell for a range": [{}, "=PROBE.RANGE(A1)"],
    "a literal for a range": [{}, "=PROBE.RANGE(5)"],
    "an array constant for a range": [{}, '=PROBE.RANGE({1,"b";TRUE,4})'],
    "a computed array for a range": [{ A1: 1, A2: 2 }, "=PROBE.RANGE(A1:A2*10)"],
    "empty cells in a range of numbers": [{ A1: 1 }, "=PROBE.NUMBERS(A1:A2)"],
    "a text in a range of numbers": [{ A1: 1, A2: "x" }, "=PROBE.NUMBERS(A1:A2)"],
    "empty cells and numbers in a range of texts": [{ A1: 1 }, "=PROBE.TEXTS(A1:A2)"],
    "a whole column with three cells": [{ A1: 1, A2: 2, A3: 3 }, "=PROBE.NUMBER(ROWS(A:A))"],
    "a spill for a range": [{ A1: "=PROBE.ROWS(2,2)" }, "=PROBE.RANGE(A1#)"],
    "repeated values": [{ A1: 1 }, '=PROBE.MANY(A1,"b",TRUE)'],
    "no repeated value": [{}, "=PROBE.MANY()"],
    "a skipped repeated value": [{}, "=PROBE.MANY(1,,3)"],
    "an empty cell among repeated values": [{}, "=PROBE.MANY(1,A1)"],
    "a range for a repeated value": [{ A1: 1, A2: 2 }, "=PROBE.MANY(A1:A2,5)"],
    "repeated ranges": [{ A1: 1, A2: 2 }, "=PROBE.RANGES(A1:A2,5)"],
    "a range for one value": [{ A1: 1, A2: 2 }, "=PROBE.ANY(A1:A2)"],
    "a row and a column for two values": [{ A1: 1, A2: 2, B1: 3, C1: 4 }, "=PROBE.THREE(A1:A2,B1:C1)"],
    "ranges of different lengths for two values": [{ A1: 1, A2: 2, A3: 3, B1: 4, B2: 5 }, "=PROBE.THREE(A1:A3,B1:B2)"],
    "an array constant of one cell for one value": [{}, "=PROBE.ANY({5})"],
  }),
  ...toSteps(
    Object.fromEntries(
      errors.map((code) => [`${code} for any value`, [{ A1: makeError[code] ?? "" }, "=PROBE.ANY(A1)"]]),
    ),
  ),
  ...toSteps({
    "an error for a text": [{ A1: "=NA()" }, "=PROBE.TEXT(A1)"],
    "an error for a number": [{ A1: "=NA()" }, "=PROBE.NUMBER(A1)"],
    "an error in a range of any values": [{ A1: "=NA()", A2: 2 }, "=PROBE.RANGE(A1:A2)"],
    "an error in a range of numbers": [{ A1: "=NA()", A2: 2 }, "=PROBE.NUMBERS(A1:A2)"],
    "an error among repeated values": [{ A1: "=1/0" }, "=PROBE.MANY(1,A1)"],
    "an error of a custom function for any value": [
      { A1: '=PROBE.FAIL("notAvailable","a sentence")' },
      "=PROBE.ANY(A1)",
    ],
    "a number with properties": [{ A1: '=PROBE.ONE("number with properties")' }, "=PROBE.ANY(A1)"],
    "an entity": [{ A1: '=PROBE.ONE("entity")' }, "=PROBE.ANY(A1)"],
    "a formatted number": [{ A1: '=PROBE.ONE("formatted number")' }, "=PROBE.ANY(A1)"],
  }),
});

export const enumerationSteps = about(
  "Enumerations",
  toSteps({
    "a text of the enumeration": [{}, '=PROBE.SIZE("small")'],
    "the name of a text's entry": [{}, '=PROBE.SIZE("Small")'],
    "a text that is not in the enumeration": [{}, '=PROBE.SIZE("huge")'],
    "an empty cell for a text": [{}, "=PROBE.SIZE(A1)"],
    "a number of the enumeration": [{}, "=PROBE.LEVEL(5)"],
    "a number that is not in the enumeration": [{}, "=PROBE.LEVEL(3)"],
  }),
);

export const invocationSteps = about("Invocation", {
  ...toSteps({
    "its members without options": [{}, "=PROBE.BARE()"],
    "its members for a cancelable function": [{}, "=PROBE.CANCELABLE()"],
  }),
  "addresses of a cell and a range": [enterCells({ D1: "=PROBE.WHERE(A1,A1:B2)" }), values("D1:D3")],
  "addresses of literals and skipped arguments": [enterCells({ D1: "=PROBE.WHERE(5)" }), values("D1:D3")],
  "addresses of absolute references": [enterCells({ D1: "=PROBE.WHERE($A$1,$A1:B$2)" }), values("D1:D3")],
  "the address of a whole column": [enterCells({ D1: "=PROBE.WHERE(1,F:F)" }), values("D1:D3")],
  "the address of a whole row": [enterCells({ D1: "=PROBE.WHERE(1,9:9)" }), values("D1:D3")],
  "the address of a spill": [enterCells({ A1: "=PROBE.ROWS(2,2)", D1: "=PROBE.WHERE(1,A1#)" }), values("D1:D3")],
  "the address of a computed argument": [enterCells({ A1: 1, D1: "=PROBE.WHERE(A1+1,A1:A2*2)" }), values("D1:D3")],
  "addresses inside of another function": [
    enterCells({ A1: 1, D1: '=TEXTJOIN("|",FALSE,PROBE.WHERE(A1))' }),
    values("D1"),
  ],
});
