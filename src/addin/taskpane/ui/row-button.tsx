import { Button, type ButtonProps, makeStyles, tokens } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { Row } from "./layout";

// A button without a border begins with its text where the lines around it begin.
const useStyles = makeStyles({ subtle: { marginLeft: `calc(-1 * ${tokens.spacingHorizontalS})` } });

/** A button in a row of its own, as wide as its text. */
export const RowButton = (props: ButtonProps): ReactNode => {
  const styles = useStyles();
  return (
    <Row>
      <Button {...props} {...(props.appearance === "subtle" && { className: styles.subtle })} />
    </Row>
  );
};
