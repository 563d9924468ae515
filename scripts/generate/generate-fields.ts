import type { OpenapiDocument, Schema } from "./openapi-document";

interface Resource {
  readonly name: string;
  readonly schema: string;
  /** Where the accepted and default fields stand: a query parameter `fields` of a route, or a member of a body. */
  readonly route?: string;
  readonly body?: string;
}

const resources: readonly Resource[] = [
  { name: "esgEvent", schema: "EsgEvent", route: "listEsgEvents" },
  { name: "esgDocument", schema: "EsgDocument", route: "listEsgDocuments" },
  { name: "sdgDocument", schema: "SdgDocument", route: "listSdgDocuments" },
  { name: "entity", schema: "Entity", route: "listUniverseEntities" },
  { name: "task", schema: "Task", route: "listTasks" },
  { name: "contentDocument", schema: "ContentDocument", route: "getDocuments" },
  { name: "legacyDocument", schema: "LegacyDocument", body: "LegacyDocumentsRequest" },
  { name: "translatedDocument", schema: "TranslatedDocument" },
  { name: "analysisDocument", schema: "AnalysisDocument", body: "DownloadRequest" },
  { name: "analysisSentence", schema: "AnalysisSentence" },
  { name: "sentenceResults", schema: "SentenceResults" },
  { name: "associatedUniverse", schema: "AssociatedUniverse" },
  { name: "kgCandidate", schema: "KgCandidate" },
];

const fieldsSchema = (document: OpenapiDocument, resource: Resource): Schema | undefined => {
  if (resource.body !== undefined) return document.schema(resource.body).properties?.["fields"];
  const operation = document.operations.find((candidate) => candidate.operationId === resource.route);
  return operation?.parameters.find((parameter) => parameter.name === "fields")?.schema;
};

const typeOf = (document: OpenapiDocument, given: Schema): { type: string; list: boolean } => {
  const schema = document.follow(given);
  const types = [schema.type ?? "object"].flat().filter((type) => type !== "null");
  const type = types[0] ?? "object";
  if (type === "array") return { type: typeOf(document, schema.items ?? {}).type, list: true };
  if (type !== "string") return { type, list: false };
  const dated = schema.format === "date-time" || schema.format === "date";
  return { type: dated ? (schema.format ?? "text") : "text", list: false };
};

interface Described {
  readonly name: string;
  readonly schema: Schema;
  readonly byDefault: boolean;
}

const fieldsOf = (document: OpenapiDocument, resource: Resource): Described[] => {
  const properties = document.schema(resource.schema).properties ?? {};
  const accepted = fieldsSchema(document, resource);
  const defaults = accepted?.default as readonly string[] | undefined;
  return Object.entries(properties)
    .filter(([name]) => accepted?.items?.enum === undefined || name === "id" || accepted.items.enum.includes(name))
    .map(([name, schema]) => ({ name, schema, byDefault: defaults === undefined || defaults.includes(name) }));
};

const listSource = (name: string, values: readonly string[], doc: string): string =>
  `/** ${doc} */\nexport const ${name} = ${JSON.stringify(values)} as const;\n`;

/** Makes fields.ts: what each resource carries, its types and what comes by default; no words. */
export const fieldsSource = (document: OpenapiDocument): string => {
  const tables = resources.map((resource) => {
    const rows = fieldsOf(document, resource).map(({ name, schema, byDefault }) => {
      const { type, list } = typeOf(document, schema);
      return `field(${JSON.stringify(name)}, "${type}", ${list}, ${byDefault}),`;
    });
    return `/** Fields of ${resource.schema}. */\nexport const ${resource.name}Fields: readonly Field[] = [\n${rows.join("\n")}\n];\n`;
  });
  const row = document.schema("TimeSeriesRow");
  const pivots = document.schema("TimeSeriesRequest").properties?.["pivots"]?.items?.enum ?? [];
  return `
/** What a field holds; a list holds several. */
export type FieldType = "text" | "integer" | "number" | "boolean" | "date-time" | "date" | "object";

/** One field of a resource: its wire name, its type, and whether the route returns it when no fields are asked for. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly list: boolean;
  readonly byDefault: boolean;
}

const field = (name: string, type: FieldType, list: boolean, byDefault: boolean): Field => ({ name, type, list, byDefault });

${tables.join("\n")}
${listSource("timeSeriesPivots", pivots, "What a time series can be grouped by.")}
${listSource("timeSeriesOperands", row["x-operands"] ?? [], "How a time series aggregates a metric.")}
${listSource("timeSeriesMetrics", row["x-metrics"] ?? [], "The metrics of a time series; members are named `<operand>_<metric>`.")}
`;
};

/** Makes field-descriptions.ts: a sentence for every field, loaded only where words are shown. */
export const fieldDescriptionsSource = (document: OpenapiDocument): string => {
  const words = resources.map((resource) => [
    resource.name,
    Object.fromEntries(
      fieldsOf(document, resource).map(({ name, schema }) => [
        name,
        schema.description ?? document.follow(schema).description ?? "",
      ]),
    ),
  ]);
  return `
/** What each field means, by resource and wire name. */
export const fieldDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(Object.fromEntries(words), null, 1)};
`;
};
