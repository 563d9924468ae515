import type { Today } from "../arguments/dates";
import type { RouteName } from "../../contract/routes";
import type { ParameterControl } from "../arguments/parameters";
import type { FormulaResult, RecordIdentity } from "../table/formula-result";
import type { InvocationContext } from "./invocation";

/** A parameter, for functions.json, the pane's form and the reference. */
export interface ParameterDescription {
  readonly name: string;
  /** The name in words, for the pane's form. */
  readonly label: string;
  readonly description: string;
  /** Excel's type; almost always `any`, because every argument takes a cell, a range or an array. */
  readonly type: "any" | "string" | "number" | "boolean";
  readonly matrix: boolean;
  readonly optional: boolean;
  /** The closed set Excel offers while typing (a custom enum). */
  readonly choices?: readonly { readonly value: string | number; readonly description: string }[];
  readonly control: ParameterControl;
}

/** One key of the argument `options`. */
export interface OptionDescription {
  readonly key: string;
  readonly description: string;
  readonly values?: readonly string[];
}

/** A column that the function can return. */
export interface ColumnDescription {
  readonly name: string;
  readonly type: string;
  readonly shown: boolean;
}

/** A formula that works with the local service, and a description of its result. */
export interface Example {
  readonly formula: string;
  readonly shows: string;
}

/** How a result is laid out. */
export interface ResultShape {
  /** Where its headers are. */
  readonly headers: "first row" | "first column" | "none";
  /** Its rows are those of a list, so that it takes no limit: a look-up, or `align=yes`. */
  readonly aligned: boolean;
}

/** A worksheet function as Excel, the reference and the pane see it; each has its file in functions/. */
export interface FunctionDefinition {
  readonly name: string;
  readonly description: string;
  /** Other words that a person may search for, separated by commas. */
  readonly synonyms: string;
  readonly parameters: readonly ParameterDescription[];
  readonly options: readonly OptionDescription[];
  readonly columns: readonly ColumnDescription[];
  /** The columns `entity.…` of records that belong to a company; empty where they belong to none. */
  readonly companyColumns: readonly ColumnDescription[];
  /** The resource whose fields the columns are, as contract/field-descriptions names it. */
  readonly resource?: string;
  /** What a refresh compares its records by; undefined where the rows stand beside a list, whose cells name them, or are one value. */
  readonly identity?: RecordIdentity;
  readonly examples: readonly Example[];
  /** `value`: one cell; `matrix`: an array that spills. */
  readonly result: "value" | "matrix";
  readonly streaming: boolean;
  /** The routes that it reads. */
  readonly routes: readonly RouteName[];
  /** True where it reads its listings to the end, whatever it shows of them. */
  readonly readsAll?: boolean;
  /** True where the function reads the addresses of its arguments (`requiresParameterAddresses`). */
  readonly needsParameterAddresses?: boolean;
  /** The error message for one argument, checked alone, for the pane's form; undefined if it is valid. `place` counts from 0. */
  readonly check: (argument: readonly [place: number, value: unknown], moment: Today) => string | undefined;
  /** How the result will be laid out. @throws AddinError for a wrong argument. */
  readonly shape: (values: readonly unknown[], now: number) => ResultShape;
  /** Calculates one invocation. Rejects with an AddinError or a CellError, never with another error. */
  readonly invoke: (values: readonly unknown[], context: InvocationContext) => Promise<FormulaResult>;
  /** Streaming functions only: sends results until the signal aborts. */
  readonly stream?: (
    values: readonly unknown[],
    context: InvocationContext,
    send: (result: FormulaResult) => void,
  ) => void;
}
