import { groupNearDuplicates } from "../../../../src/data/enrich/near-duplicates";

const story = Array.from(
  { length: 60 },
  (_, at) => `Sentence ${at} of the story names ${["ore", "steel", "grain", "power"][at % 4]} number ${at * 7}.`,
).join(" ");
const edited = story
  .split(" ")
  .filter((_, at) => at % 12 !== 3)
  .join(" ");
const other = Array.from(
  { length: 60 },
  (_, at) => `Quite another report, part ${at}, tells of ${["rain", "snow", "wind"][at % 3]} in region ${at * 3}.`,
).join(" ");

test("a text with some words dropped is a near-duplicate; another text is none", () => {
  const texts = [story, other, edited].map((text, at) => ({ id: `${at}`, day: "2026-11-01", text }));
  expect(groupNearDuplicates(texts)).toEqual([["0", "2"]]);
});

test("texts of different days are not compared", () => {
  const texts = ["2026-11-01", "2026-11-02"].map((day) => ({ id: day, day, text: story }));
  expect(groupNearDuplicates(texts)).toEqual([]);
});

test("texts too short to compare are duplicates only if they are equal", () => {
  const texts = ["Sales up", "Sales up.", "Sales down", "sales UP"].map((text, at) => ({
    id: `${at}`,
    day: "2026-11-01",
    text,
  }));
  expect(groupNearDuplicates(texts)).toEqual([["0", "3"]]);
});
