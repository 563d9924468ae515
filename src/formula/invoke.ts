import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import type { OpenEntry } from "../runtime/ledger";
import type { Layout } from "../table/layout";
import type { Matrix } from "../table/matrix";
import { tell } from "../text/tell";
import { blame } from "./blame";
import { createBreath } from "./breath";
import type { InvocationContext } from "./definition";
import { layoutOf, memoryOf } from "./layout-options";
import { type Parsed, parseCall } from "./parse-call";
import { formulaText } from "./text";
import { putBack, setAside } from "./row-errors";
import type { AnySpecification } from "./specification";

/** Answers one invocation: reads and checks the arguments, asks, and leaves a line in the ledger however it ends. */
export const invoke = async (
  specification: AnySpecification,
  raw: readonly unknown[],
  context: InvocationContext,
): Promise<Matrix> => {
  const { values, errors } = setAside(specification, raw);
  const parsed = parse(specification, values, context);
  const entry = open(specification, raw, { context, parsed });
  if (parsed instanceof AddinError) {
    entry.failed(parsed);
    throw parsed;
  }
  const layout = layoutOf(parsed.options, specification.headers ?? usualHeaders(specification));
  try {
    const answer = await specification.answer(makeCall(parsed, { layout, context, entry }));
    const matrix = putBack(answer, errors, layout);
    entry.done(rowsOf(matrix, layout), { height: matrix.length, width: matrix[0]?.length ?? 0 });
    return matrix;
  } catch (error) {
    return fail(error, { specification, context, entry });
  }
};

/** Tables have a header row, aligned and single values have none. */
const usualHeaders = ({ columns, layout }: AnySpecification): Layout["headers"] =>
  columns === undefined || layout === "aligned" || layout === "value" ? "no" : "yes";

/** A wrong argument is an answer too, for the ledger; a cell error passed in comes out again and leaves no line. */
const parse = (
  specification: AnySpecification,
  raw: readonly unknown[],
  context: InvocationContext,
): Parsed | AddinError => {
  try {
    return parseCall(specification, raw, context.runtime.clock.now());
  } catch (error) {
    if (error instanceof CellError) throw error;
    return known(error);
  }
};

interface Opened {
  readonly context: InvocationContext;
  readonly parsed: Parsed | AddinError;
}

const open = (specification: AnySpecification, raw: readonly unknown[], { context, parsed }: Opened): OpenEntry => {
  const { cache, onError } = memoryOf(parsed instanceof AddinError ? {} : parsed.options);
  return context.runtime.ledger.open({
    what: specification.name,
    address: context.address,
    query: formulaText(specification.name, raw),
    cancellation: context,
    memoryOnly: context.preview,
    reloadSince: context.reloadSince,
    cache,
    onError,
  });
};

const makeCall = (
  parsed: Parsed,
  made: { readonly layout: Layout; readonly context: InvocationContext; readonly entry: OpenEntry },
): never => {
  const { layout, context, entry } = made;
  const { values, options, filters, translate, now } = parsed;
  const { runtime, host } = context;
  const { formattedValues, maxCharacters, maxCells } = host;
  const call = {
    values,
    options,
    filters,
    translate,
    now,
    layout,
    runtime,
    inquiry: entry.inquiry,
    host: { formattedValues, maxCharacters, maxCells, pause: createBreath(runtime.clock) },
    context,
  };
  return call as never;
};

const rowsOf = (matrix: Matrix, layout: Layout): number => {
  const records = layout.transpose ? (matrix[0]?.length ?? 0) : matrix.length;
  return layout.headers === "no" ? records : Math.max(0, records - 1);
};

interface Failure {
  readonly specification: AnySpecification;
  readonly context: InvocationContext;
  readonly entry: OpenEntry;
}

const fail = (error: unknown, { specification, context, entry }: Failure): Matrix => {
  if (context.signal.aborted) {
    entry.cancelled();
    throw new AddinError("interrupted", tell("formula.cancelled"), { cause: error });
  }
  if (error instanceof CellError) {
    entry.done(0);
    throw error;
  }
  const blamed = blame(known(error), specification);
  if (context.preview && blamed.code === "interrupted") {
    entry.cancelled();
    return [[tell("formula.preview")]];
  }
  entry.failed(blamed);
  throw blamed;
};

const known = (error: unknown): AddinError =>
  error instanceof AddinError ? error : new AddinError("unexpected", tell("formula.unexpected"), { cause: error });
