import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { type Store, StoreUnavailable } from "../../../../src/gateway/team/store";
import { Tally } from "../../../../src/gateway/team/tally";
import { VirtualClock } from "../../../support/virtual-clock";

/** What becomes of an addition: it is made, its answer is lost, it is refused, or nothing is ever heard of it. */
type Fate = "made" | "answer lost" | "refused" | "hangs";

const open = () => {
  const clock = new VirtualClock(1);
  const memory = new MemoryStore(clock);
  const state: { fate: Fate; additions: number } = { fate: "made", additions: 0 };
  const add: Store["add"] = async (...given) => {
    state.additions += 1;
    if (state.fate === "hangs") return new Promise(() => undefined);
    if (state.fate === "refused") throw new StoreUnavailable("away");
    const sums = await memory.add(...given);
    if (state.fate === "answer lost") throw new StoreUnavailable("away");
    return sums;
  };
  const store = Object.assign(Object.create(memory) as MemoryStore, { add });
  const tally = new Tally({ store, clock, ttl: 60_000, gather: 0 });
  return { clock, memory, state, tally };
};

test.each<Fate>(["answer lost", "refused", "hangs"])("a number is counted once when it is first %s", async (fate) => {
  const { clock, memory, state, tally } = open();
  state.fate = fate;
  tally.add("budget/ann", 2);
  await clock.advance(2_500);
  tally.add("budget/ann", 1);
  await clock.advance(8_000);
  state.fate = "made";
  tally.add("budget/bob", 4);
  await clock.advance(20_000);
  expect((await memory.list("")).toSorted()).toEqual([
    ["budget/ann", "3"],
    ["budget/bob", "4"],
  ]);
});

test("what is counted in one turn goes to the store together", async () => {
  const { clock, memory, state, tally } = open();
  for (const key of ["budget/ann", "budget/firm", "budget/ann"]) tally.add(key, 1);
  await clock.advance(1_000);
  expect([state.additions, await memory.get("budget/ann")]).toEqual([1, "2"]);
});

test("thousands of counts go in several batches, and none is missing", async () => {
  const { clock, memory, state, tally } = open();
  for (let number = 0; number < 2_500; number += 1) tally.add(`usage/${number}`, 1);
  await clock.advance(1_000);
  expect([state.additions, (await memory.list("usage/")).length]).toEqual([3, 2_500]);
});
