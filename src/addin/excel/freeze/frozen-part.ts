import { runExcel } from "../run-excel";

/** The namespace of the custom XML part with the formulas that a workbook keeps while they are frozen. */
export const frozenNamespace = "urn:spillway:frozen-formulas:1";

/** Hidden names of ours begin with this; a number follows. */
export const namePrefix = "_Spillway.F";

/** Whether the workbook may have frozen formulas. Costs one sync, and none of the code that freezes. */
export const hasFrozenPart = (): Promise<boolean> =>
  runExcel(async (context) => {
    const answer = context.workbook.customXmlParts.getByNamespace(frozenNamespace).getCount();
    await context.sync();
    const { value: parts } = answer;
    return parts > 0;
  });
