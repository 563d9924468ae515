import type { ReactNode } from "react";
import type { SessionState } from "../../../../engine/session/session";
import type { TeamPerson } from "../../../../engine/session/team-sign-in";
import { formatMoment, t } from "../../../../i18n/t";
import { useTeamPerson } from "../../state/use-team-person";
import { Line, Quiet } from "../../ui/layout";

/** Until when somebody is signed in at the gateway of the team, and what the budgets of today leave. */
export const TeamAccount = ({
  session,
}: {
  readonly session: Extract<SessionState, { readonly status: "signed-in" }>;
}): ReactNode => (
  <>
    <Quiet>{sessionEnd(session)}</Quiet>
    <TodaysBudget key={session.generation} />
  </>
);

const sessionEnd = ({ origin, renews, expiresAt }: Parameters<typeof TeamAccount>[0]["session"]): string => {
  if (origin === "gateway-key") return t("team.byKey");
  return t(renews ? "settings.byKey" : "team.endsAt", { until: formatMoment(expiresAt) });
};

const TodaysBudget = (): ReactNode => {
  const found = useTeamPerson();
  if (found === undefined) return null;
  if (found instanceof Error) return <Quiet>{t("team.budgetUnknown", { message: found.message })}</Quiet>;
  return (
    <>
      {budgetLines(found).map((line) => (
        <Line key={line}>{line}</Line>
      ))}
      <Quiet>{t("team.resets")}</Quiet>
    </>
  );
};

/** The person's own requests, and those of everybody who shares a limit with the person: each of them may end first. */
const budgetLines = ({ budget: { used, limit, groups, firm } }: TeamPerson): readonly string[] => [
  limit === null ? t("team.usedFree", { used }) : t("team.used", { used, limit }),
  ...groups.flatMap((group) =>
    group.limit === null ? [] : [t("team.usedByGroup", { name: group.name, used: group.used, limit: group.limit })],
  ),
  ...(typeof firm?.limit !== "number" ? [] : [t("team.usedByAll", { used: firm.used, limit: firm.limit })]),
];
