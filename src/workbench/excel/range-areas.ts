import type { Area } from "../univer/addresses";
import { itemNotFound } from "./errors";
import { ClientObject, Collection, type RequestContext, type Shape } from "./object-model";

const joinAddresses = (context: RequestContext, areas: readonly Area[]): string =>
  areas.map((area) => context.host.book.address(area)).join(",");

const rangesShape: Shape<Ranges> = { name: "RangeCollection", properties: {} };

/** `Excel.RangeCollection`. */
class Ranges extends Collection<ClientObject> {
  readonly find: () => readonly Area[];

  constructor(context: RequestContext, find: () => readonly Area[]) {
    super(context);
    this.find = find;
    this.nullObject = false;
  }

  override get shape(): typeof rangesShape {
    return rangesShape;
  }

  override list(): ClientObject[] {
    return this.find().map((area) => this.context.model.range(this.context, () => area));
  }
}

const areasShape: Shape<RangeAreas> = {
  name: "RangeAreas",
  properties: {
    address: { get: ({ context, ranges }) => joinAddresses(context, ranges) },
    areaCount: { get: ({ ranges }) => ranges.length },
  },
  links: {
    areas: (all) => new Ranges(all.context, () => all.ranges),
    worksheet: (all) => all.context.model.worksheet(all.context, () => all.ranges[0]?.sheetId),
  },
};

/** `Excel.RangeAreas`: ranges of one sheet. */
export class RangeAreas extends ClientObject {
  ranges: readonly Area[] = [];

  constructor(context: RequestContext, find: () => readonly Area[]) {
    super(context);
    this.resolve(find, (areas) => void (this.ranges = areas), false);
  }

  override get shape(): typeof areasShape {
    return areasShape;
  }
}

const workbookAreasShape: Shape<WorkbookRangeAreas> = {
  name: "WorkbookRangeAreas",
  properties: {
    /** One text for each sheet. */
    addresses: { get: ({ context, sheets }) => sheets.map((areas) => joinAddresses(context, areas)) },
  },
};

/** `Excel.WorkbookRangeAreas`: ranges of several sheets. */
export class WorkbookRangeAreas extends ClientObject {
  sheets: readonly (readonly Area[])[] = [];

  /** Throws ItemNotFound at the next `sync` if there are none, as Excel does. */
  constructor(context: RequestContext, find: () => readonly Area[]) {
    super(context);
    this.resolve(
      () => {
        const areas = find();
        if (areas.length === 0) throw itemNotFound();
        return areas;
      },
      (areas) => {
        const sheetIds = [...new Set(areas.map(({ sheetId }) => sheetId))];
        this.sheets = sheetIds.map((id) => areas.filter(({ sheetId }) => sheetId === id));
      },
      false,
    );
  }

  override get shape(): typeof workbookAreasShape {
    return workbookAreasShape;
  }
}
