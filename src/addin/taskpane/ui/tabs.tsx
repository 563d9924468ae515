import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { KeyboardEvent, ReactElement, ReactNode } from "react";

const useStyles = makeStyles({
  strip: { display: "flex", flexWrap: "wrap", gap: "2px" },
  even: { display: "grid", gridAutoFlow: "column", gridAutoColumns: "minmax(max-content, 1fr)" },
  tab: {
    position: "relative",
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    minWidth: 0,
    minHeight: "32px",
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    border: "none",
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorTransparentBackground,
    color: tokens.colorNeutralForeground2,
    fontFamily: "inherit",
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    cursor: "pointer",
    ":hover": { color: tokens.colorNeutralForeground1Hover, backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "-2px" },
  },
  stacked: {
    flexDirection: "column",
    gap: "2px",
    padding: `${tokens.spacingVerticalXS} 0 ${tokens.spacingVerticalSNudge}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  selected: {
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    "::after": {
      content: '""',
      position: "absolute",
      insetInline: "12px",
      bottom: 0,
      height: "3px",
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandStroke,
      forcedColorAdjust: "none",
    },
  },
  icon: { display: "flex", fontSize: "20px" },
  chosenIcon: { color: tokens.colorCompoundBrandForeground1 },
});

interface StripTab {
  readonly name: string;
  readonly label: string;
  readonly icon?: ReactElement | undefined;
}

interface StripProps {
  readonly label: string;
  readonly tabs: readonly StripTab[];
  readonly selected: string;
  readonly onSelect: (name: string) => void;
  /** Equal widths, with the icon above the label. */
  readonly even?: boolean;
}

const targetTab = (key: string, at: number, count: number): number | undefined => {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
};

const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = at < 0 ? undefined : targetTab(event.key, at, tabs.length);
  if (next === undefined) return;
  event.preventDefault();
  tabs[next]?.focus();
};

/** A tab list after the ARIA pattern: one tab stop, arrows move, Enter or Space selects. */
export const TabStrip = ({ label, tabs, selected, onSelect, even = false }: StripProps): ReactNode => {
  const styles = useStyles();
  const known = tabs.some(({ name }) => name === selected);
  return (
    // Its tabs have the focus; the strip only hears their keys.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div role="tablist" aria-label={label} className={even ? styles.even : styles.strip} onKeyDown={moveFocus}>
      {tabs.map(({ name, label: word, icon }, index) => {
        const chosen = name === selected;
        return (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={chosen}
            tabIndex={chosen || (!known && index === 0) ? 0 : -1}
            className={mergeClasses(styles.tab, even && styles.stacked, chosen && styles.selected)}
            onClick={() => onSelect(name)}
          >
            {icon !== undefined && (
              <span className={mergeClasses(styles.icon, chosen && styles.chosenIcon)} aria-hidden>
                {icon}
              </span>
            )}
            {word}
          </button>
        );
      })}
    </div>
  );
};
