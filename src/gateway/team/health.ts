import type { IdentityProvider } from "./identity-provider";
import type { Store } from "./store";
import type { Team } from "./team";

export type PartState = "ready" | "unreachable";

/** Whether a team can work. */
export interface TeamHealth {
  /** A sentence until store and provider have been reached once. */
  readonly wants?: string;
  /** What can be reached now. `service`: each of the firm's accounts is signed in. `provider` only where there is one. */
  readonly parts: Readonly<Record<string, PartState>>;
}

/** Looks whether store, provider and service can be reached. Remembers which of them were reached once. */
export const createHealth = (
  store: Store,
  provider: IdentityProvider | undefined,
  team: Pick<Team, "accounts">,
): (() => Promise<TeamHealth>) => {
  const reached = new Set<string>();
  return async () => {
    if (provider !== undefined && !provider.isReady) void provider.prepare();
    const isStoreThere = await store.get("health/").then(
      () => true,
      () => false,
    );
    const parts = {
      store: partState(isStoreThere),
      ...(provider !== undefined && { provider: partState(provider.isReady) }),
      service: partState(team.accounts.every(({ isSignedIn }) => isSignedIn)),
    };
    for (const [part, state] of Object.entries(parts)) if (state === "ready") reached.add(part);
    const wants = Object.keys(parts).find((part) => part !== "service" && !reached.has(part));
    return { parts, ...(wants !== undefined && { wants: `The ${wants} has not been reached yet.` }) };
  };
};

const partState = (isReached: boolean): PartState => (isReached ? "ready" : "unreachable");
