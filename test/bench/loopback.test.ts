import { replayOnLoopback, type Replayed } from "../../bench/loopback-replay";

let replayed: readonly Replayed[] = [];

beforeAll(async () => {
  replayed = await replayOnLoopback(5_591);
}, 600_000);

test.each(["W1", "W2", "W3", "W5"])("%s over sockets makes the calls it makes in virtual time: the fewest", (name) => {
  const lines = replayed.filter(({ workload }) => workload === name);
  expect(lines.map(({ connections }) => connections)).toEqual([100, 6]);
  for (const { calls, leastCalls, failed } of lines)
    expect({ calls, failed }).toEqual({ calls: leastCalls, failed: 0 });
});

test("W4, the same workbook again on the same device, makes no call", () => {
  for (const { callsAgain } of replayed) expect(callsAgain).toBe(0);
});

test("every cell shows what a call of its own shows", () => {
  expect(replayed.filter(({ same }) => !same)).toEqual([]);
});
