import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Build } from "../../src/workbench/page/live-builds";
import { changedFunctions } from "../build/changed-functions";
import { watch, type Built } from "../build/watch";
import { flag, oneOf, port, readOptions, runProgram, text, whole } from "./command-line";
import { noteRunning } from "./running";
import { serve } from "./serve";

// npm run dev: serves the workbench as npm start does, builds after each edit, and replaces the add-in in open pages.
// npm run watch (--only-build): only builds.

/** Announces builds to the pages of the workbench, as server-sent events at a port of its own. */
const announceBuilds = async (): Promise<{ readonly address: string; readonly announce: (build: Build) => void }> => {
  const pages = new Set<ServerResponse>();
  let last: Build | undefined;
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "access-control-allow-origin": "*",
    });
    response.write(last === undefined ? "\n" : message(last));
    pages.add(response);
    response.once("close", () => pages.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  server.unref();
  const { port: taken } = server.address() as AddressInfo;
  const announce = (build: Build): void => {
    last = build;
    for (const page of pages) page.write(message(build));
  };
  return { address: `http://localhost:${taken}/`, announce };
};

const message = (build: Build): string => `data: ${JSON.stringify(build)}\n\n`;

const dev = async (): Promise<void> => {
  const {
    "local-controls": localControls,
    "only-build": onlyBuild,
    out,
    ...rest
  } = readOptions({
    port: port(3000),
    size: oneOf(["test", "small", "medium", "large"], "small"),
    seed: whole([0, 0xffffffff], 1),
    "local-controls": flag,
    "only-build": flag,
    out: text("a folder", ".cache/dev"),
  });
  const built = path.resolve(out);
  const { address: events, announce } = await announceBuilds();
  let serial = 0;
  const onBuilt = ({ changed, seconds, failure, metadata }: Built): void => {
    const what = changed.length === 0 ? "" : ` ${changed.join(", ")}`;
    if (failure === undefined) process.stdout.write(`built in ${seconds.toFixed(1)} s${what}\n`);
    else process.stderr.write(`${failure}\nThe last good build goes on.\n`);
    serial += 1;
    announce({
      serial,
      metadata,
      workbench: changed.some((file) => /^src\/(workbench|ooxml)\//.test(file)),
      functions: metadata ? "all" : changedFunctions(changed),
      ...(failure !== undefined && { failure }),
    });
  };
  process.stdout.write("Building …\n");
  await watch({ out: built, address: events, onBuilt });
  if (onlyBuild) {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
    return;
  }
  const { address, service } = await serve({ ...rest, built, localControls });
  noteRunning({ address, service });
  process.stdout.write(`ready ${address}\n`);
};

runProgram(dev);
