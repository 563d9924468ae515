import { timeSince } from "../../src/taskpane/chrome/time-left";
import { english } from "../../src/taskpane/text/english";
import { french } from "../../src/taskpane/text/french";
import { german } from "../../src/taskpane/text/german";
import { createSay, type PaneTexts, type Sentence } from "../../src/taskpane/text/say";
import { spanish } from "../../src/taskpane/text/spanish";

const placeholders = (sentence: Sentence): readonly string[] => {
  const text = typeof sentence === "string" ? sentence : `${sentence.one} ${sentence.other}`;
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted();
};

test.each(Object.entries({ french, german, spanish }))(
  "%s says every sentence with the same values",
  (_, texts: PaneTexts) => {
    for (const [key, sentence] of Object.entries(english))
      expect([key, placeholders(texts[key as keyof typeof english])]).toEqual([key, placeholders(sentence)]);
  },
);

test("numbers and plurals follow the language", () => {
  expect(createSay("de-DE", german)("pane.calls", { count: 1234 })).toBe("1.234 Aufrufe");
  expect(createSay("en-GB")("pane.calls", { count: 1 })).toBe("1 call");
  expect(createSay("not a locale")("pane.rows", { count: 2 })).toBe("2 rows");
});

test("an age is told in hours or days, in the language; of less than an hour nobody need know", () => {
  const hour = 3_600_000;
  expect(timeSince(createSay("en-GB"), hour - 1)).toBeUndefined();
  expect(timeSince(createSay("en-GB"), 5 * hour)).toBe("5 hours ago");
  expect(timeSince(createSay("de-DE", german), 7.5 * 24 * hour)).toBe("vor 7 Tagen");
});
