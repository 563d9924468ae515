import { readFileSync } from "node:fs";
import path from "node:path";
import { esgEventFields, entityFields } from "../../../src/contract/fields";

test("field tables say types, lists and what comes by default", () => {
  const event = new Map(esgEventFields.map((field) => [field.name, field]));
  expect(event.get("last_activity")).toEqual({
    name: "last_activity",
    type: "date-time",
    list: false,
    byDefault: true,
  });
  expect(event.get("ungc_principles")).toEqual({ name: "ungc_principles", type: "text", list: true, byDefault: false });
  expect(entityFields.find((field) => field.name === "related_universe_count")?.byDefault).toBe(false);
});

test("field tables carry no words", () => {
  const source = readFileSync(path.join(__dirname, "../../../src/contract/fields.ts"), "utf8");
  expect(source).not.toContain("Permanent entity id");
});
