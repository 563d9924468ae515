import { runProgram } from "../../support/run-program";

interface Replayed {
  readonly workload: string;
  readonly connections: number;
  readonly calls: number;
  readonly leastCalls: number;
  readonly failed: number;
  /** Calls for the same workbook opened again on this device. */
  readonly callsAgain: number;
  /** Every cell shows what a call of its own shows. */
  readonly same: boolean;
}

let replayed: readonly Replayed[] = [];

beforeAll(async () => {
  replayed = JSON.parse(await runProgram("bench/gates.ts", "--part", "loopback")) as readonly Replayed[];
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
