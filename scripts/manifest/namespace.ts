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
