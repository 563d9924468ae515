import {
  about,
  type Action,
  answerCall,
  callCount,
  calls,
  type StepContent,
  enterCells,
  lookAtRange,
  eventOrder,
  settleAction,
  startCells,
  values,
} from "../step";

/** What cells show while the call `a` is pending, and after its answer. */
const beforeAndAfter = (cells: Readonly<Record<string, StepContent>>, range: string): readonly Action[] => [
  startCells(cells),
  settleAction,
  values(range),
  answerCall("a", 5),
  settleAction,
  values(range),
];

/** The answer of a call that Excel may have cancelled, and what A1 shows then. */
const lateAnswer: readonly Action[] = [answerCall("a", 5), settleAction, values("A1")];

export const callSteps = about("Calls", {
  "a pending call": [
    startCells({ A1: '=PROBE.HOLD("a")' }),
    settleAction,
    values("A1"),
    lookAtRange("types", "A1"),
    answerCall("a", 5),
    settleAction,
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
    startCells({ A1: '=PROBE.HOLD("a")', B1: "=ISERROR(A1)", C1: "=ERROR.TYPE(A1)" }),
    settleAction,
    values("A1:C1"),
    answerCall("a", 5),
    settleAction,
  ],
  "a pending call as an argument": [...beforeAndAfter({ A1: '=PROBE.HOLD("a")', B1: "=PROBE.ANY(A1)" }, "B1"), calls],
  "a pending call in a range": [
    ...beforeAndAfter({ A1: '=PROBE.HOLD("a")', A2: 2, B1: "=PROBE.RANGE(A1:A2)" }, "B1"),
    calls,
  ],
  "IF with a pending call in the branch not taken": [
    startCells({ A1: '=IF(TRUE,1,PROBE.HOLD("a"))' }),
    settleAction,
    values("A1"),
    eventOrder,
  ],
  "two calls in one formula": [
    startCells({ A1: '=PROBE.HOLD("a")&PROBE.HOLD("b")' }),
    settleAction,
    answerCall("a", "x"),
    settleAction,
    values("A1"),
    eventOrder,
    answerCall("b", "y"),
    settleAction,
    values("A1"),
    eventOrder,
  ],
  "nested calls": [
    startCells({ A1: '=PROBE.ANY(PROBE.HOLD("a"))' }),
    settleAction,
    answerCall("a", 1),
    settleAction,
    values("A1"),
    eventOrder,
  ],
  "equal calls in two cells": [
    enterCells({ A1: '=PROBE.COUNT("a")', A2: '=PROBE.COUNT("a")' }),
    values("A1:A2"),
    callCount,
  ],
  "answers in the opposite order": [
    startCells({ A1: '=PROBE.HOLD("a")', A2: '=PROBE.HOLD("b")' }),
    settleAction,
    answerCall("b", 2),
    answerCall("a", 1),
    settleAction,
    values("A1:A2"),
    eventOrder,
  ],
  "50 cells": [
    enterCells(Object.fromEntries(Array.from({ length: 50 }, (_, row) => [`A${row + 1}`, `=PROBE.NUMBER(${row})`]))),
    values("A50"),
    callCount,
  ],
  "a formula that is saved as the same": [
    enterCells({ A1: '=PROBE.COUNT("a")' }),
    lookAtRange("formulas", "A1"),
    values("A1"),
  ],
});

