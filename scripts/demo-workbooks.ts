/** Workbooks of the workbench that are made from the demo world (its ISINs are a function of the seed): path → file. */
export const demoWorkbooks = (
  _demo: object,
): Readonly<Record<string, { readonly type: string; readonly text: string }>> => ({});
