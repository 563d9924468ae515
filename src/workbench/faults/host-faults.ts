import { overlap, parseLocalAddress } from "../../facts/addresses";

/** Which formulas a fault concerns; without members all of them. */
export interface FaultScope {
  /** The name of the custom function, as it is typed. */
  readonly function?: string;
  /** An address or a range. Without a sheet it is on every sheet. */
  readonly cells?: string;
  /** After so many results or cells the fault does nothing more. */
  readonly times?: number;
}

/**
 * What real Excels do to an add-in, to be switched on and off.
 *
 * - `drop-result`: the function has answered, and the cell stays `#BUSY!` until it is calculated again
 *   (office-js #6662, #6841, #6930).
 * - `late-result`: a result arrives so much later; without a time, when the fault ends (office-js #3215).
 * - `old-value`: a calculated cell keeps its value although a new result has arrived; so do its dependents
 *   (office-js #4152, #6930). A cell without a value stays `#BUSY!`.
 * - `unknown-name`: formulas are `=_xldudf_ESG_EVENTS(…)` and show `#NAME?`: those of the open workbook, as if it had
 *   just been loaded, and those of each workbook opened meanwhile (office-js #5611, #5754, #6935). A formula that
 *   is entered again works. When the fault ends, the names become right and are calculated, as when Excel has read the
 *   manifest (office-js #3558).
 * - `dead-runtime`: the page of the add-in is gone, and calls in flight stay `#BUSY!` (office-js #4004). It starts
 *   again when a function is called or the pane opens, as Office documents; with `restart: "pane"` only by the pane.
 * - `cell-edit`: a cell is being edited all the time, so Excel takes no batch (office-js #856, #3019).
 * - `protected-sheet`: a sheet is protected; without a name the active one.
 * - `manual-calculation`: the workbook is calculated on demand only.
 */
export type HostFault =
  | ({ readonly kind: "drop-result" | "old-value" | "unknown-name" } & FaultScope)
  | ({ readonly kind: "late-result"; readonly milliseconds?: number } & FaultScope)
  | { readonly kind: "dead-runtime"; readonly restart?: "needed" | "pane" }
  | { readonly kind: "cell-edit" | "manual-calculation" }
  | { readonly kind: "protected-sheet"; readonly sheet?: string };

export type FaultKind = HostFault["kind"];

export type FaultBy<Kind extends FaultKind> = Extract<HostFault, { readonly kind: Kind }>;

/** A formula that a fault may concern. */
export interface FaultyFormula {
  readonly functionName: string;
  /** With its sheet. */
  readonly address: string;
}

/** A fault that is on. */
export interface ActiveFault<Kind extends FaultKind = FaultKind> {
  readonly id: number;
  readonly fault: FaultBy<Kind>;
  /** How many results or cells it has concerned. */
  readonly hits: number;
}

interface Switched {
  readonly id: number;
  readonly fault: HostFault;
  hits: number;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** Does what a fault consists of, and returns what undoes it. */
type Effect<Kind extends FaultKind> = (fault: FaultBy<Kind>) => () => void;

const faultKinds: ReadonlySet<string> = new Set<FaultKind>([
  "drop-result",
  "late-result",
  "old-value",
  "unknown-name",
  "dead-runtime",
  "cell-edit",
  "protected-sheet",
  "manual-calculation",
]);

/** The faults that are on. The parts of the host look here before they act, or define what happens at the switch. */
export class HostFaults {
  readonly #active = new Map<number, Switched>();
  readonly #effects = new Map<FaultKind, Effect<never>>();
  #last = 0;

  define<Kind extends FaultKind>(kind: Kind, effect: Effect<Kind>): void {
    this.#effects.set(kind, effect as unknown as Effect<never>);
  }

  /** @returns the id by which it is switched off. @throws for a fault that does not exist or names no cells */
  switchOn(fault: HostFault): number {
    if (!faultKinds.has(fault.kind)) throw new Error(`There is no fault "${fault.kind}".`);
    if ("cells" in fault && parseLocalAddress(fault.cells) === undefined)
      throw new Error(`"${fault.cells}" is neither a cell nor a range.`);
    const undo = this.#effects.get(fault.kind)?.(fault as never);
    this.#last += 1;
    const id = this.#last;
    let resolveEnded: () => void = () => undefined;
    const whenEnded = new Promise<void>((resolve) => (resolveEnded = resolve));
    const end = (): void => {
      if (!this.#active.delete(id)) return;
      undo?.();
      resolveEnded();
    };
    this.#active.set(id, { id, fault, hits: 0, ended: whenEnded, end });
    return id;
  }

  /** Switches one fault off, or all of them. */
  switchOff(id?: number): void {
    const ending = id === undefined ? [...this.#active.values()].toReversed() : [this.#active.get(id)];
    for (const one of ending) one?.end();
  }

  list(): readonly ActiveFault[] {
    return [...this.#active.values()].map(({ id, fault, hits }) => ({ id, fault, hits }));
  }

  has(kind: FaultKind): boolean {
    return [...this.#active.values()].some(({ fault }) => fault.kind === kind);
  }

  /** Whether a fault decides what becomes of the results of functions. */
  get concernsResults(): boolean {
    return this.has("drop-result") || this.has("late-result") || this.has("old-value");
  }

  /** The first fault of a kind that concerns a formula, and the moment when it ends. Counts. */
  hit<Kind extends FaultKind>(
    kind: Kind,
    formula: FaultyFormula,
  ): { readonly fault: FaultBy<Kind>; readonly ended: Promise<void> } | undefined {
    for (const one of this.#active.values())
      if (one.fault.kind === kind && concerns(one, formula)) {
        one.hits += 1;
        return { fault: one.fault as FaultBy<Kind>, ended: one.ended };
      }
    return undefined;
  }
}

const concerns = ({ fault, hits }: Switched, { functionName, address }: FaultyFormula): boolean => {
  const scope: FaultScope = fault as FaultScope;
  if (scope.times !== undefined && hits >= scope.times) return false;
  if (scope.function !== undefined && scope.function.toUpperCase() !== functionName.toUpperCase()) return false;
  if (scope.cells === undefined) return true;
  const faultCells = parseLocalAddress(scope.cells);
  const cell = parseLocalAddress(address);
  if (faultCells === undefined || cell === undefined || !overlap(faultCells, cell)) return false;
  return faultCells.sheet === undefined || faultCells.sheet.toLowerCase() === cell.sheet?.toLowerCase();
};
