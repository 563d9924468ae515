// A team opens the same workbook (W3) at the same moment, each analyst in an Excel of their own: through the team
// gateway, through two replicas of it, through nginx as a caching proxy, and each alone. Then analysts ask for what is cached.
// Usage: npm run bench:team [-- --only PART] [--plot FILE] [--json] and the options in `main`.
import { writeFileSync } from "node:fs";
import { flag, oneOf, readOptions, runProgram, text, whole } from "../scripts/run/command-line";
import { type Limiter, noLimit, tokenBucket } from "../test/support/limiters";
import { usualModel } from "../test/support/virtual-service";
import { workloads } from "./strategies/workloads";
import { type LoadedLine, loadTeam } from "./team/loaded-team";
import { openOffice } from "./team/office";
import { plotCalls } from "./team/plot-calls";
import { openOverSockets, type SocketLine } from "./team/socket-team";
import { type Opened, openTogether } from "./team/virtual-team";
import { floorOf } from "./virtual/floor";
import { usualArrivals } from "./virtual/run-virtual";

const { W3 } = workloads;

type Print = (line: string) => void;

const textOf = (who: string, { served, refused, wall, failed }: Omit<Opened, "calls">, floor: number): string =>
  `${who}: ${served} calls served, ${refused} refused, ${seconds(wall)} (floor ${seconds(floor)}), ${failed} cells failed`;

/** The aims of the team gateway: calls served, and time where the service allows 20 calls a second. */
const isWithin = ({ served, wall, failed }: Opened, longest: number): boolean =>
  served <= W3.leastCalls * 1.05 && wall <= longest && failed === 0;

/** A line of the virtual layer, without the times of its calls. */
interface VirtualLine extends Omit<Opened, "calls"> {
  readonly setting: string;
  readonly who: string;
  readonly floor: number;
}

const measureInVirtualTime = async (
  analysts: number,
  plot: string | undefined,
  print: Print,
): Promise<{ readonly lines: readonly VirtualLine[]; readonly missed: readonly string[] }> => {
  const settings: readonly { readonly name: string; readonly limiter: () => Limiter; readonly times: number }[] = [
    { name: "no limit", limiter: noLimit, times: Infinity },
    { name: "20/s", limiter: () => tokenBucket(20, 20), times: 1.15 },
  ];
  const missed: string[] = [];
  const lines: VirtualLine[] = [];
  const add = (setting: string, who: string, { served, refused, wall, failed }: Opened, floor: number): void => {
    const line = { setting, who, served, refused, wall, failed, floor };
    lines.push(line);
    print(`${setting}: ${textOf(who, line, floor)}`);
  };
  for (const { name, limiter, times } of settings) {
    const floor = floorOf(W3, usualArrivals, { ...usualModel, limiter: limiter(), slots: 32 });
    const open = (count: number, replicas: number): Promise<Opened> =>
      openTogether({ workload: W3, limiter: limiter(), analysts: count, replicas });
    add(name, "one analyst, direct", await open(1, 0), floor);
    for (const replicas of [1, 2]) {
      const shared = await open(analysts, replicas);
      add(name, `${analysts} analysts, ${replicas} gateway${replicas === 1 ? "" : "s"}`, shared, floor);
      if (!isWithin(shared, floor * times)) missed.push(`${name}, ${replicas}: 1.05 × 212 calls, and 1.15 × the floor`);
      if (plot === undefined || replicas > 1 || times === Infinity) continue;
      // Each Excel alone takes minutes to calculate, so it is only done for the plot.
      const alone = await open(analysts, 0);
      add(name, `${analysts} analysts, each alone`, alone, floor);
      drawPlot(plot, shared, alone, analysts);
    }
  }
  return { lines, missed };
};

const drawPlot = (file: string, shared: Opened, alone: Opened, analysts: number): void =>
  writeFileSync(
    file,
    plotCalls(`Calls to the service: ${analysts} analysts open 1,000 formulas, 20 calls a second`, [
      {
        name: `each alone: ${alone.served.toLocaleString("en-US")} calls`,
        colors: ["#b3261e", "#f2a29c"],
        calls: alone.calls,
      },
      { name: `team gateway: ${shared.served} calls`, colors: ["#0f5c6e", "#7fc8d8"], calls: shared.calls },
    ]),
  );

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;

