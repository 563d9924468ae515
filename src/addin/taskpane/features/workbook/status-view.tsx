import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { parseAddress } from "../../../../facts/addresses";
import type { ErrorCode } from "../../../../engine/http/addin-error";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import { formatMoment, t } from "../../../../i18n/t";
import type { FailedRepair, RepairState, UnknownName } from "../../../excel/repair/repair-state";
import type { BlockedSpill } from "../../../excel/sheet/blocked-spills";
import { latestEntries, useExisting } from "../../state/formula-entries";
import { stopAll, usePane } from "../../state/pane-state";
import { isStale, useProblems } from "../../state/problems";
import { useStore, useThrottledStore } from "../../state/use-store";
import { useTeamPerson } from "../../state/use-team-person";
import { CellLink, CellLinks } from "../../ui/cell-link";
import { GrowingList, ListSection } from "../../ui/growing-list";
import { Quiet, Row, Strong, Tight } from "../../ui/layout";
import { lazily } from "../../ui/lazily";
import { Mark } from "../../ui/mark";
import { Notice } from "../../ui/notice";
import { Page, Section } from "../../ui/page";
import { refreshResult } from "../../ui/refresh-result";
import { RowButton } from "../../ui/row-button";
import { EntryLine, isPartial } from "./entry-line";

const Tasks = lazily(
  async () => (await import(/* webpackChunkName: "pane-work" */ "../tasks/coverage-form")).TasksPart,
);

const entryKey = ({ id }: RequestLogEntry): string => String(id);

/** What runs, what the last refresh did, what needs attention, and the tasks of the account. */
export const StatusView = (): ReactNode => {
  const isSignedIn = useStore(usePane().runtime.session.state).status === "signed-in";
  const entries = useThrottledStore(usePane().runtime.requestLog.entries);
  const latest = latestEntries(entries);
  const problems = useProblems();
  const count = problems.entries.length + problems.blocked.length;
  const partial = useExisting(latest.filter((entry) => isPartial(entry) && entry.address !== undefined));
  return (
    <Page title={t("view.status")}>
      <TeamLine />
      <RunningRequests entries={entries} />
      <LastRefresh />
      <Repairs />
      <Section title={t("activity.problems", { count })}>
        {count === 0 && <Quiet>{t("activity.noProblems")}</Quiet>}
        {problems.blocked.length > 0 && <Blocked spills={problems.blocked} />}
        <GrowingList
          label={t("activity.problems", { count })}
          items={groupByCause(problems.entries)}
          keyOf={({ entries: [first] }) => entryKey(first)}
          show={(cause) => <Problem cause={cause} />}
        />
      </Section>
      <ListSection
        title={t("activity.partial", { count: partial.length })}
        lead={t("activity.partialLead")}
        items={partial}
        keyOf={entryKey}
        show={(entry) => <EntryLine entry={entry} />}
      />
      {isSignedIn && (
        <Section title={t("tasks.title")}>
          <Tasks />
        </Section>
      )}
    </Page>
  );
};

/** Results that Excel cannot show, each with what is in its way. */
const Blocked = ({ spills }: { readonly spills: readonly BlockedSpill[] }): ReactNode => (
  <GrowingList
    label={t("activity.blocked")}
    items={spills}
    keyOf={({ address }) => address}
    show={({ address, inTheWay }) => {
      const cell = inTheWay !== undefined && parseAddress(inTheWay) !== undefined ? inTheWay : undefined;
      return (
        <>
          <Strong>{t("activity.blocked")}</Strong>
          <Row>
            <CellLink address={address} />
            {inTheWay !== undefined && (
              <Quiet>{t("activity.inTheWay", { place: cell === undefined ? inTheWay : "" })}</Quiet>
            )}
            {cell !== undefined && <CellLink address={cell} />}
          </Row>
        </>
      );
    }}
  />
);

const RunningRequests = ({ entries }: { readonly entries: readonly RequestLogEntry[] }): ReactNode => {
  const pane = usePane();
  const running = entries.filter(({ status }) => status === "running");
  if (running.length === 0) return null;
  return (
    <Section
      title={t("activity.running", { count: running.length })}
      actions={
        <Button size="small" onClick={() => stopAll(pane)}>
          {t("pane.stop")}
        </Button>
      }
    >
      <Quiet>{t("activity.progress", countProgress(entries))}</Quiet>
      <GrowingList
        label={t("activity.running", { count: running.length })}
        items={running}
        keyOf={entryKey}
        show={(entry) => <EntryLine entry={entry} />}
      />
    </Section>
  );
};

