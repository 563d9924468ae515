// functions.json of the probe: one function for each thing that Excel may do with a declaration.

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly type: "any" | "string" | "number" | "boolean";
  readonly dimensionality?: "matrix";
  readonly optional?: true;
  readonly repeating?: true;
  readonly customEnumId?: string;
}

type Options = Readonly<
  Partial<
    Record<
      | "cancelable"
      | "stream"
      | "volatile"
      | "requiresAddress"
      | "requiresParameterAddresses"
      | "excludeFromAutoComplete",
      true
    >
  >
>;

const parameter = (name: string, type: Parameter["type"] = "any", more: Partial<Parameter> = {}): Parameter => ({
  name,
  description: `The ${name}.`,
  type,
  ...more,
});

const define = (
  id: string,
  description: string,
  parameters: readonly Parameter[],
  more: { readonly result?: object; readonly options?: Options } = {},
): object => ({
  id,
  name: id,
  description,
  parameters,
  result: { type: "any", ...more.result },
  options: more.options ?? {},
});

const matrix = { result: { dimensionality: "matrix" } } as const;
const range = { dimensionality: "matrix" } as const;

/** The file without its place on a server. */
export const functionsFile = {
  allowCustomDataForDataTypeAny: true,
  allowErrorForDataTypeAny: true,
  functions: [
    define("PROBE.ANY", "Writes what it gets, as JSON.", [parameter("value")]),
    define("PROBE.TEXT", "Writes the text that it gets.", [parameter("value", "string")]),
    define("PROBE.NUMBER", "Writes the number that it gets.", [parameter("value", "number")]),
    define("PROBE.TRUTH", "Writes the truth value that it gets.", [parameter("value", "boolean")]),
    define("PROBE.THREE", "Writes three arguments, two of which are optional.", [
      parameter("first"),
      parameter("second", "any", { optional: true }),
      parameter("third", "any", { optional: true }),
    ]),
    define("PROBE.TYPED", "Writes optional arguments of three types.", [
      parameter("text", "string", { optional: true }),
      parameter("number", "number", { optional: true }),
      parameter("truth", "boolean", { optional: true }),
    ]),
    define("PROBE.RANGE", "Writes a range.", [parameter("values", "any", range)]),
    define("PROBE.NUMBERS", "Writes a range of numbers.", [parameter("values", "number", range)]),
    define("PROBE.TEXTS", "Writes a range of texts.", [parameter("values", "string", range)]),
    define("PROBE.MANY", "Writes repeated values.", [parameter("values", "any", { repeating: true })]),
    define("PROBE.RANGES", "Writes repeated ranges.", [parameter("values", "any", { ...range, repeating: true })]),
    define("PROBE.SIZE", "Writes a value of an enumeration of texts.", [
      parameter("size", "string", { customEnumId: "PROBE_SIZE" }),
    ]),
    define("PROBE.LEVEL", "Writes a value of an enumeration of numbers.", [
      parameter("level", "number", { customEnumId: "PROBE_LEVEL" }),
    ]),
    define(
      "PROBE.WHERE",
      "Writes its address and those of its arguments.",
      [parameter("value"), parameter("other", "any", { ...range, optional: true })],
      {
        ...matrix,
        options: { requiresAddress: true, requiresParameterAddresses: true },
      },
    ),
    define("PROBE.BARE", "Writes the members of the invocation.", []),
    define("PROBE.CANCELABLE", "Writes the members of a cancelable invocation.", [], { options: { cancelable: true } }),
    define("PROBE.GIVE", "Gives a result of a kind, as a range.", [parameter("kind", "string")], matrix),
    define("PROBE.ONE", "Gives a result of a kind, as one value.", [parameter("kind", "string")]),
    define("PROBE.PROMISE", "Gives a result of a kind, later.", [parameter("kind", "string")], matrix),
    define("PROBE.FAIL", "Fails.", [parameter("kind", "string"), parameter("message", "string", { optional: true })]),
    define(
      "PROBE.ROWS",
      "Gives rows of numbers.",
      [parameter("rows", "number"), parameter("columns", "number")],
      matrix,
    ),
    define("PROBE.COUNT", "Counts its calls.", [
      parameter("tag", "string"),
      parameter("value", "any", { optional: true }),
    ]),
    define("PROBE.VOLATILE", "Counts its calls.", [parameter("tag", "string")], { options: { volatile: true } }),
    define(
      "PROBE.HOLD",
      "Answers when the probe says so.",
      [parameter("tag", "string"), parameter("value", "any", { optional: true })],
      {
        options: { cancelable: true, requiresAddress: true },
      },
    ),
    define(
      "PROBE.HOLDROWS",
      "Answers with rows when the probe says so.",
      [parameter("tag", "string"), parameter("value", "any", { optional: true })],
      {
        ...matrix,
        options: { cancelable: true },
      },
    ),
    define("PROBE.STREAM", "Sends values when the probe says so.", [parameter("tag", "string")], {
      ...matrix,
      options: { stream: true, cancelable: true },
    }),
    define("PROBE.A.B.C", "Has a name with three points.", []),
    define("PROBE.UNLISTED", "Is not offered while one types.", [], { options: { excludeFromAutoComplete: true } }),
  ],
  enums: [
    {
      id: "PROBE_SIZE",
      type: "string",
      values: [
        { name: "Small", stringValue: "small", tooltip: "The small one." },
        { name: "Large", stringValue: "large", tooltip: "The large one." },
      ],
    },
    {
      id: "PROBE_LEVEL",
      type: "number",
      values: [
        { name: "Low", numberValue: 1, tooltip: "The low one." },
        { name: "High", numberValue: 5, tooltip: "The high one." },
      ],
    },
  ],
} as const;
