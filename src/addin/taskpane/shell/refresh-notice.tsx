import { type ReactNode, useEffect } from "react";
import { formatMoment, t } from "../../../i18n/t";
import type { MissedFormula, RefreshReport } from "../../excel/refresh/refresh-news";
import { asOfTitle } from "../state/edition-title";
import { latestEntries, useExisting } from "../state/formula-entries";
import { usePane } from "../state/pane-state";
import { useJob, useStore, useThrottledStore } from "../state/use-store";
import { Stack } from "../ui/layout";
import { Notice } from "../ui/notice";

/** One banner for what keeps values from being current, with the way out: signed out, no connection, or a refresh that failed in part. */
export const RefreshNotice = (): ReactNode => {
  const { deps, runtime } = usePane();
  const report = useStore(deps.recalculation.report);
  const connection = useStore(runtime.connection.state);
  useReconnection(connection === "offline");
  const notice = report && toNotice(report);
  if (notice !== undefined) return notice;
  return connection === "offline" ? spaced(<Offline />) : <EarlierAccount />;
};

/** Milliseconds between two tries to reach the service while it cannot be reached. */
const reconnectInterval = 15_000;

/** Looks whether the service can be reached again, so that what says that it cannot leaves with the fault. */
const useReconnection = (isOffline: boolean): void => {
  const { runtime } = usePane();
  useEffect(() => {
    if (!isOffline) return undefined;
    let cancel: () => void;
    const wait = (): void => {
      cancel = runtime.clock.after(reconnectInterval, () => void runtime.connection.check().then(next, next));
    };
    let isOver = false;
    const next = (): void => {
      if (!isOver) wait();
    };
    wait();
    return () => {
      isOver = true;
      cancel();
    };
  }, [runtime, isOffline]);
};

/** What a refresh left for the user to know or to do; undefined where all went well. */
const toNotice = (report: RefreshReport): ReactNode => {
  switch (report.status) {
    case "failed":
      return spaced(<RefreshFailed report={report} />);
    case "co-author":
      return spaced(<CoAuthor report={report} />);
    case "as-of":
      return spaced(<RefreshAsOfNotice report={report} />);
    case "refused":
      return spaced(<RefreshRefused report={report} />);
    case "done":
      if (report.missed.length > 0) return <Missed report={report} />;
      return report.notStored === undefined ? undefined : spaced(<NotStored notStored={report.notStored} />);
  }
};

/** With room below. */
const spaced = (notice: ReactNode): ReactNode => (
  <Stack>
    {notice}
    <span />
  </Stack>
);

const RefreshRefused = ({ report }: { readonly report: RefreshReport & { readonly status: "refused" } }): ReactNode => {
  const { deps, runtime, state } = usePane();
  const { recalculation } = deps;
  const signedIn = useStore(runtime.session.state).status === "signed-in";
  const isOnline = useStore(runtime.connection.state) === "online";
  const count = report.formulas.length;
  const isSignedOut = report.reason === "signed-out" && !signedIn;
  const retry = { label: t("pane.retry"), run: () => void recalculation.refresh(report.formulas) };
  const signIn = { label: t("signIn.submit"), run: () => state.view.set("universes") };
  return (
    <Notice
      intent="warning"
      title={t("refresh.refused")}
      actions={[isSignedOut ? signIn : retry, { label: t("pane.dismiss"), run: recalculation.dismiss }]}
    >
      {isSignedOut && t("refresh.signedOut", { count })}
      {report.reason === "offline" && t(isOnline ? "refresh.onlineAgain" : "refresh.offline", { count })}
    </Notice>
  );
};

const CoAuthor = ({ report }: { readonly report: RefreshReport & { readonly status: "co-author" } }): ReactNode => {
  const { recalculation } = usePane().deps;
  const anyway = {
    label: t("refresh.anyway"),
    run: () => void recalculation.refresh(report.scope, { anyway: true }),
  };
  return (
    <Notice
      title={t("refresh.coAuthor", { when: formatMoment(report.since) })}
      actions={[anyway, { label: t("pane.dismiss"), run: recalculation.dismiss }]}
    >
      {t("refresh.coAuthorLead")}
    </Notice>
  );
};

