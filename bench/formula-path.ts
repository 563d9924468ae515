import { type Debugger, type Profiler, Session } from "node:inspector/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../src/engine/clock";
import { functions } from "../src/formulas/functions";
import { hostFunctions } from "../test/support/host-functions";
import { testRuntime } from "../test/support/test-runtime";
import { startServiceProcess } from "./service/service-process";

interface Demo {
  readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly audience: string;
  readonly universes: readonly {
    readonly universe_id: string;
    readonly universe_name: string;
    readonly type: string;
  }[];
}

const root = path.join(__dirname, "..");
const counted = /^src\/(contract|i18n|engine|formulas|addin\/excel)\//;

/**
 * The files of the add-in of which a function runs while Excel calculates `=ESG.EVENTS("EU Banks",3)`, in alphabetical
 * order. Everything is loaded and signed in before, and the records are not in the cache. The local service runs in
 * another process, so that its use of src/contract does not count.
 */
export const formulaPath = async (): Promise<readonly string[]> => {
  const service = await startServiceProcess(["--port", "0", "--size", "small", "--local-controls"]);
  try {
    const demo = (await (await fetch(`${service.origin}/_local/demo`)).json()) as Demo;
    const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
    const addresses = { address: service.origin, audience: demo.audience, clientId: demo.client_id };
    const runtime = testRuntime((request) => fetch(request), systemClock, addresses);
    const events = hostFunctions(functions, { runtime, clock: systemClock }).get("ESG.EVENTS");
    await runtime.ready;
    await runtime.session.signIn({ key, secret }, false);
    for (const { universe_id, universe_name, type } of demo.universes)
      runtime.universes.add({ universe_id, name: universe_name, type });
    const calculate = (universe: string): Promise<unknown> =>
      events?.(universe, 3, { address: "Sheet1!A1" }) ?? Promise.reject(new Error("There is no ESG.EVENTS."));
    return await filesRun(
      () => calculate(demo.universes.find(({ universe_name }) => universe_name !== "EU Banks")?.universe_name ?? ""),
      () => calculate("EU Banks"),
    );
  } finally {
    await service.stop();
  }
};

const filesRun = async (
  warmUp: () => Promise<unknown>,
  measured: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const session = new Session();
  session.connect();
  await session.post("Debugger.enable");
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await warmUp();
  // Taking the coverage resets the counts.
  await session.post("Profiler.takePreciseCoverage");
  await measured();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const files: string[] = [];
  for (const script of result) {
    if (!script.url.startsWith("file:")) continue;
    const file = path.relative(root, fileURLToPath(script.url));
    if (counted.test(file) && (await ranFunction(session, script))) files.push(file);
  }
  session.disconnect();
  return files.sort();
};

/** Ignores the getters of exports and the helpers that the compiler adds. */
const ranFunction = async (session: Session, script: Profiler.ScriptCoverage): Promise<boolean> => {
  const { scriptSource }: Debugger.GetScriptSourceReturnType = await session.post("Debugger.getScriptSource", {
    scriptId: script.scriptId,
  });
  return script.functions.some(({ functionName, ranges: [range] }) => {
    if (range === undefined || range.count === 0 || functionName.startsWith("__")) return false;
    return !/^\(\)\s*=>\s*[\w$.[\]]+$/.test(scriptSource.slice(range.startOffset, range.endOffset));
  });
};
