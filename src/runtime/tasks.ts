import type { Store } from "./store";

/** The tasks that cells wait for: they are looked after until they end, because the service tells nobody. */
export interface Tasks {
  /** Counts the changes that were seen; cells that show a task recalculate with it. */
  readonly changes: Store<number>;
  /** Looks after a task that has not ended, with growing gaps, as long as its status stays what a cell shows. */
  readonly watch: (id: string, status: string) => void;
}

/** Whether a task with this status may still change; the set of statuses is open. */
export const isOpenStatus = (status: string): boolean =>
  !/complete|done|fail|error|cancel|success|finish/i.test(status);
