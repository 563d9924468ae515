import { BarChart, LineChart, PieChart, ScatterChart } from "echarts/charts";
import { GridComponent, LegendComponent, TitleComponent, TooltipComponent } from "echarts/components";
import { type EChartsType, init, use as register } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { type AnchorPoint, chartForm, toPixels, pointAt } from "../../ooxml/chart-model";
import { type DrawnData, mostPoints, readChartData } from "../charts/chart-data";
import { formatLabel, toOption } from "../charts/chart-option";
import type { SheetChart } from "../charts/sheet-charts";
import type { OfficeHost } from "../office/office-host";
import { t } from "../texts";
import { SheetView, type SheetScroll } from "../univer/sheet-view";
import { requireElement, make } from "./dom";

register([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TitleComponent,
  TooltipComponent,
  SVGRenderer,
]);

interface ChartBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels of the sheet that a key moves or sizes a chart by; with Ctrl one. */
const keyStep = 8;
const smallestChart = 40;
/** Pixels of the engine's scroll bars, which stay free. */
const scrollBar = 11;

type Grip = "move" | "nw" | "ne" | "sw" | "se" | "n" | "e" | "s" | "w";
const grips: readonly Grip[] = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];

/** What a frame asks of the layer. */
interface FrameActions {
  readonly place: (chart: SheetChart, bounds: ChartBounds) => void;
  readonly remove: (chart: SheetChart) => void;
  readonly leave: () => void;
  readonly undo: (again: boolean) => void;
  readonly isLocked: () => boolean;
  readonly show: (chart: SheetChart) => void;
}

/** A chart above the grid. It is selected while it has the focus. */
class ChartFrame {
  readonly element: HTMLElement;
  readonly #drawing = make("div", { class: "drawing", "aria-hidden": "true" });
  readonly #description: HTMLElement;
  readonly #signs = make("p", { class: "signs" });
  readonly #actions: FrameActions;
  #chart: SheetChart;
  #bounds: ChartBounds = { x: 0, y: 0, width: 0, height: 0 };
  #zoom = 1;
  #engine: EChartsType | undefined;
  #drawn = "";

