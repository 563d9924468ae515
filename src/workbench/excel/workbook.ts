import { unixToSerial } from "../../facts/dates";
import { ClientObject, EventHandlers, type RequestContext, type Shape } from "./object-model";
import { strict } from "../office/strict-object";
import { CustomXmlPartCollection } from "./custom-xml";
import { NamedItems } from "./names";
import { invalidSelection } from "./errors";
import { Range } from "./range";
import { RangeAreas } from "./range-areas";
import { Tables } from "./tables";
import { Worksheets } from "./worksheets";

const applicationShape: Shape<Application> = {
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

  override get shape(): typeof applicationShape {
    return applicationShape;
  }

  /** `Full` calls every function again; `Recalculate` is F9 and calls only functions of dirty cells. */
  calculate(type: string): void {
    this.context.queue(() => {
      const { functions } = this.context.host;
      if (type === "Recalculate") functions.calculation.calculate();
      else functions.callAllAgain();
    });
  }
}

const functionResultShape: Shape<FunctionResult> = {
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

  override get shape(): typeof functionResultShape {
    return functionResultShape;
  }
}

/** `Excel.Functions` with DATE only, by which an add-in determines the date system of the workbook. */
export const makeFunctions = (context: RequestContext): object =>
  strict("Functions", {
    date: (year: number, month: number, day: number) =>
      new FunctionResult(context, () =>
        unixToSerial(Date.UTC(year, month - 1, day), context.host.book.engine.dateSystem.from1904),
      ),
  });

const workbookShape: Shape<Workbook> = {
  name: "Workbook",
  properties: {
    name: { get: ({ context }) => context.host.book.workbook.getName() },
  },
  links: {
    worksheets: ({ context }) => new Worksheets(context),
    tables: ({ context }) => new Tables(context, () => context.host.book.tables.list()),
    names: ({ context }) => new NamedItems(context, () => undefined),
    customXmlParts: ({ context }) => new CustomXmlPartCollection(context),
    application: ({ context }) => new Application(context),
  },
};

/** `Excel.Workbook`. */
export class Workbook extends ClientObject {
  constructor(context: RequestContext) {
    super(context);
    this.nullObject = false;
  }

  override get shape(): typeof workbookShape {
    return workbookShape;
  }

  get functions(): object {
    return makeFunctions(this.context);
  }

  get onSelectionChanged(): EventHandlers {
    return new EventHandlers(this.context, "selection");
  }

  /** Throws InvalidSelection at `sync` if several ranges are selected, as Excel does. */
  getSelectedRange(): Range {
    return new Range(this.context, () => {
      const [area, ...others] = this.context.host.book.selectedAreas();
      if (others.length > 0) throw invalidSelection();
      return area;
    });
  }

  getSelectedRanges(): RangeAreas {
    return new RangeAreas(this.context, () => this.context.host.book.selectedAreas());
  }

  getActiveCell(): Range {
    return new Range(this.context, () => this.context.host.book.activeArea());
  }
}