/**
 * How many of the requests that run together have ended. They belong together where each began before all earlier ones had ended, as those of
 * one recalculation do.
 */
const countProgress = (entries: readonly RequestLogEntry[]): { readonly done: number; readonly all: number } => {
  const running = entries.filter(({ status }) => status === "running");
  const ended = entries
    .filter(({ status }) => status !== "running")
    .toSorted((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0));
  let from = Math.min(...running.map(({ startedAt }) => startedAt));
  let done = 0;
  for (const { startedAt, endedAt = 0 } of ended) {
    if (endedAt < from) break;
    from = Math.min(from, startedAt);
    done += 1;
  }
  return { done, all: done + running.length };
};

const LastRefresh = (): ReactNode => {
  const report = useStore(usePane().deps.recalculation.report);
  if (report?.status !== "done") return null;
  return (
    <Section title={t("activity.lastRefresh")}>
      <Quiet>{refreshResult(report)}</Quiet>
    </Section>
  );
};

/** What a person can do about a problem. */
type RepairAction = "retry" | "sign-in" | "edit";

/** The problems of one cause, newest first. */
interface ProblemCause {
  readonly sentence: string;
  readonly repair: RepairAction;
  readonly entries: readonly [RequestLogEntry, ...RequestLogEntry[]];
}

/** The answer of the service to these formulas stays the same until somebody changes them. */
const lasting = new Set<ErrorCode>([
  "invalid-argument",
  "rejected",
  "ambiguous",
  "not-found",
  "no-rows",
  "empty-list",
  "too-large",
]);

const findRepair = ({ error }: RequestLogEntry): RepairAction => {
  if (error?.code === "signed-out") return "sign-in";
  return error !== undefined && lasting.has(error.code) ? "edit" : "retry";
};

/** One cause for all formulas with the same sentence, whatever their functions. */
const groupByCause = (problems: readonly RequestLogEntry[]): readonly ProblemCause[] => {
  const causes = new Map<string, ProblemCause & { readonly entries: RequestLogEntry[] }>();
  for (const entry of problems) {
    const sentence =
      entry.error?.message ??
      (entry.earlierAccount ? t("refresh.earlierAccountLead") : (entry.staleReason ?? t("activity.stale")));
    const key = JSON.stringify([sentence, entry.address === undefined]);
    const cause = causes.get(key);
    if (cause === undefined) causes.set(key, { sentence, repair: findRepair(entry), entries: [entry] });
    else cause.entries.push(entry);
  }
  return [...causes.values()].toSorted((one, other) => other.entries.length - one.entries.length);
};

const Problem = ({ cause }: { readonly cause: ProblemCause }): ReactNode => {
  const { sentence, entries } = cause;
  const addresses = entries.flatMap(({ address }) => address ?? []);
  const names = [...new Set(entries.map(({ what }) => what))];
  return (
    <>
      <Strong>{sentence}</Strong>
      <Row>
        {isStale(entries[0]) && addresses.length > 0 && <Mark color="warning">{t("activity.stale")}</Mark>}
        <Quiet>{[...names.slice(0, namedFunctions), ...(names.length > namedFunctions ? ["…"] : [])].join(", ")}</Quiet>
        {addresses.length > 1 && <Quiet>{t("activity.cells", { count: addresses.length })}</Quiet>}
        <CellLinks addresses={addresses} />
      </Row>
      {addresses.length > 0 && (
        <Row>
          <RepairButton repair={cause.repair} addresses={addresses} />
        </Row>
      )}
    </>
  );
};

