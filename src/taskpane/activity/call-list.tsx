import { Table, TableBody, TableCell, TableHeader, TableHeaderCell, TableRow } from "@fluentui/react-components";
import { Fragment, useState, type CSSProperties, type ReactNode } from "react";
import type { CallRecord } from "../../runtime/ledger";
import { ChoiceField } from "../parts/fields";
import { Pair, Quiet } from "../parts/layout";
import { usePane } from "../state/pane-context";
import { useCalmStore, useDraft } from "../state/use-store";
import { useText } from "../text/use-text";

const failed = ({ status }: CallRecord): boolean => status === "failed" || status >= 400;

/** Every HTTP call, newest first, filtered by route and outcome. */
export const CallList = (): ReactNode => {
  const say = useText();
  const calls = useCalmStore(usePane().runtime.ledger.calls);
  const [draft, change] = useDraft("calls", { route: "", outcome: "all" });
  const routes = [...new Set(calls.map(({ route }) => route))].toSorted();
  const shown = calls
    .filter((call) => draft.route === "" || call.route === draft.route)
    .filter((call) => draft.outcome === "all" || failed(call))
    .toReversed();
  return (
    <>
      <Pair>
        <ChoiceField
          label={say("activity.route")}
          value={draft.route}
          choices={[
            { value: "", label: say("activity.state.all") },
            ...routes.map((value) => ({ value, label: value })),
          ]}
          onChange={(route) => change({ route })}
        />
        <ChoiceField
          label={say("activity.ended")}
          value={draft.outcome}
          choices={(["all", "failed"] as const).map((value) => ({ value, label: say(`activity.state.${value}`) }))}
          onChange={(outcome) => change({ outcome })}
        />
      </Pair>
      <Quiet>{say("pane.calls", { count: shown.length })}</Quiet>
      {shown.length > 0 && <Calls calls={shown} />}
    </>
  );
};

const portion = 100;

/** As wide as what stands in the column, so that the routes have the rest. */
const narrow = (width: string): CSSProperties => ({ width, boxSizing: "border-box" });

/** A route's name, broken between its words where it must be. */
const words = (route: string): ReactNode =>
  route.split(/(?=[A-Z])/).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));

const Calls = ({ calls }: { readonly calls: readonly CallRecord[] }): ReactNode => {
  const say = useText();
  const [start] = useState(() => new Intl.DateTimeFormat(say.locale, { timeStyle: "medium" }));
  return (
    <Table size="extra-small" aria-label={say("activity.calls")}>
      <TableHeader>
        <TableRow>
          <TableHeaderCell>{say("activity.route")}</TableHeaderCell>
          <TableHeaderCell style={narrow("74px")}>{say("activity.at")}</TableHeaderCell>
          <TableHeaderCell style={narrow("52px")}>{say("activity.status")}</TableHeaderCell>
          <TableHeaderCell style={narrow("46px")}>ms</TableHeaderCell>
        </TableRow>
      </TableHeader>
      <TableBody>
        {calls.slice(0, portion).map((call, index) => (
          <TableRow key={`${call.at}-${index}`}>
            <TableCell style={{ overflowWrap: "anywhere" }}>{words(call.route)}</TableCell>
            <TableCell>{start.format(call.at)}</TableCell>
            <TableCell>
              {call.status}
              {call.attempts > 1 && ` (${say("activity.attempts", { count: call.attempts })})`}
            </TableCell>
            <TableCell>{say.number(Math.round(call.milliseconds))}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
};
