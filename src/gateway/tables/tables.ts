import { AddinError } from "../../engine/http/addin-error";
import type { Runtime } from "../../engine/runtime";
import type { RequestLogEntry } from "../../engine/requests/request-log";
import type { FunctionDefinition } from "../../formulas/define/definition";
import type { HostCapabilities } from "../../formulas/define/invocation";
import { functions } from "../../formulas/functions";
import { type Calculation, FormulaResult } from "../../formulas/table/formula-result";
import { CellError, toExcelCode } from "../../formulas/table/matrix";
import { addMessages } from "../../i18n/t";
import type { Person } from "../team/person";
import { type Expression, type Literal, readAddressFormula } from "./table-formula";
import type { TableRuntimes } from "./table-runtimes";
import { asksForTranslation, countTranslations, withoutTranslation } from "./translations";
import { type Cell, type Cells, joinCells, operate, singleCell, workbookFunctions } from "./workbook-functions";

// Whoever asks by an address has no task pane, no workbook and no selection.
addMessages("en", {
  "runtime.noUniverse": "Give the name or the id of a universe.",
  "runtime.unknownUniverse": 'The gateway knows no universe "{name}". Did you mean "{nearest}"? If not, give its id.',
  "runtime.unknownUniverseAlone": 'The gateway knows no universe "{name}". Give its id.',
  "formula.asofInCells": "asof is answered from the editions of a workbook, and an address has none.",
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
  /** What the worksheet functions of the formula calculated, in the order in which they ended. */
  readonly calculations: readonly Calculation[];
  /** What is known of them, in the same order. */
  readonly entries: readonly RequestLogEntry[];
  /** The addresses of the record of each row without the header, where they were asked for and are known. */
  readonly links: readonly (readonly string[])[];
}

/** One request for a table. */
export interface TableRequest {
  readonly formula: string;
  /** Only what is requested from now on will do. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
  /** The IANA name of the zone whose days count, as in a workbook that has one; UTC where undefined. */
  readonly timeZone?: string | undefined;
  /** Called when a worksheet function of the formula has ended. */
  readonly onProgress?: ((name: string) => void) | undefined;
  /** Whether the addresses of the records are wanted. */
  readonly links?: boolean;
  /** How many texts the service may translate, which it counts as usage; any number where undefined. */
  readonly translations?: number | undefined;
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
  { formula, fresh, signal, timeZone, onProgress, links = false, translations }: TableRequest,
): Promise<Table> => {
  const expression = readAddressFormula(formula);
  checkFunctions(expression);
  return runtimes.use(person, { isRefresh: fresh, timeZone }, async (runtime) => {
    const formulas = new NestedFormulas(runtime, signal, { onProgress, translations });
    const [cells, addresses] = await Promise.all([
      formulas.calculate(expression, new Map()),
      // Begun at the same time, both share one listing at the service.
      links ? readLinks(expression, new NestedFormulas(runtime, signal, { translations: 0 })).catch(() => []) : [],
    ]);
    const { isComplete, isStale, fetchedAt, calculations, entries } = formulas;
    const result = toResult(cells);
    const known = addresses.length === result.result.rowCount ? addresses : [];
    return { ...result, isComplete, isStale, fetchedAt, calculations, entries, links: known };
  });
};

/** @throws the error of a single cell. */
const toResult = (cells: Cells): Pick<Table, "result" | "hasHeader"> => {
  const { result, hasHeader, rows, columns } = cells;
  if (result !== undefined) return { result, hasHeader };
  const [only] = rows.flat();
  if (rows.flat().length === 1 && only instanceof Error) throw only;
  const known = columns.map((column) => column ?? { name: "", label: "", type: "text" as const });
  const calculated = FormulaResult.ofCells(rows.map((row) => row.map((cell) => cell ?? "")));
  return { result: calculated.describeRecords({ columns: known, headers: hasHeader ? 1 : 0 }), hasHeader };
};

/** Rows of the largest result whose addresses are told. */
const mostLinkedRows = 500;
/** Options that make other rows of the columns that are shown. */
const rowOptions = /\b(?:distinct|explode|transpose)\b/i;

/** The addresses of the records behind the rows of a listing: the same call with the columns that hold them. */
const readLinks = async (expression: Expression, formulas: NestedFormulas): Promise<Table["links"]> => {
  if (expression.kind !== "call" || workbookFunctions.has(expression.name)) return [];
  const { parameters, columns } = findDefinition(expression.name);
  const place = parameters.findIndex(({ name }) => name === "fields");
  const names = columns.map(({ name }) => name).filter((name) => /(?:^|_)url$/.test(name));
  const options = expression.given[parameters.findIndex(({ name }) => name === "options")];
  if (place === -1 || names.length === 0 || rowOptions.test(JSON.stringify(options ?? ""))) return [];
  const given = Array.from({ length: Math.max(place + 1, expression.given.length) }, (_, index): Expression =>
    index === place
      ? { kind: "value", value: names.join(",") }
      : (expression.given[index] ?? { kind: "value", value: null }),
  );
  const cells = await formulas.calculate({ ...expression, given }, new Map());
  const rows = cells.hasHeader ? cells.rows.slice(1) : cells.rows;
  if (rows.length > mostLinkedRows) return [];
  return rows.map((row) => row.flatMap((cell) => (typeof cell === "string" && cell !== "" ? [cell] : [])));
};

const refuseTable = (sentence: string): AddinError => new AddinError("invalid-argument", sentence);

/** Refuses a function that does not exist before anything is asked. */
const checkFunctions = (expression: Expression): void => {
  switch (expression.kind) {
    case "call":
      if (!workbookFunctions.has(expression.name)) findDefinition(expression.name);
      for (const each of expression.given) checkFunctions(each);
      return;
    case "joined":
      for (const each of expression.parts) checkFunctions(each);
      return;
    case "operation":
      for (const each of expression.operands) checkFunctions(each);
      return;
    case "let":
      for (const [, value] of expression.names) checkFunctions(value);
      checkFunctions(expression.result);
      return;
    default:
  }
};

/** The function of a name, which may begin with the namespace of the add-in in Excel. */
export const findDefinition = (name: string): FunctionDefinition => {
  const definition =
    functions.find((each) => each.name === name) ?? functions.find((each) => name.endsWith(`.${each.name}`));
  if (definition === undefined)
    throw refuseTable(
      `There is no function ${name} here; docs/functions.md lists them all. Of Excel's own there are LET, ${[...workbookFunctions.keys()].join(", ")}.`,
    );
  if (definition.name.startsWith("QUERY."))
    throw refuseTable(`${definition.name} is about formulas of a workbook, and an address has none.`);
  if (definition.name === "ANALYSIS.LIST")
    throw refuseTable(
      "ANALYSIS.LIST lists what was analyzed on one device, and an address has none: name an analysis by its id.",
    );
  return definition;
};

const notAllowed =
  'The formula translates texts, which the service counts as usage. Leave translate out, or ask the user and give query "translations": how many texts may be translated.';

let number = 0;

/** Cells that the operators and functions of Excel read and make in one formula: they are calculated without a pause. */
const mostCellsOfFormula = 3_000_000;
/** Functions that take a part of a list, and read no more of it. */
const partFunctions: ReadonlySet<string> = new Set(["INDEX", "TAKE"]);

/** One formula with the calls inside it. */
class NestedFormulas {
  isComplete = true;
  isStale = false;
  fetchedAt: number | undefined;
  readonly calculations: Calculation[] = [];
  readonly entries: RequestLogEntry[] = [];
  readonly #runtime: Runtime;
  readonly #signal: AbortSignal;
  readonly #onProgress: ((name: string) => void) | undefined;
  /** How many texts may still be translated. */
  #translations: number;
  #cells = 0;

  constructor(
    runtime: Runtime,
    signal: AbortSignal,
    { onProgress, translations = Infinity }: Pick<TableRequest, "onProgress" | "translations">,
  ) {
    this.#runtime = runtime;
    this.#signal = signal;
    this.#onProgress = onProgress;
    this.#translations = translations;
  }

  /** `names`: the values that LET has given. */
  async calculate(expression: Expression, names: ReadonlyMap<string, Cells>): Promise<Cells> {
    switch (expression.kind) {
      case "value":
        return singleCell(expression.value);
      case "array":
        return { rows: expression.rows, hasHeader: false, columns: [] };
      case "joined":
        return joinCells(await this.#all(expression.parts, names));
      case "operation":
        return this.#count(await this.#all(expression.operands, names), (values) =>
          operate(expression.operator, values),
        );
      case "name":
        return names.get(expression.name) ?? singleCell(null);
      case "let": {
        const known = new Map(names);
        for (const [name, value] of expression.names) known.set(name, await this.calculate(value, known));
        return this.calculate(expression.result, known);
      }
      case "call": {
        const values = await this.#all(expression.given, names);
        const own = workbookFunctions.get(expression.name);
        if (own === undefined) return this.#invoke(findDefinition(expression.name), values);
        return this.#count(values, own, partFunctions.has(expression.name));
      }
    }
  }

  #all(expressions: readonly Expression[], names: ReadonlyMap<string, Cells>): Promise<readonly Cells[]> {
    return Promise.all(expressions.map((each) => this.calculate(each, names)));
  }

  /** @throws AddinError where all steps of the formula together would keep others waiting. */
  #count(values: readonly Cells[], run: (values: readonly Cells[]) => Cells, readsPart = false): Cells {
    if (!readsPart) this.#addCells(values);
    const result = run(values);
    this.#addCells([result]);
    return result;
  }

  #addCells(lists: readonly Cells[]): void {
    for (const { rows } of lists) this.#cells += rows.length * (rows[0]?.length ?? 0);
    if (this.#cells > mostCellsOfFormula)
      throw refuseTable(
        `The operators and functions of Excel in the formula read and make more than ${mostCellsOfFormula} cells. Set limits, or use fewer steps.`,
      );
  }

  async #invoke(definition: FunctionDefinition, given: readonly Cells[]): Promise<Cells> {
    const values = given.map(toArgument);
    if (this.#translations < Infinity && asksForTranslation(definition, values))
      await this.#allowTranslation(definition, values);
    const { result, entry } = await this.#call(definition, values, (calculation) => {
      const { partial, fetchedAt } = calculation;
      if (partial) this.isComplete = false;
      if (fetchedAt !== undefined) this.fetchedAt = Math.min(fetchedAt, this.fetchedAt ?? Infinity);
      this.calculations.push(calculation);
    });
    if (entry?.source === "stale") this.isStale = true;
    if (entry !== undefined) this.entries.push(entry);
    this.#onProgress?.(definition.name);
    const { headers } = definition.shape(values, this.#runtime.clock.now());
    // A result that is not made of records, such as a card, has no header row.
    const hasHeader = headers === "first row" && (result.records.columns.length > 0 || result.height > 1);
    const columns = result.records.transposed ? [] : result.records.columns;
    return { rows: formattedRows(result), hasHeader, columns, result };
  }

  async #call(
    definition: FunctionDefinition,
    values: readonly unknown[],
    onCalculated?: (calculation: Calculation) => void,
  ): Promise<{ readonly result: FormulaResult; readonly entry: RequestLogEntry | undefined }> {
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
      onCalculated,
    });
    return { result, entry: this.#runtime.requestLog.latestAt(address) };
  }

  /** @throws AddinError where the call would translate more texts than are left. */
  async #allowTranslation(definition: FunctionDefinition, values: readonly unknown[]): Promise<void> {
    if (this.#translations === 0) throw refuseTable(notAllowed);
    const { result, entry } = await this.#call(definition, withoutTranslation(definition, values));
    const texts = countTranslations(result, entry?.rows);
    if (texts > this.#translations)
      throw refuseTable(
        `The formula would translate ${texts} texts, and ${this.#translations} are left of those that may be translated. Set a limit in the formula.`,
      );
    this.#translations -= texts;
  }
}

