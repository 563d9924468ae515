import { Collection } from "./collection";
import type { Shape } from "./client-object";
import { EventHandlers } from "./event-handlers";
import type { RequestContext } from "./request-context";
import { Worksheet } from "./worksheet";

const shape: Shape<Worksheets> = { name: "WorksheetCollection", properties: {} };

/** `Excel.WorksheetCollection`. */
export class Worksheets extends Collection<Worksheet> {
  constructor(context: RequestContext) {
    super(context);
    this.nullObject = false;
  }

  override get shape(): typeof shape {
    return shape;
  }

  get onChanged(): EventHandlers {
    return new EventHandlers(this.context, "changed");
  }

  get onSelectionChanged(): EventHandlers {
    return new EventHandlers(this.context, "selection");
  }

  override list(): Worksheet[] {
    const sheets = this.context.host.book.workbook.getSheets();
    return sheets.map((sheet) => new Worksheet(this.context, () => sheet.getSheetId()));
  }

  getActiveWorksheet(): Worksheet {
    return new Worksheet(this.context, () => this.context.host.book.activeSheetId);
  }

  getItem(key: string): Worksheet {
    return new Worksheet(this.context, () => this.#find(key));
  }

  getItemOrNullObject(key: string): Worksheet {
    return new Worksheet(this.context, () => this.#find(key), true);
  }

  /** Behind the last sheet, as Excel adds it. */
  add(name?: string): Worksheet {
    return new Worksheet(this.context, () => {
      const { workbook } = this.context.host.book;
      const sheets = workbook.getSheets();
      const active = workbook.getActiveSheet();
      const sheet = workbook.create(name ?? `Sheet${sheets.length + 1}`, 1_000, 60, { index: sheets.length });
      active.activate();
      return sheet.getSheetId();
    });
  }

  #find(key: string): string | undefined {
    const { book } = this.context.host;
    return book.findSheet(key) ?? book.workbook.getSheetBySheetId(key)?.getSheetId();
  }
}
