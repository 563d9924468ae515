import {
  about,
  type Action,
  answer,
  callCount,
  calls,
  type Content,
  enter,
  look,
  order,
  settle,
  start,
  values,
} from "../step";

/** What cells show while the call `a` is pending, and after its answer. */
const beforeAndAfter = (cells: Readonly<Record<string, Content>>, range: string): readonly Action[] => [
  start(cells),
  settle,
  values(range),
  answer("a", 5),
  settle,
  values(range),
];

/** The answer of a call that Excel may have cancelled, and what A1 shows then. */
const lateAnswer: readonly Action[] = [answer("a", 5), settle, values("A1")];

export const callSteps = about("Calls", {
  "a pending call": [
    start({ A1: '=PROBE.HOLD("a")' }),
    settle,
    values("A1"),
    look("types", "A1"),
    answer("a", 5),
    settle,
    values("A1"),
  ],
  "a formula around a pending call": beforeAndAfter({ A1: '=1+PROBE.HOLD("a")' }, "A1"),
  "a dependent of a pending call": beforeAndAfter({ A1: '=PROBE.HOLD("a")', B1: "=A1+1" }, "A1:B1"),
  "IFERROR around a pending call": beforeAndAfter({ A1: '=IFERROR(PROBE.HOLD("a"),"fallback")' }, "A1"),
  "IFERROR in a dependent of a pending call": beforeAndAfter(
    { A1: '=PROBE.HOLD("a")', B1: '=IFERROR(A1,"fallback")' },
    "A1:B1",
  ),
  "ISERROR and ERROR.TYPE of a pending call": [
    start({ A1: '=PROBE.HOLD("a")', B1: "=ISERROR(A1)", C1: "=ERROR.TYPE(A1)" }),
    settle,
    values("A1:C1"),
    answer("a", 5),
    settle,
  ],
  "a pending call as an argument": [...beforeAndAfter({ A1: '=PROBE.HOLD("a")', B1: "=PROBE.ANY(A1)" }, "B1"), calls],
  "a pending call in a range": [
    ...beforeAndAfter({ A1: '=PROBE.HOLD("a")', A2: 2, B1: "=PROBE.RANGE(A1:A2)" }, "B1"),
    calls,
  ],
  "IF with a pending call in the branch not taken": [
    start({ A1: '=IF(TRUE,1,PROBE.HOLD("a"))' }),
    settle,
    values("A1"),
    order,
  ],
  "two calls in one formula": [
    start({ A1: '=PROBE.HOLD("a")&PROBE.HOLD("b")' }),
    settle,
    answer("a", "x"),
    settle,
    values("A1"),
    order,
    answer("b", "y"),
    settle,
    values("A1"),
    order,
  ],
  "nested calls": [start({ A1: '=PROBE.ANY(PROBE.HOLD("a"))' }), settle, answer("a", 1), settle, values("A1"), order],
  "equal calls in two cells": [enter({ A1: '=PROBE.COUNT("a")', A2: '=PROBE.COUNT("a")' }), values("A1:A2"), callCount],
  "answers in the opposite order": [
    start({ A1: '=PROBE.HOLD("a")', A2: '=PROBE.HOLD("b")' }),
    settle,
    answer("b", 2),
    answer("a", 1),
    settle,
    values("A1:A2"),
    order,
  ],
  "50 cells": [
    enter(Object.fromEntries(Array.from({ length: 50 }, (_, row) => [`A${row + 1}`, `=PROBE.NUMBER(${row})`]))),
    values("A50"),
    callCount,
  ],
  "a formula that is saved as the same": [enter({ A1: '=PROBE.COUNT("a")' }), look("formulas", "A1"), values("A1")],
});

