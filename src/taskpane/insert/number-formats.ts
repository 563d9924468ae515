import type { FunctionDefinition } from "../../formula/definition";
import { isExpression } from "../builder/written";

/** Up to so many rows a function formats its dates itself; above, they are plain numbers. */
const formattedRows = 1_000;

const formats: Readonly<Record<string, string>> = { date: "yyyy-mm-dd", "date-time": "yyyy-mm-dd hh:mm" };

/** Options that move columns elsewhere. */
const moving = /\b(wide|transpose|explode)\s*=/;

/**
 * The number format of each column a formula will spill, for results too long to bring their own; empty where they bring them, or where
 * which columns come is only known when it is calculated.
 */
export const numberFormatsOf = (
  definition: FunctionDefinition,
  written: readonly string[],
): readonly (string | undefined)[] => {
  const at = (control: string): string =>
    (written[definition.parameters.findIndex((parameter) => parameter.control === control)] ?? "").trim();
  const [limit, fields, options] = [at("limit"), at("fields"), at("options")];
  const long = limit.toLowerCase() === "all" || Number(limit) > formattedRows;
  if (!long || isExpression(options) || moving.test(options)) return [];
  return namesOf(definition, fields).map(
    (name) => formats[definition.columns.find((column) => column.name === name)?.type ?? ""],
  );
};

/** Names as typed; patterns, additions and references are left to the calculation. */
const namesOf = ({ columns }: FunctionDefinition, fields: string): readonly string[] => {
  if (fields === "") return columns.filter(({ shown }) => shown).map(({ name }) => name);
  return /[*+=-]/.test(fields) ? [] : fields.split(",").map((name) => name.trim());
};
