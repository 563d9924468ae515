import { ClientObject, type Shape } from "./client-object";
import type { RequestContext } from "./request-context";

const shape: Shape<Application> = {
  name: "Application",
  properties: {
    calculationMode: {
      get: ({ context }) => (context.host.functions.calculation.mode === "manual" ? "Manual" : "Automatic"),
      set: ({ context }, mode: string) =>
        context.host.functions.calculation.setMode(mode === "Manual" ? "manual" : "automatic"),
    },
    calculationState: { get: ({ context }) => (context.host.functions.unsettled ? "Pending" : "Done") },
  },
};

/** `Excel.Application`. */
export class Application extends ClientObject {
  constructor(context: RequestContext) {
    super(context);
    this.nullObject = false;
  }

  override get shape(): typeof shape {
    return shape;
  }

  /** `Full` calls every function again; `Recalculate` is F9 and calls none whose cell is not dirty. */
  calculate(type: string): void {
    this.context.queue(() => {
      const { functions } = this.context.host;
      if (type === "Recalculate") functions.calculation.calculate();
      else functions.callAllAgain();
    });
  }

  suspendScreenUpdatingUntilNextSync(): void {
    this.context.queue(() => undefined);
  }

  suspendApiCalculationUntilNextSync(): void {
    this.context.queue(() => undefined);
  }
}