export const calledAgainSteps = about("Called again", {
  "when an argument changes": [enter({ B1: 1, A1: '=PROBE.COUNT("a",B1)' }), enter({ B1: 2 }), values("A1")],
  "when an argument gets the same value": [
    enter({ B1: 1, A1: '=PROBE.COUNT("a",B1)' }),
    enter({ B1: 1 }),
    values("A1"),
  ],
  "when the formula is entered again": [
    enter({ A1: '=PROBE.COUNT("a")' }),
    enter({ A1: '=PROBE.COUNT("a")' }),
    values("A1"),
  ],
  "when another cell changes": [enter({ A1: '=PROBE.COUNT("a")' }), enter({ C9: "elsewhere" }), values("A1")],
  "by Range.calculate": [
    enter({ A1: '=PROBE.COUNT("a")', A2: '=PROBE.COUNT("b")' }),
    { do: "calculate", range: "A1" },
    settle,
    values("A1:A2"),
  ],
  "by a calculation of dirty cells (F9)": [
    enter({ A1: '=PROBE.COUNT("a")' }),
    { do: "calculate all", type: "Recalculate" },
    settle,
    values("A1"),
  ],
  "when a row is inserted above": [
    enter({ A3: '=PROBE.COUNT("a")' }),
    { do: "insert", range: "2:2", shift: "Down" },
    settle,
    values("A4"),
  ],
  "when a row is inserted below": [
    enter({ A3: '=PROBE.COUNT("a")' }),
    { do: "insert", range: "8:8", shift: "Down" },
    settle,
    values("A3"),
  ],
  "when a row is deleted above": [
    enter({ A3: '=PROBE.COUNT("a")' }),
    { do: "delete", range: "2:2", shift: "Up" },
    settle,
    values("A2"),
  ],
  "when a column is inserted before": [
    enter({ B1: '=PROBE.COUNT("a")' }),
    { do: "insert", range: "A:A", shift: "Right" },
    settle,
    values("C1"),
  ],
  "when a row is inserted in a range that is an argument": [
    enter({ C1: 1, C2: 2, A1: '=PROBE.COUNT("a",SUM(C1:C2))' }),
    { do: "insert", range: "C2", shift: "Down" },
    settle,
    values("A1"),
  ],
  "a volatile function, when another cell changes": [
    enter({ A1: '=PROBE.VOLATILE("a")' }),
    enter({ C9: "elsewhere" }),
    values("A1"),
  ],
  "a function beside a volatile one in one formula": [
    enter({ A1: '=PROBE.COUNT("a")+0*PROBE.VOLATILE("b")' }),
    enter({ C9: "elsewhere" }),
    values("A1"),
  ],
  "a dependent of a volatile one with an equal value": [
    enter({ B1: "=INT(RAND())", A1: '=PROBE.COUNT("a",B1)' }),
    enter({ C9: "elsewhere" }),
    values("A1"),
  ],
});

export const cancelSteps = about("Cancelled", {
  "when the cell is overwritten": [
    start({ A1: '=PROBE.HOLD("a")' }),
    settle,
    enter({ A1: "typed" }),
    order,
    ...lateAnswer,
  ],
  "when the cell is emptied": [
    start({ A1: '=PROBE.HOLD("a")' }),
    settle,
    { do: "clear", range: "A1" },
    settle,
    order,
    ...lateAnswer,
  ],
  "when an argument changes: order of call and cancellation": [
    start({ B1: 1, A1: '=PROBE.HOLD("a",B1)' }),
    settle,
    start({ B1: 2 }),
    settle,
    order,
    ...lateAnswer,
  ],
  "when the formula is entered again": [
    start({ A1: '=PROBE.HOLD("a")' }),
    settle,
    start({ A1: '=PROBE.HOLD("a")' }),
    settle,
    order,
    ...lateAnswer,
  ],
  "by Range.calculate": [
    start({ A1: '=PROBE.HOLD("a")' }),
    settle,
    { do: "calculate", range: "A1" },
    settle,
    order,
    answer("a", 5),
    settle,
  ],
  "when its row is deleted": [
    start({ A3: '=PROBE.HOLD("a")' }),
    settle,
    { do: "delete", range: "3:3", shift: "Up" },
    settle,
    order,
  ],
  "a spilled result that is overwritten": [
    start({ A1: '=PROBE.HOLDROWS("a")' }),
    settle,
    answer("a", [[1], [2]]),
    settle,
    enter({ A1: "typed" }),
    values("A1:A2"),
    order,
  ],
  "not when a dependent is emptied": [
    start({ A1: '=PROBE.HOLD("a")', B1: "=A1" }),
    settle,
    { do: "clear", range: "B1" },
    settle,
    order,
    ...lateAnswer,
  ],
});

