import { AddinError } from "../../error/addin-error";
import type { FunctionDefinition, InvocationContext } from "../../formula/definition";
import type { Workbook } from "../../office/workbook-door";
import type { Runtime } from "../../runtime/runtime";
import type { Matrix } from "../../table/matrix";
import { tell } from "../../text/tell";
import { addressOf, isExpression, toArgument } from "./written";

/** How many rows are shown. */
export const previewRows = 5;

const host = { formattedValues: true, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 } as const;

/** Whether every argument is a constant or a reference; anything else only Excel can calculate. */
export const canPreview = (definition: FunctionDefinition, written: readonly string[]): boolean =>
  !definition.streaming &&
  definition.needsParameterAddresses !== true &&
  written.every((text) => !isExpression(text) || addressOf(text) !== undefined);

type Read = Pick<Workbook, "read" | "place">;

/** The value of an argument: constants as they are, references read, long ranges cut to the rows shown (and a header). */
const valueOf = async (text: string, numeric: boolean, workbook: Read): Promise<unknown> => {
  const address = addressOf(text);
  if (address === undefined) return toArgument(text, numeric) ?? null;
  const active = workbook.place.get()?.activeCell ?? "";
  const sheet = active.slice(0, active.lastIndexOf("!") + 1);
  const { values } = await workbook.read(address.includes("!") ? address : sheet + address);
  const cells = values.map((row) => row.map((cell) => (cell === "" ? null : cell)));
  return cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : cells;
};

const cut = (value: unknown): unknown => (Array.isArray(value) ? value.slice(0, previewRows + 1) : value);

/** Asks the function itself, for a few rows. */
export const preview = async (
  definition: FunctionDefinition,
  written: readonly string[],
  {
    runtime,
    workbook,
    signal,
  }: { readonly runtime: Runtime; readonly workbook: Workbook; readonly signal: AbortSignal },
): Promise<Matrix> => {
  const values = await Promise.all(
    definition.parameters.map(async ({ control, matrix }, index) => {
      const text = written[index] ?? "";
      if (control === "limit") return smallest(text);
      const value = await valueOf(text, control === "number", workbook);
      return matrix ? cut(value) : value;
    }),
  );
  const context: InvocationContext = {
    runtime,
    host,
    address: undefined,
    signal,
    preview: false,
    reloadSince: undefined,
  };
  const matrix = await definition.invoke(values, context);
  if (matrix.length === 0) throw new AddinError("no-rows", tell("table.noRows"));
  return matrix.slice(0, previewRows + 1);
};

const smallest = (text: string): number => {
  const wanted = Number(text);
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, previewRows) : previewRows;
};
