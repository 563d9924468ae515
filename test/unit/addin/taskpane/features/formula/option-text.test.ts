import { readOptions } from "../../../../../../src/formulas/arguments/options";
import { readOptionText, writeOption } from "../../../../../../src/addin/taskpane/features/formula/option-text";

test("reads the pairs of a text, with values in quotes and operators", () => {
  expect(readOptionText("headers=no; Sort=score:desc;name='a; b'; employee_count=between:10;500")).toEqual([
    { key: "headers", value: "no" },
    { key: "sort", value: "score:desc" },
    { key: "name", value: "a; b" },
    { key: "employee_count", value: "between:10;500" },
  ]);
  expect(readOptionText("")).toEqual([]);
});

test.each(["headers", "'open", "; x"])("“%s” is no list of pairs", (text) => {
  expect(readOptionText(text)).toBeUndefined();
});

test("changes one option and leaves the others as they are written", () => {
  const text = "headers=no; show=events,latest; name='O''Brien; Co'";
  expect(writeOption(text, "show", "events")).toBe("headers=no; show=events; name='O''Brien; Co'");
  expect(writeOption(text, "headers", "")).toBe("show=events,latest; name='O''Brien; Co'");
  expect(writeOption(text, "sort", "score:desc")).toBe(`${text}; sort=score:desc`);
  expect(writeOption("", "join", "; ")).toBe("join='; '");
  expect(writeOption("HEADERS=no", "headers", "names")).toBe("headers=names");
});

test("several values stay as they are written, and a value in quotes stays one text when it changes", () => {
  expect(readOptionText("name='a','b; c'")).toEqual([{ key: "name", value: "'a','b; c'" }]);
  expect(writeOption("name='Acme, Inc'", "name", "Acme, Ltd")).toBe("name='Acme, Ltd'");
  expect(writeOption("show=events,latest", "show", "events,days")).toBe("show=events,days");
});

test.each([", ", ",", " ", "it's, "])("a separator of values may be “%s”", (separator) => {
  const text = writeOption("headers=no", "join", separator);
  expect(readOptionText(text)?.at(-1)).toEqual({ key: "join", value: separator });
  const values = readOptions({ rows: [[text]] }, ["headers", "join"]);
  expect(values.get("join")).toEqual([separator]);
});

test.each(["a", "a;b", "it's", "between:10;500", "a,b", " ; "])(
  "a value that was written is read again: “%s”",
  (value) => {
    expect(readOptionText(writeOption("", "join", value))).toEqual([{ key: "join", value }]);
  },
);
