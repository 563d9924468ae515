import type { KnownUniverse } from "../../runtime/universes";

/** How a formula names a universe: by name where only one has it, else by id; a quote inside is doubled. */
export const inFormula = (universe: KnownUniverse, catalogue: readonly KnownUniverse[]): string => {
  const same = catalogue.filter(({ name }) => name.toLowerCase() === universe.name.toLowerCase());
  const named = same.length <= 1 && universe.name.length <= 255 ? universe.name : universe.universe_id;
  return `"${named.replaceAll('"', '""')}"`;
};
