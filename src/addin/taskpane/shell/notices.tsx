import { makeStyles, tokens } from "@fluentui/react-components";
import { type ReactNode, useEffect, useState } from "react";
import type { WorkbookAsOf } from "../../../engine/state/workbook-as-of";
import { formatMoment, t } from "../../../i18n/t";
import type { RefreshOptions } from "../../excel/refresh/refresh";
import type { MissedFormula, RefreshReport } from "../../excel/refresh/refresh-news";
import type { RefreshScope } from "../../excel/sheet/formula-cells";
import { asOfTitle, useEditions } from "../state/editions";
import { latestEntries, useExisting } from "../state/formula-entries";
import { usePane, type ViewName } from "../state/pane-state";
import { useJob, usePromised, useStore, useThrottledStore } from "../state/use-store";
import { JobNotice } from "../ui/job-form";
import { silently } from "../ui/lazily";
import { Notice } from "../ui/notice";

const useStyles = makeStyles({
  // Visible at every scroll position, because the user may be far down in a form.
  notices: {
    position: "sticky",
    top: 0,
    zIndex: 1,
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalM,
    backgroundColor: tokens.colorNeutralBackground1,
    ":not(:empty)": { paddingBottom: tokens.spacingVerticalM },
    // It sticks below the padding of the view, where scrolled content would show.
    ":not(:empty)::before": {
      content: "''",
      position: "absolute",
      left: 0,
      right: 0,
      bottom: "100%",
      height: tokens.spacingVerticalM,
      backgroundColor: tokens.colorNeutralBackground1,
    },
  },
});

const FillKeeper = silently(
  async () => (await import(/* webpackChunkName: "pane-resolve" */ "../features/resolve/fill-form")).FillKeeper,
);

/** What keeps values from being current, messages of commands until dismissed, and a hint while a cell is being edited. */
export const Notices = (): ReactNode => {
  const styles = useStyles();
  const { deps, runtime } = usePane();
  const { notices, cellEdit } = deps;
  const asOf = useStore(runtime.asOf);
  const isSignedIn = useStore(runtime.session.state).status === "signed-in";
  const sentences = useStore(notices);
  const editing = useStore(cellEdit);
  return (
    <div className={styles.notices}>
      {asOf !== undefined && <AsOfNotice asOf={asOf} />}
      <RefreshNotice />
      <RepairNotice />
      <NewerReleaseNotice />
      <FunctionListNotice />
      {isSignedIn && <ClockNotice />}
      {isSignedIn && <TimeZoneNotice />}
      {isSignedIn && <FillKeeper />}
      {editing && <Notice>{t("chrome.editing")}</Notice>}
      {sentences.length > 0 && (
        <Notice actions={[{ label: t("pane.dismiss"), run: () => notices.set([]) }]}>
          {sentences.slice(-3).join(" ")}
        </Notice>
      )}
    </div>
  );
};

/** Says that the workbook shows values as of an earlier day, whether this device has them, and how to go back. */
const AsOfNotice = ({ asOf }: { readonly asOf: WorkbookAsOf }): ReactNode => {
  const { deps, state } = usePane();
  const isHere = useIsHere(asOf);
  const job = useJob("as-of-back");
  const back = (): void => {
    void job.start(t("asOf.back"), "", async () => {
      const refused = await deps.editions.show(undefined);
      if (refused.length > 0) deps.notices.set([...deps.notices.get(), ...refused]);
    });
  };
  return (
    <>
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
    </>
  );
};

/** Whether this device has the values, as far as it is known. */
const useIsHere = (asOf: WorkbookAsOf): boolean => {
  const now = useEditions();
  // Where the script is missing every cell says why.
  return usePromised(async () => typeof now !== "object" || now.all.has(asOf).catch(() => false), [now, asOf]) ?? true;
};

/** Says which cells do not show what was answered for them, and what the user can do. */
const RepairNotice = (): ReactNode => {
  const { deps, state } = usePane();
  const { repair, recalculation } = deps;
  const { unknownNames, interrupted, failed } = useStore(repair.state);
  const show = { label: t("chrome.show"), run: () => state.view.set("status") };
  const dismiss = { label: t("pane.dismiss"), run: () => void repair.dismiss() };
  const refresh = async (): Promise<void> => {
    const { reason } = await recalculation.refresh(interrupted);
    if (reason === undefined) await repair.dismiss();
  };
  if (unknownNames.length + interrupted.length + failed.length === 0) return null;
  return (
    <>
      {unknownNames.length > 0 && (
        <Notice
          intent="warning"
          title={t("repair.unknownNames", { count: unknownNames.length })}
          actions={[show, dismiss]}
        >
          {t("repair.unknownNamesLead")}
        </Notice>
      )}
      {interrupted.length > 0 && (
        <Notice
          intent="warning"
          title={t("repair.interrupted", { count: interrupted.length })}
          actions={[{ label: t("refresh.now"), run: () => void refresh() }, dismiss]}
        >
          {t("repair.interruptedLead")}
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice
          intent="warning"
          title={t("repair.failed", { count: failed.length })}
          actions={[{ label: t("pane.retry"), run: () => void repair.tryAgain() }, show, dismiss]}
        >
          {t("repair.failedLead")}
        </Notice>
      )}
    </>
  );
};

/** Offers to reload when a newer release is there. While requests run it says that it waits: a reload would end them. */
const NewerReleaseNotice = (): ReactNode => {
  const { deps, runtime } = usePane();
  const isNewer = useStore(deps.release.isNewer);
  const isBusy = useThrottledStore(runtime.requestLog.pending) > 0;
  if (!isNewer) return null;
  return (
    <Notice title={t("chrome.newerRelease")} actions={isBusy ? [] : [{ label: t("chrome.reload"), run: deps.reload }]}>
      {t(isBusy ? "chrome.reloadLater" : "chrome.reloadLead")}
    </Notice>
  );
};

