import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import type { FunctionDefinition, HostCapabilities, InvocationContext } from "../formula/definition";
import { Cancellation } from "../runtime/cancellation";
import type { Runtime } from "../runtime/runtime";
import type { Matrix } from "../table/matrix";
import { say } from "../text/say";
import { toCellError, toCustomFunctionsError } from "./cell-error";
import { pipeSize, toExcelMatrix } from "./cell-values";
import type { Governor } from "./governor";
import type { Recalculation } from "./recalculation";

/** What an invocation needs of the rest of the add-in; made once in addin.ts. */
export interface FunctionHost {
  readonly runtime: Runtime;
  readonly governor: Governor;
  readonly recalculation: Pick<Recalculation, "entered" | "left">;
  /** Asked per invocation: capabilities are known only once Office is ready. */
  readonly capabilities: () => HostCapabilities;
}

/** What registering and answering needs of a definition; the rest of it may come later. */
export type Associated = Pick<FunctionDefinition, "name" | "result" | "invoke" | "stream">;

/** The object Excel pushes behind the arguments ("Custom functions: invocation"); the published types lack the last member. */
interface Invocation {
  address?: string;
  parameterAddresses?: readonly string[];
  onCanceled?: () => void;
  setResult?: (result: unknown) => void;
  readonly isInValuePreview?: boolean;
}

/**
 * Gives Excel every function: arguments in, matrix or cell error out, cancellation to an AbortSignal; nothing else. Excel calls as soon as
 * it knows them: calls that come before the host is ready wait for it.
 */
export const associate = (definitions: readonly Associated[], host: Promise<FunctionHost>): void => {
  for (const definition of definitions)
    CustomFunctions.associate(definition.name, (...received: unknown[]) => receive(definition, received, host));
};

const receive = (definition: Associated, received: readonly unknown[], host: Promise<FunctionHost>): unknown => {
  const last = received.at(-1);
  const invocation: Invocation = isInvocation(last) ? last : {};
  // The count of arguments is not trusted: Excel may hold a functions.json up to 24 hours older than this script.
  const values = (isInvocation(last) ? received.slice(0, -1) : received).map(readArgument);
  const call = { values, invocation, cancellation: cancellationOf(invocation) };
  if (definition.stream === undefined) return answer(definition, call, host);
  void startStream(definition, call, host);
  return undefined;
};

interface Call {
  readonly values: readonly unknown[];
  readonly invocation: Invocation;
  readonly cancellation: Cancellation;
}

const invocationMembers = [
  "address",
  "onCanceled",
  "setResult",
  "functionName",
  "parameterAddresses",
  "isInValuePreview",
];

const isInvocation = (value: unknown): value is Invocation =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  invocationMembers.some((member) => member in value);

const readArgument = (argument: unknown): unknown =>
  Array.isArray(argument) ? argument.map(readArgument) : (toCellError(argument) ?? argument);

const cancellationOf = (invocation: Invocation): Cancellation => {
  const cancellation = new Cancellation();
  invocation.onCanceled = () => cancellation.abort(new DOMException("Cancelled by Excel.", "AbortError"));
  return cancellation;
};

/** A class, because an object with a getter of its own is slow to make, and a workbook makes thousands. */
class HostInvocation implements InvocationContext {
  readonly runtime: Runtime;
  readonly host: HostCapabilities;
  readonly address: string | undefined;
  readonly parameterAddresses: readonly string[] | undefined;
  readonly preview: boolean;
  readonly reloadSince: number | undefined;
  readonly #cancellation: Cancellation;

  constructor({ invocation, cancellation }: Call, { runtime, capabilities, recalculation }: FunctionHost) {
    this.runtime = runtime;
    this.host = capabilities();
    this.address = invocation.address;
    this.parameterAddresses = invocation.parameterAddresses;
    this.preview = Boolean(invocation.isInValuePreview);
    this.reloadSince = recalculation.entered(invocation.address);
    this.#cancellation = cancellation;
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  onAbort(tell: (reason: Error) => void): () => void {
    return this.#cancellation.onAbort(tell);
  }
}

/** Every invocation settles: a promise that never does is `#BUSY!` for ever. */
const answer = async (definition: Associated, call: Call, starting: Promise<FunctionHost>): Promise<unknown> => {
  try {
    const host = await starting;
    await host.runtime.ready;
    try {
      const matrix = await definition.invoke(call.values, new HostInvocation(call, host));
      await new Promise<void>((turn) => host.governor.release(pipeSize(matrix), turn));
      // Made when its turn has come, so that what waits for the pipe is held once.
      return definition.result === "matrix" ? toExcelMatrix(matrix) : oneValue(matrix);
    } finally {
      host.recalculation.left(call.invocation.address, host.runtime.ledger);
    }
  } catch (error) {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- Excel's own error class is the contract here
    throw toCustomFunctionsError(known(error));
  }
};

const known = (error: unknown): AddinError | CellError =>
  error instanceof AddinError || error instanceof CellError
    ? error
    : new AddinError("unexpected", say("office.unexpected"), { cause: error });

const oneValue = (matrix: Matrix): unknown => {
  const value = matrix[0]?.[0] ?? "";
  if (value instanceof AddinError || value instanceof CellError) throw value;
  return toExcelMatrix([[value]])[0]?.[0];
};

const startStream = async (definition: Associated, call: Call, starting: Promise<FunctionHost>): Promise<void> => {
  const { invocation } = call;
  try {
    const host = await starting;
    await host.runtime.ready;
    const show = (matrix: Matrix): unknown =>
      definition.result === "matrix" ? toExcelMatrix(matrix) : toExcelMatrix(matrix)[0]?.[0];
    definition.stream?.(call.values, new HostInvocation(call, host), (matrix) => invocation.setResult?.(show(matrix)));
  } catch (error) {
    invocation.setResult?.(toCustomFunctionsError(known(error)));
  }
};
