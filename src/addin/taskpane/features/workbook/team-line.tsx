import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useStore } from "../../state/use-store";
import { useTeamPerson } from "../../state/use-team-person";
import { Quiet } from "../../ui/layout";

/** Who is signed in at the gateway of the team, and the firm's account that answers; nothing where there is no team. */
export const TeamLine = (): ReactNode => {
  const { runtime } = usePane();
  const session = useStore(runtime.session.state);
  if (runtime.team === undefined || session.status !== "signed-in") return null;
  return <SignedIn key={session.generation} />;
};

const SignedIn = (): ReactNode => {
  const person = useTeamPerson();
  // The settings say why it is not known.
  if (person === undefined || person instanceof Error) return null;
  const { name, account } = person;
  return (
    <Quiet>{account === undefined ? t("team.noAccount", { name }) : t("team.signedInAs", { name, account })}</Quiet>
  );
};
