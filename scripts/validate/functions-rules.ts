import Ajv, { type ErrorObject } from "ajv";
import schema from "./custom-functions.schema.json";

interface Parameter {
  readonly name: string;
  readonly type?: string;
  readonly cellValueType?: string;
  readonly customEnumId?: string;
  readonly optional?: boolean;
  readonly repeating?: boolean;
}

interface CustomFunction {
  readonly id: string;
  readonly name: string;
  readonly options?: Readonly<Record<string, boolean | undefined>>;
  readonly parameters: readonly Parameter[];
  readonly result: { readonly dimensionality?: string };
}

interface FunctionsFile {
  readonly enums?: readonly { readonly id: string }[];
  readonly functions: readonly CustomFunction[];
}

const matchesSchema = new Ajv({ allErrors: true, verbose: true, strictTypes: false }).compile<FunctionsFile>(schema);

/** What is wrong with a functions.json, one sentence each: file, place, what is allowed, what was found. */
export const checkFunctions = (metadata: unknown, file = "functions.json"): readonly string[] => {
  if (!matchesSchema(metadata))
    return (matchesSchema.errors ?? [])
      .filter(({ keyword }) => keyword !== "if")
      .map((error) => `${file}, ${placeOf(metadata, error.instancePath)}: ${sentenceOf(error)}.`);
  return [...checkIds(metadata), ...metadata.functions.flatMap((one) => checkFunction(one, metadata))].map(
    (fault) => `${file}, ${fault}.`,
  );
};

const checkIds = ({ functions, enums = [] }: FunctionsFile): readonly string[] => [
  ...duplicates(functions.map(({ id }) => id)).map((id) => `functions: the id "${id}" must be there once`),
  ...duplicates(functions.map(({ name }) => name)).map((name) => `functions: the name "${name}" must be there once`),
  ...duplicates(enums.map(({ id }) => id)).map((id) => `enums: the id "${id}" must be there once`),
];

const duplicates = (texts: readonly string[]): readonly string[] => {
  const plain = texts.map((text) => text.toUpperCase());
  return [...new Set(texts.filter((text, index) => plain.indexOf(text.toUpperCase()) !== index))];
};

const checkFunction = (one: CustomFunction, file: FunctionsFile): readonly string[] =>
  [...checkName(one), ...checkOptions(one), ...checkParameters(one, file)].map(
    (fault) => `function ${one.id}: ${fault}`,
  );

/** Excel reads a name like a cell's as the cell. */
const checkName = ({ id, name }: CustomFunction): readonly string[] =>
  [id, name]
    .filter((text) => /^([a-z]{1,3}\d{1,7}|r\d*c\d*)$/i.test(text))
    .map((text) => `id and name must not look like a cell's address, got "${text}"`);

const exclusive = [
  ["stream", "requiresAddress"],
  ["stream", "volatile"],
  ["excludeFromAutoComplete", "linkedEntityLoadService"],
] as const;

const checkOptions = ({ options = {}, result }: CustomFunction): readonly string[] => {
  const streams = ["requiresStreamAddress", "requiresStreamParameterAddresses"].filter(
    (name) => options[name] === true,
  );
  return [
    ...exclusive
      .filter(([one, other]) => options[one] === true && options[other] === true)
      .map(([one, other]) => `the options ${one} and ${other} must not both be true`),
    ...(options["stream"] === true ? [] : streams.map((name) => `the option ${name} needs the option stream`)),
    ...(options["requiresParameterAddresses"] === true && result.dimensionality !== "matrix"
      ? [
          `the option requiresParameterAddresses needs a result with the dimensionality matrix, got ${result.dimensionality ?? "none"}`,
        ]
      : []),
  ];
};

const checkParameters = ({ parameters }: CustomFunction, { enums = [] }: FunctionsFile): readonly string[] => {
  const known = new Set(enums.map(({ id }) => id.toUpperCase()));
  const firstOptional = parameters.findIndex(isOptional);
  return [
    ...parameters.flatMap(({ name, customEnumId, cellValueType, type = "any" }) => [
      ...(customEnumId === undefined || known.has(customEnumId.toUpperCase())
        ? []
        : [`parameter ${name}: customEnumId must be the id of one of enums, got "${customEnumId}"`]),
      ...(cellValueType === undefined || type === "any"
        ? []
        : [`parameter ${name}: with cellValueType its type must be any, got ${type}`]),
    ]),
    ...parameters
      .filter((parameter, index) => firstOptional !== -1 && index > firstOptional && !isOptional(parameter))
      .map(({ name }) => `parameter ${name}: it must be optional, because the one before it is`),
    ...duplicates(parameters.map(({ name }) => name)).map((name) => `parameter ${name}: the name must be there once`),
  ];
};

const isOptional = ({ optional, repeating }: Parameter): boolean => optional === true || repeating === true;

/** `/functions/2/parameters/0/type` as `function ESG.EVENTS, parameters/0/type`. */
const placeOf = (metadata: unknown, pointer: string): string => {
  const [, list, index = "", rest] = /^\/(functions|enums)\/(\d+)\/?(.*)$/.exec(pointer) ?? [];
  if (list === undefined) return pointer === "" ? "the whole" : pointer.slice(1);
  const { id } =
    (metadata as Readonly<Record<string, readonly { readonly id?: unknown }[]>>)[list]?.[Number(index)] ?? {};
  const name = typeof id === "string" ? id : `number ${index}`;
  return [`${list.slice(0, -1)} ${name}`, ...(rest === undefined || rest === "" ? [] : [rest])].join(", ");
};

const sentenceOf = ({ keyword, message, params, data }: ErrorObject): string => {
  const given = params as Readonly<Record<string, unknown>>;
  const found = typeof data === "object" ? "" : `, got ${JSON.stringify(data)}`;
  if (keyword === "additionalProperties") return `there is no member "${String(given["additionalProperty"])}"`;
  if (keyword === "required") return `the member "${String(given["missingProperty"])}" must be there`;
  if (keyword === "enum") return `must be one of ${(given["allowedValues"] as readonly string[]).join(", ")}${found}`;
  return `${message ?? keyword}${found}`;
};
