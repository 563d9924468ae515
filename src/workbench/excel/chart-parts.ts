import { type AxisModel, type ChartModel, hasAxes, legendPositions } from "../../ooxml/chart-model";
import { withoutMembers } from "../../ooxml/workbook-model";
import { readChartData } from "../charts/chart-data";
import type { SheetChart } from "../charts/sheet-charts";
import { notHere } from "../office/strict-object";
import { invalidArgument } from "./errors";
import { ClientObject, type Shape } from "./object-model";

/** A chart, as its parts know it. */
export interface ChartOwner extends ClientObject {
  /** The chart as it is now. @throws ItemNotFound if it was deleted */
  readonly now: () => SheetChart;
  readonly change: (members: Partial<ChartModel>) => void;
}

/** A part of a chart. */
export abstract class ChartPart extends ClientObject {
  readonly chart: ChartOwner;

  constructor(chart: ChartOwner) {
    super(chart.context);
    this.chart = chart;
    this.nullObject = false;
  }
}

const textOf = (text: unknown): string => {
  if (typeof text !== "string") throw invalidArgument("the text of a title must be a string");
  return text;
};

const titleShape: Shape<ChartTitle> = {
  name: "ChartTitle",
  properties: {
    text: {
      get: ({ chart }) => readChartData(chart.context.host.book, chart.now()).title ?? "",
      set: ({ chart }, text: string) => chart.change({ title: { text: textOf(text) } }),
    },
    visible: {
      get: ({ chart }) => chart.now().title !== undefined,
      set: ({ chart }, visible: boolean) =>
        chart.change({ title: visible ? (chart.now().title ?? {}) : undefined } as Partial<ChartModel>),
    },
    overlay: { get: () => false },
  },
};

/** `Excel.ChartTitle`. */
export class ChartTitle extends ChartPart {
  override get shape(): typeof titleShape {
    return titleShape;
  }
}

const legendShape: Shape<ChartLegend> = {
  name: "ChartLegend",
  properties: {
    visible: {
      get: ({ chart }) => chart.now().legend !== undefined,
      set: ({ chart }, visible: boolean) =>
        chart.change({ legend: visible ? (chart.now().legend ?? "Right") : undefined } as Partial<ChartModel>),
    },
    position: {
      get: ({ chart }) => chart.now().legend ?? "Invalid",
      set: ({ chart }, position: string) => {
        const legend = legendPositions.find((one) => one === position);
        if (legend === undefined) throw invalidArgument(`"${position}" is none of ${legendPositions.join(", ")}`);
        chart.change({ legend });
      },
    },
    overlay: { get: () => false },
  },
};

/** `Excel.ChartLegend`. */
export class ChartLegend extends ChartPart {
  override get shape(): typeof legendShape {
    return legendShape;
  }
}

type AxisName = "categoryAxis" | "valueAxis";

const axesShape: Shape<ChartAxes> = {
  name: "ChartAxes",
  properties: {},
  links: {
    categoryAxis: ({ chart }) => new ChartAxis(chart, "categoryAxis"),
    valueAxis: ({ chart }) => new ChartAxis(chart, "valueAxis"),
  },
};

/** `Excel.ChartAxes`. */
export class ChartAxes extends ChartPart {
  override get shape(): typeof axesShape {
    return axesShape;
  }

  getItem(type: string, group = "Primary"): ChartAxis {
    if (group !== "Primary") throw notHere("ChartAxes.getItem of a secondary axis");
    if (type !== "Category" && type !== "Value") throw invalidArgument(`"${type}" is none of Category, Value`);
    return new ChartAxis(this.chart, type === "Category" ? "categoryAxis" : "valueAxis");
  }
}

