import { makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { RequestLogEntry } from "../../../../engine/requests/request-log";
import { formatMoment, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { isStale } from "../../state/problems";
import { useStore } from "../../state/use-store";
import { CellLink } from "../../ui/cell-link";
import { Quiet, Row } from "../../ui/layout";
import { Mark } from "../../ui/mark";

/** Whether a formula shows a part that nobody asked for. */
export const isPartial = ({ status, partial }: RequestLogEntry): boolean => status === "done" && partial;

const companyIds = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** A formula with names in place of ids. An id without a name stays. */
export const withNames = (formula: string, names: ReadonlyMap<string, string>): string =>
  formula.replaceAll(companyIds, (id) => names.get(id.toLowerCase())?.replaceAll('"', '""') ?? id);

/** Writes what an entry was asked for with the names of the universes and analyses that this device knows. */
export const useReadableQuery = (): ((entry: RequestLogEntry) => string) => {
  const { universes, analyses } = usePane().runtime;
  const [catalogue, known] = [useStore(universes.catalogue), useStore(analyses.known)];
  const names = new Map([
    ...catalogue.map((one) => [one.universe_id.toLowerCase(), one.name] as const),
    ...known.map((one) => [one.instance.toLowerCase(), one.name] as const),
  ]);
  return ({ query }) => withNames(query, names);
};

const useStyles = makeStyles({
  name: { ...typographyStyles.body1Strong, overflowWrap: "anywhere" },
  error: { ...typographyStyles.body1, color: tokens.colorStatusDangerForeground1, margin: 0, overflowWrap: "anywhere" },
  partial: { ...typographyStyles.body1, margin: 0, overflowWrap: "anywhere" },
});

/** One entry of the request log. Of a formula its cell is shown, which holds the arguments. */
export const EntryLine = ({ entry }: { readonly entry: RequestLogEntry }): ReactNode => {
  const styles = useStyles();
  const { address } = entry;
  const query = useReadableQuery()(entry);
  return (
    <>
      <Row>
        <span className={styles.name}>{entry.what}</span>
        {address !== undefined && <CellLink address={address} />}
        {isStale(entry) && address !== undefined && <Mark color="warning">{t("activity.stale")}</Mark>}
        {isPartial(entry) && <Mark color="warning">{t("activity.state.partial")}</Mark>}
      </Row>
      {address === undefined && query !== "" && <Quiet>{query.slice(0, 120)}</Quiet>}
      <Quiet>{entryFacts(entry)}</Quiet>
      {isPartial(entry) && <p className={styles.partial}>{entry.truncated}</p>}
      {entry.error === undefined && entry.staleReason !== undefined && <Quiet>{entry.staleReason}</Quiet>}
      {entry.earlierAccount && <Quiet>{t("refresh.earlierAccountLead")}</Quiet>}
      {entry.error !== undefined && <p className={styles.error}>{entry.error.message}</p>}
    </>
  );
};

/** When it was asked, rows and source, in one line. */
export const entryFacts = (entry: RequestLogEntry): string =>
  [
    formatMoment(entry.startedAt),
    entry.rows === undefined
      ? undefined
      : t(isPartial(entry) ? "activity.firstOfMore" : "pane.rows", { count: entry.rows }),
    ...describeSource(entry),
    entry.lookupsAt !== undefined && entry.lookupsAt < (entry.fetchedAt ?? 0)
      ? t("activity.lookupsAsOf", { when: formatMoment(entry.lookupsAt) })
      : undefined,
    entry.endedAt === undefined ? undefined : t("activity.took", { seconds: duration(entry) }),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");

/** Where the rows came from, and of rows that are not live when they were fetched. */
const describeSource = ({ source, fetchedAt }: RequestLogEntry): readonly string[] => {
  if (source === undefined) return [];
  const from = t(`activity.source.${source}`);
  if (source === "live" || fetchedAt === undefined) return [from];
  const when = formatMoment(fetchedAt);
  return source === "stale" ? [t("activity.notRefreshed", { when })] : [from, t("activity.asOf", { when })];
};

const duration = ({ startedAt, endedAt }: RequestLogEntry): number =>
  Math.round(((endedAt ?? startedAt) - startedAt) / 100) / 10;
