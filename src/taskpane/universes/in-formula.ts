import type { KnownUniverse } from "../../runtime/universes";
import { isUuid } from "./read-universe";

/** How a formula names a universe: by name where only one has it and no formula takes it for an id, else by id; a quote inside is doubled. */
export const inFormula = (universe: KnownUniverse, catalogue: readonly KnownUniverse[]): string => {
  const same = catalogue.filter(({ name }) => name.toLowerCase() === universe.name.toLowerCase());
  const byName = same.length <= 1 && universe.name.length <= 255 && !isUuid(universe.name);
  return `"${(byName ? universe.name : universe.universe_id).replaceAll('"', '""')}"`;
};
