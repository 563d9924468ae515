import { Button } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../../../../i18n/t";
import type { AsOfPlan } from "../../../excel/refresh/workbook-as-of";
import { CellLink } from "../../ui/cell-link";
import { GrowingList } from "../../ui/growing-list";
import { Line, Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";

/** What setting the workbook would do, before it is done. */
export const AsOfPlanned = ({
  plan,
  go,
  cancel,
}: {
  readonly plan: AsOfPlan;
  readonly go: () => void;
  readonly cancel: () => void;
}): ReactNode => {
  const first = useRef<HTMLSpanElement>(null);
  useEffect(() => first.current?.querySelector("button")?.focus(), []);
  const { asOf, held, own, missing, unknown } = plan;
  const { asof } = asOf;
  const isEmpty = held + own + missing.length + unknown.length === 0;
  return (
    <section aria-label={t("snapshots.plan", { asof })}>
      <Stack>
        {isEmpty && <Notice intent="warning">{t("snapshots.noFormulas")}</Notice>}
        {held > 0 && <Line>{t("snapshots.held", { count: held, asof })}</Line>}
        {own > 0 && <Line>{t("snapshots.own", { count: own })}</Line>}
        <PlanCells title={t("snapshots.missing", { count: missing.length })} addresses={missing} />
        <PlanCells title={t("snapshots.unknown", { count: unknown.length })} addresses={unknown} />
        <Quiet>{t("snapshots.travels")}</Quiet>
        <Row>
          {!isEmpty && (
            <span ref={first}>
              <Button appearance="primary" onClick={go}>
                {t("snapshots.plan", { asof })}
              </Button>
            </span>
          )}
          <Button onClick={cancel}>{t("pane.cancel")}</Button>
        </Row>
      </Stack>
    </section>
  );
};

const PlanCells = ({
  title,
  addresses,
}: {
  readonly title: string;
  readonly addresses: readonly string[];
}): ReactNode =>
  addresses.length === 0 ? null : (
    <>
      <Notice intent="warning">{title}</Notice>
      <GrowingList
        label={title}
        items={addresses}
        keyOf={(address) => address}
        show={(address) => <CellLink address={address} />}
      />
    </>
  );
