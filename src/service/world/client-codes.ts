import { samplerFor } from "../common/random";
import type { World } from "./world";

/** The private codes that a client's company uses for an entity. They are computed from the seed. */
export const clientCodes = (world: World, client: string, entity: number): Record<string, string> => {
  const company = world.ids.company.ordinalOf(client) ?? 0;
  const sampler = samplerFor(world.random.company, entity, company * 50);
  if (sampler.chance(0.35)) return {};
  const crm = `${company === 0 ? "C" : "R"}${String(sampler.below(1_000_000)).padStart(7, "0")}`;
  return sampler.chance(0.5) ? { CRM: crm } : { CRM: crm, BOOK: sampler.pick(["EQ-01", "EQ-02", "FI-07", "PE-11"]) };
};
