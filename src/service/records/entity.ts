import { secondsPerDay } from "../../facts/dates";
import type { Account } from "../world/accounts";
import type { Universes } from "../store/universes";
import { samplerFor } from "../common/random";
import { countryName } from "../world/places";
import { instant, type World } from "../world/world";
import { project, type Members, type RecordCache } from "./projection";

/** What entity records are made from. Private codes and the count of universes depend on the account. */
export interface EntityContext {
  readonly world: World;
  readonly universes: Universes;
  readonly account: Account;
}

/**
 * The private codes that the account's company uses for an entity. They are computed from the seed and differ between
 * companies.
 */
export const clientCodes = (world: World, account: Account, entity: number): Record<string, string> => {
  const company = world.ids.company.ordinalOf(account.company) ?? 0;
  const sampler = samplerFor(world.random.company, entity, company * 50);
  if (sampler.chance(0.35)) return {};
  const crm = `${company === 0 ? "C" : "R"}${String(sampler.below(1_000_000)).padStart(7, "0")}`;
  return sampler.chance(0.5) ? { CRM: crm } : { CRM: crm, BOOK: sampler.pick(["EQ-01", "EQ-02", "FI-07", "PE-11"]) };
};

const universeCount = ({ universes, account }: EntityContext, entity: number): number =>
  universes
    .all()
    .filter((universe) => universes.visibleTo(account, universe) && universes.members(universe).has(entity)).length;

/** The members of an entity record. */
export const entityMembers: Members<EntityContext> = {
  id: (entity, { world }) => world.ids.entity.idOf(entity),
  description: (entity, { world }) => world.catalogue.profile(entity).description,
  name: (entity, { world }) => world.catalogue.identity(entity).name,
  figi: (entity, { world }) => world.catalogue.identity(entity).figi,
  isin: (entity, { world }) => world.catalogue.identity(entity).isin,
  ticker: (entity, { world }) => world.catalogue.identity(entity).ticker,
  alias: (entity, { world }) => world.catalogue.identity(entity).alias,
  website: (entity, { world }) => world.catalogue.identity(entity).website,
  country: (entity, { world }) => {
    const code = world.catalogue.profile(entity).country;
    return code === undefined ? undefined : countryName(code);
  },
  employee_count: (entity, { world }) => world.catalogue.profile(entity).employee_count,
  revenue: (entity, { world }) => world.catalogue.profile(entity).revenue,
  isic4: (entity, { world }) => world.catalogue.profile(entity).isic4,
  industry_codes: (entity, { world }) => world.catalogue.profile(entity).industry_codes,
  unspsc: (entity, { world }) => world.catalogue.profile(entity).unspsc,
  city: (entity, { world }) => world.catalogue.profile(entity).city,
  region: (entity, { world }) => world.catalogue.profile(entity).region,
  lei: (entity, { world }) => world.catalogue.identity(entity).lei,
  client_code: (entity, { world, account }) => clientCodes(world, account, entity),
  registration_codes: (entity, { world }) => world.catalogue.identity(entity).registrations,
  created_at: (entity, { world }) => instant(world, -world.catalogue.profile(entity).createdDaysAgo * secondsPerDay),
  related_universe_count: (entity, context) => universeCount(context, entity),
};

/**
 * Serializes entities. Records with private codes are cached per company; the count of universes changes too often to
 * be cached.
 */
export const entitySerializer = (
  context: EntityContext,
  records: RecordCache,
  fields: readonly string[],
): ((entity: number) => string) => {
  const make = project(entityMembers, fields, context);
  if (fields.includes("related_universe_count")) return (entity) => JSON.stringify(make(entity));
  const reader = fields.includes("client_code") ? context.account.company : "";
  return records.serializer(`entity ${reader} ${fields.join()}`, make);
};
