/** `CustomFunctions` as Excel defines it before a script associates functions: the interface through which it calls them. */
export interface ExcelFunctions {
  /** Calls a function as Excel does: arguments in order, the invocation last; resolves or rejects as the function does. */
  readonly call: (id: string, ...received: unknown[]) => Promise<unknown>;
  readonly ids: () => readonly string[];
}

class ExcelError extends Error {
  readonly type = "Error";
  readonly code: string;

  constructor(code: string, message?: string) {
    super(message ?? "");
    this.code = code;
  }
}

const codes = {
  invalidValue: "#VALUE!",
  notAvailable: "#N/A",
  divisionByZero: "#DIV/0!",
  invalidNumber: "#NUM!",
  nullReference: "#NULL!",
  invalidName: "#NAME?",
  invalidReference: "#REF!",
};

/** Puts `CustomFunctions` where the add-in finds it, with the codes of Microsoft's runtime (test/host runs the real one). */
export const installExcelFunctions = (): ExcelFunctions => {
  const functions = new Map<string, (...received: unknown[]) => unknown>();
  const associate = (id: string, run: (...received: unknown[]) => unknown): void => void functions.set(id, run);
  Object.assign(globalThis, { CustomFunctions: { associate, Error: ExcelError, ErrorCode: codes } });
  return {
    call: (id, ...received) =>
      new Promise((resolve) => {
        const run = functions.get(id);
        if (run === undefined) throw new Error(`${id} is not associated.`);
        resolve(run(...received));
      }),
    ids: () => [...functions.keys()],
  };
};

/** Removes `CustomFunctions` again, as it is while the script of the functions is read. */
export const removeExcelFunctions = (): void => void Reflect.deleteProperty(globalThis, "CustomFunctions");