const limit = (name: "minimum" | "maximum") => ({
  get: (axis: ChartAxis): unknown => {
    const value = axis.now()[name];
    // Excel returns what it chose itself. What the workbench chooses is not the same.
    if (value === undefined) throw notHere(`ChartAxis.${name} while it is automatic`);
    return value;
  },
  set: (axis: ChartAxis, value: number | "") => {
    if (value !== "" && !Number.isFinite(value)) throw invalidArgument(`${name} must be a number, or "" for automatic`);
    const rest = withoutMembers(axis.now(), name);
    axis.change(value === "" ? rest : { ...rest, [name]: value });
  },
});

const axisShape: Shape<ChartAxis> = {
  name: "ChartAxis",
  properties: {
    minimum: limit("minimum"),
    maximum: limit("maximum"),
    numberFormat: {
      get: (axis) => {
        const { valueFormat, categoryFormat } = readChartData(axis.context.host.book, axis.chart.now());
        return axis.now().numberFormat ?? (axis.member === "valueAxis" ? valueFormat : categoryFormat);
      },
      set: (axis, numberFormat: string) => axis.change({ ...axis.now(), numberFormat }),
    },
    visible: {
      get: (axis) => axis.now().hidden !== true,
      set: (axis, visible: boolean) => {
        const rest = withoutMembers(axis.now(), "hidden");
        axis.change(visible ? rest : { ...rest, hidden: true });
      },
    },
    type: { get: ({ member }) => (member === "valueAxis" ? "Value" : "Category") },
    axisGroup: { get: () => "Primary" },
  },
  links: {
    title: (axis) => new ChartAxisTitle(axis),
    majorGridlines: (axis) => new ChartGridlines(axis),
  },
};

class ChartAxis extends ChartPart {
  readonly member: AxisName;

  constructor(chart: ChartOwner, member: AxisName) {
    super(chart);
    this.member = member;
  }

  override get shape(): typeof axisShape {
    return axisShape;
  }

  /** Automatic limits are left out when all members are loaded. */
  override fetch(option: Parameters<ClientObject["fetch"]>[0]): void {
    const { minimum, maximum } = this.now();
    const named = Object.keys(axisShape.properties).filter(
      (name) => !((name === "minimum" && minimum === undefined) || (name === "maximum" && maximum === undefined)),
    );
    super.fetch(Object.keys(option).length > 0 ? option : Object.fromEntries(named.map((name) => [name, {}])));
  }

  now(): AxisModel {
    const chart = this.chart.now();
    if (!hasAxes(chart.type)) throw invalidArgument(`a chart of the type ${chart.type} has no axes`);
    return chart[this.member];
  }

  change(axis: AxisModel): void {
    this.now();
    this.chart.change({ [this.member]: axis });
  }
}

const axisTitleShape: Shape<ChartAxisTitle> = {
  name: "ChartAxisTitle",
  properties: {
    text: {
      get: ({ axis }) => axis.now().title ?? "",
      set: ({ axis }, text: string) => axis.change({ ...axis.now(), title: textOf(text) }),
    },
    visible: {
      get: ({ axis }) => axis.now().title !== undefined,
      set: ({ axis }, visible: boolean) => {
        const { title = "Axis Title", ...rest } = axis.now();
        axis.change(visible ? { ...rest, title } : rest);
      },
    },
  },
};

/** A part of an axis. */
abstract class AxisPart extends ClientObject {
  readonly axis: ChartAxis;

  constructor(axis: ChartAxis) {
    super(axis.context);
    this.axis = axis;
    this.nullObject = false;
  }
}

class ChartAxisTitle extends AxisPart {
  override get shape(): typeof axisTitleShape {
    return axisTitleShape;
  }
}

const gridlinesShape: Shape<ChartGridlines> = {
  name: "ChartGridlines",
  properties: {
    visible: {
      get: ({ axis }) => axis.now().gridlines === true,
      set: ({ axis }, visible: boolean) => {
        const rest = withoutMembers(axis.now(), "gridlines");
        axis.change(visible ? { ...rest, gridlines: true } : rest);
      },
    },
  },
};

class ChartGridlines extends AxisPart {
  override get shape(): typeof gridlinesShape {
    return gridlinesShape;
  }
}
