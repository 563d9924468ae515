import type { Inquiry } from "../runtime/inquiry";
import type { Runtime } from "../runtime/runtime";
import type { Layout } from "../table/layout";
import type { TableHost } from "../table/finish-table";
import type { InvocationContext } from "./definition";
import type { QueryValue } from "./filters";

/** One invocation as a function's `answer` sees it: everything read and checked, nothing sent yet. */
export interface Call<Values, Options> {
  readonly values: Values;
  readonly options: Options;
  /** The route's filters that were given as options, by wire name. */
  readonly filters: Readonly<Record<string, QueryValue>>;
  readonly translate: string | undefined;
  readonly layout: Layout;
  readonly runtime: Runtime;
  readonly inquiry: Inquiry;
  readonly host: TableHost;
  readonly context: InvocationContext;
  /** The moment relative dates mean, ms since 1970. */
  readonly now: number;
}

/** A call whose arguments do not matter: what tables, joins and look-ups need of it. */
export type AnyCall = Call<unknown, unknown>;
