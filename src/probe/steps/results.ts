import { resultKinds } from "../probe-functions";
import { about, type Action, enterCells, lookAtRange, settleAction, startCells, answerCall, values } from "../step";

const lookAtAll = (range: string): readonly Action[] => [
  values(range),
  lookAtRange("types", range),
  lookAtRange("texts", range),
  lookAtRange("formats", range),
];

/** Values that are in no cell of that length: their length is looked at instead. */
const long = new Set(["longest text", "too long a text", "over 5 MB"]);

const kindSteps = Object.fromEntries(
  resultKinds.map((kind) => [
    `${kind}, of a function of ranges`,
    long.has(kind)
      ? [enterCells({ A1: `=PROBE.GIVE("${kind}")`, D1: "=LEN(A1)" }), values("D1"), lookAtRange("types", "D1")]
      : [enterCells({ A1: `=PROBE.GIVE("${kind}")` }), ...lookAtAll("A1:C2")],
  ]),
);

const cellErrorCodes = [
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
  "null, of a function of one value": [enterCells({ A1: '=PROBE.ONE("null")' }), ...lookAtAll("A1")],
  "a range of one cell, of a function of one value": [enterCells({ A1: '=PROBE.ONE("one cell")' }), ...lookAtAll("A1")],
  "a range, of a function of one value": [enterCells({ A1: '=PROBE.ONE("null in a range")' }), ...lookAtAll("A1:B2")],
  "a number with properties, computed with": [
    enterCells({ A1: '=PROBE.ONE("number with properties")', B1: "=A1+1", C1: "=SUM(A1)" }),
    ...lookAtAll("A1:C1"),
  ],
  "a number with properties, as JSON": [
    enterCells({ A1: '=PROBE.ONE("number with properties")' }),
    lookAtRange("json", "A1"),
  ],
  "a property of a number": [
    enterCells({ A1: '=PROBE.ONE("number with properties")', B1: "=A1.Source" }),
    values("B1"),
  ],
  "an entity, as JSON": [enterCells({ A1: '=PROBE.ONE("entity")' }), lookAtRange("json", "A1")],
  "a property of an entity": [enterCells({ A1: '=PROBE.ONE("entity")', B1: "=A1.Country" }), values("B1")],
  "a promise of undefined": [enterCells({ A1: '=PROBE.PROMISE("undefined")' }), ...lookAtAll("A1")],
  "a promise of a range": [enterCells({ A1: '=PROBE.PROMISE("formatted dates")' }), ...lookAtAll("A1:B2")],
  ...Object.fromEntries(
    cellErrorCodes.map((code) => [
      `the error ${code} with a sentence`,
      [enterCells({ A1: `=PROBE.FAIL("${code}","a sentence")` }), values("A1"), lookAtRange("json", "A1")],
    ]),
  ),
  "an error without a sentence": [enterCells({ A1: '=PROBE.FAIL("notAvailable")' }), values("A1")],
  "an exception": [
    enterCells({ A1: '=PROBE.FAIL("exception","a sentence")' }),
    values("A1"),
    lookAtRange("json", "A1"),
  ],
  "a rejection": [enterCells({ A1: '=PROBE.FAIL("rejection","a sentence")' }), values("A1")],
  "a thrown text": [enterCells({ A1: '=PROBE.FAIL("text","a sentence")' }), values("A1")],
});

