import path from "node:path";
import { rehearse, type Rehearsal } from "./deployments";

let came: Rehearsal;

beforeAll(async () => {
  came = await rehearse(path.join(__dirname, "../../dist"), 3, () => undefined);
  const { formulas, lateScripts, unanswered, gaps, seconds } = came;
  console.log({ formulas, lateScripts, unanswered, gaps, seconds });
}, 240_000);

describe("Three workbooks that stay open while releases 1, 2 and 3 are deployed and 2 comes back", () => {
  test("calculate all the while, and no cell fails", () => {
    expect(came.failedCells).toEqual([]);
    expect(came.formulas).toBeGreaterThan(12);
    expect(came.gaps).toHaveLength(3);
  });

  test("load their panes late, with the scripts of their own release", () => {
    expect({ failed: came.failedScripts, foreign: came.foreignScripts }).toEqual({ failed: [], foreign: [] });
    expect(came.lateScripts).toBeGreaterThan(9);
  });
});
