import type { TeamPerson } from "../../../engine/session/team-sign-in";
import { usePane } from "./pane-state";
import { usePromised } from "./use-store";

/** Who is signed in at the gateway of the team, as it says now, or why that is not known; undefined until it answers. */
export const useTeamPerson = (): TeamPerson | Error | undefined => {
  const { team } = usePane().runtime;
  return usePromised(
    async () => team?.person().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))),
    [team],
  );
};
