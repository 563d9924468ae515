import { type ReactNode, useEffect } from "react";
import { formatMoment, t } from "../../../i18n/t";
import type { RefreshOptions } from "../../excel/refresh/refresh";
import type { MissedFormula, RefreshReport } from "../../excel/refresh/refresh-news";
import type { RefreshScope } from "../../excel/sheet/formula-cells";
import { asOfTitle } from "../state/editions";
import { latestEntries, useExisting } from "../state/formula-entries";
import { usePane, type ViewName } from "../state/pane-state";
import { useJob, useStore, useThrottledStore } from "../state/use-store";
import { Notice } from "../ui/notice";

/** One banner for what keeps values from being current, with the way out: signed out, no connection, or a refresh that failed in part. */
export const RefreshNotice = (): ReactNode => {
  const { deps, runtime } = usePane();
  const report = useStore(deps.recalculation.report);
  const connection = useStore(runtime.connection.state);
  useReconnection(connection === "offline");
  const notice = report && toNotice(report);
  if (notice !== undefined) return notice;
  return connection === "offline" ? <Offline /> : <EarlierAccount />;
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
      return <RefreshFailed report={report} />;
    case "co-author":
      return <CoAuthor report={report} />;
    case "as-of":
      return <RefreshAsOfNotice report={report} />;
    case "refused":
      return <RefreshRefused report={report} />;
    case "done":
      if (report.missed.length > 0) return <Missed report={report} />;
      return report.notStored === undefined ? undefined : <NotStored why={report.notStored} />;
  }
};

interface OfReport<Status extends RefreshReport["status"]> {
  readonly report: RefreshReport & { readonly status: Status };
}

/** What a person can do about a refresh. */
const useActions = () => {
  const { deps, state } = usePane();
  const { refresh, dismiss } = deps.recalculation;
  return {
    refresh: (label: string, scope: RefreshScope, options?: RefreshOptions) => ({
      label,
      run: () => void refresh(scope, options),
    }),
    open: (label: string, view: ViewName) => ({ label, run: () => state.view.set(view) }),
    dismiss: { label: t("pane.dismiss"), run: dismiss },
  };
};

const RefreshRefused = ({ report: { reason, formulas } }: OfReport<"refused">): ReactNode => {
  const { runtime } = usePane();
  const { refresh, open, dismiss } = useActions();
  const signedIn = useStore(runtime.session.state).status === "signed-in";
  const isOnline = useStore(runtime.connection.state) === "online";
  const count = formulas.length;
  const isSignedOut = reason === "signed-out" && !signedIn;
  const way = isSignedOut ? open(t("signIn.submit"), "universes") : refresh(t("pane.retry"), formulas);
  return (
    <Notice intent="warning" title={t("refresh.refused")} actions={[way, dismiss]}>
      {isSignedOut && t("refresh.signedOut", { count })}
      {reason === "offline" && t(isOnline ? "refresh.onlineAgain" : "refresh.offline", { count })}
    </Notice>
  );
};

const CoAuthor = ({ report: { scope, since } }: OfReport<"co-author">): ReactNode => {
  const { refresh, dismiss } = useActions();
  return (
    <Notice
      title={t("refresh.coAuthor", { when: formatMoment(since) })}
      actions={[refresh(t("refresh.anyway"), scope, { anyway: true }), dismiss]}
    >
      {t("refresh.coAuthorLead")}
    </Notice>
  );
};

/** The workbook is set to an earlier day. Nothing where it was set back meanwhile. */
const RefreshAsOfNotice = ({ report: { scope } }: OfReport<"as-of">): ReactNode => {
  const { deps, runtime } = usePane();
  const { dismiss } = useActions();
  const asOf = useStore(runtime.asOf);
  const back = async (): Promise<void> => {
    await deps.editions.show(undefined);
    await deps.recalculation.refresh(scope);
  };
  if (asOf === undefined) return null;
  return (
    <Notice
      intent="warning"
      title={t("refresh.refused")}
      actions={[{ label: t("asOf.backAndRefresh"), run: () => void back() }, dismiss]}
    >
      {t("refresh.asOf", { asof: asOfTitle(asOf.asof) })}
    </Notice>
  );
};

const NotStored = ({ why }: { readonly why: "full" | "refused" }): ReactNode => {
  const { open, dismiss } = useActions();
  return (
    <Notice intent="warning" title={t("refresh.notStored")} actions={[open(t("asOf.show"), "editions"), dismiss]}>
      {t(`refresh.notStored.${why}`)}
    </Notice>
  );
};

const RefreshFailed = ({ report: { scope, message } }: OfReport<"failed">): ReactNode => {
  const { refresh, dismiss } = useActions();
  return (
    <Notice intent="error" title={t("refresh.refused")} actions={[refresh(t("pane.retry"), scope), dismiss]}>
      {message}
    </Notice>
  );
};

/** After a change of account: the values that stand are not those of the account that is signed in now. */
const EarlierAccount = (): ReactNode => {
  const { refresh, open } = useActions();
  const entries = useThrottledStore(usePane().runtime.requestLog.entries);
  const formulas = useExisting(latestEntries(entries).filter(({ earlierAccount }) => earlierAccount));
  const addresses = formulas.flatMap(({ address }) => address ?? []);
  if (addresses.length === 0) return null;
  return (
    <Notice
      intent="warning"
      title={t("refresh.earlierAccount", { count: addresses.length })}
      actions={[refresh(t("refresh.now"), addresses), open(t("chrome.show"), "status")]}
    >
      {t("refresh.earlierAccountLead")}
    </Notice>
  );
};

const Missed = ({ report }: OfReport<"done">): ReactNode => {
  const { deps, runtime } = usePane();
  const { refresh, open, dismiss } = useActions();
  // A formula that was fetched meanwhile is no longer counted.
  useThrottledStore(runtime.requestLog.entries);
  const missed = deps.recalculation.stillMissed(report.missed);
  if (missed.length === 0) return null;
  const addresses = missed.map(({ address }) => address);
  return (
    <Notice
      intent="warning"
      title={t("refresh.missed", { count: missed.length, total: report.refreshed + report.missed.length })}
      actions={[refresh(t("pane.retry"), addresses), open(t("chrome.show"), "status"), dismiss]}
    >
      {[shownValues(missed), ...new Set(missed.map(({ reason }) => reason))].slice(0, 4).join(" ")}
    </Notice>
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
    void job.start(t("chrome.offline"), "", () => runtime.connection.check());
  };
  return (
    <Notice intent="warning" actions={[{ label: t("pane.retry"), run: retry }]}>
      {t("refresh.offlineNow")}
    </Notice>
  );
};
