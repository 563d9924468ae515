import { VerticalBarChart } from "@fluentui/react-charts";
import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { currentLocale, formatNumber, t } from "../../../i18n/t";
import { Facts } from "./facts";
import { Fold } from "./fold";

/** A bar: its label on the x-axis and its height. */
export interface Bar {
  readonly name: string;
  readonly count: number;
  /** What the bar tells; the colour of the brand where undefined. */
  readonly tone?: Tone;
}

/** From calm to alarming, and good. */
export type Tone = "calm" | "attention" | "serious" | "severe" | "good";

/** Each has a contrast of at least 3:1 to the background, light and dark. */
const toneColours: Readonly<Record<Tone, string>> = {
  calm: tokens.colorNeutralForeground4,
  attention: tokens.colorPaletteMarigoldForeground2,
  serious: tokens.colorPaletteDarkOrangeBorderActive,
  severe: tokens.colorPaletteCranberryBorderActive,
  good: tokens.colorPaletteGreenBorderActive,
};

/** So many bars have room for their labels; of more the chart leaves some labels out. */
const mostLabels = 5;

const useStyles = makeStyles({
  plot: { minWidth: 0, overflow: "hidden" },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  chart: { height: "180px" },
});

/** The width of an element in pixels, at least 200. */
const useWidth = (box: RefObject<HTMLElement>): number => {
  const [width, setWidth] = useState(260);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
};

/**
 * Makes the chart's focus guards unfocusable. They are focusable but hidden from assistive technology (WCAG 4.1.2), and the arrow keys work
 * without them. The chart adds them again on every render.
 */
const useNoGuards = (box: RefObject<HTMLElement>): void => {
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const quiet = (): void => {
      for (const guard of element.querySelectorAll<HTMLElement>("[data-tabster-dummy][tabindex='0']"))
        guard.tabIndex = -1;
    };
    const observer = new MutationObserver(quiet);
    observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ["tabindex"] });
    quiet();
    return () => observer.disconnect();
  }, [box]);
};

/** A bar chart, with its numbers as a list. */
export const BarPlot = ({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }): ReactNode => {
  const styles = useStyles();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  useNoGuards(box);
  const data = bars.map(({ name, count, tone }) => ({
    x: name,
    y: count,
    color: tone === undefined ? tokens.colorCompoundBrandStroke : toneColours[tone],
    callOutAccessibilityData: { ariaLabel: `${name}: ${formatNumber(count)}` },
  }));
  return (
    <div className={styles.plot} ref={box}>
      <h3 className={styles.title}>{title}</h3>
      <div className={styles.chart}>
        <VerticalBarChart
          data={data}
          chartTitle={title}
          width={width}
          height={180}
          hideLegend
          hideTooltip={false}
          culture={currentLocale()}
          barWidth="auto"
          maxBarWidth={28}
          wrapXAxisLables
          hideTickOverlap={bars.length > mostLabels}
          roundedTicks
          margins={{ left: 36, right: 16, top: 24, bottom: 32 }}
        />
      </div>
      <Fold title={t("overview.asList")}>
        <Facts facts={bars.map(({ name, count }) => ({ name, value: formatNumber(count) }))} />
      </Fold>
    </div>
  );
};
