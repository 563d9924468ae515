import { VerticalBarChart } from "@fluentui/react-charts";
import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { Facts } from "../parts/facts";
import { Fold } from "../parts/fold";
import { useText } from "../text/use-text";
import type { Bar } from "./count-events";

const useStyles = makeStyles({
  plot: { minWidth: 0, overflow: "hidden" },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  chart: { height: "180px" },
});

/** The width there is, followed while the pane is resized. */
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
 * The chart's own focus guards are focusable and hidden from assistive technology at once (WCAG 4.1.2); the bars hear the arrow keys without them.
 * They come a moment after the chart, and again when it is drawn anew.
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

/** One plot; its bars take the keyboard's focus one by one, and the same numbers can be read as a list. */
export const BarPlot = ({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  useNoGuards(box);
  const data = bars.map(({ name, count }) => ({
    x: name,
    y: count,
    color: tokens.colorCompoundBrandStroke,
    callOutAccessibilityData: { ariaLabel: `${name}: ${say.number(count)}` },
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
          culture={say.locale}
          barWidth="auto"
          maxBarWidth={28}
          wrapXAxisLables
          margins={{ left: 36, right: 16, top: 24, bottom: 32 }}
        />
      </div>
      <Fold title={say("overview.asList")}>
        <Facts facts={bars.map(({ name, count }) => ({ name, value: say.number(count) }))} />
      </Fold>
    </div>
  );
};
