import { AddinError } from "../../../engine/http/addin-error";
import { Cancellation } from "../../../engine/requests/cancellation";
import type { Runtime } from "../../../engine/runtime";
import type { FunctionDefinition } from "../../../formulas/define/definition";
import type { HostCapabilities, InvocationContext } from "../../../formulas/define/invocation";
import type { Calculation, FormulaResult, PendingFormats } from "../../../formulas/table/formula-result";
import { CellError } from "../../../formulas/table/matrix";
import { t } from "../../../i18n/t";
import { pipeSize, readArgument, toCustomFunctionsError, toExcelMatrix } from "./cell-values";
import type { UnseenResults, UnseenResult } from "./unseen-results";
import type { DeliveryLimit } from "./delivery-limit";
import type { Recalculation } from "../refresh/recalculation";

/** What an invocation needs of the rest of the add-in; created once in src/addin/main.ts. */
export interface FunctionHost {
  readonly runtime: Runtime;
  readonly deliveryLimit: DeliveryLimit;
  readonly recalculation: Pick<Recalculation, "entered" | "left"> & Partial<Pick<Recalculation, "formulas">>;
  /** Notes each result, because one that was formatted may have grown. */
  readonly noteResult: (address: string | undefined, result: FormulaResult) => void;
  /** Notes each calculation, so that a refresh can say what it changed. */
  readonly noteAnswer?: (address: string, calculation: Calculation) => void;
  /** What refreshes changed, for QUERY.CHANGES. */
  readonly changes?: InvocationContext["changes"];
  /** Loads what refreshes stored. */
  readonly loadEditions?: InvocationContext["loadEditions"];
  /** Loads what makes numbers carry their source. */
  readonly loadSources?: InvocationContext["loadSources"];
  /** Keeps each result until it is seen in its cell. */
  readonly unseenResults?: Pick<UnseenResults, "again" | "isRepair"> & {
    readonly note: (given: Omit<UnseenResult, "at">) => void;
  };
  /** Formats the cells of a result whose dates are plain numbers. */
  readonly showDates?: (address: string, formats: PendingFormats) => void;
  /** Called per invocation: capabilities are known only once Office is ready. */
  readonly capabilities: () => HostCapabilities;
}

/** The part of a definition that registration needs. The rest may load later. */
export type RegisteredFunction = Pick<FunctionDefinition, "name" | "result" | "invoke" | "stream">;

/** The object that Excel passes after the arguments ("Custom functions: invocation"). The published types lack the last member. */
interface ExcelInvocation {
  address?: string;
  /** An argument that is no reference has no address: blank, null or undefined, as the host has it. */
  parameterAddresses?: readonly (string | null | undefined)[];
  onCanceled?: () => void;
  setResult?: (result: unknown) => void;
  readonly isInValuePreview?: boolean;
}

/**
 * Registers every function with Excel and converts arguments, results, errors and cancellation between Excel and the definition.
 * Excel may call at once: an invocation waits until the host is ready.
 */
export const associate = (functions: readonly RegisteredFunction[], host: Promise<FunctionHost>): void => {
  const ready = host.then(async (started) => {
    await started.runtime.ready;
    return started;
  });
  // Each invocation reports a failed start in its cell; without any, the rejection is nobody's.
  ready.catch(() => undefined);
  let isReady = false;
  ready.then(
    () => (isReady = true),
    () => undefined,
  );
  for (const registered of functions)
    CustomFunctions.associate(registered.name, (...received: unknown[]) =>
      invokeRegistered(registered, received, ready, !isReady),
    );
};

const invokeRegistered = (
  registered: RegisteredFunction,
  received: readonly unknown[],
  ready: Promise<FunctionHost>,
  opening: boolean,
): Promise<unknown> | undefined => {
  const last = received.at(-1);
  const invocation: ExcelInvocation = isInvocation(last) ? last : {};
  // The number of arguments may be wrong: Excel may use a functions.json up to 24 hours older than this script.
  const values = (isInvocation(last) ? received.slice(0, -1) : received).map(readArgument);
  const cancellation = new Cancellation();
  invocation.onCanceled = () => cancellation.abort(new DOMException("Cancelled by Excel.", "AbortError"));
  const call = { values, invocation, cancellation, opening };
  if (registered.stream === undefined) return answerCall(registered, call, ready);
  void startStream(registered, call, ready);
  return undefined;
};

interface ExcelCall {
  readonly values: readonly unknown[];
  readonly invocation: ExcelInvocation;
  readonly cancellation: Cancellation;
  /** Called before the add-in was ready, as Excel does when a workbook is opened. */
  readonly opening: boolean;
}

const invocationMembers = [
  "address",
  "onCanceled",
  "setResult",
  "functionName",
  "parameterAddresses",
  "isInValuePreview",
];

const isInvocation = (value: unknown): value is ExcelInvocation =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  invocationMembers.some((member) => member in value);

