import { readFileSync } from "node:fs";
import path from "node:path";

/** The addresses as they are committed; a build or a server puts its own in their place. */
export const committedOrigin = "https://localhost:3000";

export interface ManifestOptions {
  /** Where the add-in is served, without a slash at the end. */
  readonly origin: string;
  /** For a tenant whose other add-ins collide: `=ESG.EVENTS` stays, others become `=ESG.ENTITY.SEARCH`. */
  readonly namespace?: string | undefined;
}

/** manifest.xml with the addresses of this build, and a namespace where the tenant needs one (removed, never blank: a blank one stops the desktop). */
export const renderManifest = ({ origin, namespace }: ManifestOptions): string => {
  const text = readFileSync(path.join(__dirname, "../..", "manifest.xml"), "utf8").replaceAll(committedOrigin, origin);
  if (namespace === undefined) return text;
  if (!/^[A-Z][A-Z0-9]{0,31}$/.test(namespace))
    throw new Error(`namespace must be 1 to 32 letters and digits, got "${namespace}"`);
  return text
    .replace(/(<Metadata>[\s\S]*?<\/Metadata>)/, `$1\n            <Namespace resid="Functions.Namespace" />`)
    .replace(
      "<bt:ShortStrings>",
      `<bt:ShortStrings>\n        <bt:String id="Functions.Namespace" DefaultValue="${namespace}" />`,
    );
};

interface Named {
  readonly functions: readonly { readonly name: string }[];
}

/** functions.json under a namespace: only names change, ids never do. */
export const withNamespace = <Metadata extends Named>(metadata: Metadata, namespace: string | undefined): Metadata =>
  namespace === undefined
    ? metadata
    : {
        ...metadata,
        functions: metadata.functions.map((definition) => ({
          ...definition,
          name: definition.name.startsWith(`${namespace}.`)
            ? definition.name.slice(namespace.length + 1)
            : definition.name,
        })),
      };
