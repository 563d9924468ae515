import { Button, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactElement, ReactNode } from "react";

const useStyles = makeStyles({
  task: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    columnGap: tokens.spacingHorizontalS,
    alignItems: "start",
    justifyContent: "start",
    textAlign: "start",
    padding: tokens.spacingHorizontalM,
    fontWeight: tokens.fontWeightRegular,
    // On the fill of high contrast only the color of the button itself can be read.
    "&:hover span > span": { color: "inherit" },
    "&:hover > span:first-child": { color: tokens.colorNeutralForeground2BrandHover },
  },
  icon: {
    display: "flex",
    minWidth: "28px",
    fontSize: "24px",
    color: tokens.colorBrandForeground1,
    forcedColorAdjust: "auto",
  },
  name: { ...typographyStyles.body1Strong, display: "block" },
  lead: { ...typographyStyles.caption1, display: "block", color: tokens.colorNeutralForeground2 },
});

/** A task that a person can begin: an icon or a picture, its name, and what it does in a sentence. */
export const TaskButton = ({
  icon,
  name,
  lead,
  disabled = false,
  run,
}: {
  readonly icon: ReactElement;
  readonly name: string;
  readonly lead: string;
  readonly disabled?: boolean;
  readonly run: () => void;
}): ReactNode => {
  const styles = useStyles();
  return (
    <Button className={styles.task} onClick={run} disabledFocusable={disabled}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.lead}>{lead}</span>
      </span>
    </Button>
  );
};