const named = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} × ${name}`)
    .join(", ") || "none";

const textOfOpening = (line: SocketLine): string => {
  const { front, analysts, order, again, asked, served, refused, repeated, wall, p99, failed, failures, lost } = line;
  const hits = ((100 * (asked - served)) / asked).toFixed(1);
  const how = `${order === "own" ? ", each in an order of their own" : ""}${again ? ", again" : ""}`;
  return [
    `${analysts} analysts, ${front}${how}: ${served} calls served, ${repeated} of them repeated, ${refused} refused,`,
    `${hits} % of ${asked} requests without a call, ${seconds(wall)}, p99 of a request ${seconds(p99)},`,
    `${failed} cells failed${failed === 0 ? "" : ` (${named(failures)})`}, connections broken: ${named(lost)}`,
  ].join(" ");
};

const textOfLoad = (line: LoadedLine): string => {
  const { what, analysts, answers, bytes, median, p99, longest, otherStatuses, lost, moved, served } = line;
  const { memory, peakMemory, processor, workingSet, redisMemory } = line;
  const whole = (value: number | undefined): string => value?.toFixed(0) ?? "?";
  return [
    `${analysts} analysts, ${what}: ${answers} cached answers (${(bytes / answers / 1_000).toFixed(1)} kB on average),`,
    `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms, ${served} calls served,`,
    `not 200: ${named(otherStatuses)}, lost: ${named(lost)}, at another gateway: ${moved}`,
    ...(peakMemory === undefined ? [] : [`, memory ${whole(memory)} MB, at most ${whole(peakMemory)} MB`]),
    ...(processor === undefined ? [] : [`, ${whole(processor * 100)} % of a processor`]),
    ...(workingSet === undefined ? [] : [`, ${whole(workingSet)} MB of answers, Redis ${whole(redisMemory)} MB`]),
  ]
    .join(" ")
    .replaceAll(" ,", ",");
};

/** Sentences about aims that were not reached. */
const missedIn = (lines: readonly SocketLine[]): readonly string[] =>
  lines
    .filter(({ front, again, served, failed }) => {
      const most = again ? 0 : W3.leastCalls * 1.05;
      return front !== "nginx" && (served > most || failed > 0);
    })
    .map(({ front }) => `sockets, ${front}: 1.05 × ${W3.leastCalls} calls, and no failed cell`);

const missedUnderLoad = (lines: readonly LoadedLine[]): readonly string[] =>
  lines
    .filter(
      ({ what, served, otherStatuses, lost, peakMemory = 0 }) =>
        what !== "nginx" &&
        (served > 0 || Object.keys({ ...otherStatuses, ...lost }).length > 0 || peakMemory > mostMemory),
    )
    .map(({ what }) => `load, ${what}: no call, no lost request, at most ${mostMemory} MB`);

/** Megabytes. */
const mostMemory = 512;

const main = async (): Promise<void> => {
  const given = readOptions({
    only: oneOf(["everything", "virtual", "sockets", "load"], "everything"),
    analysts: whole([1, 500], 50),
    "socket-analysts": whole([1, 500], 50),
    // 0: no limit.
    "per-second": whole([0, 1_000], 20),
    "loaded-analysts": whole([1, 2_000], 500),
    seconds: whole([1, 600], 20),
    "working-set": whole([0, 8_000], 1_000),
    plot: text("a file", undefined),
    json: flag,
    // For the tests: fewer settings, and no nginx.
    brief: flag,
  });
  const print = (line: string): void => {
    if (!given.json) process.stdout.write(`${line}\n`);
  };
  const isWanted = (part: typeof given.only): boolean => given.only === "everything" || given.only === part;
  const missed: string[] = [];
  const figures: { virtual?: readonly VirtualLine[]; opened?: readonly SocketLine[]; loaded?: readonly LoadedLine[] } =
    {};
  if (isWanted("virtual")) {
    const measured = await measureInVirtualTime(given.analysts, given.plot, print);
    figures.virtual = measured.lines;
    missed.push(...measured.missed);
  }
  if (isWanted("sockets") || isWanted("load")) {
    const office = await openOffice();
    try {
      const options = {
        analysts: given["socket-analysts"],
        perSecond: given["per-second"] || undefined,
        brief: given.brief,
      };
      if (isWanted("sockets")) {
        figures.opened = await openOverSockets(office, options, (line) => print(`sockets: ${textOfOpening(line)}`));
        missed.push(...missedIn(figures.opened));
      }
      if (isWanted("load")) {
        const load = { analysts: given["loaded-analysts"], seconds: given.seconds, workingSet: given["working-set"] };
        figures.loaded = await loadTeam(office, load, (line) => print(`load: ${textOfLoad(line)}`));
        missed.push(...missedUnderLoad(figures.loaded));
      }
    } finally {
      await office.close();
    }
  }
  if (given.json) process.stdout.write(JSON.stringify(figures));
  // Whoever reads the figures judges them.
  if (given.json || missed.length === 0) return;
  print(`Not reached:\n${missed.join("\n")}`);
  process.exitCode = 1;
};

runProgram(main);
