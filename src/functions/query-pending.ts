import { readArgument } from "../formula/argument";
import { defineFunction } from "../formula/define";
import type { InvocationContext } from "../formula/definition";
import { helpWanted } from "../formula/help";
import { choice } from "../formula/kind";
import { chosen } from "../formula/parameter";
import type { Matrix } from "../table/matrix";

const scope = chosen(choice(["workbook", "sheet"]));

const sheetOf = (address: string | undefined): string => address?.slice(0, Math.max(address.lastIndexOf("!"), 0)) ?? "";

/** How many invocations have not finished, in the workbook or on the formula's own sheet. */
const countPending = (context: InvocationContext, wanted: "workbook" | "sheet"): number => {
  const { ledger } = context.runtime;
  if (wanted === "workbook") return ledger.pending.get();
  const sheet = sheetOf(context.address);
  return ledger.entries.get().filter((entry) => entry.status === "running" && sheetOf(entry.address) === sheet).length;
};

/** Sends the count at once and after each change, at most once a second, until Excel cancels. */
const follow = (values: readonly unknown[], context: InvocationContext, send: (matrix: Matrix) => void): void => {
  const { clock, ledger } = context.runtime;
  const wanted = scope.parse(readArgument(values[0]), { name: "scope", now: clock.now() }) ?? "workbook";
  let sent: number | undefined;
  let waiting = false;
  const tell = (): void => {
    waiting = false;
    const count = countPending(context, wanted);
    if (context.signal.aborted || count === sent) return;
    sent = count;
    send([[count]]);
    waiting = true;
    clock.after(1_000, tell);
  };
  const stop = ledger.pending.subscribe(() => {
    if (!waiting) tell();
  });
  context.signal.addEventListener("abort", stop, { once: true });
  tell();
};

/** `QUERY.PENDING`: how many calls have not finished; the one streaming function: local, no call, at most one update a second. */
export const queryPending = defineFunction({
  name: "QUERY.PENDING",
  help: helpWanted
    ? {
        description: "How many formulas are still being fetched; follows by itself.",
        parameters: { scope: "workbook, or the sheet of this formula; workbook if omitted." },
        choices: { scope: { workbook: "Everything in the workbook.", sheet: "This sheet only." } },
        examples: [{ formula: "=QUERY.PENDING()", shows: "0 when everything has arrived." }],
      }
    : undefined,
  parameters: { scope },
  routes: [],
  result: "value",
  answer: (call) => Promise.resolve([[countPending(call.context, call.values.scope ?? "workbook")]]),
  stream: follow,
});