/** A class, because an object literal with a getter is slow to make, and a workbook makes thousands of these. */
class HostInvocation implements InvocationContext {
  readonly runtime: Runtime;
  readonly host: HostCapabilities;
  readonly address: string | undefined;
  readonly parameterAddresses: readonly (string | null | undefined)[] | undefined;
  readonly preview: boolean;
  readonly reloadSince: number | undefined;
  readonly changes: InvocationContext["changes"];
  readonly loadEditions: InvocationContext["loadEditions"];
  readonly loadSources: InvocationContext["loadSources"];
  readonly memoryOnly: boolean;
  readonly #recalculation: FunctionHost["recalculation"];
  readonly #cancellation: Cancellation;
  readonly #noteAnswer: FunctionHost["noteAnswer"];

  constructor(
    { invocation, cancellation }: ExcelCall,
    {
      runtime,
      capabilities,
      recalculation,
      changes,
      loadEditions,
      loadSources,
      noteAnswer,
      unseenResults,
    }: FunctionHost,
  ) {
    this.#noteAnswer = noteAnswer;
    this.#recalculation = recalculation;
    this.runtime = runtime;
    this.host = capabilities();
    this.address = invocation.address;
    this.parameterAddresses = invocation.parameterAddresses;
    this.preview = Boolean(invocation.isInValuePreview);
    this.reloadSince = recalculation.entered(invocation.address);
    this.changes = changes;
    this.loadEditions = loadEditions;
    this.loadSources = loadSources;
    this.memoryOnly = this.reloadSince === undefined && unseenResults?.isRepair(invocation.address) === true;
    this.#cancellation = cancellation;
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  workbookFormulas(): Promise<readonly string[]> | undefined {
    return this.#recalculation.formulas?.();
  }

  onCalculated(calculation: Calculation): void {
    if (this.address !== undefined) this.#noteAnswer?.(this.address, calculation);
  }

  onAbort(listener: (reason: Error) => void): () => void {
    return this.#cancellation.onAbort(listener);
  }
}

/** Always settles: a promise that never does leaves `#BUSY!` in the cell. */
const answerCall = async (
  registered: RegisteredFunction,
  call: ExcelCall,
  ready: Promise<FunctionHost>,
): Promise<unknown> => {
  const { values, invocation, cancellation } = call;
  let unseenResults: FunctionHost["unseenResults"];
  const note = (result: FormulaResult | AddinError | CellError): void => {
    const { address, isInValuePreview } = invocation;
    if (address !== undefined && isInValuePreview !== true && !cancellation.signal.aborted)
      unseenResults?.note({ address, functionName: registered.name, values, result });
  };
  try {
    const host = await ready;
    ({ unseenResults } = host);
    try {
      const context = new HostInvocation(call, host);
      const result = repairedResult(registered, call, context, host) ?? (await registered.invoke(values, context));
      await new Promise<void>((resolve) => host.deliveryLimit.release(pipeSize(result), resolve));
      host.noteResult(invocation.address, result);
      note(result);
      showDates(host, call, result);
      // Converted only after the delivery limit's release, so that a waiting result is in memory once.
      return registered.result === "matrix" ? toExcelMatrix(result.cells) : toSingleValue(result);
    } finally {
      host.recalculation.left(invocation.address, host.runtime.requestLog);
    }
  } catch (error) {
    const failure = asCellFailure(error);
    note(failure);
    // oxlint-disable-next-line typescript/only-throw-error -- Excel's own error class is the contract here
    throw toCustomFunctionsError(failure);
  }
};

/**
 * The result that Excel took before and did not show; undefined where this invocation is no repair.
 * @throws the error that was the result
 */
const repairedResult = (
  { name }: RegisteredFunction,
  { values, invocation }: ExcelCall,
  { reloadSince }: InvocationContext,
  { unseenResults }: FunctionHost,
): FormulaResult | undefined => {
  const result = reloadSince === undefined ? unseenResults?.again(invocation.address, name, values) : undefined;
  if (result instanceof AddinError || result instanceof CellError) throw result;
  return result;
};

/** Opening a workbook changes none of its formats. */
const showDates = (
  { showDates: show }: FunctionHost,
  { invocation, opening }: ExcelCall,
  { pendingFormats: formats }: FormulaResult,
): void => {
  if (formats !== undefined && invocation.address !== undefined && !opening) show?.(invocation.address, formats);
};

const asCellFailure = (error: unknown): AddinError | CellError =>
  error instanceof AddinError || error instanceof CellError
    ? error
    : new AddinError("unexpected", t("runtime.unexpected"), { cause: error });

/** @throws the error in the cell, if it is one. */
const toSingleValue = ({ cells }: FormulaResult): unknown => {
  const value = cells[0]?.[0] ?? "";
  if (value instanceof AddinError || value instanceof CellError) throw value;
  return toExcelMatrix([[value]])[0]?.[0];
};

const startStream = async (
  registered: RegisteredFunction,
  call: ExcelCall,
  ready: Promise<FunctionHost>,
): Promise<void> => {
  const { values, invocation } = call;
  try {
    const host = await ready;
    const convert = ({ cells }: FormulaResult): unknown =>
      registered.result === "matrix" ? toExcelMatrix(cells) : toExcelMatrix(cells)[0]?.[0];
    registered.stream?.(values, new HostInvocation(call, host), (result) => invocation.setResult?.(convert(result)));
  } catch (error) {
    invocation.setResult?.(toCustomFunctionsError(asCellFailure(error)));
  }
};
