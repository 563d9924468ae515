import type { RouteName } from "../../contract/routes";
import type { LayoutScope } from "../arguments/common-options";
import type { Kind, Parameter } from "../arguments/parameters";
import type { OptionKinds } from "../arguments/options";
import type { ColumnSet } from "../table/columns";
import type { Layout } from "../table/layout";
import type { FormulaResult } from "../table/formula-result";
import type { PlainKey } from "../../i18n/t";
import type { FunctionDefinition } from "./definition";
import type { Help } from "./help";
import type { Invocation } from "./invocation";

/** The parameters of a function in order. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What arguments read as, by parameter. */
export type ParameterValues<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer Value> ? Value : never;
};

/** What options read as, by key; each may be absent. */
export type OptionValues<O extends OptionKinds> = {
  readonly [Key in keyof O]?: O[Key] extends Kind<infer Value> ? Value : never;
};

/** A worksheet function as its file writes it. */
export interface Specification<P extends Parameters, O extends OptionKinds> {
  readonly name: string;
  readonly help: Help;
  /** In the order of the arguments; `options`, where there are some, is the last argument. */
  readonly parameters: P;
  /** Options of its own. */
  readonly options?: O;
  /** Which common options the function takes; without it the function has no argument `options`. */
  readonly layout?: LayoutScope;
  /** The default of the option `headers`, or what decides it. Without it: `yes` for tables, `no` for aligned and single values. */
  readonly headers?: Layout["headers"] | ((options: Readonly<Record<string, unknown>>) => Layout["headers"]);
  /** The route whose filters are options under their wire names. */
  readonly filters?: RouteName;
  /** Filters of the route that have no effect here: each is refused with this sentence. */
  readonly refusedFilters?: Readonly<Record<string, PlainKey>>;
  readonly translates?: boolean;
  /** The routes that it reads. */
  readonly routes: readonly RouteName[];
  /** True where it reads its listings to the end, whatever it shows of them. */
  readonly readsAll?: boolean;
  readonly columns?: ColumnSet;
  /** The argument that sets a wire member, where their names differ: for the messages of the service. */
  readonly argumentOfMember?: Readonly<Record<string, string>>;
  readonly result?: FunctionDefinition["result"];
  readonly needsParameterAddresses?: boolean;
  // A method, because its parameter may then be more special than in AnySpecification.
  calculate(invocation: Invocation<ParameterValues<P>, OptionValues<O>>): Promise<FormulaResult>;
  readonly stream?: FunctionDefinition["stream"];
}

/** A specification whose types no longer matter. */
export type AnySpecification = Specification<Parameters, OptionKinds>;