/** Says that Excel may not know the functions of this release yet, and what to do. */
const FunctionListNotice = (): ReactNode => {
  const { functionList } = usePane().deps;
  const state = useStore(functionList);
  if (state === "current") return null;
  return (
    <Notice
      title={t("chrome.functionList")}
      actions={[{ label: t("pane.dismiss"), run: () => functionList.set("current") }]}
    >
      {t(state === "reopen" ? "chrome.functionListReopen" : "chrome.functionListUnsure")}
    </Notice>
  );
};

/** Smaller differences change no day but near midnight, and clocks of companies drift. */
const mostMilliseconds = 3_600_000;

/** Says once that the clock of this computer is wrong by more than an hour: "today" and spans such as -30d follow it. */
const ClockNotice = (): ReactNode => {
  const { deps, runtime } = usePane();
  const session = useStore(runtime.session.state);
  const served = useStore(deps.release.clockAhead);
  const [isDismissed, setDismissed] = useState(false);
  const atSignIn = session.status === "signed-in" ? session.clockAhead : NaN;
  const ahead = Number.isNaN(atSignIn) ? served : atSignIn;
  if (isDismissed || !(Math.abs(ahead) > mostMilliseconds)) return null;
  const hours = Math.round(Math.abs(ahead) / 3_600_000);
  return (
    <Notice
      intent="warning"
      title={t(ahead > 0 ? "chrome.clockAhead" : "chrome.clockBehind", { count: hours })}
      actions={[{ label: t("pane.dismiss"), run: () => setDismissed(true) }]}
    >
      {t("chrome.clockLead")}
    </Notice>
  );
};

/** Proposes the time zone of the device once for each workbook. Nothing is proposed where it is UTC. */
const TimeZoneNotice = (): ReactNode => {
  const { deps, runtime } = usePane();
  const settings = useStore(runtime.settings);
  const { timeZone } = deps;
  if (settings.timeZone !== undefined || isUtc(timeZone)) return null;
  const choose = (name: string) => (): void => runtime.settings.set({ ...runtime.settings.get(), timeZone: name });
  return (
    <Notice
      title={t("chrome.timeZone", { zone: timeZone })}
      actions={[
        { label: t("chrome.useTimeZone", { zone: timeZone }), run: choose(timeZone) },
        { label: t("chrome.keepUtc"), run: choose("UTC") },
      ]}
    >
      {t("chrome.timeZoneLead")}
    </Notice>
  );
};

const isUtc = (name: string): boolean => /^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal|Greenwich)?$/.test(name);

/** One banner for what keeps values from being current, with the way out: signed out, no connection, or a refresh that failed in part. */
const RefreshNotice = (): ReactNode => {
  const { deps, runtime } = usePane();
  const report = useStore(deps.recalculation.report);
  const connection = useStore(runtime.connection.state);
  useReconnection(connection === "offline");
  const isFine = report?.status === "done" && report.missed.length === 0 && report.notStored === undefined;
  if (report !== undefined && !isFine) return <Report report={report} />;
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

/** What a refresh left for the user to know or to do; nothing where all went well. */
const Report = ({ report }: { readonly report: RefreshReport }): ReactNode => {
  const { deps, runtime } = usePane();
  const { refresh, open, dismiss } = useActions();
  const asOf = useStore(runtime.asOf);
  const isSignedIn = useStore(runtime.session.state).status === "signed-in";
  const isOnline = useStore(runtime.connection.state) === "online";
  const refused = { intent: "warning", title: t("refresh.refused") } as const;
  switch (report.status) {
    case "failed":
      return (
        <Notice {...refused} intent="error" actions={[refresh(t("pane.retry"), report.scope), dismiss]}>
          {report.message}
        </Notice>
      );
    case "co-author":
      return (
        <Notice
          title={t("refresh.coAuthor", { when: formatMoment(report.since) })}
          actions={[refresh(t("refresh.anyway"), report.scope, { anyway: true }), dismiss]}
        >
          {t("refresh.coAuthorLead")}
        </Notice>
      );
    case "as-of": {
      const back = (): void => void deps.editions.show(undefined).then(() => deps.recalculation.refresh(report.scope));
      // Nothing where the workbook was set back meanwhile.
      if (asOf === undefined) return null;
      return (
        <Notice {...refused} actions={[{ label: t("asOf.backAndRefresh"), run: back }, dismiss]}>
          {t("refresh.asOf", { asof: asOfTitle(asOf.asof) })}
        </Notice>
      );
    }
    case "refused": {
      const { reason, formulas } = report;
      const count = formulas.length;
      const isSignedOut = reason === "signed-out" && !isSignedIn;
      const way = isSignedOut ? open(t("signIn.submit"), "universes") : refresh(t("pane.retry"), formulas);
      return (
        <Notice {...refused} actions={[way, dismiss]}>
          {isSignedOut && t("refresh.signedOut", { count })}
          {reason === "offline" && t(isOnline ? "refresh.onlineAgain" : "refresh.offline", { count })}
        </Notice>
      );
    }
    case "done":
      if (report.missed.length > 0) return <Missed report={report} />;
      return (
        report.notStored !== undefined && (
          <Notice intent="warning" title={t("refresh.notStored")} actions={[open(t("asOf.show"), "editions"), dismiss]}>
            {t(`refresh.notStored.${report.notStored}`)}
          </Notice>
        )
      );
  }
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
