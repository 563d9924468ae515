import { openView } from "./open-view";
import type { Frame, Request } from "playwright-core";
import { until } from "../support/until";
import type { WorkbenchPage } from "./workbench/page";
import { signIn, startStage, type Stage } from "./stage";

/** Milliseconds that the service takes for each call. */
const slow = 6_000;
const calls = 30;

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 240_000);
afterEach(() => stage.faults({}));
afterAll(() => stage.close());

/** Formulas that share no call. */
const formulas = (): Readonly<Record<string, string>> => {
  const universe = stage.demo.universes[0]?.universe_id ?? "";
  const day = (at: number): string => `2026-0${1 + (at % 9)}-0${1 + Math.floor(at / 9)}`;
  const formula = (at: number): string => `=ESG.EVENTS("${universe}",5,"${day(at)}",,,"id",1,"headers=no")`;
  return Object.fromEntries(Array.from({ length: calls }, (_, at) => [`A${at + 1}`, formula(at)]));
};

interface Traffic {
  /** Calls of the service that were sent, and those that were answered. */
  readonly sent: () => number;
  readonly answered: () => number;
  /** The scripts and texts of the add-in that were fetched, each with the calls that had been answered when it came. */
  readonly files: readonly { readonly file: string; readonly after: number }[];
}

const watch = ({ page }: WorkbenchPage): Traffic => {
  let [sent, answered] = [0, 0];
  const files: { file: string; after: number }[] = [];
  const isCall = (request: Request): boolean => request.url().includes("/v3/");
  page.on("request", (request) => void (sent += isCall(request) ? 1 : 0));
  page.on("requestfinished", (request) => {
    if (isCall(request)) answered += 1;
    else files.push({ file: new URL(request.url()).pathname, after: answered });
  });
  return { sent: () => sent, answered: () => answered, files };
};

/** Enters the formulas and waits until the service works on them. */
const load = async (workbench: WorkbenchPage, traffic: Traffic): Promise<void> => {
  await stage.faults({ latencyMs: slow });
  await workbench.call("enterCells", formulas());
  await until("calls are under way", () => traffic.sent() >= 4);
};

const views = ["Resolve", "Company file", "Universes", "Build", "Analyses", "Status", "Changes"];

const openEveryView = async (pane: Frame): Promise<void> => {
  for (const view of views) {
    await openView(pane, view);
    await pane.getByRole("heading", { level: 1, name: view }).waitFor();
  }
  await pane.getByRole("button", { name: "Settings" }).click();
  await pane.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
};

const isChunk = ({ file }: { readonly file: string }): boolean => file.includes("/chunks/");

test("every view opens without a request while 30 slow calls are under way", async () => {
  const workbench = await stage.open();
  const traffic = watch(workbench);
  await signIn(workbench);
  await until("the pane has what it needs", () => traffic.files.some(({ file }) => file.includes("formula-cells")));
  let seen = -1;
  await until("no further file comes for a second", async () => {
    if (traffic.files.length === seen) return true;
    seen = traffic.files.length;
    await workbench.page.waitForTimeout(1_000);
    return false;
  });
  const before = traffic.files.length;
  await load(workbench, traffic);
  await openEveryView(workbench.pane());
  expect(traffic.answered()).toBe(0);
  expect(traffic.files.slice(before).filter(isChunk)).toEqual([]);
  await stage.faults({});
  await workbench.leave();
}, 120_000);

/** The page says that it is hidden until `window.seen` is true, as the runtime of a closed pane does. */
const hidden = (): void => {
  if (window === window.top) return;
  const page = window as unknown as { seen?: boolean };
  Object.defineProperty(document, "visibilityState", { get: () => (page.seen === true ? "visible" : "hidden") });
};

test("no script of a pane that is opened while 30 slow calls are under way waits for a call", async () => {
  const first = await stage.open();
  const pane = first.pane();
  const [account] = stage.demo.accounts;
  await pane.getByLabel("API key").fill(account!.api_key);
  await pane.getByLabel("API secret").fill(account!.api_secret);
  await pane.getByLabel("Remember on this device").check();
  await pane.getByRole("button", { name: "Sign in", exact: true }).click();
  await pane.getByText("Signed in", { exact: false }).first().waitFor();
  const workbench = await stage.open("?fresh", { sameBrowserAs: first, initScript: hidden });
  const traffic = watch(workbench);
  await load(workbench, traffic);
  await workbench.pane().evaluate(() => {
    Object.assign(window, { seen: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await workbench.pane().getByRole("heading", { level: 1, name: "Start" }).waitFor();
  await openEveryView(workbench.pane());
  const chunks = traffic.files.filter(isChunk);
  expect(chunks.map(({ file }) => file)).toContain("/chunks/pane.js");
  expect(chunks.filter(({ after }) => after > 0)).toEqual([]);
  await stage.faults({});
  await workbench.leave();
}, 120_000);
