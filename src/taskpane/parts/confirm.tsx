import { Button } from "@fluentui/react-components";
import { useEffect, useRef, type ReactNode } from "react";
import { useText } from "../text/use-text";
import { Notice } from "./notice";
import { Row, Tight } from "./layout";

/** Asks before something that cannot be undone, in place; the focus goes to the harmless answer. */
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
  const say = useText();
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
          <Button onClick={onNo}>{say("pane.cancel")}</Button>
        </span>
      </Row>
    </Tight>
  );
};