export const calledAgainSteps = about("Called again", {
  "when an argument changes": [enterCells({ B1: 1, A1: '=PROBE.COUNT("a",B1)' }), enterCells({ B1: 2 }), values("A1")],
  "when an argument gets the same value": [
    enterCells({ B1: 1, A1: '=PROBE.COUNT("a",B1)' }),
    enterCells({ B1: 1 }),
    values("A1"),
  ],
  "when the formula is entered again": [
    enterCells({ A1: '=PROBE.COUNT("a")' }),
    enterCells({ A1: '=PROBE.COUNT("a")' }),
    values("A1"),
  ],
  "when another cell changes": [enterCells({ A1: '=PROBE.COUNT("a")' }), enterCells({ C9: "elsewhere" }), values("A1")],
  "by Range.calculate": [
    enterCells({ A1: '=PROBE.COUNT("a")', A2: '=PROBE.COUNT("b")' }),
    { do: "calculate", range: "A1" },
    settleAction,
    values("A1:A2"),
  ],
  "by a calculation of dirty cells (F9)": [
    enterCells({ A1: '=PROBE.COUNT("a")' }),
    { do: "calculate all", type: "Recalculate" },
    settleAction,
    values("A1"),
  ],
  "when a row is inserted above": [
    enterCells({ A3: '=PROBE.COUNT("a")' }),
    { do: "insert", range: "2:2", shift: "Down" },
    settleAction,
    values("A4"),
  ],
  "when a row is inserted below": [
    enterCells({ A3: '=PROBE.COUNT("a")' }),
    { do: "insert", range: "8:8", shift: "Down" },
    settleAction,
    values("A3"),
  ],
  "when a row is deleted above": [
    enterCells({ A3: '=PROBE.COUNT("a")' }),
    { do: "delete", range: "2:2", shift: "Up" },
    settleAction,
    values("A2"),
  ],
  "when a column is inserted before": [
    enterCells({ B1: '=PROBE.COUNT("a")' }),
    { do: "insert", range: "A:A", shift: "Right" },
    settleAction,
    values("C1"),
  ],
  "when a row is inserted in a range that is an argument": [
    enterCells({ C1: 1, C2: 2, A1: '=PROBE.COUNT("a",SUM(C1:C2))' }),
    { do: "insert", range: "C2", shift: "Down" },
    settleAction,
    values("A1"),
  ],
  "a volatile function, when another cell changes": [
    enterCells({ A1: '=PROBE.VOLATILE("a")' }),
    enterCells({ C9: "elsewhere" }),
    values("A1"),
  ],
  "a function beside a volatile one in one formula": [
    enterCells({ A1: '=PROBE.COUNT("a")+0*PROBE.VOLATILE("b")' }),
    enterCells({ C9: "elsewhere" }),
    values("A1"),
  ],
  "a dependent of a volatile one with an equal value": [
    enterCells({ B1: "=INT(RAND())", A1: '=PROBE.COUNT("a",B1)' }),
    enterCells({ C9: "elsewhere" }),
    values("A1"),
  ],
});

export const cancelSteps = about("Cancelled", {
  "when the cell is overwritten": [
    startCells({ A1: '=PROBE.HOLD("a")' }),
    settleAction,
    enterCells({ A1: "typed" }),
    eventOrder,
    ...lateAnswer,
  ],
  "when the cell is emptied": [
    startCells({ A1: '=PROBE.HOLD("a")' }),
    settleAction,
    { do: "clear", range: "A1" },
    settleAction,
    eventOrder,
    ...lateAnswer,
  ],
  "when an argument changes: order of call and cancellation": [
    startCells({ B1: 1, A1: '=PROBE.HOLD("a",B1)' }),
    settleAction,
    startCells({ B1: 2 }),
    settleAction,
    eventOrder,
    ...lateAnswer,
  ],
  "when the formula is entered again": [
    startCells({ A1: '=PROBE.HOLD("a")' }),
    settleAction,
    startCells({ A1: '=PROBE.HOLD("a")' }),
    settleAction,
    eventOrder,
    ...lateAnswer,
  ],
  "by Range.calculate": [
    startCells({ A1: '=PROBE.HOLD("a")' }),
    settleAction,
    { do: "calculate", range: "A1" },
    settleAction,
    eventOrder,
    answerCall("a", 5),
    settleAction,
  ],
  "when its row is deleted": [
    startCells({ A3: '=PROBE.HOLD("a")' }),
    settleAction,
    { do: "delete", range: "3:3", shift: "Up" },
    settleAction,
    eventOrder,
  ],
  "a spilled result that is overwritten": [
    startCells({ A1: '=PROBE.HOLDROWS("a")' }),
    settleAction,
    answerCall("a", [[1], [2]]),
    settleAction,
    enterCells({ A1: "typed" }),
    values("A1:A2"),
    eventOrder,
  ],
  "not when a dependent is emptied": [
    startCells({ A1: '=PROBE.HOLD("a")', B1: "=A1" }),
    settleAction,
    { do: "clear", range: "B1" },
    settleAction,
    eventOrder,
    ...lateAnswer,
  ],
});

