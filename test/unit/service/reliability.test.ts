import { worldReliability, reliabilityScore } from "../../../src/service/world/reliability";
import { createWorld } from "../../../src/service/world/world";

const world = createWorld(1, "test", "2026-06-30");
const { order, rank } = worldReliability(world);

test("documents are ordered by reliability, the highest first, then by date, the newest first, then by id", () => {
  const keys = Array.from(order, (document) => ({
    score: reliabilityScore(world, document),
    time: world.corpus.time[document] ?? 0,
    id: world.ids.document.idOf(document),
  }));
  const byKeys = (a: (typeof keys)[0], b: (typeof keys)[0]): number =>
    b.score - a.score || b.time - a.time || (a.id < b.id ? -1 : 1);
  expect(keys).toEqual([...keys].sort(byKeys));
  const isTie = ({ score }: (typeof keys)[0], at: number): boolean => at > 0 && keys[at - 1]?.score === score;
  expect(keys.filter(isTie).length).toBeGreaterThan(0);
  expect(Array.from(order, (document) => rank[document])).toEqual(keys.map((_, position) => position));
});
