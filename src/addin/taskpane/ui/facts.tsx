import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { Fragment, type ReactNode } from "react";

const useStyles = makeStyles({
  list: {
    display: "grid",
    // A long value, such as a title, leaves room for its name.
    gridTemplateColumns: "minmax(30%, 1fr) fit-content(62%)",
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
    margin: 0,
  },
  name: { ...typographyStyles.body1, overflowWrap: "anywhere" },
  value: {
    ...typographyStyles.body1Strong,
    margin: 0,
    overflowWrap: "anywhere",
    textAlign: "right",
    fontVariantNumeric: "tabular-nums",
  },
});

/** A list of names and values. */
export const Facts = ({
  facts,
}: {
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}): ReactNode => {
  const styles = useStyles();
  return (
    <dl className={styles.list}>
      {facts.map(({ name, value }) => (
        <Fragment key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
};
