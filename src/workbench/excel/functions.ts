import { strict } from "../office/strict";
import { toSerial } from "../univer/date-system";
import { ClientObject, type Shape } from "./client-object";
import type { RequestContext } from "./request-context";

const shape: Shape<FunctionResult> = {
  name: "FunctionResult",
  properties: { value: { get: (result) => result.compute() }, error: { get: () => null } },
};

/** `Excel.FunctionResult`. */
class FunctionResult extends ClientObject {
  readonly compute: () => number;

  constructor(context: RequestContext, compute: () => number) {
    super(context);
    this.compute = compute;
    this.nullObject = false;
  }

  override get shape(): typeof shape {
    return shape;
  }
}

/** `Excel.Functions`: DATE alone, by which an add-in finds out from when the workbook counts days. */
export const makeFunctions = (context: RequestContext): object =>
  strict("Functions", {
    date: (year: number, month: number, day: number) =>
      new FunctionResult(context, () =>
        toSerial(Date.UTC(year, month - 1, day), context.host.book.engine.dateSystem.from1904),
      ),
  });
