import { type ReactNode, useEffect, useState } from "react";
import type { WorkbookAsOf } from "../../../engine/state/workbook-as-of";
import { t } from "../../../i18n/t";
import { asOfTitle } from "../state/edition-title";
import { usePane } from "../state/pane-state";
import { useJob, useStore } from "../state/use-store";
import { JobNotice } from "../ui/job-form";
import { Stack } from "../ui/layout";
import { Notice } from "../ui/notice";

/** Says that the workbook shows values as of an earlier day, whether this device has them, and how to go back. */
export const AsOfNotice = (): ReactNode => {
  const asOf = useStore(usePane().runtime.asOf);
  return asOf === undefined ? null : <AsOfDetails asOf={asOf} />;
};

const AsOfDetails = ({ asOf }: { readonly asOf: WorkbookAsOf }): ReactNode => {
  const { deps, state } = usePane();
  const isHere = useIsHere(asOf);
  const job = useJob("as-of-back");
  const back = (): void => {
    void job.start({ what: t("asOf.back"), query: "" }, async () => {
      const refused = await deps.editions.show(undefined);
      if (refused.length > 0) deps.notices.set([...deps.notices.get(), ...refused]);
      return undefined;
    });
  };
  return (
    <Stack>
      <Notice
        intent="warning"
        title={t("asOf.title", { asof: asOfTitle(asOf.asof) })}
        actions={[
          { label: t("asOf.back"), run: back },
          { label: t("asOf.show"), run: () => state.view.set("editions") },
        ]}
      >
        {t(isHere ? "asOf.lead" : "asOf.elsewhere")}
      </Notice>
      {job.now.status === "failed" && <JobNotice job={job} retry={back} />}
      <span />
    </Stack>
  );
};

/** Whether this device has the values, as far as it is known. */
const useIsHere = (asOf: WorkbookAsOf): boolean => {
  const { deps, runtime } = usePane();
  const { status } = useStore(runtime.session.state);
  const [isHere, setIsHere] = useState(true);
  useEffect(() => {
    let isShown = true;
    let stop: (() => void) | undefined;
    const look = async (): Promise<void> => {
      const all = await deps.editions.load();
      if (isShown) stop ??= all.changes.subscribe(() => void look());
      const found = await all.has(asOf).catch(() => false);
      if (isShown) setIsHere(found);
    };
    // Without the script every cell says why.
    void look().catch(() => undefined);
    return () => {
      isShown = false;
      stop?.();
    };
  }, [deps, asOf, status]);
  return isHere;
};
