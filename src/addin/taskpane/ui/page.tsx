import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  page: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalL, minWidth: 0 },
  head: { display: "flex", alignItems: "center", gap: tokens.spacingHorizontalS, flexWrap: "wrap" },
  title: { ...typographyStyles.subtitle1, margin: 0, flexGrow: 1, fontSize: tokens.fontSizeBase500 },
  section: { display: "flex", flexDirection: "column", gap: tokens.spacingVerticalS, minWidth: 0 },
  divided: {
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    paddingTop: tokens.spacingVerticalM,
  },
  heading: { ...typographyStyles.body1Strong, margin: 0, flexGrow: 1 },
  lead: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
});

interface HeadedProps {
  readonly title: string;
  readonly lead?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A view with its title and sections. */
export const Page = ({ title, lead, actions, children }: HeadedProps): ReactNode => {
  const styles = useStyles();
  return (
    <div className={styles.page}>
      <div>
        <div className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          {actions}
        </div>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </div>
  );
};

/** A section of a view with its heading. */
export const Section = ({ title, lead, actions, children }: HeadedProps): ReactNode => {
  const styles = useStyles();
  return (
    <section className={`${styles.section} ${styles.divided}`} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{title}</h2>
        {actions}
      </div>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
};
