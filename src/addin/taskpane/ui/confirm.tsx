import { Button } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../../../i18n/t";
import { Row, Tight } from "./layout";
import { Notice } from "./notice";

/** Asks for a confirmation in place. The focus goes to Cancel. */
export const Confirm = ({
  question,
  yes,
  onYes,
  onNo,
}: {
  readonly question: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
}): ReactNode => {
  const no = useRef<HTMLSpanElement>(null);
  useEffect(() => no.current?.querySelector("button")?.focus(), []);
  return (
    <Tight>
      <Notice intent="warning">{question}</Notice>
      <Row>
        <Button appearance="primary" onClick={onYes}>
          {yes}
        </Button>
        <span ref={no} data-declines>
          <Button onClick={onNo}>{t("pane.cancel")}</Button>
        </span>
      </Row>
    </Tight>
  );
};
