import { listFrom } from "../table/nested/reading";
import { tell } from "../text/tell";
import type { RouteName } from "../wire/routes";
import type { Cell } from "./argument";
import { integerCondition, periodCondition } from "./conditions";
import { type QueryValue, ruleOf } from "./filters";
import type { Kind } from "./kind";
import { twice } from "./options";

/** A least score, or an operator over the scores of a route. */
export const score = (route: RouteName): Kind<string> => {
  const rule = ruleOf(route, "score");
  return {
    several: true,
    allowed: () => tell("allowed.score", { least: rule.minimum ?? 1, most: rule.maximum ?? 5 }),
    read: (cells, scope) => integerCondition(cells, rule, scope.name),
  };
};

/** The condition that the arguments from and to mean on this date parameter of a route. */
export const period = (
  call: { readonly values: { readonly from: Cell; readonly to: Cell }; readonly now: number },
  route: RouteName,
  member: string,
): string | undefined =>
  periodCondition(call.values.from, call.values.to, { rule: ruleOf(route, member), now: call.now });

/** What an argument says about a member of the query. */
export interface SaidByArgument {
  readonly member: string;
  readonly argument: string;
  readonly value: QueryValue | undefined;
}

/** Filters from options and from arguments together; the same member given twice and differently is refused. */
export const mergeQuery = (
  filters: Readonly<Record<string, QueryValue>>,
  said: readonly SaidByArgument[],
): Readonly<Record<string, QueryValue>> => {
  const query: Record<string, QueryValue> = { ...filters };
  for (const { member, argument, value } of said) {
    if (value === undefined) continue;
    const before = query[member];
    const one = listFrom(value).join(",");
    const other = listFrom(before).join(",");
    if (before !== undefined && one !== other) throw twice(argument, `"${one}"`, `"${member}=${other}"`);
    query[member] = value;
  }
  return query;
};
