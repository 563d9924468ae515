import { AddinError } from "../error/addin-error";
import { anchorOf } from "../formula/anchor";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { choice } from "../formula/kind";
import { chosen, type Parameter } from "../formula/parameter";
import { type LedgerEntry } from "../runtime/ledger";
import type { CellValue } from "../table/matrix";
import { toSerial } from "../table/serial";
import { tell } from "../text/tell";

const moment = (milliseconds: number | undefined): CellValue =>
  milliseconds === undefined
    ? ""
    : { kind: "formatted", value: toSerial(milliseconds), numberFormat: "yyyy-mm-dd hh:mm" };

/** A host without formatted values shows the number. */
const plain = (value: CellValue): CellValue =>
  typeof value === "object" && "kind" in value && value.kind === "formatted" ? value.value : value;

/** What can be asked of an invocation, in the order of the table. */
const items = {
  function: (entry) => entry.what,
  query: (entry) => entry.query,
  status: (entry) => entry.status,
  requests: (entry) => entry.requests,
  rows: (entry) => entry.rows ?? "",
  pages: (entry) => entry.pages,
  truncated: (entry) => entry.truncated !== undefined,
  why: (entry) => entry.truncated ?? "",
  total: (entry) => entry.total ?? "",
  fetched_at: (entry) => moment(entry.fetchedAt),
  source: (entry) => entry.source ?? "",
  duration: (entry) => (entry.endedAt === undefined ? "" : (entry.endedAt - entry.startedAt) / 1_000),
  error: (entry) => entry.error?.message ?? "",
} as const satisfies Readonly<Record<string, (entry: LedgerEntry) => CellValue>>;

type Item = keyof typeof items;
const names = Object.keys(items) as readonly Item[];

/** The cell itself does not matter, nor an error in it: only its address. */
const cell: Parameter<undefined> = {
  control: "cell",
  type: "any",
  matrix: true,
  optional: false,
  parse: () => undefined,
};

/** `QUERY.INFO`: where the formula in a cell got its data; reads the cell's address, not its value, and makes no call. */
export const queryInfo = defineFunction({
  name: "QUERY.INFO",
  help: helpWanted
    ? {
        description:
          "Where the formula in a cell got its data: requests, rows, pages, truncated, age, source and error.",
        parameters: {
          cell: "The cell with the formula, or any cell of its spill.",
          item: "What to tell; a table of all if omitted.",
        },
        choices: {
          item: {
            requests: "Calls it took.",
            rows: "Rows it shows.",
            pages: "Pages it read.",
            truncated: "TRUE where the service has more.",
            why: "Why it was cut.",
            total: "Records at the service, where it says so.",
            fetched_at: "When the data was fetched.",
            source: "live, memory, stale, or memory signed out.",
            duration: "Seconds it took.",
            error: "What went wrong.",
            query: "The formula.",
            function: "The function's name.",
            status: "running, done, failed or cancelled.",
          },
        },
        examples: [{ formula: '=QUERY.INFO(A1,"source")', shows: "live or memory, for the formula in A1." }],
      }
    : undefined,
  parameters: { cell, item: chosen(choice(names)) },
  routes: [],
  needsParameterAddresses: true,
  answer: (call) => {
    const address = call.context.parameterAddresses?.[0];
    if (address === undefined || address === "") throw new AddinError("invalid-argument", tell("functions.noAddress"));
    const entry = anchorOf(call.runtime.ledger, address);
    if (entry === undefined) throw new AddinError("not-found", tell("functions.noRecord"));
    const { item } = call.values;
    const shown = call.context.host.formattedValues ? (value: CellValue): CellValue => value : plain;
    const read = (name: Item): CellValue => shown(items[name](entry));
    return Promise.resolve(item === undefined ? names.map((name) => [name, read(name)]) : [[read(item)]]);
  },
});
