import { resultKinds } from "../probe-functions";
import { about, type Action, enter, look, settle, start, answer, values } from "../step";

const seen = (range: string): readonly Action[] => [
  values(range),
  look("types", range),
  look("texts", range),
  look("formats", range),
];

/** Values that are in no cell of that length: their length is looked at instead. */
const long = new Set(["longest text", "too long a text", "over 5 MB"]);

const kindSteps = Object.fromEntries(
  resultKinds.map((kind) => [
    `${kind}, of a function of ranges`,
    long.has(kind)
      ? [enter({ A1: `=PROBE.GIVE("${kind}")`, D1: "=LEN(A1)" }), values("D1"), look("types", "D1")]
      : [enter({ A1: `=PROBE.GIVE("${kind}")` }), ...seen("A1:C2")],
  ]),
);

const codes = [
  "invalidValue",
  "notAvailable",
  "divisionByZero",
  "invalidNumber",
  "nullReference",
  "invalidName",
  "invalidReference",
];

/** What results become. */
export const resultSteps = about("Results", {
  ...kindSteps,
  "null, of a function of one value": [enter({ A1: '=PROBE.ONE("null")' }), ...seen("A1")],
  "a range of one cell, of a function of one value": [enter({ A1: '=PROBE.ONE("one cell")' }), ...seen("A1")],
  "a range, of a function of one value": [enter({ A1: '=PROBE.ONE("null in a range")' }), ...seen("A1:B2")],
  "a number with properties, computed with": [
    enter({ A1: '=PROBE.ONE("number with properties")', B1: "=A1+1", C1: "=SUM(A1)" }),
    ...seen("A1:C1"),
  ],
  "a number with properties, as JSON": [enter({ A1: '=PROBE.ONE("number with properties")' }), look("json", "A1")],
  "a property of a number": [enter({ A1: '=PROBE.ONE("number with properties")', B1: "=A1.Source" }), values("B1")],
  "an entity, as JSON": [enter({ A1: '=PROBE.ONE("entity")' }), look("json", "A1")],
  "a property of an entity": [enter({ A1: '=PROBE.ONE("entity")', B1: "=A1.Country" }), values("B1")],
  "a promise of undefined": [enter({ A1: '=PROBE.PROMISE("undefined")' }), ...seen("A1")],
  "a promise of a range": [enter({ A1: '=PROBE.PROMISE("formatted dates")' }), ...seen("A1:B2")],
  ...Object.fromEntries(
    codes.map((code) => [
      `the error ${code} with a sentence`,
      [enter({ A1: `=PROBE.FAIL("${code}","a sentence")` }), values("A1"), look("json", "A1")],
    ]),
  ),
  "an error without a sentence": [enter({ A1: '=PROBE.FAIL("notAvailable")' }), values("A1")],
  "an exception": [enter({ A1: '=PROBE.FAIL("exception","a sentence")' }), values("A1"), look("json", "A1")],
  "a rejection": [enter({ A1: '=PROBE.FAIL("rejection","a sentence")' }), values("A1")],
  "a thrown text": [enter({ A1: '=PROBE.FAIL("text","a sentence")' }), values("A1")],
});

