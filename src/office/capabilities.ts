import type { HostCapabilities } from "../formula/definition";

const web = { maxCharacters: 1_900_000, maxCells: 5_000_000 };
const elsewhere = { maxCharacters: 64_000_000, maxCells: 5_000_000 };

const supports = (set: string, version: string): boolean => {
  try {
    return Office.context.requirements.isSetSupported(set, version);
  } catch {
    // Outside of an Office host `Office.context` is an empty object and the question itself throws.
    return false;
  }
};

/** True in Excel on the web, whose pipe takes 5 MB at most ("Resource limits and performance optimization"). */
export const isWeb = (): boolean => {
  try {
    return Office.context.platform === Office.PlatformType.OfficeOnline;
  } catch {
    return true;
  }
};

/** Finds out what this host shows and takes; asked once Office is ready. */
export const readCapabilities = (): HostCapabilities => {
  const dataTypes = supports("CustomFunctionsRuntime", "1.4");
  return { formattedValues: dataTypes, entityCards: dataTypes, ...(isWeb() ? web : elsewhere) };
};

/** The requirement sets the health check names, and whether this host has them. */
export const readRequirementSets = (): readonly { readonly name: string; readonly supported: boolean }[] =>
  [
    ["SharedRuntime", "1.1"],
    ["CustomFunctionsRuntime", "1.3"],
    ["CustomFunctionsRuntime", "1.4"],
    ["CustomFunctionsRuntime", "1.5"],
    ["ExcelApi", "1.12"],
    ["ExcelApi", "1.20"],
  ].map(([set = "", version = ""]) => ({ name: `${set} ${version}`, supported: supports(set, version) }));