export const streamSteps = about("Streams", {
  "before the first value": [startCells({ A1: '=PROBE.STREAM("a")' }), settleAction, values("A1"), eventOrder],
  "values one after the other": [
    startCells({ A1: '=PROBE.STREAM("a")' }),
    settleAction,
    { do: "send", tag: "a", result: [[1]] },
    settleAction,
    values("A1"),
    { do: "send", tag: "a", result: [[2, 3]] },
    settleAction,
    values("A1:B1"),
  ],
  "equal calls in two cells": [
    startCells({ A1: '=PROBE.STREAM("a")', A2: '=PROBE.STREAM("a")' }),
    settleAction,
    callCount,
    { do: "send", tag: "a", result: [[4]] },
    settleAction,
    values("A1:A2"),
  ],
  emptied: [
    startCells({ A1: '=PROBE.STREAM("a")' }),
    settleAction,
    { do: "clear", range: "A1" },
    settleAction,
    eventOrder,
  ],
  "one of two equal calls emptied": [
    startCells({ A1: '=PROBE.STREAM("a")', A2: '=PROBE.STREAM("a")' }),
    settleAction,
    { do: "clear", range: "A1" },
    settleAction,
    eventOrder,
  ],
  "calculated by Range.calculate": [
    startCells({ A1: '=PROBE.STREAM("a")' }),
    settleAction,
    { do: "calculate", range: "A1" },
    settleAction,
    eventOrder,
  ],
});

export const manualSteps = about("Manual calculation", {
  "an entered formula": [
    { do: "mode", mode: "Manual" },
    enterCells({ A1: '=PROBE.COUNT("a")' }),
    values("A1"),
    callCount,
  ],
  "a changed argument": [
    enterCells({ B1: 1, A1: '=PROBE.COUNT("a",B1)', C1: "=B1+1" }),
    { do: "mode", mode: "Manual" },
    enterCells({ B1: 5 }),
    values("A1:C1"),
  ],
  "a changed argument, then F9": [
    enterCells({ B1: 1, A1: '=PROBE.COUNT("a",B1)', C1: "=B1+1" }),
    { do: "mode", mode: "Manual" },
    enterCells({ B1: 5 }),
    { do: "calculate all", type: "Recalculate" },
    settleAction,
    values("A1:C1"),
  ],
  "Range.calculate": [
    enterCells({ A1: '=PROBE.COUNT("a")' }),
    { do: "mode", mode: "Manual" },
    { do: "calculate", range: "A1" },
    settleAction,
    values("A1"),
  ],
  "a result that arrives in manual mode": [
    startCells({ A1: '=PROBE.HOLD("a")' }),
    settleAction,
    { do: "mode", mode: "Manual" },
    answerCall("a", 5),
    settleAction,
    values("A1"),
  ],
  "back to automatic": [
    enterCells({ B1: 1, C1: "=B1+1" }),
    { do: "mode", mode: "Manual" },
    enterCells({ B1: 5 }),
    { do: "mode", mode: "Automatic" },
    settleAction,
    values("C1"),
  ],
});

export const nameSteps = about("Names", {
  "with a point and without a namespace": [
    enterCells({ A1: "=PROBE.ANY(1)" }),
    values("A1"),
    lookAtRange("formulas", "A1"),
  ],
  "in small letters": [enterCells({ A1: "=probe.any(1)" }), values("A1"), lookAtRange("formulas", "A1")],
  "with three points": [enterCells({ A1: "=PROBE.A.B.C()" }), values("A1")],
  "that is not offered while one types": [enterCells({ A1: "=PROBE.UNLISTED()" }), values("A1")],
  "that does not exist": [enterCells({ A1: "=PROBE.NOSUCH(1)" }), values("A1"), lookAtRange("formulas", "A1")],
  "in the form of a file": [enterCells({ A1: "=_xldudf_PROBE_ANY(1)" }), values("A1"), lookAtRange("formulas", "A1")],
  "with a space before the parenthesis": [
    enterCells({ A1: "=PROBE.ANY( 1 )" }),
    values("A1"),
    lookAtRange("formulas", "A1"),
  ],
  "written through values": [enterCells({ A1: "'=PROBE.ANY(1)" }), values("A1"), lookAtRange("formulas", "A1")],
});
