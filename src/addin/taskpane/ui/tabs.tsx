import { makeStyles, mergeClasses, tokens } from "@fluentui/react-components";
import type { ReactElement, ReactNode } from "react";
import { horizontal, moveFocus } from "./arrow-keys";

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

/** A tab list after the ARIA pattern: one tab stop, arrows move, Enter or Space selects. */
export const TabStrip = ({ label, tabs, selected, onSelect, even = false }: StripProps): ReactNode => {
  const styles = useStyles();
  const known = tabs.some(({ name }) => name === selected);
  return (
    // Its tabs have the focus; the strip only hears their keys.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      role="tablist"
      aria-label={label}
      className={even ? styles.even : styles.strip}
      onKeyDown={(event) => moveFocus(event, "[role=tab]", horizontal)}
    >
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
