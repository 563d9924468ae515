import { freePort } from "../../scripts/run/free-port";
import { type RunningService, serve, type ServeOptions } from "../../scripts/run/serve";
import { createService } from "../../src/service/service";
import type { WorldSize } from "../../src/service/world/fixtures";
import { startWorkbenchServer } from "./workbench-server";

// The process of one worker that serves what its browser tests open (stage-process.mjs starts it). It loads gateway and
// service once. Each opening has a new service, gateway and store; equal ones have the same port, one after the other, so that
// the browser has their scripts compiled.

/** What a test asks for: the product with these options, or the workbench with a fixture add-in. */
export type StageRequest =
  { readonly product: Omit<ServeOptions, "port" | "seed"> } | { readonly fixture: Readonly<Record<string, string>> };

interface Message {
  readonly id: number;
  readonly open?: StageRequest;
  /** The origin of what is closed. */
  readonly close?: string;
}

interface Opened {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

const openService = async (options: ServeOptions, origin: string): Promise<RunningService> => {
  const { size, seed, localControls = false, today, taskTime } = options;
  const service = await createService({
    ...{ size: size as WorldSize, seed, localControls, audiences: [`${origin}/`] },
    ...(today !== undefined && { today }),
    ...(taskTime !== undefined && { limits: { taskWaitMs: taskTime, taskRunMs: taskTime } }),
  });
  return { address: await service.listen(0), pid: process.pid, close: () => service.close() };
};

const open = (request: StageRequest, port: number): Promise<Opened> =>
  "fixture" in request
    ? startWorkbenchServer(request.fixture, port)
    : serve({ ...request.product, port, seed: 1, startService: openService });

const ports = new Map<string, number>();
const running = new Map<string, Opened>();

/** A port of its own for each different request; another one while an equal request is open. */
const portFor = async (request: StageRequest): Promise<number> => {
  const key = JSON.stringify(request);
  const port = ports.get(key);
  if (port !== undefined && ![...running.keys()].some((origin) => origin.endsWith(`:${port}`))) return port;
  const other = await freePort();
  ports.set(key, port ?? other);
  return other;
};

const handle = async ({ open: request, close }: Message): Promise<string | undefined> => {
  if (request !== undefined) {
    const opened = await open(request, await portFor(request));
    running.set(opened.origin, opened);
    return opened.origin;
  }
  const closed = running.get(close ?? "");
  running.delete(close ?? "");
  await closed?.close();
  return undefined;
};

process.on("message", (message: Message) => {
  handle(message).then(
    (origin) => process.send?.({ id: message.id, origin }),
    (error: unknown) => process.send?.({ id: message.id, error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
