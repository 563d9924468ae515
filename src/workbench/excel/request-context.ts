import type { SheetTable } from "../univer/sheet-tables";
import type { OfficeHost } from "../office/provide-office";
import type { Tables } from "./tables";
import type { Workbook } from "./workbook";
import type { Worksheet } from "./worksheet";

type Step = () => unknown;

/**
 * Makes the objects that others lead to against the direction of imports: a range knows its worksheet, a worksheet its ranges.
 */
export interface ObjectModel {
  readonly workbook: (context: RequestContext) => Workbook;
  readonly worksheet: (context: RequestContext, find: () => string | undefined, orNull?: boolean) => Worksheet;
  readonly tables: (context: RequestContext, found: () => readonly SheetTable[]) => Tables;
}

/** The batch of an `Excel.run`: what is asked for waits for `sync`, as in Excel. */
export class RequestContext {
  readonly host: OfficeHost;
  readonly model: ObjectModel;
  readonly workbook: Workbook;
  #steps: { readonly step: Step; readonly reads: boolean }[] = [];
  #running = false;

  /** Called before each batch: waits, or throws, while a cell is edited. */
  readonly #whenEditable: () => Promise<void>;

  constructor(host: OfficeHost, model: ObjectModel, whenEditable: () => Promise<void>) {
    this.host = host;
    this.model = model;
    this.#whenEditable = whenEditable;
    this.workbook = model.workbook(this);
  }

  /** Runs a step with the next `sync`; at once while one runs. */
  queue(step: Step, reads = false): void {
    if (this.#running) step();
    else this.#steps.push({ step, reads });
  }

  /** Runs the batch in order. What reads sees what the steps before it wrote, calculated; pending functions are not waited for. */
  async sync<Value>(passThrough?: Value): Promise<Value | undefined> {
    await this.#whenEditable();
    const steps = this.#steps.splice(0);
    await this.#calculated();
    let wrote = false;
    for (const { step, reads } of steps) {
      if (reads && wrote) await this.#calculated();
      wrote = !reads;
      await this.#run(step);
    }
    await this.#calculated();
    return passThrough;
  }

  async #run(step: Step): Promise<void> {
    this.#running = true;
    try {
      await step();
    } finally {
      this.#running = false;
    }
  }

  async #calculated(): Promise<void> {
    const { calculation } = this.host.functions;
    const until = performance.now() + longestWait;
    while (calculation.running && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  readonly trackedObjects = { add: (): void => undefined, remove: (): void => undefined };
}

/** A stream never lets the calculation rest; Excel does not wait for it either. */
const longestWait = 3_000;
