import { Button } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Edition } from "../../../../formulas/editions/edition-store";
import { t } from "../../../../i18n/t";
import type { AsOfPlan } from "../../../excel/refresh/edition-verbs";
import { usePane } from "../../state/pane-state";
import { useJob, useRunFor } from "../../state/use-store";
import { CellLink } from "../../ui/cell-link";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Line, Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { editionTitle } from "../../state/edition-title";

/** Shows the workbook as of an edition, after it has said what that does. */
export const ShowEdition = ({
  edition,
  close,
}: {
  readonly edition: Edition;
  readonly close: () => void;
}): ReactNode => {
  const { editions, notices } = usePane().deps;
  const [plan, setPlan] = useState<AsOfPlan>();
  const job = useJob(`as-of ${edition.id}`);
  const asof = editionTitle(edition);
  const look = (): void => {
    void job.start({ what: t("editions.show"), query: asof }, async () => {
      setPlan(await editions.plan(edition));
      return undefined;
    });
  };
  useRunFor(edition.id, look);
  const show = ({ asOf }: AsOfPlan): void => {
    setPlan(undefined);
    void job.start({ what: t("editions.show"), query: asof }, async () => {
      const refused = await editions.show(asOf);
      if (refused.length > 0) notices.set([...notices.get(), ...refused]);
      close();
      return undefined;
    });
  };
  return (
    <>
      <JobNotice job={job} />
      {plan !== undefined && <AsOfPlanned asof={asof} plan={plan} show={() => show(plan)} cancel={close} />}
    </>
  );
};

/** What showing the workbook as of an edition would do, before it is done. */
const AsOfPlanned = ({
  asof,
  plan: { held, own, missing, unknown },
  show,
  cancel,
}: {
  readonly asof: string;
  readonly plan: AsOfPlan;
  readonly show: () => void;
  readonly cancel: () => void;
}): ReactNode => {
  const first = useRef<HTMLSpanElement>(null);
  useEffect(() => first.current?.querySelector("button")?.focus(), []);
  const isEmpty = held + own + missing.length + unknown.length === 0;
  return (
    <section aria-label={t("editions.plan", { asof })}>
      <Stack>
        {isEmpty && <Notice intent="warning">{t("editions.noFormulas")}</Notice>}
        {held > 0 && <Line>{t("editions.held", { count: held, asof })}</Line>}
        {own > 0 && <Line>{t("editions.own", { count: own })}</Line>}
        <PlanCells title={t("editions.missing", { count: missing.length })} addresses={missing} />
        <PlanCells title={t("editions.unknown", { count: unknown.length })} addresses={unknown} />
        <Quiet>{t("editions.travels")}</Quiet>
        <Row>
          {!isEmpty && (
            <span ref={first}>
              <Button appearance="primary" onClick={show}>
                {t("editions.plan", { asof })}
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
