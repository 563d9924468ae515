import { type Clock, systemClock } from "../../src/engine/clock";
import type { Send } from "../../src/engine/http/client";
import { tokenBucket } from "../../test/support/limiters";
import { seededRandom } from "../../test/support/seeded-random";
import { engineOn } from "../strategies/engine";
import type { Cell } from "../strategies/workloads";
import { Host } from "../virtual/host";
import { usualArrivals } from "../virtual/run-virtual";
import { percentile, type SentRequest } from "./load";
import type { Office } from "./office";

/** What an opening over sockets cost; times in milliseconds. */
export interface SocketLine {
  /** What stood between analysts and service. */
  readonly front: string;
  readonly analysts: number;
  /** How the formulas of the workbook came: in the same order for all, or in an order of each analyst's own. */
  readonly order: "same" | "own";
  /** Opened by other Excels when everything had been fetched. */
  readonly again: boolean;
  /** Requests that the analysts' engines made. */
  readonly asked: number;
  readonly served: number;
  readonly refused: number;
  /** Of the served: what had been served before, to the character. */
  readonly repeated: number;
  /** Until the last cell of the last analyst. */
  readonly wall: number;
  /** That an analyst's request took, waiting for the service's limit included. */
  readonly p99: number;
  readonly failed: number;
  /** Why cells failed. */
  readonly failures: Readonly<Record<string, number>>;
  /** Requests whose connection broke after it had been made, by error; engines make them again. */
  readonly lost: Readonly<Record<string, number>>;
}

interface Front {
  readonly name: string;
  /** An analyst stays with one of them while it accepts connections, as behind a load balancer. */
  readonly origins: readonly string[];
  /** Whether analysts sign in at the service through it; a team's gateway knows them. */
  readonly signsIn?: boolean;
}

/** What the requests of one opening showed. */
interface Traffic {
  readonly waits: number[];
  readonly lost: Record<string, number>;
  /** Those of the first analyst. */
  readonly requests: SentRequest[];
}

const codeOf = (error: unknown): string => {
  const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
  return cause?.code ?? String(error);
};

const sendAs =
  ({ origins, signsIn = false }: Front, analyst: number, traffic: Traffic): Send =>
  async (given) => {
    const { pathname, search } = new URL(given.url);
    const isToken = pathname === "/oauth/token";
    if (isToken && !signsIn) return Response.json({ access_token: `analyst-${analyst}`, expires_in: 86_400 });
    const { method, headers, signal } = given;
    const body = method === "GET" ? undefined : await given.text();
    if (analyst === 0 && !isToken) traffic.requests.push({ method, path: pathname + search, body });
    const asked = performance.now();
    for (let index = 0; ; index += 1) {
      const origin = origins[(analyst + index) % origins.length] ?? "";
      try {
        const response = await fetch(origin + pathname + search, {
          ...{ method, headers, signal },
          ...(body !== undefined && { body }),
        });
        const text = await response.text();
        if (!isToken) traffic.waits.push(performance.now() - asked);
        return new Response(text, response);
      } catch (error) {
        if (signal.aborted) throw error;
        const code = codeOf(error);
        if (code === "ECONNREFUSED" && index + 1 < origins.length) continue;
        traffic.lost[code] = (traffic.lost[code] ?? 0) + 1;
        throw error;
      }
    }
  };

const inOwnOrder = (cells: readonly Cell[], analyst: number): readonly Cell[] => {
  const random = seededRandom(analyst + 1);
  return cells
    .map((cell) => ({ cell, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ cell }) => cell);
};

export interface SocketOptions {
  readonly analysts: number;
  /** What the service allows in a second; everything where undefined. */
  readonly perSecond: number | undefined;
  /** Only orders of the analysts' own, and no nginx. */
  readonly brief?: boolean;
}

interface Opening {
  readonly front: Front;
  readonly order?: SocketLine["order"];
  readonly again?: boolean;
  /** Happens while the analysts open the workbook. */
  readonly meanwhile?: () => Promise<void>;
}

/** The system's clock, whose timers end together: a token that is renewed a day later would keep its engine in memory. */
const endingClock = (): { readonly clock: Clock; readonly end: () => void } => {
  const cancels = new Set<() => void>();
  const after = (milliseconds: number, task: () => void): (() => void) => {
    const stop = systemClock.after(milliseconds, () => {
      cancels.delete(cancel);
      task();
    });
    const cancel = (): void => {
      cancels.delete(cancel);
      stop();
    };
    cancels.add(cancel);
    return cancel;
  };
  const end = (): void => {
    for (const cancel of [...cancels]) cancel();
  };
  return { clock: { ...systemClock, after }, end };
};

