import { useEffect, useState } from "react";
import type { TeamPerson } from "../../../engine/session/team-sign-in";
import { usePane } from "./pane-state";

/** Who is signed in at the gateway of the team, as it says now, or why that is not known; undefined until it answers. */
export const useTeamPerson = (): TeamPerson | Error | undefined => {
  const { team } = usePane().runtime;
  const [found, setFound] = useState<TeamPerson | Error | undefined>(undefined);
  useEffect(() => {
    let isShown = true;
    const show = (next: TeamPerson | Error): void => (isShown ? setFound(next) : undefined);
    team?.person().then(show, (error: unknown) => show(error instanceof Error ? error : new Error(String(error))));
    return () => {
      isShown = false;
    };
  }, [team]);
  return found;
};
