import { functions } from "../../src/functions";
import { numberFormatsOf } from "../../src/taskpane/insert/number-formats";

const definition = functions.find(({ name }) => name === "ESG.EVENTS");
if (definition === undefined) throw new Error("ESG.EVENTS is not in the catalogue");

const formats = (fields: string, limit: string, options = ""): readonly (string | undefined)[] =>
  numberFormatsOf(definition, ["EU Banks", "3", "", "", "", fields, limit, options]);

test("dates of long results get their format with the formula: the columns asked for, or those shown by default", () => {
  expect(formats("score,last_activity,title", "all")).toEqual([undefined, "yyyy-mm-dd hh:mm", undefined]);
  const [first] = formats("", "5000");
  expect(first).toBe("yyyy-mm-dd hh:mm");
});

test("results of up to 1,000 rows format their own dates", () => {
  expect(formats("last_activity", "1000")).toEqual([]);
  expect(formats("last_activity", "")).toEqual([]);
});

test("where the columns are only known when it is calculated, nothing is formatted", () => {
  expect(formats("=A6:F6", "all")).toEqual([]);
  expect(formats("+summary", "all")).toEqual([]);
  expect(formats("last_activity", "all", "transpose=yes")).toEqual([]);
});
