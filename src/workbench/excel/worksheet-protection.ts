import { ClientObject, type Shape } from "./client-object";
import type { RequestContext } from "./request-context";

const shape: Shape<WorksheetProtection> = {
  name: "WorksheetProtection",
  properties: {
    protected: { get: ({ context, sheetOf }) => context.host.book.protection.isProtected(sheetOf()) },
  },
};

/** `Excel.WorksheetProtection`. */
export class WorksheetProtection extends ClientObject {
  readonly sheetOf: () => string;

  constructor(context: RequestContext, sheetOf: () => string) {
    super(context);
    this.sheetOf = sheetOf;
    this.nullObject = false;
  }

  override get shape(): typeof shape {
    return shape;
  }

  protect(): void {
    this.context.queue(() => this.context.host.book.protection.protect(this.sheetOf()));
  }

  unprotect(): void {
    this.context.queue(() => this.context.host.book.protection.unprotect(this.sheetOf()));
  }
}
