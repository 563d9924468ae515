import { eventOf } from "./virtual-world";
import type { Cell } from "./workloads";

/** What a cell must show, said again without the engine. */
export const expectedOf = (cell: Cell): unknown => {
  if (cell.kind === "search") return cell.name.startsWith("none") ? undefined : cell.name;
  if (cell.kind === "title") return cell.id.startsWith("none") ? undefined : `Title of ${cell.id}`;
  const events = Math.min(cell.limit, Number.parseInt(cell.universe.slice(24), 16));
  return Array.from({ length: events }, (_, index) => {
    const { id, score, start_date, title } = eventOf(cell.universe, index);
    return { id, score, start_date, title };
  });
};