  constructor(chart: SheetChart, actions: FrameActions) {
    this.#chart = chart;
    this.#actions = actions;
    const descriptionId = `chart-${chart.id.slice(1, 9)}`;
    this.#description = make("p", { id: descriptionId, hidden: true });
    this.element = make(
      "div",
      {
        class: "chart",
        role: "group",
        "aria-roledescription": t("chart.role"),
        "aria-describedby": descriptionId,
        tabindex: "0",
        keydown: (event) => this.#key(event as KeyboardEvent),
        pointerdown: (event) => this.#grab(event as PointerEvent),
        focus: () => actions.show(this.#chart),
      },
      this.#drawing,
      this.#signs,
      this.#description,
      ...grips.map((grip) => make("span", { class: `grip ${grip}`, "data-grip": grip, "aria-hidden": "true" })),
    );
  }

  /** Places the frame on the page: `left` and `top` are those of its pane. */
  place(chart: SheetChart, bounds: ChartBounds, left: number, top: number, zoom: number): void {
    this.#chart = chart;
    this.#bounds = bounds;
    this.#zoom = zoom;
    Object.assign(this.element.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${bounds.width * zoom}px`,
      height: `${bounds.height * zoom}px`,
    });
    Object.assign(this.#drawing.style, {
      width: `${bounds.width}px`,
      height: `${bounds.height}px`,
      transform: `scale(${zoom})`,
    });
  }

  /** Draws the chart, if it looks different from before. */
  draw(data: DrawnData, theme: OfficeHost["theme"]["name"]): void {
    const { width, height } = this.#bounds;
    const chart = this.#chart;
    const key = JSON.stringify([{ ...chart, from: 0, to: 0 }, data, theme, width, height]);
    if (key === this.#drawn || width < 1 || height < 1) return;
    this.#drawn = key;
    this.#engine ??= init(this.#drawing, null, { renderer: "svg", width, height });
    this.#engine.resize({ width, height });
    this.#engine.setOption(toOption(chart, data, theme, width), { notMerge: true });
    this.element.setAttribute("aria-label", data.title === undefined ? chart.name : `${chart.name}: ${data.title}`);
    this.#description.textContent = describeChart(chart, data);
    const simplified = chart.simplified ?? [];
    const signs = [
      ...(simplified.length > 0
        ? [make("span", { title: t("chart.lost", { parts: simplified.join(", ") }) }, t("chart.simplified"))]
        : []),
      ...(data.isCut
        ? [make("span", {}, t("chart.cut", { count: mostPoints.toLocaleString(document.documentElement.lang) }))]
        : []),
    ];
    this.#signs.replaceChildren(...signs);
  }

  remove(): void {
    this.#engine?.dispose();
    this.element.remove();
  }

  #key(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey } = event;
    const control = ctrlKey || metaKey;
    const [right, down] = arrows[key] ?? [0, 0];
    const isUndo = control && ["z", "y"].includes(key.toLowerCase());
    if (right !== 0 || down !== 0) this.#moveBy(right, down, control ? 1 : keyStep, shiftKey);
    else if (key === "Delete" || key === "Backspace") this.#remove();
    else if (key === "Escape") this.#actions.leave();
    else if (isUndo) this.#actions.undo(key.toLowerCase() === "y" || shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #remove(): void {
    if (!this.#actions.isLocked()) this.#actions.remove(this.#chart);
  }

  #moveBy(right: number, down: number, step: number, sizes: boolean): void {
    if (this.#actions.isLocked()) return;
    const { x, y, width, height } = this.#bounds;
    const next = sizes
      ? {
          x,
          y,
          width: Math.max(smallestChart, width + right * step),
          height: Math.max(smallestChart, height + down * step),
        }
      : { x: Math.max(0, x + right * step), y: Math.max(0, y + down * step), width, height };
    this.#actions.place(this.#chart, next);
  }

  #grab(event: PointerEvent): void {
    if (event.button !== 0 || this.#actions.isLocked()) return;
    const grip = ((event.target as HTMLElement).dataset["grip"] ?? "move") as Grip;
    const before = this.#bounds;
    let next = before;
    const { clientX, clientY } = event;
    this.element.setPointerCapture(event.pointerId);
    const move = (event: PointerEvent): void => {
      next = dragged(before, grip, (event.clientX - clientX) / this.#zoom, (event.clientY - clientY) / this.#zoom);
      const { style } = this.element;
      style.transform = `translate(${(next.x - before.x) * this.#zoom}px, ${(next.y - before.y) * this.#zoom}px)`;
      style.width = `${next.width * this.#zoom}px`;
      style.height = `${next.height * this.#zoom}px`;
    };
    const end = (event: Event): void => {
      this.element.removeEventListener("pointermove", move);
      this.element.removeEventListener("pointerup", end);
      this.element.removeEventListener("pointercancel", end);
      this.element.style.transform = "";
      if (event.type === "pointerup" && next !== before) this.#actions.place(this.#chart, next);
    };
    this.element.addEventListener("pointermove", move);
    this.element.addEventListener("pointerup", end);
    this.element.addEventListener("pointercancel", end);
  }
}

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

const dragged = ({ x, y, width, height }: ChartBounds, grip: Grip, right: number, down: number): ChartBounds => {
  if (grip === "move") return { x: Math.max(0, x + right), y: Math.max(0, y + down), width, height };
  const along = (start: number, length: number, by: number, isStart: boolean, isEnd: boolean): [number, number] => {
    if (isEnd) return [start, Math.max(smallestChart, length + by)];
    if (!isStart) return [start, length];
    const position = Math.max(0, Math.min(start + by, start + length - smallestChart));
    return [position, start + length - position];
  };
  const [left, wide] = along(x, width, right, grip.includes("w"), grip.includes("e"));
  const [top, high] = along(y, height, down, grip.includes("n"), grip.includes("s"));
  return { x: left, y: top, width: wide, height: high };
};

const mostDescribed = 6;

/** The description of a chart for screen readers. */
const describeChart = ({ type, simplified }: SheetChart, { series, categories, valueFormat }: DrawnData): string => {
  const { shape, stacked } = chartForm(type);
  const name = t(`chart.${shape}`);
  const kind =
    stacked === "sums"
      ? t("chart.stacked", { shape: name })
      : stacked === "shares"
        ? t("chart.shares", { shape: name })
        : name;
  const more = series.length > mostDescribed ? [t("chart.more", { count: String(series.length - mostDescribed) })] : [];
  const seriesText = [...series.slice(0, mostDescribed).map((one) => describeSeries(one, valueFormat)), ...more].join(
    "; ",
  );
  const categoryNames = categories.slice(0, mostDescribed).filter((one) => one !== "");
  const names = [...categoryNames, ...(categories.length > mostDescribed ? ["…"] : [])].join(", ");
  return [
    `${kind}.`,
    `${seriesText}.`,
    ...(categoryNames.length === 0 ? [] : [t("chart.categories", { names })]),
    ...(simplified === undefined ? [] : [t("chart.lost", { parts: simplified.join(", ") })]),
    t("chart.keys"),
  ].join(" ");
};

const describeSeries = ({ name, values }: DrawnData["series"][number], format: string): string => {
  const numbers = values.filter((value): value is number => value !== null);
  if (numbers.length === 0) return t("chart.noValues", { name });
  const [least, most] = numbers.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const count = String(numbers.length);
  return t("chart.values", { name, count, least: formatLabel(least, format), most: formatLabel(most, format) });
};

/** Draws the charts of the active sheet above its grid, and follows cells, scrolling, zoom and theme. */
export const showCharts = (host: OfficeHost, focusSheet: () => void): void => {
  const { book, charts, theme, functions } = host;
  const container = requireElement("charts");
  container.setAttribute("aria-label", t("chart.layer"));
  const view = new SheetView(book);
  const frames = new Map<string, ChartFrame>();
  const panes = new Map<string, HTMLElement>();
  let toFocus: string | undefined;

  const paneAt = (key: string): HTMLElement => {
    const known = panes.get(key) ?? make("div", { class: "pane" });
    if (!panes.has(key)) container.append(known);
    panes.set(key, known);
    return known;
  };

  const actions: FrameActions = {
    place: ({ id }, { x, y, width, height }) => {
      const sizes = charts.sizes(book.activeSheetId);
      charts.change(book.activeSheetId, id, { from: pointAt(x, y, sizes), to: pointAt(x + width, y + height, sizes) });
    },
    remove: ({ id }) => {
      const others = charts.list(book.activeSheetId).filter((chart) => chart.id !== id);
      charts.remove(book.activeSheetId, id);
      const next = frames.get(others.at(-1)?.id ?? "");
      if (next === undefined) focusSheet();
      else next.element.focus();
    },
    leave: focusSheet,
    undo: (again) => void (again ? book.engine.api.redo() : book.engine.api.undo()),
    isLocked: () => book.protection.isProtected(book.activeSheetId),
    show: ({ from }) => {
      const current = view.current;
      const frame = current && boundsOn(current, from);
      // A chart that is reached by keyboard may be outside of the window.
      if (current !== undefined && frame === false) book.sheet(book.activeSheetId).scrollToCell(from.row, from.column);
    },
  };

  /** Whether a point is on the page. */
  const boundsOn = (current: SheetScroll, point: AnchorPoint): boolean => {
    const pane = current.pane(point.row < current.frozenRows, point.column < current.frozenColumns);
    if (pane === undefined) return true;
    const { x, y } = pixels(current, point);
    const [left, top] = [current.left + (x + pane.moveX) * current.zoom, current.top + (y + pane.moveY) * current.zoom];
    return (
      left >= pane.left - 1 &&
      top >= pane.top - 1 &&
      left < current.right - smallestChart &&
      top < current.bottom - smallestChart
    );
  };

  const pixels = (
    { sheetId, columnEnds, rowEnds }: SheetScroll,
    point: AnchorPoint,
  ): { readonly x: number; readonly y: number } => {
    const { row, column, rowOffset, columnOffset } = point;
    if (row >= rowEnds.length || column >= columnEnds.length) return toPixels(point, charts.sizes(sheetId));
    const edge = (ends: readonly number[], at: number): number => (at === 0 ? 0 : (ends[at - 1] ?? 0));
    const along = (ends: readonly number[], at: number, offset: number): number =>
      Math.min(edge(ends, at) + offset, ends[at] ?? Infinity);
    return { x: along(columnEnds, column, columnOffset), y: along(rowEnds, row, rowOffset) };
  };

  const refresh = (): void => {
    const current = view.current;
    const visibleCharts = current === undefined ? [] : charts.list(current.sheetId);
    const ids = new Set(visibleCharts.map(({ id }) => id));
    for (const [id, frame] of frames)
      if (!ids.has(id)) {
        frame.remove();
        frames.delete(id);
      }
    if (current === undefined || visibleCharts.length === 0) return;
    const layer = container.getBoundingClientRect();
    for (const chart of visibleCharts) show(current, layer, chart);
    const focused = frames.get(toFocus ?? "");
    if (focused !== undefined) focused.element.focus();
    toFocus = undefined;
  };

  const show = (current: SheetScroll, layer: DOMRect, chart: SheetChart): void => {
    const [isFrozenRow, isFrozenColumn] = [
      chart.from.row < current.frozenRows,
      chart.from.column < current.frozenColumns,
    ];
    const pane = current.pane(isFrozenRow, isFrozenColumn);
    if (pane === undefined) return;
    const holder = paneAt(`${String(isFrozenRow)}-${String(isFrozenColumn)}`);
    Object.assign(holder.style, {
      left: `${pane.left - layer.left}px`,
      top: `${pane.top - layer.top}px`,
      width: `${Math.max(0, current.right - pane.left - scrollBar)}px`,
      height: `${Math.max(0, current.bottom - pane.top - scrollBar)}px`,
    });
    const frame = frames.get(chart.id) ?? new ChartFrame(chart, actions);
    frames.set(chart.id, frame);
    if (frame.element.parentElement !== holder) holder.append(frame.element);
    const [start, end] = [pixels(current, chart.from), pixels(current, chart.to)];
    const bounds = { ...start, width: Math.max(0, end.x - start.x), height: Math.max(0, end.y - start.y) };
    const left = current.left - pane.left + (start.x + pane.moveX) * current.zoom;
    const top = current.top - pane.top + (start.y + pane.moveY) * current.zoom;
    frame.place(chart, bounds, left, top, current.zoom);
    frame.element.hidden = bounds.width < 1 || bounds.height < 1;
    const isNear =
      left < holder.offsetWidth &&
      top < holder.offsetHeight &&
      left + bounds.width * current.zoom > 0 &&
      top + bounds.height * current.zoom > 0;
    if (isNear || !frame.element.hasAttribute("aria-label")) frame.draw(readChartData(book, chart), theme.name);
  };

  view.onMoved(refresh);
  charts.onChanged(() => requestAnimationFrame(refresh));
  charts.onActivated((_, id) => {
    toFocus = id;
    requestAnimationFrame(refresh);
  });
  theme.addListener(() => requestAnimationFrame(refresh));
  functions.calculation.onFinished(() => requestAnimationFrame(refresh));
  // The grid scrolls below the charts.
  container.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      view.current?.canvas.dispatchEvent(new WheelEvent("wheel", event));
    },
    { passive: false },
  );
  requestAnimationFrame(refresh);
};
