import {
  toDatasetBody,
  emptyDataset,
  type DatasetDraft,
  findDatasetProblems,
} from "../../../../../../src/addin/taskpane/features/analyses/dataset";
import { eachDay } from "../../../../../../src/addin/taskpane/features/analyses/analysis-period";

const good: DatasetDraft = {
  ...emptyDataset,
  name: "EV makers",
  start: "2026-07-01",
  end: "2026-09-30",
  entities: [{ name: "Acme", context: "", keywords: "acme\nacme motors\n" }],
};

test("a small form sends the required members and nothing that equals a default", () => {
  expect(findDatasetProblems(good)).toEqual({});
  expect(toDatasetBody(good)).toEqual({
    start_date: "2026-07-01",
    end_date: "2026-09-30",
    entities: [{ entity_of_interest: "Acme", keywords: ["acme", "acme motors"] }],
    workers: ["quality-score", "raw-matcher"],
    qscore: 50,
  });
});

test("search_in is left out with ner-linking, and qscore without quality-score", () => {
  const body = toDatasetBody({ ...good, workers: ["ner-linking"], searchIn: ["title"] });
  expect(body).not.toHaveProperty("search_in");
  expect(body).not.toHaveProperty("qscore");
  expect(toDatasetBody({ ...good, searchIn: ["title"] })).toMatchObject({ search_in: ["title"] });
});

test("concepts and concepts_filter are never both sent", () => {
  const body = toDatasetBody({ ...good, concepts: "Batteries: cell, pack", conceptsMode: "concepts_filter" });
  expect(body).toMatchObject({ concepts_filter: { Batteries: ["cell", "pack"] } });
  expect(body).not.toHaveProperty("concepts");
});

test.each([
  ["workers", { workers: ["concept"] }],
  ["end", { end: "2026-06-30" }],
  ["start", { start: "2026-02-30" }],
  ["end", { end: "2026-9-30" }],
  ["qscore", { qscore: "101" }],
  ["similarity", { similarity: "2" }],
  ["countries", { countries: "FRA" }],
  ["concepts", { concepts: "Oil: a\noil: b" }],
  ["concepts", { concepts: "Oil & gas: a" }],
  ["entities", { entities: [] }],
  ["minMatch", { minMatch: "0" }],
  ["positive:max", { sentiments: { ...emptyDataset.sentiments, "positive:min": "0.9", "positive:max": "0.1" } }],
] as const)("a wrong %s is a problem of its own field", (field, part) => {
  expect(Object.keys(findDatasetProblems({ ...good, ...part }))).toEqual([field]);
});

test("a quarter has 92 days, and a reversed period has none", () => {
  expect(eachDay("2026-07-01", "2026-09-30")).toHaveLength(92);
  expect(eachDay("2026-09-30", "2026-07-01")).toEqual([]);
});
