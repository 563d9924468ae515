import { AddinError } from "../error/addin-error";
import { arrangementOf } from "../table/arrangement";
import type { Matrix } from "../table/matrix";
import { tell } from "../text/tell";
import type { AnyCall } from "./call";
import { crossTable, type Pivot, readSeries, seriesColumn, type SeriesRequest } from "./series";
import { tabulate } from "./tabulate";

/** A series as a table, or as a cross table where `wide` names one of its pivots. */
export const seriesTable = async (
  call: AnyCall,
  request: SeriesRequest,
  { measures, wide }: { readonly measures: readonly string[]; readonly wide: Pivot | undefined },
): Promise<Matrix> => {
  const { pivots, time_granularity } = request;
  if (wide !== undefined && !pivots.includes(wide))
    throw new AddinError("invalid-argument", tell("functions.wideNeedsPivot", { wide, pivots: pivots.join(", ") }));
  const rows = await readSeries(call, request);
  const others = pivots.filter((pivot) => pivot !== wide);
  const table = wide === undefined ? { names: measures, rows } : crossTable(rows, { wide, others, measures });
  const columns = [...others, ...table.names].map((name) => seriesColumn(name, time_granularity));
  const set = { members: columns.flatMap(({ member }) => (member === undefined ? [] : [member])), shown: [] };
  const arrangement = arrangementOf(set, call.layout, columns);
  return tabulate(call, table.rows, { columns, needed: columns, arrangement });
};