/** Dynamic arrays. */
export const spillSteps = about("Spills", {
  "a range of 2 × 3": [
    enterCells({ A1: "=PROBE.ROWS(2,3)" }),
    values("A1:D3"),
    lookAtRange("spill", "A1"),
    lookAtRange("formulas", "A1:B2"),
  ],
  "blocked by a value": [enterCells({ A2: "in the way", A1: "=PROBE.ROWS(3,1)" }), values("A1:A3")],
  "healed when the value goes": [
    enterCells({ A2: "in the way", A1: "=PROBE.ROWS(3,1)" }),
    { do: "clear", range: "A2" },
    settleAction,
    values("A1:A3"),
    { do: "look", at: "number of calls" },
  ],
  "blocked later by a value": [
    enterCells({ A1: "=PROBE.ROWS(3,1)" }),
    enterCells({ A2: "in the way" }),
    values("A1:A3"),
    { do: "look", at: "number of calls" },
  ],
  "blocked by a formula": [enterCells({ A2: "=1+1", A1: "=PROBE.ROWS(3,1)" }), values("A1:A3")],
  "blocked by merged cells": [{ do: "merge", range: "A2:B2" }, enterCells({ A1: "=PROBE.ROWS(3,1)" }), values("A1:A3")],
  "healed when merged cells are split": [
    { do: "merge", range: "A2:B2" },
    enterCells({ A1: "=PROBE.ROWS(3,1)" }),
    { do: "unmerge", range: "A2:B2" },
    settleAction,
    values("A1:A3"),
  ],
  "inside of a table": [
    enterCells({ A1: "head", A2: 1 }),
    { do: "table", range: "A1:A2" },
    enterCells({ A2: "=PROBE.ROWS(3,1)" }),
    values("A1:A4"),
  ],
  "blocked by a table below": [
    enterCells({ A3: "head", A4: 1 }),
    { do: "table", range: "A3:A4" },
    enterCells({ A1: "=PROBE.ROWS(3,1)" }),
    values("A1:A4"),
  ],
  "of a range with # alone": [enterCells({ A1: "=PROBE.ROWS(2,2)", E1: "=A1#" }), values("E1:F2")],
  "of a range with # in SUM": [enterCells({ A1: "=PROBE.ROWS(2,2)", E1: "=SUM(A1#)" }), values("E1")],
  "# of a blocked range": [enterCells({ A2: "in the way", A1: "=PROBE.ROWS(2,2)", E1: "=SUM(A1#)" }), values("E1")],
  "# of a cell without a spill": [enterCells({ A1: 5, E1: "=A1#" }), values("E1")],
  shrinks: [enterCells({ D1: 3, A1: "=PROBE.ROWS(D1,1)" }), enterCells({ D1: 1 }), values("A1:A3")],
  "grows over a value": [
    enterCells({ D1: 1, A3: "stays", A1: "=PROBE.ROWS(D1,1)" }),
    enterCells({ D1: 3 }),
    values("A1:A3"),
  ],
  "with @ before the function": [
    enterCells({ A1: "=@PROBE.ROWS(2,2)" }),
    values("A1:B2"),
    lookAtRange("formulas", "A1"),
  ],
  "in SORT": [enterCells({ A1: "=SORT(PROBE.ROWS(2,2),1,-1)" }), values("A1:B2")],
  "in INDEX": [enterCells({ A1: "=INDEX(PROBE.ROWS(2,2),2,1)" }), values("A1")],
  "in MAP": [enterCells({ A1: "=MAP({1;2},LAMBDA(x,PROBE.NUMBER(x)))" }), values("A1:A2")],
  "in LET, used twice": [
    enterCells({ A1: "=LET(x,PROBE.ROWS(2,1),x+x)" }),
    values("A1:A2"),
    { do: "look", at: "number of calls" },
  ],
  "while pending": [
    startCells({ A1: '=PROBE.HOLDROWS("a")', C1: "=COUNT(A1#)" }),
    settleAction,
    values("A1:C2"),
    answerCall("a", [
      [1, 2],
      [3, 4],
    ]),
    settleAction,
    values("A1:C2"),
  ],
});

export const formatSteps = about("Number formats", {
  "of a formatted date": [
    enterCells({ A1: '=PROBE.ONE("formatted date")' }),
    lookAtRange("formats", "A1"),
    lookAtRange("texts", "A1"),
  ],
  "of a spill of formatted dates": [
    enterCells({ A1: '=PROBE.GIVE("formatted dates")' }),
    lookAtRange("formats", "A1:B2"),
    lookAtRange("texts", "A1:B2"),
  ],
  "of cells below, after a spill shrinks": [
    enterCells({ D1: "formatted dates", A1: "=PROBE.GIVE(D1)" }),
    enterCells({ D1: "one cell" }),
    lookAtRange("formats", "A1:B2"),
    lookAtRange("texts", "A1:B2"),
  ],
  "of a cell that had a format before": [
    { do: "format", range: "A1", pattern: "0.00" },
    enterCells({ A1: '=PROBE.ONE("formatted date")' }),
    lookAtRange("formats", "A1"),
    lookAtRange("texts", "A1"),
  ],
  "of a spill into a formatted column": [
    { do: "format", range: "B:B", pattern: "0.00" },
    enterCells({ A1: "=PROBE.ROWS(2,2)" }),
    lookAtRange("formats", "A1:B2"),
    lookAtRange("texts", "A1:B2"),
  ],
  "after the cell is cleared of its formula": [
    enterCells({ A1: '=PROBE.ONE("formatted date")' }),
    { do: "clear", range: "A1" },
    lookAtRange("formats", "A1"),
  ],
  "of a formula that reads a formatted date": [
    enterCells({ A1: '=PROBE.ONE("formatted date")', B1: "=A1" }),
    lookAtRange("formats", "B1"),
    lookAtRange("texts", "B1"),
  ],
});
