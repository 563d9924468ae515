import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import type { Served } from "../../scripts/run/serve";
import type { StageRequest } from "../support/stage-server";
import { openView } from "./open-view";
import { worker } from "./worker";
import { closeBrowser, openWorkbench, type OpenOptions, type WorkbenchPage } from "./workbench/page";

export interface Demo {
  readonly accounts: readonly { readonly name: string; readonly api_key: string; readonly api_secret: string }[];
  readonly universes: readonly { readonly universe_id: string; readonly universe_name: string }[];
  readonly entities: readonly { readonly id: string; readonly name: string; readonly isin: string | null }[];
  readonly analyses: readonly { readonly instance: string; readonly name: string }[];
  readonly holdings: readonly string[];
  readonly client_id: string;
  /** The first day that the world does not hold. */
  readonly today: string;
}

export interface Calls {
  readonly total: number;
  readonly routes: Readonly<Record<string, number>>;
}

/** The calls of a refresh by route, without the one that may test the connection first. */
export const refreshCalls = ({ routes: { listTasks, ...routes } }: Calls): Calls["routes"] => {
  if (listTasks !== undefined && listTasks > 1) throw new Error(`The connection was tested ${listTasks} times.`);
  return routes;
};

/** Everything that `npm start` starts, with the local service's controls on. */
export interface Stage {
  readonly origin: string;
  readonly demo: Demo;
  readonly open: (query?: string, options?: OpenOptions) => Promise<WorkbenchPage>;
  readonly calls: () => Promise<Calls>;
  /** Calls made while `action` runs, by route. */
  readonly during: (action: () => Promise<unknown>) => Promise<Calls>;
  /** So many different names of companies, asked of the service directly. */
  readonly names: (count: number) => Promise<readonly string[]>;
  readonly faults: (faults: object) => Promise<void>;
  readonly close: () => Promise<void>;
}

const root = path.join(__dirname, "..", "..");

const ready = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /ready (http:\/\/[^/\s]+)/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`npm start ended with code ${String(code)}: ${printed}`)));
  });

/** To the program and all that it started: a busy one may end before it has told its service to. */
const signalAll = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

const json = async <Value>(address: string, init?: RequestInit): Promise<Value> =>
  (await (await fetch(address, init)).json()) as Value;

const readNames = async (origin: string, demo: Demo, count: number): Promise<readonly string[]> => {
  const { api_key: username, api_secret: password } = demo.accounts[0] ?? { api_key: "", api_secret: "" };
  const { client_id } = demo;
  const body = JSON.stringify({ grant_type: "password", username, password, audience: `${origin}/`, client_id });
  const headers = { "content-type": "application/json" };
  const { access_token } = await json<{ access_token: string }>(`${origin}/oauth/token`, {
    method: "POST",
    headers,
    body,
  });
  const universe = demo.universes.find(({ universe_name }) => universe_name === "Holdings")?.universe_id ?? "";
  const page = await json<{ data: { name: string }[] }>(
    `${origin}/v3/universes/${universe}/entities?size=1000&fields=name`,
    { headers: { authorization: `Bearer ${access_token}` } },
  );
  return [...new Set(page.data.map(({ name }) => name))].slice(0, count);
};

type Started = Pick<Served, "origin" | "close">;

const stageOn = async ({ origin, close }: Started): Promise<Stage> => {
  const demo = await json<Demo>(`${origin}/_local/demo`);
  const calls = (): Promise<Calls> => json<Calls>(`${origin}/_local/calls`);
  return {
    origin,
    demo,
    calls,
    open: (query = "?fresh", options = {}) => openWorkbench(`${origin}/workbench/${query}`, options),
    during: async (action) => {
      await fetch(`${origin}/_local/calls`, { method: "DELETE" });
      await action();
      return calls();
    },
    names: (count) => readNames(origin, demo, count),
    faults: async (faults) => {
      const headers = { "content-type": "application/json" };
      await fetch(`${origin}/_local/faults`, { method: "POST", headers, body: JSON.stringify(faults) });
    },
    close: async () => {
      await closeBrowser();
      await close();
    },
  };
};

type ProductOptions = Extract<StageRequest, { readonly product: unknown }>["product"];

/** In the stage process of the worker; programs that are no tests serve it themselves. */
const serveProduct = async (options: Partial<ProductOptions>): Promise<Started> => {
  const product = { size: "small", localControls: true, ...options };
  if (worker === undefined) {
    const { serve } = await import("../../scripts/run/serve");
    return serve({ ...product, port: 0, seed: 1 });
  }
  const { openStage, closeStage } = worker;
  const origin = await openStage({ product });
  return { origin, close: () => closeStage(origin) };
};

/** Starts gateway and service for a test file; the build must be there (`npm test` makes it). */
export const startStage = async (size = "small", today?: string): Promise<Stage> =>
  stageOn(await serveProduct({ size, ...(today !== undefined && { today }) }));

/** The same, for those who open the report: the server has calculated its values, so that no call of it is counted. */
export const startStageWithReport = async (): Promise<Stage> => {
  const stage = await startStage();
  await (await fetch(`${stage.origin}/workbench/report.json`)).text();
  return stage;
};

/** The same with tasks that wait, and then run, for so many milliseconds. */
export const startStageOfTasks = async (taskTime: number): Promise<Stage> => stageOn(await serveProduct({ taskTime }));

/** The same for what was built into another folder. */
export const startStageOf = async (built: string): Promise<Stage> => stageOn(await serveProduct({ built }));

const startProgram = async (): Promise<Started> => {
  const program = ["scripts/run/run.mjs", "scripts/run/start.ts", "--port", "0", "--local-controls"];
  const child = spawn(process.execPath, program, { cwd: root, stdio: ["ignore", "pipe", "inherit"], detached: true });
  const close = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    signalAll(child, "SIGTERM");
    await ended;
    signalAll(child, "SIGKILL");
  };
  return { origin: await ready(child), close };
};

/** The same through the program that `npm start` runs. */
export const startStageAsUser = async (): Promise<Stage> => stageOn(await startProgram());

/** Signs in with the demo account, as a newcomer does: one click. */
export const signIn = async (workbench: WorkbenchPage): Promise<void> => {
  await workbench.pane().getByRole("button", { name: "Use the demo account" }).click();
  await workbench.pane().getByText("Signed in", { exact: false }).first().waitFor();
  // Most journeys begin with the universes, and not with the start view.
  await openView(workbench.pane(), "Universes");
};

/** Four events in a list with a header, that spills over three columns. */
export const listOfEvents = '=ESG.EVENTS("EU Banks",3,,,,"entity.name,score,title",4)';

/** Opens the editions of a workbook with a list of events in this cell, and beside it a formula that reads its spill and one that has a call inside. */
export const openEditionsWithEvents = async (stage: Stage, cell: "A1" | "A2"): Promise<WorkbenchPage> => {
  const workbench = await stage.open();
  await signIn(workbench);
  const inside = '="a"&LEN(ENTITY.SEARCH("bank",,,"name",1,"headers=no"))';
  await workbench.enterAll({ [cell]: listOfEvents, F1: `=ROWS(${cell}#)`, F2: inside });
  await openView(workbench.pane(), "Editions");
  return workbench;
};
