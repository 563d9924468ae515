import openapiTypescript, { astToString } from "openapi-typescript";
import { format } from "prettier";
import { parse } from "yaml";
import { fieldDescriptionsSource, fieldsSource } from "./generate-fields";
import { knownValuesSource, queryRulesSource, routesSource } from "./generate-routes";
import { readOpenapiDocument } from "./openapi-document";

const banner = "// Generated from openapi.yaml by `npm run generate`. Do not edit.\n";

/** Makes the files of src/wire that follow from openapi.yaml: path → content. */
export const generateWire = async (): Promise<ReadonlyMap<string, string>> => {
  const document = readOpenapiDocument();
  const types = astToString(await openapiTypescript(document.text, { silent: true }));
  const sources: Record<string, string> = {
    "src/wire/types.ts": `/* eslint-disable max-lines */\n${types}`,
    "src/wire/fields.ts": `/* eslint-disable max-lines, max-params */\n${fieldsSource(document)}`,
    "src/wire/field-descriptions.ts": fieldDescriptionsSource(document),
    "src/wire/routes.ts": routesSource(document),
    "src/wire/query-rules.ts": queryRulesSource(document),
    "src/wire/known-values.ts": knownValuesSource(document),
  };
  const files = new Map<string, string>();
  for (const [file, source] of Object.entries(sources)) {
    files.set(file, await format(banner + source, { parser: "typescript", printWidth: 120 }));
  }
  // The service starts from this one: reading the YAML takes a quarter of a second.
  files.set(
    "src/wire/openapi.json",
    await format(JSON.stringify(parse(document.text)), { parser: "json", printWidth: 120 }),
  );
  return files;
};
