import { longestCellText } from "../facts/excel-limits";
import { type Fact, toFact } from "./trace";

interface ProbeInvocation {
  readonly address?: string;
  readonly parameterAddresses?: readonly (string | null | undefined)[];
  onCanceled?: () => void;
  setResult?: (result: unknown) => void;
}

interface Held {
  readonly tag: string;
  readonly settle: (result: unknown) => void;
}

/** The functions of the probe, with a log of what Excel does with them. */
export class ProbeFunctions {
  /** Calls, answers and cancellations in their order. */
  #events: Fact[] = [];
  #held: Held[] = [];
  #streams: Held[] = [];
  #counts = new Map<string, number>();
  /** Counts the steps. Cancellations of an earlier step's calls are not in the log. */
  #step = 0;

  get events(): readonly Fact[] {
    return this.#events;
  }

  /** The number of calls that wait for `answer`. */
  get held(): number {
    return this.#held.length;
  }

  /** Answers the calls that are held under a tag. */
  answer(tag: string, result: unknown): void {
    const calls = this.#held.filter((one) => one.tag === tag);
    this.#held = this.#held.filter((one) => one.tag !== tag);
    for (const { settle } of calls) {
      this.#events.push(["answered", tag]);
      settle(result);
    }
  }

  /** Sends a value to the streams of a tag. */
  send(tag: string, result: unknown): void {
    for (const one of this.#streams) if (one.tag === tag) one.settle(result);
  }

  /** Before each step. */
  reset(): void {
    this.#step += 1;
    for (const { settle } of this.#held) settle(0);
    this.#held = [];
    this.#streams = [];
    this.#events = [];
    this.#counts = new Map();
  }

  #noteCancellation(tag: string, invocation: ProbeInvocation): void {
    const step = this.#step;
    invocation.onCanceled = () => {
      if (step === this.#step) this.#events.push(["cancelled", tag]);
    };
  }

  /** Tells Excel which function belongs to which id. */
  associate(): void {
    const writes = [
      "ANY",
      "TEXT",
      "NUMBER",
      "TRUTH",
      "THREE",
      "TYPED",
      "RANGE",
      "NUMBERS",
      "TEXTS",
      "MANY",
      "RANGES",
      "SIZE",
      "LEVEL",
    ];
    for (const name of writes)
      CustomFunctions.associate(`PROBE.${name}`, (...parameters: unknown[]) => {
        const facts = parameters.slice(0, -1).map(toFact);
        this.#events.push(["called", name, facts]);
        return JSON.stringify(facts);
      });
    const define = (name: string, body: (values: readonly unknown[], invocation: ProbeInvocation) => unknown): void =>
      CustomFunctions.associate(`PROBE.${name}`, (...parameters: unknown[]) => {
        const values = parameters.slice(0, -1);
        this.#events.push(["called", name, values.map(toFact)]);
        return body(values, parameters.at(-1) as ProbeInvocation);
      });
    define("WHERE", (_values, { address, parameterAddresses }) => [
      [toFact(address) as string],
      ...(parameterAddresses ?? ["no parameterAddresses"]).map((one) => [JSON.stringify(toFact(one))]),
    ]);
    const members = (_values: readonly unknown[], invocation: ProbeInvocation): string =>
      JSON.stringify(Object.fromEntries(Object.entries(invocation).map(([member, value]) => [member, typeof value])));
    define("BARE", members);
    define("CANCELABLE", members);
    define("GIVE", ([kind]) => makeResult(String(kind)));
    define("ONE", ([kind]) => makeResult(String(kind)));
    define("PROMISE", async ([kind]) => Promise.resolve(makeResult(String(kind))));
    define("FAIL", ([kind, message]) => makeFailure(String(kind), typeof message === "string" ? message : undefined));
    define("ROWS", ([rows, columns]) => countRows(Number(rows), Number(columns)));
    const count = ([tag]: readonly unknown[]): number => {
      const next = (this.#counts.get(String(tag)) ?? 0) + 1;
      this.#counts.set(String(tag), next);
      return next;
    };
    define("COUNT", count);
    define("VOLATILE", count);
    const hold = ([tag]: readonly unknown[], invocation: ProbeInvocation): Promise<unknown> => {
      this.#noteCancellation(String(tag), invocation);
      return new Promise((resolve) => {
        this.#held.push({ tag: String(tag), settle: resolve });
      });
    };
    define("HOLD", hold);
    define("HOLDROWS", hold);
    define("STREAM", ([tag], invocation) => {
      const { setResult } = invocation;
      this.#noteCancellation(String(tag), invocation);
      this.#streams.push({ tag: String(tag), settle: (result) => setResult?.(result) });
      return undefined;
    });
    define("A.B.C", () => "three points");
    define("UNLISTED", () => "not listed");
  }
}

const countRows = (rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => (row + 1) * 10 + column));

/** Throws in each way in which a function can fail. */
const makeFailure = (kind: string, message: string | undefined): unknown => {
  if (kind in CustomFunctions.ErrorCode)
    // oxlint-disable-next-line typescript/only-throw-error -- Excel's own error class is what is probed
    throw new CustomFunctions.Error(CustomFunctions.ErrorCode[kind as never], message);
  if (kind === "rejection") return Promise.reject(new Error(message));
  // oxlint-disable-next-line typescript/only-throw-error -- a function may throw anything
  if (kind === "text") throw message;
  throw new Error(message);
};

const date = 45_658;

const results: Readonly<Record<string, () => unknown>> = {
  number: () => 1.5,
  text: () => "text",
  truth: () => true,
  null: () => null,
  undefined: () => undefined,
  nan: () => Number.NaN,
  infinity: () => Number.POSITIVE_INFINITY,
  date: () => new Date(Date.UTC(2025, 0, 1)),
  "empty text": () => "",
  "number as text": () => "0012",
  "percent as text": () => "5%",
  "date as text": () => "2024-01-02",
  "formula as text": () => "=1+1",
  "apostrophe as text": () => "'quoted",
  "error as text": () => "#N/A",
  object: () => ({ any: "thing" }),
  "empty array": () => [],
  "empty row": () => [[]],
  "flat array": () => [1, 2, 3],
  "one cell": () => [[7]],
  jagged: () => [[1, 2], [3]],
  "null in a range": () => [
    ["a", null],
    [null, "b"],
  ],
  "undefined in a range": () => [["a", undefined]],
  "nan in a range": () => [[1, Number.NaN]],
  "error in a range": () => [["a", new CustomFunctions.Error(CustomFunctions.ErrorCode.notAvailable, "not this one")]],
  "longest text": () => "x".repeat(longestCellText),
  "too long a text": () => "x".repeat(32_768),
  "formatted number": () => ({ type: "FormattedNumber", basicValue: 0.25, numberFormat: "0.0%" }),
  "formatted date": () => ({ type: "FormattedNumber", basicValue: date, numberFormat: "yyyy-mm-dd" }),
  "formatted dates": () =>
    [date, date + 1].map((basicValue) => ["day", { type: "FormattedNumber", basicValue, numberFormat: "yyyy-mm-dd" }]),
  "number with properties": () => ({
    type: "Double",
    basicType: "Double",
    basicValue: 7,
    properties: { Source: { type: "String", basicValue: "probe" } },
  }),
  "text with properties": () => ({
    type: "String",
    basicType: "String",
    basicValue: "seven",
    properties: { Source: { type: "String", basicValue: "probe" } },
  }),
  "data type double": () => ({ type: "Double", basicType: "Double", basicValue: 3 }),
  "data type string": () => ({ type: "String", basicType: "String", basicValue: "three" }),
  "data type boolean": () => ({ type: "Boolean", basicType: "Boolean", basicValue: true }),
  "data type error": () => ({ type: "Error", basicType: "Error", basicValue: "#DIV/0!", errorType: "Div0" }),
  "unknown data type": () => ({ type: "Nothing", basicValue: 3 }),
  entity: () => ({ type: "Entity", text: "Acme", properties: { Country: { type: "String", basicValue: "FR" } } }),
  "entity in a range": () => [
    ["a", { type: "Entity", text: "Acme", properties: { Staff: { type: "Double", basicValue: 12 } } }],
  ],
  "over 5 MB": () => Array.from({ length: 600 }, (_, row) => [`${row} ${"x".repeat(10_000)}`]),
};

/** The kinds of results that `PROBE.GIVE` and `PROBE.ONE` know. */
export const resultKinds = Object.keys(results);

const makeResult = (kind: string): unknown => {
  const make = results[kind];
  if (make === undefined) throw new Error(`There is no result "${kind}".`);
  return make();
};
