import type { ColumnSet } from "../table/fields";
import type { Layout } from "../table/layout";
import type { Matrix } from "../table/matrix";
import type { RouteName } from "../wire/routes";
import type { Call } from "./call";
import type { FunctionDefinition } from "./definition";
import { filtersOf } from "./filters";
import type { Help } from "./help";
import { type Kind, text } from "./kind";
import { commonOptions, type LayoutScope } from "./layout-options";
import type { OptionKinds } from "./options";
import type { Parameter } from "./parameter";

/** The parameters of a function in order. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What arguments read as, by parameter. */
export type ValuesOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer Value> ? Value : never;
};

/** What options read as, by key; each may be absent. */
export type OptionsOf<O extends OptionKinds> = {
  readonly [Key in keyof O]?: O[Key] extends Kind<infer Value> ? Value : never;
};

/** A worksheet function as its file writes it. */
export interface Specification<P extends Parameters, O extends OptionKinds> {
  readonly name: string;
  readonly help: Help | undefined;
  readonly parameters: P;
  /** Options of its own; none at all where `layout` is absent. */
  readonly options?: O;
  /** Which common keys `options` takes; without it the function has no `options`. */
  readonly layout?: LayoutScope;
  readonly headers?: Layout["headers"];
  /** The route whose filters are options under their wire names. */
  readonly filters?: RouteName;
  readonly translates?: boolean;
  /** Routes it reads. */
  readonly routes: readonly RouteName[];
  readonly columns?: ColumnSet;
  /** Wire members whose complaints belong to an argument of another name. */
  readonly blames?: Readonly<Record<string, string>>;
  readonly result?: FunctionDefinition["result"];
  readonly needsParameterAddresses?: boolean;
  readonly answer: (call: Call<ValuesOf<P>, OptionsOf<O>>) => Promise<Matrix>;
  readonly stream?: FunctionDefinition["stream"];
}

/** A specification whose types no longer matter. */
export type AnySpecification = Omit<Specification<Parameters, OptionKinds>, "answer"> & {
  readonly answer: (call: Call<never, never>) => Promise<Matrix>;
};

const kindsOf = new WeakMap<AnySpecification, OptionKinds>();

/** Every key its `options` takes: its own, the route's filters, translate, the common ones; undefined where it has no options. */
export const optionKindsOf = (specification: AnySpecification): OptionKinds | undefined => {
  if (specification.layout === undefined) return undefined;
  const known = kindsOf.get(specification) ?? makeKinds(specification, specification.layout);
  kindsOf.set(specification, known);
  return known;
};

const makeKinds = ({ filters, options, translates }: AnySpecification, layout: LayoutScope): OptionKinds => ({
  ...options,
  ...(filters && filtersOf(filters)),
  ...(translates === true && { translate: text }),
  ...commonOptions[layout],
});
