import { ProbeFunctions } from "./probe-functions";
import { runProbe } from "./run-probe";
import { steps } from "./steps";
import type { Trace } from "./trace";

// The page of the host probe: an add-in of its own beside Spillway, for somebody with an Excel (docs/host-probe.md).

const probeFunctions = new ProbeFunctions();
probeFunctions.associate();

const pageElement = (id: string): HTMLElement => {
  const page = document.getElementById(id);
  if (page === null) throw new Error(`The page has no ${id}.`);
  return page;
};

const toggleElement = (id: string, isVisible: boolean): void => {
  pageElement(id).hidden = !isVisible;
};

let isStopped = false;

/** Asks for something that only a person can do. */
const askPerson = (sentence: string): Promise<boolean> =>
  new Promise((resolve) => {
    pageElement("sentence").textContent = sentence;
    toggleElement("ask", true);
    pageElement("continue").focus();
    const answer = (done: boolean) => (): void => {
      toggleElement("ask", false);
      resolve(done);
    };
    pageElement("continue").onclick = answer(true);
    pageElement("skip").onclick = answer(false);
  });

const showProgress = (done: number, name: string): void => {
  const bar = pageElement("progress") as HTMLProgressElement;
  bar.max = steps.length;
  bar.value = done;
  pageElement("status").textContent = `${done + 1} of ${steps.length}: ${name}`;
};

/** Milliseconds. Excel shows a result up to two seconds after its function has answered. */
const usualTimes = { quiet: 700, patience: 6_000 };

/** Runs all steps. Tests pass shorter waits, and answer for the person. */
const runProbeOnPage = (
  options: Partial<{ quiet: number; patience: number; ask: typeof askPerson }> = {},
): Promise<Trace> =>
  runProbe({
    functions: probeFunctions,
    steps,
    ...usualTimes,
    ask: askPerson,
    progress: showProgress,
    stopped: () => isStopped,
    ...options,
  });

const startProbe = async (): Promise<void> => {
  isStopped = false;
  toggleElement("start", false);
  toggleElement("running", true);
  toggleElement("failure", false);
  toggleElement("result", false);
  try {
    const trace = await runProbeOnPage();
    offer(trace);
    pageElement("status").textContent = `Done: ${trace.steps.length} of ${steps.length} steps.`;
  } catch (error) {
    toggleElement("failure", true);
    pageElement("failure").textContent = error instanceof Error ? error.message : String(error);
  } finally {
    toggleElement("running", false);
    toggleElement("start", true);
  }
};

const offer = (trace: Trace): void => {
  const { platform, version } = trace.host;
  const text = `${JSON.stringify(trace, undefined, 1)}\n`;
  const link = pageElement("save") as HTMLAnchorElement;
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `excel-${platform}-${version}.json`.toLowerCase();
  (pageElement("trace") as HTMLTextAreaElement).value = text;
  toggleElement("result", true);
  pageElement("result").focus();
};

/** Excel may be dark where the system is not. */
const followOfficeTheme = (): void => {
  const { isDarkTheme } = (Office.context.officeTheme as { readonly isDarkTheme?: boolean } | undefined) ?? {};
  if (isDarkTheme !== undefined) document.documentElement.style.colorScheme = isDarkTheme ? "dark" : "light";
};

void Office.onReady(() => {
  pageElement("run").onclick = () => void startProbe();
  pageElement("stop").onclick = () => {
    isStopped = true;
  };
  pageElement("select").onclick = () => (pageElement("trace") as HTMLTextAreaElement).select();
  followOfficeTheme();
  toggleElement("start", true);
  Object.assign(window, { hostProbe: { run: runProbeOnPage } });
});
