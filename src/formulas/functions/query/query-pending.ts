import { parseArgument } from "../../arguments/argument";
import { defineFunction } from "../../define/define-function";
import type { InvocationContext } from "../../define/invocation";
import { choice, choiceParameter } from "../../arguments/parameters";
import { FormulaResult } from "../../table/formula-result";

const scope = choiceParameter(choice(["workbook", "sheet"]));

const sheetPrefix = (address: string | undefined): string =>
  address?.slice(0, Math.max(address.lastIndexOf("!"), 0)) ?? "";

/** How many invocations have not finished, in the workbook or on the formula's own sheet. */
const countPending = (context: InvocationContext, scope: "workbook" | "sheet"): number => {
  const { requestLog } = context.runtime;
  if (scope === "workbook") return requestLog.pending.get();
  const sheet = sheetPrefix(context.address);
  return requestLog.entries.get().filter((entry) => entry.status === "running" && sheetPrefix(entry.address) === sheet)
    .length;
};

/** Sends the count at once and after each change, at most once a second, until Excel cancels. */
const followPending = (
  values: readonly unknown[],
  context: InvocationContext,
  send: (result: FormulaResult) => void,
): void => {
  const { clock, requestLog } = context.runtime;
  const scopeName = scope.parse(parseArgument(values[0]), { name: "scope", now: clock.now() }) ?? "workbook";
  let lastCount: number | undefined;
  let waiting = false;
  const update = (): void => {
    waiting = false;
    const count = countPending(context, scopeName);
    if (context.signal.aborted || count === lastCount) return;
    lastCount = count;
    send(FormulaResult.ofValue(count));
    waiting = true;
    clock.after(1_000, update);
  };
  const stop = requestLog.pending.subscribe(() => {
    if (!waiting) update();
  });
  context.signal.addEventListener("abort", stop, { once: true });
  update();
};

/** `QUERY.PENDING`: how many invocations have not finished. The one streaming function; makes no call, sends at most one update a second. */
export const queryPending = defineFunction({
  name: "QUERY.PENDING",
  help: {
    description: "The number of formulas that are still waiting for data. The cell updates by itself.",
    synonyms: "loading, busy, progress, waiting, refresh",
    parameters: { scope: "workbook, or sheet for the sheet of this formula; workbook if omitted." },
    choices: { scope: { workbook: "Everything in the workbook.", sheet: "This sheet only." } },
    examples: [{ formula: "=QUERY.PENDING()", shows: "0 when everything has arrived." }],
  },
  parameters: { scope },
  routes: [],
  result: "value",
  calculate: ({ context, values }) =>
    Promise.resolve(FormulaResult.ofValue(countPending(context, values.scope ?? "workbook"))),
  stream: followPending,
});
