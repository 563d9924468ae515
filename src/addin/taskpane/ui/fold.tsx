import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";

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

/** A collapsible part of a form. `open` expands it; it never collapses by itself, because the user may be typing in it. */
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
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (open && fold.current) fold.current.open = true;
  }, [open]);
  return (
    <details ref={fold} className={styles.fold}>
      <summary className={styles.summary}>{title}</summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
};
