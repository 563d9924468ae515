// A module of its own: formula-cells, a chunk that a refresh loads, needs nothing else of ranges.
import { supports } from "../host";

/** The selected areas in the order in which they were selected. Excel refuses `getSelectedRange` where there are several. */
export const selectedAreas = async (context: Excel.RequestContext): Promise<readonly Excel.Range[]> => {
  const { workbook } = context;
  if (!supports("ExcelApi", "1.9")) return [workbook.getSelectedRange()];
  const { areas } = workbook.getSelectedRanges();
  areas.load({ address: true });
  await context.sync();
  return areas.items;
};