/** Dynamic arrays. */
export const spillSteps = about("Spills", {
  "a range of 2 × 3": [
    enter({ A1: "=PROBE.ROWS(2,3)" }),
    values("A1:D3"),
    look("spill", "A1"),
    look("formulas", "A1:B2"),
  ],
  "blocked by a value": [enter({ A2: "in the way", A1: "=PROBE.ROWS(3,1)" }), values("A1:A3")],
  "healed when the value goes": [
    enter({ A2: "in the way", A1: "=PROBE.ROWS(3,1)" }),
    { do: "clear", range: "A2" },
    settle,
    values("A1:A3"),
    { do: "look", at: "number of calls" },
  ],
  "blocked later by a value": [
    enter({ A1: "=PROBE.ROWS(3,1)" }),
    enter({ A2: "in the way" }),
    values("A1:A3"),
    { do: "look", at: "number of calls" },
  ],
  "blocked by a formula": [enter({ A2: "=1+1", A1: "=PROBE.ROWS(3,1)" }), values("A1:A3")],
  "blocked by merged cells": [{ do: "merge", range: "A2:B2" }, enter({ A1: "=PROBE.ROWS(3,1)" }), values("A1:A3")],
  "healed when merged cells are split": [
    { do: "merge", range: "A2:B2" },
    enter({ A1: "=PROBE.ROWS(3,1)" }),
    { do: "unmerge", range: "A2:B2" },
    settle,
    values("A1:A3"),
  ],
  "inside of a table": [
    enter({ A1: "head", A2: 1 }),
    { do: "table", range: "A1:A2" },
    enter({ A2: "=PROBE.ROWS(3,1)" }),
    values("A1:A4"),
  ],
  "blocked by a table below": [
    enter({ A3: "head", A4: 1 }),
    { do: "table", range: "A3:A4" },
    enter({ A1: "=PROBE.ROWS(3,1)" }),
    values("A1:A4"),
  ],
  "of a range with # alone": [enter({ A1: "=PROBE.ROWS(2,2)", E1: "=A1#" }), values("E1:F2")],
  "of a range with # in SUM": [enter({ A1: "=PROBE.ROWS(2,2)", E1: "=SUM(A1#)" }), values("E1")],
  "# of a blocked range": [enter({ A2: "in the way", A1: "=PROBE.ROWS(2,2)", E1: "=SUM(A1#)" }), values("E1")],
  "# of a cell without a spill": [enter({ A1: 5, E1: "=A1#" }), values("E1")],
  shrinks: [enter({ D1: 3, A1: "=PROBE.ROWS(D1,1)" }), enter({ D1: 1 }), values("A1:A3")],
  "grows over a value": [enter({ D1: 1, A3: "stays", A1: "=PROBE.ROWS(D1,1)" }), enter({ D1: 3 }), values("A1:A3")],
  "with @ before the function": [enter({ A1: "=@PROBE.ROWS(2,2)" }), values("A1:B2"), look("formulas", "A1")],
  "in SORT": [enter({ A1: "=SORT(PROBE.ROWS(2,2),1,-1)" }), values("A1:B2")],
  "in INDEX": [enter({ A1: "=INDEX(PROBE.ROWS(2,2),2,1)" }), values("A1")],
  "in MAP": [enter({ A1: "=MAP({1;2},LAMBDA(x,PROBE.NUMBER(x)))" }), values("A1:A2")],
  "in LET, used twice": [
    enter({ A1: "=LET(x,PROBE.ROWS(2,1),x+x)" }),
    values("A1:A2"),
    { do: "look", at: "number of calls" },
  ],
  "while pending": [
    start({ A1: '=PROBE.HOLDROWS("a")', C1: "=COUNT(A1#)" }),
    settle,
    values("A1:C2"),
    answer("a", [
      [1, 2],
      [3, 4],
    ]),
    settle,
    values("A1:C2"),
  ],
});

export const formatSteps = about("Number formats", {
  "of a formatted date": [enter({ A1: '=PROBE.ONE("formatted date")' }), look("formats", "A1"), look("texts", "A1")],
  "of a spill of formatted dates": [
    enter({ A1: '=PROBE.GIVE("formatted dates")' }),
    look("formats", "A1:B2"),
    look("texts", "A1:B2"),
  ],
  "of cells below, after a spill shrinks": [
    enter({ D1: "formatted dates", A1: "=PROBE.GIVE(D1)" }),
    enter({ D1: "one cell" }),
    look("formats", "A1:B2"),
    look("texts", "A1:B2"),
  ],
  "of a cell that had a format before": [
    { do: "format", range: "A1", pattern: "0.00" },
    enter({ A1: '=PROBE.ONE("formatted date")' }),
    look("formats", "A1"),
    look("texts", "A1"),
  ],
  "of a spill into a formatted column": [
    { do: "format", range: "B:B", pattern: "0.00" },
    enter({ A1: "=PROBE.ROWS(2,2)" }),
    look("formats", "A1:B2"),
    look("texts", "A1:B2"),
  ],
  "after the cell is cleared of its formula": [
    enter({ A1: '=PROBE.ONE("formatted date")' }),
    { do: "clear", range: "A1" },
    look("formats", "A1"),
  ],
  "of a formula that reads a formatted date": [
    enter({ A1: '=PROBE.ONE("formatted date")', B1: "=A1" }),
    look("formats", "B1"),
    look("texts", "B1"),
  ],
});
