import type { Area } from "../univer/addresses";
import { ClientObject, type Shape } from "./client-object";
import { Application } from "./application";
import { makeFunctions } from "./functions";
import { EventHandlers } from "./event-handlers";
import { Range } from "./range";
import type { RequestContext } from "./request-context";
import { Tables } from "./tables";
import { Worksheets } from "./worksheets";

const shape: Shape<Workbook> = {
  name: "Workbook",
  properties: {
    name: { get: ({ context }) => context.host.book.workbook.getName() },
  },
  links: {
    worksheets: ({ context }) => new Worksheets(context),
    tables: ({ context }) => new Tables(context, () => context.host.book.tables.list()),
    application: ({ context }) => new Application(context),
  },
};

/** `Excel.Workbook`. */
export class Workbook extends ClientObject {
  constructor(context: RequestContext) {
    super(context);
    this.nullObject = false;
  }

  override get shape(): typeof shape {
    return shape;
  }

  get functions(): object {
    return makeFunctions(this.context);
  }

  get onSelectionChanged(): EventHandlers {
    return new EventHandlers(this.context, "selection");
  }

  getSelectedRange(): Range {
    return new Range(this.context, () => this.#selected("getActiveRange"));
  }

  getActiveCell(): Range {
    return new Range(this.context, () => this.#selected("getActiveCell"));
  }

  #selected(which: "getActiveRange" | "getActiveCell"): Area {
    const { book } = this.context.host;
    const selected = book.workbook[which]();
    if (!selected) return { sheetId: book.activeSheetId, startRow: 0, startColumn: 0, endRow: 0, endColumn: 0 };
    return book.selectedArea(selected);
  }
}
