import { Button } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../../../i18n/t";
import type { ButtonLook } from "./job-form";
import { Row, Tight } from "./layout";
import { Notice } from "./notice";

interface Question {
  readonly question: string;
  readonly yes: string;
}

/** Asks for a confirmation in place. The focus goes to Cancel. */
export const Confirm = ({
  question,
  yes,
  onYes,
  onNo,
}: Question & { readonly onYes: () => void; readonly onNo: () => void }): ReactNode => {
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

/** A button that asks for a confirmation in its place. Without a question it runs at once. */
export const AskButton = ({
  label,
  question,
  yes = t("pane.confirm"),
  run,
  check = () => true,
  isBusy = false,
  before,
  ...look
}: ButtonLook & {
  readonly label: string;
  readonly question: string | undefined;
  readonly yes?: string;
  readonly run: () => void;
  /** Checks the form before the question; false asks nothing. */
  readonly check?: () => boolean;
  readonly isBusy?: boolean;
  /** What a person should see before the answer. */
  readonly before?: ReactNode;
}): ReactNode => {
  const [isAsking, setAsking] = useState(false);
  const press = (): void => {
    if (!check()) return;
    if (question === undefined) run();
    else setAsking(true);
  };
  const confirm = (): void => {
    setAsking(false);
    run();
  };
  if (isAsking && question !== undefined && !isBusy)
    return (
      <>
        {before}
        <Confirm question={question} yes={yes} onYes={confirm} onNo={() => setAsking(false)} />
      </>
    );
  return (
    <Row>
      <Button {...look} disabledFocusable={isBusy} onClick={press}>
        {label}
      </Button>
    </Row>
  );
};
