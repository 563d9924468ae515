import { readFileSync } from "node:fs";
import { flag, oneOf, port, readOptions, runProgram, text, whole, type Option } from "./command-line";
import { createService } from "../../src/service/service";
import { readAccounts } from "../../src/service/world/accounts";
import { entityCounts, type WorldSize } from "../../src/service/world/fixtures";

// npm run service -- [--port 4010] [--size test|small|medium|large] [--seed 1] [--data FOLDER|postgres://…] [--today YYYY-MM-DD]
//   [--host 127.0.0.1] [--accounts FILE] [--audience ADDRESS/]... [--task-time 20000] [--local-controls] [--until-stdin-ends]

const day: Option<string | undefined> = {
  takes: "a day written YYYY-MM-DD",
  unless: undefined,
  read: (given) => (isDay(given) ? given : undefined),
};

/** A day that no month has is read as one of the next month: that is another one. */
const isDay = (given: string): boolean => {
  const at = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${given}T`);
};

const audiences: Option<readonly string[]> = {
  takes: "an address that ends with a slash",
  unless: [],
  read: (given, before) => (given.endsWith("/") ? [...before, given] : undefined),
};

const sizes = Object.keys(entityCounts) as WorldSize[];

const main = async (): Promise<void> => {
  const {
    port: wanted,
    host,
    "local-controls": localControls,
    "until-stdin-ends": untilStdinEnds,
    audience,
    "task-time": taskTime,
    data,
    size,
    today,
    seed,
    accounts,
  } = readOptions({
    port: port(4010),
    host: text("an address of this machine", "127.0.0.1"),
    size: oneOf(sizes, undefined),
    seed: whole([0, 0xffffffff], 1),
    data: text("a folder, or an address that begins with postgres://", undefined),
    today: day,
    accounts: text("a file with accounts", undefined),
    audience: audiences,
    "task-time": whole([0, 3_600_000], 20_000),
    "local-controls": flag,
    "until-stdin-ends": flag,
  });
  const service = await createService({
    seed,
    localControls,
    audiences: audience,
    limits: { taskWaitMs: taskTime, taskRunMs: taskTime },
    ...(data === undefined ? {} : { data }),
    ...(size === undefined ? {} : { size }),
    ...(today === undefined ? {} : { today }),
    ...(accounts === undefined ? {} : { accounts: readAccounts(readFileSync(accounts, "utf8")) }),
  });
  const address = await service.listen(wanted, host);
  process.stdout.write(`ready ${address}\n`);
  const stop = (): void => void service.close().then(() => process.exit(0));
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // The program that started it is gone, also where it could send no signal.
  if (untilStdinEnds) process.stdin.on("end", stop).resume();
};

runProgram(main);
