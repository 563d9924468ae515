import { pageOf } from "../listing/page";
import { licensedEntityOf, wantedOf } from "./reading";
import type { Handler } from "./route";

/** GET /v3/entities/{entity_id}/universes: those the caller may see, by name. */
export const listEntityUniverses: Handler = (call) => {
  const { backend, account } = call;
  const entity = licensedEntityOf(call);
  const { universes } = backend;
  const byOrdinal = new Map(universes.all().map((universe) => [universe.ordinal, universe]));
  const compare = (a: number, b: number): number => {
    const [first = "", second = ""] = [byOrdinal.get(a)?.name, byOrdinal.get(b)?.name];
    return first === second ? a - b : first < second ? -1 : 1;
  };
  const held = universes
    .all()
    .filter((universe) => universes.visibleTo(account, universe) && universes.members(universe).has(entity));
  const ordinals = Int32Array.from(held, (universe) => universe.ordinal).sort(compare);
  return pageOf({ key: `universes ${entity} ${account.user}`, ordinals, compare }, wantedOf(call), (ordinal) => {
    const universe = byOrdinal.get(ordinal);
    return {
      universe_name: universe?.name,
      universe_id: universe?.id,
      type: universe?.type,
      description: universe?.description ?? null,
    };
  });
};
