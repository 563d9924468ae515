import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  fold: { borderTop: `1px solid ${tokens.colorNeutralStroke2}`, paddingTop: tokens.spacingVerticalXS },
  summary: {
    ...typographyStyles.body1Strong,
    cursor: "pointer",
    padding: `${tokens.spacingVerticalXS} 0`,
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  inside: {
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalM,
    paddingTop: tokens.spacingVerticalXS,
  },
});

/** A part of a long form that opens; open from the start where something in it is wrong. */
export const Fold = ({
  title,
  open = false,
  children,
}: {
  readonly title: string;
  readonly open?: boolean;
  readonly children: ReactNode;
}): ReactNode => {
  const styles = useStyles();
  return (
    <details className={styles.fold} open={open || undefined}>
      <summary className={styles.summary}>{title}</summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
};
