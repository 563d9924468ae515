// functions.json of the probe: one function for each thing that Excel may do with a declaration.

interface ProbeParameter {
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

const probeParameter = (
  name: string,
  type: ProbeParameter["type"] = "any",
  more: Partial<ProbeParameter> = {},
): ProbeParameter => ({
  name,
  description: `The ${name}.`,
  type,
  ...more,
});

const define = (
  id: string,
  description: string,
  parameters: readonly ProbeParameter[],
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
    define("PROBE.ANY", "Writes what it gets, as JSON.", [probeParameter("value")]),
    define("PROBE.TEXT", "Writes the text that it gets.", [probeParameter("value", "string")]),
    define("PROBE.NUMBER", "Writes the number that it gets.", [probeParameter("value", "number")]),
    define("PROBE.TRUTH", "Writes the truth value that it gets.", [probeParameter("value", "boolean")]),
    define("PROBE.THREE", "Writes three arguments, two of which are optional.", [
      probeParameter("first"),
      probeParameter("second", "any", { optional: true }),
      probeParameter("third", "any", { optional: true }),
    ]),
    define("PROBE.TYPED", "Writes optional arguments of three types.", [
      probeParameter("text", "string", { optional: true }),
      probeParameter("number", "number", { optional: true }),
      probeParameter("truth", "boolean", { optional: true }),
    ]),
    define("PROBE.RANGE", "Writes a range.", [probeParameter("values", "any", range)]),
    define("PROBE.NUMBERS", "Writes a range of numbers.", [probeParameter("values", "number", range)]),
    define("PROBE.TEXTS", "Writes a range of texts.", [probeParameter("values", "string", range)]),
    define("PROBE.MANY", "Writes repeated values.", [probeParameter("values", "any", { repeating: true })]),
    define("PROBE.RANGES", "Writes repeated ranges.", [probeParameter("values", "any", { ...range, repeating: true })]),
    define("PROBE.SIZE", "Writes a value of an enumeration of texts.", [
      probeParameter("size", "string", { customEnumId: "PROBE_SIZE" }),
    ]),
    define("PROBE.LEVEL", "Writes a value of an enumeration of numbers.", [
      probeParameter("level", "number", { customEnumId: "PROBE_LEVEL" }),
    ]),
    define(
      "PROBE.WHERE",
      "Writes its address and those of its arguments.",
      [probeParameter("value"), probeParameter("other", "any", { ...range, optional: true })],
      {
        ...matrix,
        options: { requiresAddress: true, requiresParameterAddresses: true },
      },
    ),
    define("PROBE.BARE", "Writes the members of the invocation.", []),
    define("PROBE.CANCELABLE", "Writes the members of a cancelable invocation.", [], { options: { cancelable: true } }),
    define("PROBE.GIVE", "Gives a result of a kind, as a range.", [probeParameter("kind", "string")], matrix),
    define("PROBE.ONE", "Gives a result of a kind, as one value.", [probeParameter("kind", "string")]),
    define("PROBE.PROMISE", "Gives a result of a kind, later.", [probeParameter("kind", "string")], matrix),
    define("PROBE.FAIL", "Fails.", [
      probeParameter("kind", "string"),
      probeParameter("message", "string", { optional: true }),
    ]),
    define(
      "PROBE.ROWS",
      "Gives rows of numbers.",
      [probeParameter("rows", "number"), probeParameter("columns", "number")],
      matrix,
    ),
    define("PROBE.COUNT", "Counts its calls.", [
      probeParameter("tag", "string"),
      probeParameter("value", "any", { optional: true }),
    ]),
    define("PROBE.VOLATILE", "Counts its calls.", [probeParameter("tag", "string")], { options: { volatile: true } }),
    define(
      "PROBE.HOLD",
      "Answers when the probe says so.",
      [probeParameter("tag", "string"), probeParameter("value", "any", { optional: true })],
      {
        options: { cancelable: true, requiresAddress: true },
      },
    ),
    define(
      "PROBE.HOLDROWS",
      "Answers with rows when the probe says so.",
      [probeParameter("tag", "string"), probeParameter("value", "any", { optional: true })],
      {
        ...matrix,
        options: { cancelable: true },
      },
    ),
    define("PROBE.STREAM", "Sends values when the probe says so.", [probeParameter("tag", "string")], {
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
