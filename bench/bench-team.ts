// 50 analysts open the same workbook (W3) at the same moment, each in an Excel of their own: through one team gateway,
// and each alone. In virtual time. Usage: node scripts/run/run.mjs bench/bench-team.ts [--analysts N]
import { parseArgs } from "node:util";
import type { Send } from "../src/engine/http/client";
import { type RouteName, routes } from "../src/contract/routes";
import { MemoryStore } from "../src/gateway/team/memory-store";
import { Team } from "../src/gateway/team/team";
import { type Limiter, noLimit, tokenBucket } from "../test/support/limiters";
import { VirtualClock } from "../test/support/virtual-clock";
import { usualModel, VirtualService } from "../test/support/virtual-service";
import { engineOn } from "./strategies/engine";
import { workloads } from "./strategies/workloads";
import { floorOf } from "./virtual/floor";
import { Host } from "./virtual/host";
import { usualArrivals } from "./virtual/run-virtual";

const { values: options } = parseArgs({ options: { analysts: { type: "string", default: "50" } } });
const analysts = Number(options.analysts);
const address = "http://service.example";
const credentials = { key: "key", secret: "secret", audience: `${address}/`, clientId: "bench" };
const { W3 } = workloads;

const patterns = Object.entries(routes).map(([name, { method, path }]) => ({
  name: name as RouteName,
  method,
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

/** What an analyst's Excel reaches: the gateway, without the socket. */
const sendTo =
  (team: Team, id: string): Send =>
  async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    if (pathname === "/oauth/token") return Response.json({ access_token: `token-${id}`, expires_in: 86_400 });
    const text = await request.text();
    for (const { name, method, pattern } of patterns) {
      const found = request.method === method ? pattern.exec(pathname) : null;
      if (found === null) continue;
      const answer = await team.answer(
        { id, name: id, groups: [], admin: false },
        {
          route: name,
          path: { ...found.groups },
          query,
          body: text === "" ? undefined : JSON.parse(text),
          fresh: false,
        },
      );
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    }
    throw new Error(`The contract has no ${request.method} ${pathname}.`);
  };

interface Line {
  readonly calls: number;
  readonly refused: number;
  /** Milliseconds until the last cell of the last analyst. */
  readonly wall: number;
  readonly failed: number;
}

const open = async (limiter: Limiter, count: number, isTeam: boolean): Promise<Line> => {
  const clock = new VirtualClock(1);
  const service = new VirtualService(clock, { ...usualModel, limiter });
  const store = new MemoryStore(clock);
  const team = new Team(
    { address, accounts: [{ name: "firm", ...credentials }] },
    { store, clock, send: service.send },
  );
  const cells = await Promise.all(
    Array.from({ length: count }, (_, analyst) => {
      const send = isTeam ? sendTo(team, `analyst-${analyst}`) : service.send;
      return clock.run(engineOn().start({ send, clock, address, credentials }));
    }),
  );
  service.reset();
  const seen = await clock.run(
    Promise.all(cells.map((answer) => new Host(clock).run(W3.cells, answer, usualArrivals))),
  );
  const { calls, refused } = service.counts;
  const failed = seen.reduce((sum, each) => sum + each.failed, 0);
  return { calls, refused, wall: Math.max(...seen.map(({ lastSettled }) => lastSettled)), failed };
};

const print = (setting: string, who: string, { calls, refused, wall, failed }: Line, floor: number): void => {
  const [seconds, least] = [wall, floor].map((time) => (time / 1_000).toFixed(2));
  process.stdout.write(
    `${setting}: ${who}: ${calls - refused} calls served, ${refused} refused, ${seconds} s (floor ${least} s), ${failed} cells failed\n`,
  );
};

/** The aims of the team gateway: calls served, and time where the service allows 20 calls a second. */
const isWithin = ({ calls, refused, wall, failed }: Line, longest: number): boolean =>
  calls - refused <= W3.leastCalls * 1.05 && wall <= longest && failed === 0;

const main = async (): Promise<void> => {
  const settings = [
    { name: "no limit", limiter: noLimit, times: Infinity },
    { name: "20/s", limiter: () => tokenBucket(20, 20), times: 1.15 },
  ];
  const reached: boolean[] = [];
  for (const { name, limiter, times } of settings) {
    const floor = floorOf(W3, usualArrivals, { ...usualModel, limiter: limiter(), slots: 32 });
    print(name, "one analyst, direct", await open(limiter(), 1, false), floor);
    const shared = await open(limiter(), analysts, true);
    print(name, `${analysts} analysts, team gateway`, shared, floor);
    reached.push(isWithin(shared, floor * times));
  }
  if (reached.every(Boolean)) return;
  process.stdout.write("Over an aim: 1.05 × 212 calls served, and 1.15 × the floor at 20/s.\n");
  process.exitCode = 1;
};

void main();
