import { AddinError } from "../../engine/http/addin-error";
import type { Runtime } from "../../engine/runtime";
import type { FunctionDefinition } from "../../formulas/define/definition";
import type { HostCapabilities } from "../../formulas/define/invocation";
import { functions } from "../../formulas/functions";
import { toSerial } from "../../formulas/table/dates";
import type { FormulaResult } from "../../formulas/table/formula-result";
import { CellError, type CellValue, toExcelCode } from "../../formulas/table/matrix";
import { addMessages } from "../../i18n/t";
import type { Person } from "../team/person";
import { type Expression, type Literal, readAddressFormula } from "./table-formula";
import type { TableRuntimes } from "./table-runtimes";

// Whoever asks by an address has no task pane, no workbook and no selection.
addMessages("en", {
  "runtime.noUniverse": "Give the name or the id of a universe.",
  "runtime.unknownUniverse": 'The gateway knows no universe "{name}". Did you mean "{nearest}"? If not, give its id.',
  "runtime.unknownUniverseAlone": 'The gateway knows no universe "{name}". Give its id.',
  "formula.asofInCells": "asof is answered from the snapshots of a workbook, and an address has none.",
});

/** The result of a formula, and how far it can be trusted. */
export interface Table {
  readonly result: FormulaResult;
  /** The first row has the names of the columns. */
  readonly hasHeader: boolean;
  /** False where the service has more rows and nobody asked for a part; the last row then says so. */
  readonly isComplete: boolean;
  /** True where the service failed and earlier values stand in. */
  readonly isStale: boolean;
  /** When the service gave the rows (ms since 1970). */
  readonly fetchedAt: number | undefined;
}

/** One request for a table. */
export interface TableRequest {
  readonly formula: string;
  /** Only what is requested from now on will do. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
}

/** What a result may hold: as Excel on a computer takes it. */
const host: HostCapabilities = {
  formattedValues: true,
  entityCards: false,
  maxCharacters: 64_000_000,
  maxCells: 5_000_000,
};

/** Calculates a formula for a person. Rejects with an AddinError, a CellError, `TablesBusy`, or the signal's reason. */
export const calculateTable = async (
  runtimes: TableRuntimes,
  person: Person,
  { formula, fresh, signal }: TableRequest,
): Promise<Table> => {
  const call = readAddressFormula(formula);
  const definition = findDefinition(call.name);
  return runtimes.use(person, fresh, async (runtime) => {
    const formulas = new NestedFormulas(runtime, signal);
    const values = await formulas.valuesOf(call.given);
    const result = await formulas.invoke(definition, values);
    const { isComplete, isStale, fetchedAt } = formulas;
    const { headers } = definition.shape(values, runtime.clock.now());
    // A result that is not made of records, such as a card, has no header row.
    const hasHeader = headers === "first row" && (result.records.columns.length > 0 || result.height > 1);
    return { result, hasHeader, isComplete, isStale, fetchedAt };
  });
};

const refuseTable = (sentence: string): AddinError => new AddinError("invalid-argument", sentence);

/** The function of a name, which may begin with the namespace of the add-in in Excel. */
const findDefinition = (name: string): FunctionDefinition => {
  const definition =
    functions.find((each) => each.name === name) ?? functions.find((each) => name.endsWith(`.${each.name}`));
  if (definition === undefined)
    throw refuseTable(`There is no function ${name} here; docs/functions.md lists them all.`);
  if (definition.name.startsWith("QUERY."))
    throw refuseTable(`${definition.name} is about formulas of a workbook, and an address has none.`);
  if (definition.name === "ANALYSIS.LIST")
    throw refuseTable(
      "ANALYSIS.LIST lists what was analyzed on one device, and an address has none: name an analysis by its id.",
    );
  return definition;
};

let number = 0;

/** One formula with the calls inside it. */
class NestedFormulas {
  isComplete = true;
  isStale = false;
  fetchedAt: number | undefined;
  readonly #runtime: Runtime;
  readonly #signal: AbortSignal;

  constructor(runtime: Runtime, signal: AbortSignal) {
    this.#runtime = runtime;
    this.#signal = signal;
  }

  valuesOf(expressions: readonly Expression[]): Promise<readonly unknown[]> {
    return Promise.all(expressions.map((each) => this.#valueOf(each)));
  }

  async invoke(definition: FunctionDefinition, values: readonly unknown[]): Promise<FormulaResult> {
    number += 1;
    const address = `Table!A${number}`;
    const result = await definition.invoke(values, {
      runtime: this.#runtime,
      host,
      address,
      parameterAddresses: values.map(() => undefined),
      signal: this.#signal,
      preview: false,
      reloadSince: undefined,
      onCalculated: ({ partial, fetchedAt }) => {
        if (partial) this.isComplete = false;
        if (fetchedAt !== undefined) this.fetchedAt = Math.min(fetchedAt, this.fetchedAt ?? Infinity);
      },
    });
    if (this.#runtime.requestLog.latestAt(address)?.source === "stale") this.isStale = true;
    return result;
  }

  async #valueOf(expression: Expression): Promise<unknown> {
    switch (expression.kind) {
      case "value":
        return expression.value;
      case "array":
        return expression.rows;
      case "joined":
        return (await this.valuesOf(expression.parts)).map(joinedText).join("");
      case "call": {
        const values = await this.valuesOf(expression.given);
        if (expression.name === "INDEX") return indexIn(values);
        if (expression.name === "DATE") return dateArgument(values);
        return asArgument(await this.invoke(findDefinition(expression.name), values));
      }
    }
  }
}

const joinedText = (value: unknown): string => {
  if (value instanceof CellError) throw value;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw refuseTable("& joins single values, and one of them is a list.");
};

/** `DATE(year,month,day)`: the serial of a date. */
const dateArgument = (values: readonly unknown[]): number => {
  const [year, month, day] = values;
  if (values.length !== 3 || typeof year !== "number" || typeof month !== "number" || typeof day !== "number")
    throw refuseTable("DATE takes three numbers: year, month and day.");
  return toSerial(Date.UTC(year, month - 1, day));
};

/** `INDEX(rows,row,column)`: one cell of what a call answered, counted from 1. */
const indexIn = (values: readonly unknown[]): unknown => {
  const [list, row, column] = values;
  if (!Array.isArray(list) || values.length > 3)
    throw refuseTable("INDEX takes a result, the number of a row and of a column.");
  const rows = list as readonly (readonly unknown[])[];
  // A single number counts along the only row.
  const isAlong = values.length === 2 && rows.length === 1;
  const [down, across] = isAlong ? [1, row] : [row, column];
  const cell = rows[roundArgument(down)]?.[roundArgument(across)];
  if (cell === undefined) throw new CellError("#REF!", "INDEX names a row or column that the result does not have.");
  return cell;
};

const roundArgument = (value: unknown): number => {
  if (value === undefined || value === null) return 0;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1) return value - 1;
  throw refuseTable("INDEX takes whole numbers from 1 on.");
};

/** A result as Excel hands it to the next function. */
const asArgument = ({ cells }: FormulaResult): readonly (readonly unknown[])[] =>
  cells.map((row) => row.map((cell) => toArgument(cell)));

const toArgument = (cell: CellValue): Literal | object => {
  if (typeof cell !== "object" || cell instanceof CellError) return cell;
  if (cell instanceof AddinError) return new CellError(toExcelCode(cell), cell.message);
  if (cell.kind === "formatted") return cell.value;
  return { type: "Entity", text: cell.text, properties: Object.assign({}, ...Object.values(cell.sections)) as object };
};
