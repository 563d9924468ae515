import type { Address } from "../../../facts/addresses";

/** Excel on the web accepts 5 MB a sync. */
export const cellsPerSync = 50_000;

/** Loads a range for each item, as many at a time as Excel on the web can answer. */
export const loadInSlices = async <Item extends { readonly area: Address }, Loaded>(
  context: Excel.RequestContext,
  items: readonly Item[],
  load: (item: Item) => Loaded,
): Promise<readonly Loaded[]> => {
  const loaded: Loaded[] = [];
  let waiting = 0;
  for (const item of items) {
    loaded.push(load(item));
    waiting += cellCount(item.area);
    if (waiting < cellsPerSync) continue;
    waiting = 0;
    await context.sync();
  }
  await context.sync();
  return loaded;
};

export const cellCount = ({ startRow, endRow, startColumn, endColumn }: Address): number =>
  (endRow - startRow + 1) * (endColumn - startColumn + 1);