/** All analysts open the workbook at once, each in an Excel of their own. */
const open = async (
  { proxy, credentials, workload }: Office,
  { analysts, perSecond }: SocketOptions,
  { front, order = "same", again = false, meanwhile }: Opening,
): Promise<{ readonly line: SocketLine; readonly requests: readonly SentRequest[] }> => {
  const traffic: Traffic = { waits: [], lost: {}, requests: [] };
  const { clock, end } = endingClock();
  const answers = await Promise.all(
    Array.from({ length: analysts }, (_, analyst) => {
      const send = sendAs(front, analyst, traffic);
      return engineOn().start({ send, clock, address: "http://gateway.example", credentials });
    }),
  );
  proxy.begin(perSecond === undefined ? undefined : tokenBucket(perSecond, perSecond));
  const [seen] = await Promise.all([
    Promise.all(
      answers.map((answer, analyst) => {
        const cells = order === "own" ? inOwnOrder(workload.cells, analyst) : workload.cells;
        return new Host(systemClock).run(cells, answer, usualArrivals);
      }),
    ),
    meanwhile?.(),
  ]);
  end();
  const failures: Record<string, number> = {};
  for (const each of seen)
    for (const [why, count] of Object.entries(each.failures)) failures[why] = (failures[why] ?? 0) + count;
  const line: SocketLine = {
    ...{ front: front.name, analysts, order, again, failures, lost: traffic.lost },
    ...proxy.counts,
    asked: traffic.waits.length,
    wall: Math.max(...seen.map(({ lastSettled }) => lastSettled)),
    p99: percentile(traffic.waits, 0.99),
    failed: seen.reduce((sum, each) => sum + each.failed, 0),
  };
  return { line, requests: traffic.requests };
};

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Opens the workbook through one gateway, two replicas, and nginx; `heard` gets each line as it is known. */
export const openOverSockets = async (
  office: Office,
  options: SocketOptions,
  heard: (line: SocketLine) => void,
): Promise<readonly SocketLine[]> => {
  const lines: SocketLine[] = [];
  const measure = async (opening: Opening): Promise<void> => {
    const { line } = await open(office, options, opening);
    lines.push(line);
    heard(line);
  };
  const { startTeam, startRedis, startNginx } = office;
  const orders = options.brief === true ? (["own"] as const) : (["same", "own"] as const);
  const openTwice = async (name: string, signsIn: boolean, start: () => Promise<Server>): Promise<void> => {
    for (const order of orders) {
      const server = await start();
      const front: Front = { name, origins: [server.origin], signsIn };
      await measure({ front, order });
      await measure({ front, order, again: true });
      await server.stop();
    }
  };
  await openTwice("team gateway", false, () => startTeam());
  if (startNginx !== undefined && options.brief !== true)
    await openTwice("nginx", true, () => startNginx(options.perSecond));
  if (startRedis === undefined) return lines;
  for (const order of orders) {
    const redis = await startRedis();
    const teams = await Promise.all([1, 2].map(() => startTeam("--store", redis.address)));
    await measure({ front: { name: "two replicas on Redis", origins: teams.map(({ origin }) => origin) }, order });
    await Promise.all(teams.map((team) => team.stop()));
    await redis.stop();
  }
  const redis = await startRedis();
  await restartInTurn(redis.address, startTeam, measure);
  await redis.stop();
  return lines;
};

interface Server {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Two replicas end in the middle of the load and start again on their ports, one after the other. */
const restartInTurn = async (
  store: string,
  startTeam: Office["startTeam"],
  measure: (opening: Opening) => Promise<void>,
): Promise<void> => {
  const teams = await Promise.all([1, 2].map(() => startTeam("--store", store)));
  const origins = teams.map(({ origin }) => origin);
  const meanwhile = async (): Promise<void> => {
    for (const [index, team] of [...teams].entries()) {
      await pause(1_000);
      await team.stop();
      teams[index] = await startTeam("--store", store, "--port", new URL(team.origin).port);
    }
  };
  await measure({ front: { name: "two replicas on Redis that restart in turn", origins }, meanwhile });
  await Promise.all(teams.map((team) => team.stop()));
};

/** The requests that an engine makes for the workbook. */
export const requestsOfWorkbook = async (office: Office): Promise<readonly SentRequest[]> => {
  const team = await office.startTeam();
  const front: Front = { name: "team gateway", origins: [team.origin] };
  const { requests } = await open(office, { analysts: 1, perSecond: undefined }, { front });
  await team.stop();
  return requests;
};
