import { replayOnLoopback, type Replayed } from "../../bench/loopback-replay";

let replayed: readonly Replayed[] = [];

const isLeast = ({ calls, leastCalls }: Replayed): boolean => calls === leastCalls;

// A machine that stands still for seconds ends a burst (runtime/burst): that makes a call more, never one fewer. It gets three tries to stand no longer.
beforeAll(async () => {
  for (let tries = 0; tries < 3 && (tries === 0 || !replayed.every(isLeast)); tries += 1)
    replayed = await replayOnLoopback(5_591);
}, 900_000);

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
