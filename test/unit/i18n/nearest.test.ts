import { nearest } from "../../../src/i18n/nearest";

test.each([
  ["scor", "score"],
  ["ordr", "order"],
  ["enty.name", "entity.name"],
  ["zzzzzzzzzz", undefined],
])("the nearest to %s is %p", (text, found) => {
  expect(nearest(text, ["title", "score", "order", "entity.name", "last_activity"])).toBe(found);
});
