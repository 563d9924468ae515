import { Badge, Button, Link, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { Quiet, Row, Tight } from "../parts/layout";
import { usePane } from "../state/pane-context";
import { useText } from "../text/use-text";
import { Candidates } from "./candidates";
import { cellOf } from "../insert/cell-of";
import type { Outcome, Status } from "./outcome";
import { suggestionsFor } from "./suggest";
import type { Desk } from "./use-desk";

const useStyles = makeStyles({
  input: { ...typographyStyles.body1Strong, overflowWrap: "anywhere", flexGrow: 1, minWidth: 0 },
  error: { ...typographyStyles.caption1, color: tokens.colorStatusDangerForeground1, margin: 0 },
});

const colors: Readonly<Record<Status, "success" | "warning" | "danger" | "informative">> = {
  exact: "success",
  single: "success",
  chosen: "success",
  ambiguous: "warning",
  none: "danger",
  invalid: "danger",
  failed: "danger",
  waiting: "informative",
};

/** One input: how it ended, where it stands, and what can be decided about it. */
export const OutcomeItem = ({ outcome, desk }: { readonly outcome: Outcome; readonly desk: Desk }): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const { wanted, status, candidates, entity, error } = outcome;
  const several = candidates.length > 1;
  return (
    <Tight>
      <Row>
        <span className={styles.input}>{wanted.text}</span>
        <Badge appearance="tint" color={colors[status]}>
          {say(`resolve.status.${status}`)}
        </Badge>
      </Row>
      <Where outcome={outcome} desk={desk} />
      {!several && entity !== undefined && <Quiet>{String(entity["name"])}</Quiet>}
      {status === "ambiguous" && outcome.total > candidates.length && (
        <Quiet>{say("resolve.ofTotal", { shown: candidates.length, total: outcome.total })}</Quiet>
      )}
      {several && <Candidates outcome={outcome} />}
      {status === "invalid" && <Suggestions text={wanted.text} />}
      {error !== undefined && <p className={styles.error}>{error.message}</p>}
      {status === "chosen" && <Unchoose outcome={outcome} />}
    </Tight>
  );
};

const Where = ({ outcome, desk }: { readonly outcome: Outcome; readonly desk: Desk }): ReactNode => {
  const say = useText();
  const { workbook } = usePane().world;
  const { rows } = outcome.wanted;
  const address = desk.draft.address === undefined ? undefined : cellOf(desk.draft.address, rows[0] ?? 0);
  const others = rows.length - 1;
  if (address === undefined && others === 0) return null;
  return (
    <Row>
      {address !== undefined && <Link onClick={() => void workbook.goTo(address)}>{address}</Link>}
      {others > 0 && <Quiet>{say("resolve.others", { count: others })}</Quiet>}
    </Row>
  );
};

const Suggestions = ({ text }: { readonly text: string }): ReactNode => {
  const say = useText();
  const suggestions = suggestionsFor(text);
  return (
    <Quiet>
      {suggestions.length === 0
        ? say("resolve.checkDigit")
        : say("resolve.meant", { suggestions: suggestions.join(", ") })}
    </Quiet>
  );
};

const Unchoose = ({ outcome }: { readonly outcome: Outcome }): ReactNode => {
  const say = useText();
  const { choices } = usePane().runtime;
  const { query } = outcome.wanted;
  return (
    <Row>
      <Quiet>{say("resolve.chosenByYou")}</Quiet>
      <Button size="small" appearance="subtle" onClick={() => query !== undefined && choices.choose(query, undefined)}>
        {say("resolve.unchoose")}
      </Button>
    </Row>
  );
};
