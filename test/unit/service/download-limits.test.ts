import { downloadIssues, type ReadyAnalysis } from "../../../src/service/analyses/download";
import { createPlan } from "../../../src/service/analyses/plan";
import { defaultLimits } from "../../../src/service/common/limits";

const plan = createPlan(
  {
    start_date: "2026-01-01",
    end_date: "2026-06-30",
    entities: [{ keywords: ["bank"] }],
    workers: ["raw-matcher"],
    languages: ["english"],
    min_match: 1,
    min_repeat: 1,
    qscore: 50,
    search_in: ["title", "text"],
    similarity_threshold: 0,
    site_type: ["standard_news"],
  },
  () => Promise.resolve(undefined),
);
/** An analysis of this many documents, more than any world of a test has. */
const analysisOf = async (count: number): Promise<ReadyAnalysis> => {
  const zeros = new Array<number>(count).fill(0);
  return { plan: await plan, matched: { documents: zeros, times: zeros } };
};
const issues = async (count: number, change: object): Promise<string[]> =>
  downloadIssues(await analysisOf(count), { instance: "", limit: 10, ...change }, defaultLimits).map(
    ({ field }) => field,
  );

test("an analysis of 2,500,000 documents needs date to be sorted, one of a document less does not", async () => {
  const sort = { field: "document_polarity", order: "ASC" };
  expect(await issues(2_499_999, { sort })).toEqual([]);
  expect(await issues(2_500_000, { sort })).toEqual(["body.date"]);
  expect(await issues(2_500_000, { sort, date: "2026-03-01" })).toEqual([]);
  expect(await issues(2_500_000, {})).toEqual([]);
});
