import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { useEffect, useRef, type ReactNode } from "react";

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

/** A part of a long form that opens; by itself when something in it is wrong, and never closes by itself: somebody may be typing in it. */
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
