import type { Runtime } from "../../engine/runtime";
import { t } from "../../i18n/t";
import { supports } from "./host";

export interface HealthDeps {
  readonly runtime: Runtime;
  readonly fetch: (address: string) => Promise<Response>;
  readonly baseUrl: string;
  readonly functionCount: number;
  /** Looks at all formulas, repairs, and returns how many there are and how many still do not show their results. */
  readonly checkCells: () => Promise<{ readonly formulas: number; readonly wrong: number }>;
}

interface CheckItem {
  readonly name: string;
  readonly state: "good" | "bad" | "unknown";
  readonly sentence: string;
}

/** Checks everything that a formula needs. The message of a failed check says what to do. */
export const checkHealth = async (deps: HealthDeps): Promise<readonly CheckItem[]> => [
  await checkService(deps),
  checkSession(deps.runtime),
  checkFunctions(deps.functionCount),
  await checkCells(deps),
  ...checkExcel(),
];

/** A request without a token must be answered with 401: then the service is reachable and CORS allows reading its responses. */
const checkService = async ({ fetch, baseUrl }: HealthDeps): Promise<CheckItem> => {
  const name = t("health.service");
  try {
    const { status } = await fetch(`${baseUrl}/v3/tasks`);
    if (status === 401) return { name, state: "good", sentence: t("health.serviceReached", { address: baseUrl }) };
    return { name, state: "bad", sentence: t("health.serviceUnexpected", { address: baseUrl, status }) };
  } catch {
    return { name, state: "bad", sentence: t("health.serviceUnreachable", { address: baseUrl }) };
  }
};

const checkSession = ({ session }: Runtime): CheckItem => {
  const signedIn = session.state.get().status === "signed-in";
  return {
    name: t("health.session"),
    state: signedIn ? "good" : "bad",
    sentence: signedIn ? t("health.sessionGood") : t("runtime.signedOut"),
  };
};

const checkFunctions = (count: number): CheckItem => {
  const registered = typeof CustomFunctions !== "undefined";
  return {
    name: t("health.functions"),
    state: registered ? "good" : "bad",
    sentence: registered ? t("health.functionsGood", { count }) : t("health.functionsMissing"),
  };
};

const checkCells = async (deps: HealthDeps): Promise<CheckItem> => {
  const name = t("health.cells");
  try {
    const { formulas, wrong } = await deps.checkCells();
    if (wrong > 0) return { name, state: "bad", sentence: t("health.cellsBad", { count: wrong }) };
    const sentence = formulas === 0 ? t("health.cellsNone") : t("health.cellsGood", { count: formulas });
    return { name, state: "good", sentence };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, state: "unknown", sentence: t("health.cellsUnknown", { reason }) };
  }
};

/** What this version of Excel lacks, or that it lacks nothing. */
const checkExcel = (): readonly CheckItem[] => {
  const missing = readRequirementSets().filter(({ supported }) => !supported);
  if (missing.length === 0) return [{ name: "Excel", state: "good", sentence: t("health.setSupported") }];
  return missing.map(({ name }) => ({ name, state: "unknown", sentence: t("health.setMissing", { set: name }) }));
};

/** The requirement sets that the add-in uses, and whether this host has them. */
export const readRequirementSets = (): readonly { readonly name: string; readonly supported: boolean }[] =>
  [
    ["SharedRuntime", "1.1"],
    ["CustomFunctionsRuntime", "1.3"],
    ["CustomFunctionsRuntime", "1.4"],
    ["CustomFunctionsRuntime", "1.5"],
    ["ExcelApi", "1.12"],
    ["ExcelApi", "1.20"],
  ].map(([set = "", version = ""]) => ({ name: `${set} ${version}`, supported: supports(set, version) }));
