import type { Cancellable } from "../runtime/inquiry";
import type { Runtime } from "../runtime/runtime";
import type { Matrix } from "../table/matrix";

/** What the host can show and take; found out at run time by office/capabilities. */
export interface HostCapabilities {
  /** Formatted numbers (dates) and entity cards: CustomFunctionsRuntime 1.4. */
  readonly formattedValues: boolean;
  readonly entityCards: boolean;
  /** The largest result: JSON characters (1,900,000 on the web, 64,000,000 elsewhere) and cells (5,000,000). */
  readonly maxCharacters: number;
  readonly maxCells: number;
}

/** One invocation as the definition sees it; office/associate makes it. */
export interface InvocationContext extends Cancellable {
  readonly runtime: Runtime;
  readonly host: HostCapabilities;
  /** `Sheet1!A1`; undefined where the host does not say. */
  readonly address: string | undefined;
  /** The addresses of the arguments, where the definition asks for them. */
  readonly parameterAddresses?: readonly string[] | undefined;
  /** Aborted when Excel cancels. */
  readonly signal: AbortSignal;
  /** Excel's formula preview: from memory or `(preview)`, never a call. */
  readonly preview: boolean;
  /** Set when this cell was asked to refresh: older answers do not count. */
  readonly reloadSince: number | undefined;
}

/** What a parameter takes, for functions.json, the builder's form and the reference. */
export interface ParameterDescription {
  readonly name: string;
  readonly description: string;
  /** Excel's type; almost always `any`, because every argument takes a cell, a range or an array. */
  readonly type: "any" | "string" | "number" | "boolean";
  readonly matrix: boolean;
  readonly optional: boolean;
  /** The closed set Excel offers while typing (a custom enum). */
  readonly choices?: readonly { readonly value: string | number; readonly description: string }[];
  /** How the builder asks for it. */
  readonly control:
    | "universe"
    | "entities"
    | "entity"
    | "text"
    | "number"
    | "date"
    | "choice"
    | "fields"
    | "limit"
    | "options"
    | "range"
    | "instance"
    | "cell";
}

/** One key of `options`, for help, builder and reference. */
export interface OptionDescription {
  readonly key: string;
  readonly description: string;
  readonly values?: readonly string[];
}

/** A column the function can return: its wire name or path, and what it holds. */
export interface ColumnDescription {
  readonly name: string;
  readonly type: string;
  readonly shown: boolean;
}

/** A formula that works in the workbench's sample world, and what it shows. */
export interface Example {
  readonly formula: string;
  readonly shows: string;
}

/** A worksheet function as Excel, the reference and the pane see it; one file in functions/ each. */
export interface FunctionDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly ParameterDescription[];
  readonly options: readonly OptionDescription[];
  readonly columns: readonly ColumnDescription[];
  /** The resource of the contract whose fields the columns are; names their descriptions in wire/field-descriptions. */
  readonly resource?: string;
  readonly examples: readonly Example[];
  /** `value`: one cell; `matrix`: spills. */
  readonly result: "value" | "matrix";
  readonly streaming: boolean;
  /** The routes it reads. */
  readonly routes: readonly string[];
  /** True where the function must know the addresses of its arguments (`requiresParameterAddresses`). */
  readonly needsParameterAddresses?: boolean;
  /** What is wrong with the argument at a place (0 is the first) by itself, for the builder's form; undefined where it can be meant. */
  readonly check: (argument: readonly [place: number, value: unknown], now: number) => string | undefined;
  /** Answers one invocation: rows × columns, or rejects with an AddinError or a CellError. Never any other error. */
  readonly invoke: (values: readonly unknown[], context: InvocationContext) => Promise<Matrix>;
  /** Streaming functions only: sends matrices until the signal aborts. */
  readonly stream?: (values: readonly unknown[], context: InvocationContext, send: (matrix: Matrix) => void) => void;
}