/** The cells with the formats that they still need, so that a date stays one in what is calculated with it. */
const formattedRows = ({ cells, pendingFormats }: FormulaResult): Cells["rows"] => {
  if (pendingFormats === undefined) return cells;
  const { formats, headers, transposed } = pendingFormats;
  return cells.map((row, down) =>
    row.map((cell, across): Cell => {
      const [record, column] = transposed ? [across, down] : [down, across];
      const numberFormat = formats[column];
      if (typeof cell !== "number" || record < headers || numberFormat === undefined) return cell;
      return { kind: "formatted", value: cell, numberFormat };
    }),
  );
};

/** A value as Excel hands it to a worksheet function. */
const toArgument = ({ rows, isSingle }: Cells): unknown => {
  if (isSingle === true) return toScalarArgument(rows[0]?.[0] ?? null);
  return rows.map((row) => row.map(toScalarArgument));
};

const toScalarArgument = (cell: Cell): Literal | object => {
  if (cell === null || typeof cell !== "object" || cell instanceof CellError) return cell;
  if (cell instanceof AddinError) return new CellError(toExcelCode(cell), cell.message);
  if (cell.kind === "formatted") return cell.value;
  return { type: "Entity", text: cell.text, properties: Object.assign({}, ...Object.values(cell.sections)) as object };
};
