import {
  chooseSample,
  companiesIn,
  emptyGuide,
  estimateFrom,
  guideDays,
  guideProblems,
  toDataset,
  toKeywords,
  toTopic,
} from "../../../../../../src/addin/taskpane/features/analyses/guided-start";
import { findDatasetProblems, toDatasetBody } from "../../../../../../src/addin/taskpane/features/analyses/dataset";

const noon = Date.parse("2024-03-01T12:00:00Z");
const company = (text: string) => ({ text });

describe("The period of a guided start", () => {
  test.each([
    ["year", "2023-03-01", "2024-02-29"],
    ["quarter", "2023-11-30", "2024-02-29"],
    ["month", "2024-01-31", "2024-02-29"],
    ["thisYear", "2024-01-01", "2024-02-29"],
  ] as const)("%s ends with the last whole day", (period, start, end) => {
    expect(guideDays({ ...emptyGuide, period }, noon)).toEqual({ start, end });
  });

  test("on the first of January this year is the year that is over", () => {
    const days = guideDays({ ...emptyGuide, period: "thisYear" }, Date.parse("2026-01-01T08:00:00Z"));
    expect(days).toEqual({ start: "2025-01-01", end: "2025-12-31" });
  });

  test("dates of one's own are taken as they are", () => {
    const own = { ...emptyGuide, period: "other", start: "2025-05-01", end: "2025-05-03" } as const;
    expect(guideDays(own, noon)).toEqual({ start: "2025-05-01", end: "2025-05-03" });
    expect(guideProblems("topic", { ...own, words: "tax", start: "2025-06-01" })).toEqual({
      end: "The last day is before the first.",
    });
  });
});

test.each([
  ["companies", [], "Choose at least one company."],
  ["competitors", ["Acme"], "Choose at least two companies to compare."],
  [
    "competitors",
    Array.from({ length: 11 }, (_, at) => `C${at}`),
    "11 companies are too many here: choose at most 10.",
  ],
] as const)("a start for %s with %s says what to change", (purpose, names, sentence) => {
  expect(guideProblems(purpose, { ...emptyGuide, companies: names.map(company) })).toEqual({ companies: sentence });
});

test("a topic needs words that not every document contains; a short Chinese one is a word", () => {
  expect(guideProblems("topic", emptyGuide)).toEqual({ words: "Enter at least one word." });
  expect(guideProblems("topic", { ...emptyGuide, words: "tax, it" })).toEqual({
    words: "it is too short: it occurs in almost every document.",
  });
  expect(guideProblems("topic", { ...emptyGuide, words: "关税\n税" })).toEqual({});
});

test("cells become companies once each, without header, marks and blanks", () => {
  const cells = ["Company", "Acme", "acme", "n/a", "", 0, "  Volta ", "US0378331005"];
  expect(companiesIn(cells).map(({ text }) => text)).toEqual(["Acme", "Volta", "US0378331005"]);
});

test("a company is searched under its name without the legal form, and its other names", () => {
  expect(toKeywords(["Acme Mobility plc", "Acme", "ACME"])).toEqual(["Acme Mobility", "Acme Mobility plc", "ACME"]);
  expect(toKeywords(["Borilund S.p.A.", "X"])).toEqual(["Borilund", "Borilund S.p.A."]);
  expect(toKeywords(["A"])).toEqual([]);
});

test("a topic is one entity with all its words, and passes the rules of the form with all settings", () => {
  const draft = { ...emptyGuide, words: "carbon tax\nemissions, carbon tax" };
  const dataset = toDataset("topic", draft, { start: "2025-01-01", end: "2025-01-31" }, toTopic(draft));
  expect(findDatasetProblems(dataset)).toEqual({});
  expect(toDatasetBody(dataset)).toMatchObject({
    entities: [{ entity_of_interest: "carbon tax", keywords: ["carbon tax", "emissions"] }],
    workers: ["quality-score", "raw-matcher"],
  });
});

describe("The estimate", () => {
  const year = { start: "2025-01-01", end: "2025-12-31" };

  test("counts the last four weeks, and scales them to two digits", () => {
    expect(chooseSample(year)).toEqual({ start: "2025-12-04", end: "2025-12-31" });
    const { documents, found } = estimateFrom(year, ["Acme", "Volta"], new Map([["acme", 570]]));
    expect(documents).toBe(7_400);
    expect(found).toEqual([
      { name: "Acme", documents: 570 },
      { name: "Volta", documents: 0 },
    ]);
  });

  test("of a shorter period is exact", () => {
    const week = { start: "2025-12-25", end: "2025-12-31" };
    expect(chooseSample(week)).toEqual(week);
    expect(estimateFrom(week, ["Acme"], new Map([["acme", 1_234]])).documents).toBe(1_234);
  });
});
