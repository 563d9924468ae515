import { renderFunctionsJson } from "../generate/generate-functions";
import type { AddIn } from "./add-in";
import { renderAddInOnly } from "./add-in-only";
import { withNamespace } from "./namespace";
import { renderUnified } from "./unified";

/** Both manifests and the translations of the unified one, by the names of their files. */
export const renderManifests = (addIn: AddIn): ReadonlyMap<string, string> => {
  const { origin, namespace } = addIn;
  const unified = renderUnified(addIn, withNamespace(renderFunctionsJson(origin), namespace));
  return new Map([
    ["manifest.xml", renderAddInOnly(addIn)],
    ...[...unified].map(([file, content]): [string, string] => [file, JSON.stringify(content, undefined, 2)]),
  ]);
};