/** The workbook is set to an earlier day. Nothing where it was set back meanwhile. */
const RefreshAsOfNotice = ({
  report,
}: {
  readonly report: RefreshReport & { readonly status: "as-of" };
}): ReactNode => {
  const { deps, runtime } = usePane();
  const { recalculation, editions } = deps;
  const asOf = useStore(runtime.asOf);
  const back = async (): Promise<void> => {
    await editions.show(undefined);
    await recalculation.refresh(report.scope);
  };
  if (asOf === undefined) return null;
  return (
    <Notice
      intent="warning"
      title={t("refresh.refused")}
      actions={[
        { label: t("asOf.backAndRefresh"), run: () => void back() },
        { label: t("pane.dismiss"), run: recalculation.dismiss },
      ]}
    >
      {t("refresh.asOf", { asof: asOfTitle(asOf.asof) })}
    </Notice>
  );
};

const NotStored = ({ notStored }: { readonly notStored: "full" | "refused" }): ReactNode => {
  const { deps, state } = usePane();
  return (
    <Notice
      intent="warning"
      title={t("refresh.notStored")}
      actions={[
        { label: t("asOf.show"), run: () => state.view.set("editions") },
        { label: t("pane.dismiss"), run: deps.recalculation.dismiss },
      ]}
    >
      {t(`refresh.notStored.${notStored}`)}
    </Notice>
  );
};

const RefreshFailed = ({ report }: { readonly report: RefreshReport & { readonly status: "failed" } }): ReactNode => {
  const { recalculation } = usePane().deps;
  const retry = { label: t("pane.retry"), run: () => void recalculation.refresh(report.scope) };
  return (
    <Notice
      intent="error"
      title={t("refresh.refused")}
      actions={[retry, { label: t("pane.dismiss"), run: recalculation.dismiss }]}
    >
      {report.message}
    </Notice>
  );
};

/** After a change of account: the values that stand are not those of the account that is signed in now. */
const EarlierAccount = (): ReactNode => {
  const { deps, runtime, state } = usePane();
  const entries = useThrottledStore(runtime.requestLog.entries);
  const formulas = useExisting(latestEntries(entries).filter(({ earlierAccount }) => earlierAccount));
  const addresses = formulas.flatMap(({ address }) => address ?? []);
  if (addresses.length === 0) return null;
  return spaced(
    <Notice
      intent="warning"
      title={t("refresh.earlierAccount", { count: addresses.length })}
      actions={[
        { label: t("refresh.now"), run: () => void deps.recalculation.refresh(addresses) },
        { label: t("chrome.show"), run: () => state.view.set("status") },
      ]}
    >
      {t("refresh.earlierAccountLead")}
    </Notice>,
  );
};

const Missed = ({ report }: { readonly report: RefreshReport & { readonly status: "done" } }): ReactNode => {
  const { deps, runtime, state } = usePane();
  const { recalculation } = deps;
  // A formula that was fetched meanwhile is no longer counted.
  useThrottledStore(runtime.requestLog.entries);
  const missed = recalculation.stillMissed(report.missed);
  if (missed.length === 0) return null;
  const addresses = missed.map(({ address }) => address);
  return spaced(
    <Notice
      intent="warning"
      title={t("refresh.missed", { count: missed.length, total: report.refreshed + report.missed.length })}
      actions={[
        { label: t("pane.retry"), run: () => void recalculation.refresh(addresses) },
        { label: t("chrome.show"), run: () => state.view.set("status") },
        { label: t("pane.dismiss"), run: recalculation.dismiss },
      ]}
    >
      {[shownValues(missed), ...new Set(missed.map(({ reason }) => reason))].slice(0, 4).join(" ")}
    </Notice>,
  );
};

/** `They show values from 08:41.`, or from when to when. */
const shownValues = (missed: readonly MissedFormula[]): string => {
  const times = missed.flatMap(({ fetchedAt }) => fetchedAt ?? []);
  if (times.length === 0) return t("refresh.showErrors");
  const from = times.reduce((one, other) => Math.min(one, other));
  const to = times.reduce((one, other) => Math.max(one, other));
  const [first, last] = [formatMoment(from), formatMoment(to)];
  return first === last ? t("refresh.showValues", { when: first }) : t("refresh.showSpan", { from: first, to: last });
};

const Offline = (): ReactNode => {
  const { runtime } = usePane();
  const job = useJob("connection");
  const retry = (): void => {
    void job.start({ what: t("chrome.offline"), query: "" }, async () => {
      await runtime.connection.check();
      return undefined;
    });
  };
  return (
    <Notice intent="warning" actions={[{ label: t("pane.retry"), run: retry }]}>
      {t("refresh.offlineNow")}
    </Notice>
  );
};
