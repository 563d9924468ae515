import { matchGoals } from "../../../../src/data/enrich/sdg-goals";
import { goalPhrases } from "../../../../src/data/enrich/sdg-phrases";
import { textWords } from "../../../../src/data/enrich/text-words";

const goals = (text: string): readonly number[] => matchGoals(textWords(text)).map(({ goal }) => goal);

test("all seventeen goals have phrases, in lowercase", () => {
  expect(goalPhrases).toHaveLength(17);
  for (const { strong, weak } of goalPhrases) {
    expect(strong.length).toBeGreaterThan(10);
    for (const phrase of [...strong, ...weak]) expect(phrase).toBe(phrase.toLowerCase());
  }
});

test.each([
  [7, "The company opened two wind farms and a solar park."],
  [14, "Overfishing threatens marine life near the coral reefs."],
  [5, "The programme closes the gender pay gap."],
])("goal %d is named by a strong phrase in any form of its words", (goal, text) => {
  expect(goals(text)[0]).toBe(goal);
});

test("one weak word names no goal, two do", () => {
  expect(goals("The river rose.")).toEqual([]);
  expect(goals("The river fills the lake behind the dam.")).toEqual([6]);
});

test("a match names its phrases", () => {
  expect(matchGoals(textWords("Recycling of plastics, and recycling of glass."))[0]).toMatchObject({
    goal: 12,
    phrases: ["recycling", "plastic"],
  });
});
