import { AddinError } from "../../error/addin-error";
import type { Workbook } from "../../office/workbook-door";
import type { Runtime } from "../../runtime/runtime";
import { sayWork } from "../../text/say-work";
import type { JobRun } from "../state/job";
import { keepRecipe } from "./recipes";

/** What starting needs of the world. */
export interface StartDoors {
  readonly runtime: Runtime;
  readonly workbook: Workbook;
  /** The name of the sheet the recipes go to. */
  readonly sheet: string;
  readonly call: JobRun["call"];
}

/** Starts an analysis with one call, remembers it at once, then writes its recipe; answers the instance. */
export const startAnalysis = async (
  name: string,
  body: Readonly<Record<string, unknown>>,
  { runtime, workbook, sheet, call }: StartDoors,
): Promise<string> => {
  const { value } = await call("startAnalysis", { body });
  const instance = typeof value === "object" && value !== null && "instance" in value ? String(value.instance) : "";
  if (instance === "") throw new AddinError("unexpected", sayWork("work.noInstance"));
  const started_at = runtime.clock.now();
  runtime.analyses.add({ instance, name, started_at, state: "in progress", request: body });
  runtime.analyses.watch(instance);
  await keepRecipe(workbook, sheet, { name, instance, started: new Date(started_at).toISOString(), request: body });
  return instance;
};
