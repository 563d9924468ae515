import { type ReactNode, useEffect, useState } from "react";
import type { Runtime } from "../../../../engine/runtime";
import type { SessionState } from "../../../../engine/session/session";
import { formatMoment, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { Line, Quiet } from "../../ui/layout";

type Person = Awaited<ReturnType<NonNullable<Runtime["team"]>["person"]>>;

/** Until when somebody is signed in at the gateway of the team, and what the budgets of today leave. */
export const TeamAccount = ({
  session,
}: {
  readonly session: Extract<SessionState, { readonly status: "signed-in" }>;
}): ReactNode => (
  <>
    <Quiet>{endOf(session)}</Quiet>
    <TodaysBudget key={session.generation} />
  </>
);

const endOf = ({ origin, renews, expiresAt }: Parameters<typeof TeamAccount>[0]["session"]): string => {
  if (origin === "gateway-key") return t("team.byKey");
  return t(renews ? "settings.byKey" : "team.endsAt", { until: formatMoment(expiresAt) });
};

const TodaysBudget = (): ReactNode => {
  const { team } = usePane().runtime;
  const [found, setFound] = useState<Person | Error | undefined>(undefined);
  useEffect(() => {
    let isShown = true;
    const show = (next: Person | Error): void => (isShown ? setFound(next) : undefined);
    team?.person().then(show, (error: unknown) => show(error instanceof Error ? error : new Error(String(error))));
    return () => {
      isShown = false;
    };
  }, [team]);
  if (found === undefined) return null;
  if (found instanceof Error) return <Quiet>{t("team.budgetUnknown", { message: found.message })}</Quiet>;
  return (
    <>
      {linesOf(found).map((line) => (
        <Line key={line}>{line}</Line>
      ))}
      <Quiet>{t("team.resets")}</Quiet>
    </>
  );
};

/** The person's own requests, and those of everybody who shares a limit with the person: each of them may end first. */
const linesOf = ({ budget: { used, limit, groups, firm } }: Person): readonly string[] => [
  limit === null ? t("team.usedFree", { used }) : t("team.used", { used, limit }),
  ...groups.flatMap((group) =>
    group.limit === null ? [] : [t("team.usedByGroup", { name: group.name, used: group.used, limit: group.limit })],
  ),
  ...(firm === undefined || firm.limit === null ? [] : [t("team.usedByAll", { used: firm.used, limit: firm.limit })]),
];
