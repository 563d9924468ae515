import type { RouteName } from "../wire/routes";

/** Values of query parameters by wire name; a list is sent as one parameter per item, an empty one not at all. */
export type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** One HTTP call to make, in the words of the contract. */
export interface Call {
  readonly route: RouteName;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** What came back: the parsed JSON, the text where text was asked for, nothing on 202 and 204. */
export interface Reply {
  readonly status: number;
  readonly value: unknown;
}
