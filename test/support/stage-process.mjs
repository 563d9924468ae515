// The process that serves what the browser tests of one worker open (stage-server.ts).
import { spawn } from "node:child_process";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");

let child;
let asked = 0;
const waiting = new Map();

const startChild = () => {
  const started = spawn(process.execPath, ["--import", "tsx", "test/support/stage-server.ts"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  started.on("message", ({ id, origin, error }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(origin);
    else reject(new Error(error));
  });
  started.once("exit", (code) => {
    // One that was told to end takes a moment, and another may serve by then.
    if (child !== started) return;
    child = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`The stage process ended with code ${code}.`));
    waiting.clear();
  });
  process.once("exit", () => started.kill());
  child = started;
};

const ask = (message) =>
  new Promise((resolve, reject) => {
    if (child === undefined) startChild();
    asked += 1;
    waiting.set(asked, { resolve, reject });
    child.send({ id: asked, ...message });
  });

/** Origins of what the present file has open. */
const opened = new Set();

/** Opens the product or the fixture (`StageRequest` of stage-server.ts) and returns its origin. */
export const openStage = async (request) => {
  const origin = await ask({ open: request });
  opened.add(origin);
  return origin;
};

export const closeStage = async (origin) => {
  if (opened.delete(origin)) await ask({ close: origin });
};

/** Closes what a test file has left open. */
export const closeStages = () => Promise.all([...opened].map(closeStage));

export const endStageProcess = () => {
  const ending = child;
  child = undefined;
  ending?.disconnect();
};
