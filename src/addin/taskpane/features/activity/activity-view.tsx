import { Badge, Button, Link, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import { formatMoment, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { latestOf, useExisting } from "../../state/formula-entries";
import { useDraft, useThrottledStore } from "../../state/use-store";
import { ChoiceField, TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { Pair, Quiet, Row } from "../../ui/layout";
import { Page, Section } from "../../ui/page";
import { Tabs } from "../../ui/tabs";
import { CallList } from "./call-list";
import { Usage } from "./usage";

/** Requests: running and failed, history, HTTP calls, and usage. */
export const ActivityView = (): ReactNode => {
  const parts = [
    { name: "now", label: t("activity.now"), Content: Now },
    { name: "history", label: t("activity.history"), Content: History },
    { name: "calls", label: t("activity.calls"), Content: CallList },
    { name: "usage", label: t("activity.usage"), Content: Usage },
  ];
  return (
    <Page title={t("activity.title")}>
      <Tabs id="activity" label={t("activity.title")} parts={parts} />
    </Page>
  );
};

const Now = (): ReactNode => {
  const entries = useThrottledStore(usePane().runtime.requestLog.entries);
  const running = entries.filter(({ status }) => status === "running");
  const latest = latestOf(entries);
  const problems = useExisting(latest.filter((entry) => entry.status === "failed" || isStale(entry)));
  const partial = latest.filter((entry) => isPartial(entry) && entry.address !== undefined);
  const keyOf = ({ id }: RequestLogEntry): string => String(id);
  return (
    <>
      <Section title={t("activity.running", { count: running.length })}>
        {running.length === 0 && <Quiet>{t("activity.nothingRunning")}</Quiet>}
        <GrowingList
          label={t("activity.running", { count: running.length })}
          items={running}
          keyOf={keyOf}
          show={(entry) => <EntryLine entry={entry} />}
        />
      </Section>
      <Section
        title={t("activity.problems", { count: problems.length })}
        actions={problems.some(({ address }) => address !== undefined) && <RetryAll problems={problems} />}
      >
        {problems.length === 0 && <Quiet>{t("activity.noProblems")}</Quiet>}
        <GrowingList
          label={t("activity.problems", { count: problems.length })}
          items={groupsOf(problems)}
          keyOf={([entry]) => keyOf(entry)}
          show={(group) => <Problem group={group} />}
        />
      </Section>
      {partial.length > 0 && (
        <Section title={t("activity.partial", { count: partial.length })} lead={t("activity.partialLead")}>
          <GrowingList
            label={t("activity.partial", { count: partial.length })}
            items={partial}
            keyOf={keyOf}
            show={(entry) => <EntryLine entry={entry} />}
          />
        </Section>
      )}
    </>
  );
};

const RetryAll = ({ problems }: { readonly problems: readonly RequestLogEntry[] }): ReactNode => {
  const { recalculation } = usePane().deps;
  const addresses = problems.map(({ address }) => address).filter((address) => address !== undefined);
  return (
    <Button size="small" onClick={() => void recalculation.refresh(addresses)}>
      {t("activity.retryAll")}
    </Button>
  );
};

/** Equal problems, newest first. */
type ProblemGroup = readonly [RequestLogEntry, ...RequestLogEntry[]];

/** One group for all cells with the same function and the same message. */
const groupsOf = (problems: readonly RequestLogEntry[]): readonly ProblemGroup[] => {
  const groups = new Map<string, [RequestLogEntry, ...RequestLogEntry[]]>();
  for (const entry of problems) {
    const key = JSON.stringify([entry.what, entry.status, entry.error?.message, entry.address === undefined]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
};

/** The cells of a group that are shown with a link. */
const linkedCells = 5;

const Problem = ({ group }: { readonly group: ProblemGroup }): ReactNode => {
  const { recalculation } = usePane().deps;
  const [entry, ...others] = group;
  const addresses = group.flatMap(({ address }) => (address === undefined ? [] : [address]));
  const [first] = addresses;
  return (
    <EntryLine entry={entry} showsCell={others.length === 0}>
      {others.length > 0 && first !== undefined && <Cells addresses={addresses} />}
      {first !== undefined && (
        <Row>
          <Button
            size="small"
            aria-label={t("activity.retryCell", { address: others.length === 0 ? first : entry.what })}
            onClick={() => void recalculation.refresh(addresses)}
          >
            {t("pane.retry")}
          </Button>
        </Row>
      )}
    </EntryLine>
  );
};

/** The number of cells, and links to the first of them. */
const Cells = ({ addresses }: { readonly addresses: readonly string[] }): ReactNode => {
  const inOrder = addresses.toSorted(new Intl.Collator("en", { numeric: true }).compare);
  return (
    <Row>
      <Quiet>{t("activity.cells", { count: addresses.length })}</Quiet>
      {inOrder.slice(0, linkedCells).map((address) => (
        <CellLink key={address} address={address} />
      ))}
      {addresses.length > linkedCells && (
        <Quiet>{t("activity.moreCells", { count: addresses.length - linkedCells })}</Quiet>
      )}
    </Row>
  );
};

/** Whether a formula shows older values than asked for. */
const isStale = ({ source, staleReason }: RequestLogEntry): boolean => source === "stale" || staleReason !== undefined;

/** Whether a formula shows a part that nobody asked for. */
const isPartial = ({ status, partial }: RequestLogEntry): boolean => status === "done" && partial;

const states = ["all", "running", "done", "partial", "failed", "cancelled"] as const;

/** The state that the filter shows: `done` means complete. */
const stateOf = (entry: RequestLogEntry): (typeof states)[number] => (isPartial(entry) ? "partial" : entry.status);

/** The request log since the add-in started, newest first, with filters. */
const History = (): ReactNode => {
  const entries = useThrottledStore(usePane().runtime.requestLog.entries);
  const [draft, change] = useDraft("history", { text: "", state: "all" });
  const text = draft.text.trim().toLowerCase();
  const matches = (entry: RequestLogEntry): boolean =>
    (draft.state === "all" || stateOf(entry) === draft.state) &&
    `${entry.what} ${entry.address ?? ""} ${entry.query}`.toLowerCase().includes(text);
  const shown = entries.filter(matches).toSorted((one, other) => other.id - one.id);
  return (
    <>
      <Pair>
        <TextField
          label={t("activity.filter")}
          type="search"
          value={draft.text}
          onChange={(value) => change({ text: value })}
        />
        <ChoiceField
          label={t("activity.ended")}
          value={draft.state}
          choices={states.map((state) => ({ value: state, label: t(`activity.state.${state}`) }))}
          onChange={(state) => change({ state })}
        />
      </Pair>
      <Quiet>{t("activity.shown", { count: shown.length })}</Quiet>
      <GrowingList
        label={t("activity.history")}
        items={shown}
        keyOf={({ id }) => String(id)}
        show={(entry) => <EntryLine entry={entry} />}
      />
    </>
  );
};

const useStyles = makeStyles({
  name: { ...typographyStyles.body1Strong, overflowWrap: "anywhere" },
  error: { ...typographyStyles.body1, color: tokens.colorStatusDangerForeground1, margin: 0, overflowWrap: "anywhere" },
  partial: { ...typographyStyles.body1, margin: 0, overflowWrap: "anywhere" },
  link: { "@media (forced-colors: active)": { textDecorationLine: "underline" } },
  more: {
    display: "flex",
    flexDirection: "column",
    gap: tokens.spacingVerticalXS,
    marginTop: tokens.spacingVerticalXS,
  },
  query: { ...typographyStyles.caption1, fontFamily: tokens.fontFamilyMonospace, margin: 0, overflowWrap: "anywhere" },
});

/** Goes to a cell. High contrast has one colour for text and links, so they are underlined there. */
const CellLink = ({ address }: { readonly address: string }): ReactNode => {
  const styles = useStyles();
  const { workbook } = usePane().deps;
  return (
    <Link
      className={styles.link}
      onClick={() => void workbook.goTo(address)}
      aria-label={t("pane.goToCell", { address })}
    >
      {address}
    </Link>
  );
};

/** One entry of the request log. */
const EntryLine = ({
  entry,
  showsCell = true,
  children,
}: {
  readonly entry: RequestLogEntry;
  /** False where the children name its cells. */
  readonly showsCell?: boolean;
  readonly children?: ReactNode;
}): ReactNode => {
  const styles = useStyles();
  const { address } = entry;
  return (
    <>
      <Row>
        <span className={styles.name}>{entry.what}</span>
        {showsCell && address !== undefined && <CellLink address={address} />}
        {isStale(entry) && address !== undefined && (
          <Badge appearance="tint" color="warning">
            {t("activity.stale")}
          </Badge>
        )}
        {isPartial(entry) && (
          <Badge appearance="tint" color="warning">
            {t("activity.state.partial")}
          </Badge>
        )}
      </Row>
      {entry.query !== "" && <p className={styles.query}>{entry.query.slice(0, 240)}</p>}
      <Quiet>{factsOf(entry)}</Quiet>
      {isPartial(entry) && <p className={styles.partial}>{entry.truncated}</p>}
      {entry.error === undefined && entry.staleReason !== undefined && <Quiet>{entry.staleReason}</Quiet>}
      {entry.earlierAccount && <Quiet>{t("refresh.earlierAccountLead")}</Quiet>}
      {entry.error !== undefined && <p className={styles.error}>{entry.error.message}</p>}
      {children !== undefined && <div className={styles.more}>{children}</div>}
    </>
  );
};

const factsOf = (entry: RequestLogEntry): string =>
  [
    formatMoment(entry.startedAt),
    entry.rows === undefined ? undefined : t("pane.rows", { count: entry.rows }),
    entry.requests === 0 ? t("activity.noCall") : t("pane.calls", { count: entry.requests }),
    entry.source === undefined ? undefined : t(`activity.source.${entry.source}`),
    ageOf(entry),
    entry.lookupsAt !== undefined && entry.lookupsAt < (entry.fetchedAt ?? 0)
      ? t("activity.lookupsAsOf", { when: formatMoment(entry.lookupsAt) })
      : undefined,
    entry.endedAt === undefined ? undefined : t("activity.took", { seconds: seconds(entry) }),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");

/** When the rows were fetched; undefined for live rows. */
const ageOf = ({ source, fetchedAt }: RequestLogEntry): string | undefined =>
  source === undefined || source === "live" || fetchedAt === undefined
    ? undefined
    : t("activity.asOf", { when: formatMoment(fetchedAt) });

const seconds = ({ startedAt, endedAt }: RequestLogEntry): number =>
  Math.round(((endedAt ?? startedAt) - startedAt) / 100) / 10;
