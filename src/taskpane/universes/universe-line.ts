import type { KnownUniverse } from "../../runtime/universes";
import type { Say, TextKey } from "../text/say";

const types: Readonly<Record<string, TextKey>> = {
  PRIVATE: "universes.private",
  SHARED: "universes.shared",
  PROVIDER: "universes.provider",
};

/** The type of a universe in the user's words; the service's own where it is a new one. */
export const universeType = (say: Say, type: string): string => (types[type] === undefined ? type : say(types[type]));

/** `Shared · 60 entities`: what is known of a universe beside its name. */
export const universeLine = (say: Say, universe: KnownUniverse): string =>
  [
    universe.type === undefined ? undefined : universeType(say, universe.type),
    universe.entities === undefined ? undefined : say("universes.entities", { count: universe.entities }),
  ]
    .filter((part) => part !== undefined)
    .join(" · ") || universe.universe_id;
