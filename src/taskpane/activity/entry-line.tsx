import { Badge, Link, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { LedgerEntry } from "../../runtime/ledger";
import { Quiet, Row } from "../parts/layout";
import { usePane } from "../state/pane-context";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";

const useStyles = makeStyles({
  name: { ...typographyStyles.body1Strong, overflowWrap: "anywhere" },
  error: { ...typographyStyles.body1, color: tokens.colorStatusDangerForeground1, margin: 0, overflowWrap: "anywhere" },
  query: { ...typographyStyles.caption1, fontFamily: tokens.fontFamilyMonospace, margin: 0, overflowWrap: "anywhere" },
});

/** One entry of the ledger: who asked what, where, and how it ended. */
export const EntryLine = ({
  entry,
  children,
}: {
  readonly entry: LedgerEntry;
  readonly children?: ReactNode;
}): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const { workbook } = usePane().world;
  const { address } = entry;
  return (
    <>
      <Row>
        <span className={styles.name}>{entry.what}</span>
        {address !== undefined && (
          <Link onClick={() => void workbook.goTo(address)} aria-label={say("pane.goToCell", { address })}>
            {address}
          </Link>
        )}
        {entry.truncated !== undefined && address !== undefined && (
          <Badge appearance="tint" color="warning">
            {say("activity.truncated")}
          </Badge>
        )}
      </Row>
      {entry.query !== "" && <p className={styles.query}>{entry.query.slice(0, 240)}</p>}
      <Quiet>{factsOf(say, entry)}</Quiet>
      {entry.error !== undefined && <p className={styles.error}>{entry.error.message}</p>}
      {children}
    </>
  );
};

const factsOf = (say: Say, entry: LedgerEntry): string =>
  [
    say.moment(entry.startedAt),
    entry.rows === undefined ? undefined : say("pane.rows", { count: entry.rows }),
    entry.requests === 0 ? say("activity.noCall") : say("pane.calls", { count: entry.requests }),
    entry.source === undefined ? undefined : say(`activity.source.${entry.source}`),
    ageOf(say, entry),
    entry.endedAt === undefined ? undefined : say("activity.took", { seconds: seconds(entry) }),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");

/** When rows that were not fetched just now were fetched. */
const ageOf = (say: Say, { source, fetchedAt }: LedgerEntry): string | undefined =>
  source === undefined || source === "live" || fetchedAt === undefined
    ? undefined
    : say("activity.asOf", { when: say.moment(fetchedAt) });

const seconds = ({ startedAt, endedAt }: LedgerEntry): number =>
  Math.round(((endedAt ?? startedAt) - startedAt) / 100) / 10;