export const streamSteps = about("Streams", {
  "before the first value": [start({ A1: '=PROBE.STREAM("a")' }), settle, values("A1"), order],
  "values one after the other": [
    start({ A1: '=PROBE.STREAM("a")' }),
    settle,
    { do: "send", tag: "a", result: [[1]] },
    settle,
    values("A1"),
    { do: "send", tag: "a", result: [[2, 3]] },
    settle,
    values("A1:B1"),
  ],
  "equal calls in two cells": [
    start({ A1: '=PROBE.STREAM("a")', A2: '=PROBE.STREAM("a")' }),
    settle,
    callCount,
    { do: "send", tag: "a", result: [[4]] },
    settle,
    values("A1:A2"),
  ],
  emptied: [start({ A1: '=PROBE.STREAM("a")' }), settle, { do: "clear", range: "A1" }, settle, order],
  "one of two equal calls emptied": [
    start({ A1: '=PROBE.STREAM("a")', A2: '=PROBE.STREAM("a")' }),
    settle,
    { do: "clear", range: "A1" },
    settle,
    order,
  ],
  "calculated by Range.calculate": [
    start({ A1: '=PROBE.STREAM("a")' }),
    settle,
    { do: "calculate", range: "A1" },
    settle,
    order,
  ],
});

export const manualSteps = about("Manual calculation", {
  "an entered formula": [{ do: "mode", mode: "Manual" }, enter({ A1: '=PROBE.COUNT("a")' }), values("A1"), callCount],
  "a changed argument": [
    enter({ B1: 1, A1: '=PROBE.COUNT("a",B1)', C1: "=B1+1" }),
    { do: "mode", mode: "Manual" },
    enter({ B1: 5 }),
    values("A1:C1"),
  ],
  "a changed argument, then F9": [
    enter({ B1: 1, A1: '=PROBE.COUNT("a",B1)', C1: "=B1+1" }),
    { do: "mode", mode: "Manual" },
    enter({ B1: 5 }),
    { do: "calculate all", type: "Recalculate" },
    settle,
    values("A1:C1"),
  ],
  "Range.calculate": [
    enter({ A1: '=PROBE.COUNT("a")' }),
    { do: "mode", mode: "Manual" },
    { do: "calculate", range: "A1" },
    settle,
    values("A1"),
  ],
  "a result that arrives in manual mode": [
    start({ A1: '=PROBE.HOLD("a")' }),
    settle,
    { do: "mode", mode: "Manual" },
    answer("a", 5),
    settle,
    values("A1"),
  ],
  "back to automatic": [
    enter({ B1: 1, C1: "=B1+1" }),
    { do: "mode", mode: "Manual" },
    enter({ B1: 5 }),
    { do: "mode", mode: "Automatic" },
    settle,
    values("C1"),
  ],
});

export const nameSteps = about("Names", {
  "with a point and without a namespace": [enter({ A1: "=PROBE.ANY(1)" }), values("A1"), look("formulas", "A1")],
  "in small letters": [enter({ A1: "=probe.any(1)" }), values("A1"), look("formulas", "A1")],
  "with three points": [enter({ A1: "=PROBE.A.B.C()" }), values("A1")],
  "that is not offered while one types": [enter({ A1: "=PROBE.UNLISTED()" }), values("A1")],
  "that does not exist": [enter({ A1: "=PROBE.NOSUCH(1)" }), values("A1"), look("formulas", "A1")],
  "in the form of a file": [enter({ A1: "=_xldudf_PROBE_ANY(1)" }), values("A1"), look("formulas", "A1")],
  "with a space before the parenthesis": [enter({ A1: "=PROBE.ANY( 1 )" }), values("A1"), look("formulas", "A1")],
  "written through values": [enter({ A1: "'=PROBE.ANY(1)" }), values("A1"), look("formulas", "A1")],
});
