import { type Area } from "../univer/addresses";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";

/** The areas of one sheet that belong together. */
type SheetAreas = readonly [Area, ...Area[]];

const addressOf = (context: RequestContext, areas: readonly Area[]): string =>
  areas.map((area) => context.host.book.address(area)).join(",");

const cellsOf = ({ startRow, endRow, startColumn, endColumn }: Area): number =>
  (endRow - startRow + 1) * (endColumn - startColumn + 1);

const areasShape: Shape<RangeAreas> = {
  name: "RangeAreas",
  properties: {
    address: { get: ({ context, found }) => addressOf(context, found) },
    areaCount: { get: ({ found }) => found.length },
    cellCount: { get: ({ found }) => found.reduce((sum, area) => sum + cellsOf(area), 0) },
  },
  links: {
    areas: ({ context, found }) => new Ranges(context, () => found),
    worksheet: ({ context, found: [first] }) => context.model.worksheet(context, () => first.sheetId),
  },
};

/** `Excel.RangeAreas`: ranges of one sheet. */
class RangeAreas extends ClientObject {
  readonly found: SheetAreas;

  constructor(context: RequestContext, found: SheetAreas) {
    super(context);
    this.found = found;
  }

  override get shape(): typeof areasShape {
    return areasShape;
  }
}

const collectionShape = (name: string): Shape<never> => ({ name, properties: {} });

/** `Excel.RangeCollection`. */
class Ranges extends Collection<ClientObject> {
  readonly #found: () => readonly Area[];

  constructor(context: RequestContext, found: () => readonly Area[]) {
    super(context);
    this.#found = found;
  }

  override get shape(): Shape<never> {
    return collectionShape("RangeCollection");
  }

  override list(): ClientObject[] {
    return this.#found().map((area) => this.context.model.range(this.context, () => area));
  }
}

/** `Excel.RangeAreasCollection`. */
class SheetsOfAreas extends Collection<RangeAreas> {
  readonly #found: () => readonly SheetAreas[];

  constructor(context: RequestContext, found: () => readonly SheetAreas[]) {
    super(context);
    this.#found = found;
  }

  override get shape(): Shape<never> {
    return collectionShape("RangeAreasCollection");
  }

  override list(): RangeAreas[] {
    return this.#found().map((areas) => new RangeAreas(this.context, areas));
  }
}

const workbookShape: Shape<WorkbookRangeAreas> = {
  name: "WorkbookRangeAreas",
  properties: {
    /** One text for each sheet. */
    addresses: { get: ({ context, bySheet }) => bySheet.map((areas) => addressOf(context, areas)) },
  },
  links: {
    areas: (all) => new SheetsOfAreas(all.context, () => all.bySheet),
    ranges: (all) => new Ranges(all.context, () => all.bySheet.flat()),
  },
};

/** `Excel.WorkbookRangeAreas`: ranges of several sheets. */
export class WorkbookRangeAreas extends ClientObject {
  bySheet: readonly SheetAreas[] = [];

  /** Throws ItemNotFound at the next `sync` if there are none, as Excel does. */
  constructor(context: RequestContext, find: () => readonly Area[]) {
    super(context);
    this.resolve(
      () => {
        const found = find();
        return found.length === 0 ? undefined : found;
      },
      (found) => {
        const sheets = new Map<string, [Area, ...Area[]]>();
        for (const area of found) {
          const same = sheets.get(area.sheetId);
          if (same === undefined) sheets.set(area.sheetId, [area]);
          else same.push(area);
        }
        this.bySheet = [...sheets.values()];
      },
      false,
    );
  }

  override get shape(): typeof workbookShape {
    return workbookShape;
  }
}
