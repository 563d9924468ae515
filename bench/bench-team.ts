// A team opens the same workbook (W3) at the same moment, each analyst in an Excel of their own: through the team
// gateway, through two replicas of it, and each alone.
// Usage: npm run bench:team [-- --analysts N] [--plot FILE] [--sockets] [--socket-analysts N]
// In virtual time; with `--sockets` against the local service in another process instead.
import { writeFileSync } from "node:fs";
import { flag, readOptions, runProgram, text, whole } from "../scripts/run/command-line";
import { type Limiter, noLimit, tokenBucket } from "../test/support/limiters";
import { usualModel } from "../test/support/virtual-service";
import { workloads } from "./strategies/workloads";
import { plotCalls } from "./team/plot-calls";
import { measureOnSockets } from "./team/socket-team";
import { type Opened, openTogether } from "./team/virtual-team";
import { floorOf } from "./virtual/floor";
import { usualArrivals } from "./virtual/run-virtual";

const { W3 } = workloads;

const print = (setting: string, who: string, { served, refused, wall, failed }: Opened, floor: number): void => {
  const [seconds, least] = [wall, floor].map((time) => (time / 1_000).toFixed(2));
  process.stdout.write(
    `${setting}: ${who}: ${served} calls served, ${refused} refused, ${seconds} s (floor ${least} s), ${failed} cells failed\n`,
  );
};

/** The aims of the team gateway: calls served, and time where the service allows 20 calls a second. */
const isWithin = ({ served, wall, failed }: Opened, longest: number): boolean =>
  served <= W3.leastCalls * 1.05 && wall <= longest && failed === 0;

/** Sentences about aims that were not reached. */
const measureInVirtualTime = async (analysts: number, plot: string | undefined): Promise<readonly string[]> => {
  const settings: readonly { readonly name: string; readonly limiter: () => Limiter; readonly times: number }[] = [
    { name: "no limit", limiter: noLimit, times: Infinity },
    { name: "20/s", limiter: () => tokenBucket(20, 20), times: 1.15 },
  ];
  const missed: string[] = [];
  for (const { name, limiter, times } of settings) {
    const floor = floorOf(W3, usualArrivals, { ...usualModel, limiter: limiter(), slots: 32 });
    const open = (count: number, replicas: number): Promise<Opened> =>
      openTogether({ workload: W3, limiter: limiter(), analysts: count, replicas });
    print(name, "one analyst, direct", await open(1, 0), floor);
    for (const replicas of [1, 2]) {
      const shared = await open(analysts, replicas);
      print(name, `${analysts} analysts, ${replicas} gateway${replicas === 1 ? "" : "s"}`, shared, floor);
      if (!isWithin(shared, floor * times)) missed.push(`${name}, ${replicas}: 1.05 × 212 calls, and 1.15 × the floor`);
      if (plot !== undefined && replicas === 1 && times !== Infinity) await drawPlot(plot, shared, analysts, open);
    }
  }
  return missed;
};

/** Each Excel alone takes minutes to calculate, so it is only done for the plot. */
const drawPlot = async (
  file: string,
  shared: Opened,
  analysts: number,
  open: (count: number, replicas: number) => Promise<Opened>,
): Promise<void> => {
  const alone = await open(analysts, 0);
  print("20/s", `${analysts} analysts, each alone`, alone, 0);
  writeFileSync(
    file,
    plotCalls(`Calls to the service: ${analysts} analysts open 1,000 formulas, 20 calls a second`, [
      { name: `each alone: ${alone.served.toLocaleString("en-US")} calls`, color: "#b3261e", calls: alone.calls },
      { name: `team gateway: ${shared.served} calls`, color: "#0f5c6e", calls: shared.calls },
    ]),
  );
};

const main = async (): Promise<void> => {
  const given = readOptions({
    analysts: whole([1, 500], 50),
    "socket-analysts": whole([1, 500], 10),
    plot: text("a file", undefined),
    sockets: flag,
  });
  const missed: string[] = [];
  if (given.sockets) missed.push(...(await measureOnSockets(given["socket-analysts"])));
  else missed.push(...(await measureInVirtualTime(given.analysts, given.plot)));
  if (missed.length === 0) return;
  process.stdout.write(`Not reached:\n${missed.join("\n")}\n`);
  process.exitCode = 1;
};

runProgram(main);