const RepairButton = ({
  repair,
  addresses,
}: {
  readonly repair: RepairAction;
  readonly addresses: readonly string[];
}): ReactNode => {
  const { deps, state } = usePane();
  const [first = ""] = addresses;
  if (repair === "sign-in")
    return (
      <Button size="small" onClick={() => state.view.set("universes")}>
        {t("signIn.submit")}
      </Button>
    );
  if (repair === "retry")
    return (
      <Button
        size="small"
        aria-label={t("activity.retryCell", {
          address: addresses.length === 1 ? first : t("activity.cells", { count: addresses.length }),
        })}
        onClick={() => void deps.recalculation.refresh(addresses)}
      >
        {t("pane.retry")}
      </Button>
    );
  const edit = async (): Promise<void> => {
    await deps.workbook.goTo(first);
    const found = await deps.workbook.formulaAt(first);
    if (found !== undefined) state.formulaToOpen.set(found);
    state.view.set("build");
  };
  return (
    <Button size="small" onClick={() => void edit()}>
      {t("activity.edit", { address: first })}
    </Button>
  );
};

/** The functions of a cause that are named. */
const namedFunctions = 3;

/** Who is signed in at the gateway of the team, and the firm's account that answers; nothing where there is no team. */
const TeamLine = (): ReactNode => {
  const { runtime } = usePane();
  const session = useStore(runtime.session.state);
  if (runtime.team === undefined || session.status !== "signed-in") return null;
  return <TeamPersonLine key={session.generation} />;
};

const TeamPersonLine = (): ReactNode => {
  const person = useTeamPerson();
  // The settings say why it is not known.
  if (person === undefined || person instanceof Error) return null;
  const { name, account } = person;
  return (
    <Quiet>{account === undefined ? t("team.noAccount", { name }) : t("team.signedInAs", { name, account })}</Quiet>
  );
};

/** Cells that Excel did not show as they were answered: what the user can repair, what could not be repaired, and what was. */
const Repairs = (): ReactNode => {
  const { unknownNames, failed, repaired } = useStore(usePane().deps.repair.state);
  return (
    <>
      {unknownNames.length > 0 && <UnknownNames names={unknownNames} />}
      <FailedCells cells={failed} />
      <Repaired cells={repaired} />
    </>
  );
};

const UnknownNames = ({ names }: { readonly names: readonly UnknownName[] }): ReactNode => {
  const { repair } = usePane().deps;
  const [running, setRunning] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const enter = async (): Promise<void> => {
    setRunning(true);
    // Excel refuses while a cell is edited; the list stays.
    setProblems(await repair.putNamesRight().catch((error: unknown) => [(error as Error).message]));
    setRunning(false);
  };
  const title = t("repair.unknownNames", { count: names.length });
  return (
    <Section title={title} lead={t("repair.unknownNamesList")}>
      <GrowingList
        label={title}
        items={names}
        keyOf={({ address }) => address}
        show={({ address, formula, repaired }) => (
          <Tight>
            <Row>
              <CellLink address={address} />
            </Row>
            {repaired !== formula && <Quiet>{formula}</Quiet>}
            <span style={{ overflowWrap: "anywhere" }}>{repaired}</span>
          </Tight>
        )}
      />
      {problems.length > 0 && <Notice intent="warning">{problems.join(" ")}</Notice>}
      <RowButton size="small" appearance="primary" disabledFocusable={running} onClick={() => void enter()}>
        {t("repair.enterAgain", { count: names.length })}
      </RowButton>
    </Section>
  );
};

const FailedCells = ({ cells }: { readonly cells: readonly FailedRepair[] }): ReactNode => {
  const { repair } = usePane().deps;
  return (
    <ListSection
      title={t("repair.failed", { count: cells.length })}
      actions={
        <Button size="small" onClick={() => void repair.tryAgain()}>
          {t("pane.retry")}
        </Button>
      }
      items={cells}
      keyOf={({ address }) => address}
      show={({ address, kind, reason }) => (
        <Tight>
          <Row>
            <CellLink address={address} />
          </Row>
          <Quiet>{reason ?? t(kind === "not-shown" ? "repair.notShown" : "repair.stillUnknown")}</Quiet>
        </Tight>
      )}
    />
  );
};

const Repaired = ({ cells }: { readonly cells: RepairState["repaired"] }): ReactNode => (
  <ListSection
    title={t("repair.repaired", { count: cells.length })}
    lead={t("repair.repairedLead")}
    items={cells}
    keyOf={({ address, at }) => `${address} ${at}`}
    show={({ address, at }) => (
      <Row>
        <CellLink address={address} />
        <Quiet>{formatMoment(at)}</Quiet>
      </Row>
    )}
  />
);
