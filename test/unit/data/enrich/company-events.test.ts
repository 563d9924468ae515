import { companyEvents, type KnownEvent, type ScoredDocument } from "../../../../src/data/enrich/company-events";

const document = (id: string, day: number, change: Partial<ScoredDocument> = {}): ScoredDocument => ({
  id,
  document: day,
  event: null,
  time: `2026-01-${String(day).padStart(2, "0")}T00:00:00Z`,
  score: 2,
  rule: "water: wastewater",
  evidence: `Wastewater on day ${day}.`,
  category: "E",
  subCategory: "water pollution",
  title: null,
  ...change,
});

const known = (id: string, start: number, last: number, documents: number): KnownEvent => ({
  id,
  subCategory: "water pollution",
  start: `2026-01-${String(start).padStart(2, "0")}T00:00:00Z`,
  last: `2026-01-${String(last).padStart(2, "0")}T00:00:00Z`,
  documents,
});

test("an event has the highest score of its documents, and its summary names the rule and the sentence behind it", () => {
  const breach = {
    score: 4,
    rule: "water-breach: dam collapse",
    evidence: "The dam collapse was near.",
    title: "A dam",
  };
  const events = companyEvents("acme", [document("a", 1), document("b", 5, breach)], []);
  expect(events.map(({ record }) => record)).toMatchObject([
    {
      title: "Water pollution: A dam",
      summary: "Score 4 by the rule water-breach: dam collapse. The dam collapse was near.",
      score: 4,
      categories: ["E"],
      subCategories: ["water pollution"],
      documents: 2,
      start: "2026-01-01T00:00:00Z",
      last: "2026-01-05T00:00:00Z",
      ungc: null,
    },
  ]);
});

test("events of one topic are one case, and another topic is another event and case", () => {
  const events = companyEvents(
    "acme",
    [document("a", 1), document("b", 2, { subCategory: "bribery", category: "G" }), document("c", 28)],
    [],
  );
  expect(events.map(({ documents }) => documents.map(({ id }) => id))).toEqual([["a"], ["b"], ["c"]]);
  const cases = events.map(({ record }) => record.case);
  expect([cases[0] === cases[2], cases[0] === cases[1]]).toEqual([true, false]);
  expect(new Set(events.map(({ record }) => record.id)).size).toBe(3);
});

test("an event keeps its id when an earlier document comes, and when all its documents are read again", () => {
  const [first] = companyEvents("acme", [document("b", 5)], []);
  const id = first?.record.id ?? "";
  const kept = document("b", 5, { event: id });
  const withEarlier = companyEvents("acme", [document("a", 2), kept], [known(id, 5, 5, 1)]);
  expect(withEarlier.map(({ record, changedFrom }) => [record.id, changedFrom])).toEqual([[id, 0]]);
  const again = companyEvents("acme", [document("a", 2), document("b", 5)], [known(id, 2, 5, 2)]);
  expect(again.map(({ record }) => record.id)).toEqual([id]);
});

test("what is new is computed again from the first document that changed, from the start where one has gone", () => {
  const old = [document("a", 1, { event: "e" }), document("b", 2, { event: "e" })];
  const changedFrom = (documents: readonly ScoredDocument[], count: number): readonly (number | undefined)[] =>
    companyEvents("acme", documents, [known("e", 1, 2, count)]).map((event) => event.changedFrom);
  expect(changedFrom(old, 2)).toEqual([undefined]);
  expect(changedFrom([...old, document("c", 3)], 2)).toEqual([2]);
  expect(changedFrom(old, 3)).toEqual([0]);
});

test("of two events that were one, the earlier keeps the id", () => {
  const parts = [document("a", 1, { event: "e" }), document("c", 28, { event: "e" })];
  const [one, other] = companyEvents("acme", parts, [known("e", 1, 28, 3)]);
  expect(one?.record.id).toBe("e");
  expect(other?.record.id).not.toBe("e");
  expect(other?.changedFrom).toBe(0);
});
