import { Table, TableBody, TableCell, TableHeader, TableHeaderCell, TableRow } from "@fluentui/react-components";
import { type CSSProperties, Fragment, type ReactNode, useState } from "react";
import type { CallRecord } from "../../../../engine/requests/request-log";
import { currentLocale, formatNumber, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useThrottledStore } from "../../state/use-store";
import { bindField, ChoiceField } from "../../ui/fields";
import { Pair, Quiet } from "../../ui/layout";

const failed = ({ status }: CallRecord): boolean => status === "failed" || status >= 400;

/** All HTTP calls, newest first, with filters. */
export const CallList = (): ReactNode => {
  const calls = useThrottledStore(usePane().runtime.requestLog.calls);
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
          label={t("activity.route")}
          choices={[{ value: "", label: t("activity.state.all") }, ...routes.map((value) => ({ value, label: value }))]}
          {...bindField({ draft, change }, "route")}
        />
        <ChoiceField
          label={t("activity.ended")}
          choices={(["all", "failed"] as const).map((value) => ({ value, label: t(`activity.state.${value}`) }))}
          {...bindField({ draft, change }, "outcome")}
        />
      </Pair>
      <Quiet>{t("pane.calls", { count: shown.length })}</Quiet>
      {shown.length > 0 && <Calls calls={shown} />}
    </>
  );
};

const callsPerPortion = 100;

/** A fixed column width, so that the route column takes the rest. */
const narrowColumn = (width: string): CSSProperties => ({ width, boxSizing: "border-box" });

/** A route name that may wrap between its words. */
const breakableRoute = (route: string): ReactNode =>
  route.split(/(?=[A-Z])/).map((word, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));

const Calls = ({ calls }: { readonly calls: readonly CallRecord[] }): ReactNode => {
  const [start] = useState(() => new Intl.DateTimeFormat(currentLocale(), { timeStyle: "medium" }));
  return (
    <Table size="extra-small" aria-label={t("activity.calls")}>
      <TableHeader>
        <TableRow>
          <TableHeaderCell>{t("activity.route")}</TableHeaderCell>
          <TableHeaderCell style={narrowColumn("74px")}>{t("activity.at")}</TableHeaderCell>
          <TableHeaderCell style={narrowColumn("52px")}>{t("activity.status")}</TableHeaderCell>
          <TableHeaderCell style={narrowColumn("46px")}>ms</TableHeaderCell>
        </TableRow>
      </TableHeader>
      <TableBody>
        {calls.slice(0, callsPerPortion).map((call, index) => (
          <TableRow key={`${call.at}-${index}`}>
            <TableCell style={{ overflowWrap: "anywhere" }}>{breakableRoute(call.route)}</TableCell>
            <TableCell>{start.format(call.at)}</TableCell>
            <TableCell>
              {call.status}
              {call.attempts > 1 && ` (${t("activity.attempts", { count: call.attempts })})`}
            </TableCell>
            <TableCell>{formatNumber(Math.round(call.milliseconds))}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
};
