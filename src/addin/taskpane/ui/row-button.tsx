import { Button, type ButtonProps } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { Row } from "./layout";

/** A button in a row of its own, as wide as its text. */
export const RowButton = (props: ButtonProps): ReactNode => (
  <Row>
    <Button {...props} />
  </Row>
);
