import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  name: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
});

/** What people call an argument, an option or a column, and in small type what formulas call it where that is another word. */
export const NamedLabel = ({ label, name }: { readonly label: string; readonly name: string }): ReactNode => {
  const styles = useStyles();
  if (label.toLowerCase() === name.toLowerCase()) return label;
  return (
    <>
      {label} <span className={styles.name}>{name}</span>
    </>
  );
};
