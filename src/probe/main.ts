import { ProbeFunctions } from "./probe-functions";
import { runProbe } from "./run-probe";
import { steps } from "./steps";
import type { Trace } from "./trace";

// The page of the host probe: an add-in of its own beside Spillway, for somebody with an Excel (docs/host-probe.md).

const functions = new ProbeFunctions();
functions.associate();

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no ${id}.`);
  return found;
};

const show = (id: string, shown: boolean): void => {
  element(id).hidden = !shown;
};

let isStopped = false;

/** Asks for something that only a person can do. */
const ask = (sentence: string): Promise<boolean> =>
  new Promise((resolve) => {
    element("sentence").textContent = sentence;
    show("ask", true);
    element("continue").focus();
    const answer = (done: boolean) => (): void => {
      show("ask", false);
      resolve(done);
    };
    element("continue").onclick = answer(true);
    element("skip").onclick = answer(false);
  });

const progress = (done: number, name: string): void => {
  const bar = element("progress") as HTMLProgressElement;
  bar.max = steps.length;
  bar.value = done;
  element("status").textContent = `${done + 1} of ${steps.length}: ${name}`;
};

/** Milliseconds. Excel shows a result up to two seconds after its function has answered. */
const usual = { quiet: 700, patience: 6_000 };

/** Runs all steps. Tests pass shorter waits, and answer for the person. */
const run = (options: Partial<{ quiet: number; patience: number; ask: typeof ask }> = {}): Promise<Trace> =>
  runProbe({ functions, steps, ...usual, ask, progress, stopped: () => isStopped, ...options });

const start = async (): Promise<void> => {
  isStopped = false;
  show("start", false);
  show("running", true);
  show("failure", false);
  show("result", false);
  try {
    const trace = await run();
    offer(trace);
    element("status").textContent = `Done: ${trace.steps.length} of ${steps.length} steps.`;
  } catch (error) {
    show("failure", true);
    element("failure").textContent = error instanceof Error ? error.message : String(error);
  } finally {
    show("running", false);
    show("start", true);
  }
};

const offer = (trace: Trace): void => {
  const { platform, version } = trace.host;
  const text = `${JSON.stringify(trace, undefined, 1)}\n`;
  const link = element("save") as HTMLAnchorElement;
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `excel-${platform}-${version}.json`.toLowerCase();
  (element("trace") as HTMLTextAreaElement).value = text;
  show("result", true);
  element("result").focus();
};

/** Excel may be dark where the system is not. */
const followTheme = (): void => {
  const { isDarkTheme } = (Office.context.officeTheme as { readonly isDarkTheme?: boolean } | undefined) ?? {};
  if (isDarkTheme !== undefined) document.documentElement.style.colorScheme = isDarkTheme ? "dark" : "light";
};

void Office.onReady(() => {
  element("run").onclick = () => void start();
  element("stop").onclick = () => {
    isStopped = true;
  };
  element("select").onclick = () => (element("trace") as HTMLTextAreaElement).select();
  followTheme();
  show("start", true);
  Object.assign(window, { hostProbe: { run } });
});
