import type { Account } from "../accounts";
import type { Backend } from "../backend";
import { drawFor } from "../world/dice";
import { countryName } from "../world/places";
import { instant, type World } from "../world/world";
import { project, type Members } from "./projection";

/** What an entity's record is made with: private codes and universes depend on who asks. */
export interface EntityContext {
  readonly backend: Backend;
  readonly account: Account;
}

/** The codes the account's company keeps for an entity; made from the seed, another company's are others. */
export const clientCodes = (world: World, account: Account, entity: number): Record<string, string> => {
  const company = world.ids.company.ordinalOf(account.company) ?? 0;
  const draw = drawFor(world.dice.company, entity, company * 50);
  if (draw.chance(0.35)) return {};
  const crm = `${company === 0 ? "C" : "R"}${String(draw.below(1_000_000)).padStart(7, "0")}`;
  return draw.chance(0.5) ? { CRM: crm } : { CRM: crm, BOOK: draw.pick(["EQ-01", "EQ-02", "FI-07", "PE-11"]) };
};

const universeCount = ({ backend, account }: EntityContext, entity: number): number =>
  backend.universes
    .all()
    .filter(
      (universe) => backend.universes.visibleTo(account, universe) && backend.universes.members(universe).has(entity),
    ).length;

const day = 86_400;

/** The members of an entity. */
export const entityMembers: Members<EntityContext> = {
  id: (entity, { backend }) => backend.world.ids.entity.idOf(entity),
  description: (entity, { backend }) => backend.world.catalogue.profile(entity).description,
  name: (entity, { backend }) => backend.world.catalogue.identity(entity).name,
  figi: (entity, { backend }) => backend.world.catalogue.identity(entity).figi,
  isin: (entity, { backend }) => backend.world.catalogue.identity(entity).isin,
  ticker: (entity, { backend }) => backend.world.catalogue.identity(entity).ticker,
  alias: (entity, { backend }) => backend.world.catalogue.identity(entity).alias,
  website: (entity, { backend }) => backend.world.catalogue.identity(entity).website,
  country: (entity, { backend }) => {
    const code = backend.world.catalogue.profile(entity).country;
    return code === null ? null : countryName(code);
  },
  employee_count: (entity, { backend }) => backend.world.catalogue.profile(entity).employee_count,
  revenue: (entity, { backend }) => backend.world.catalogue.profile(entity).revenue,
  isic4: (entity, { backend }) => backend.world.catalogue.profile(entity).isic4,
  industry_codes: (entity, { backend }) => backend.world.catalogue.profile(entity).industry_codes,
  unspsc: (entity, { backend }) => backend.world.catalogue.profile(entity).unspsc,
  city: (entity, { backend }) => backend.world.catalogue.profile(entity).city,
  region: (entity, { backend }) => backend.world.catalogue.profile(entity).region,
  lei: (entity, { backend }) => backend.world.catalogue.identity(entity).lei,
  client_code: (entity, { backend, account }) => clientCodes(backend.world, account, entity),
  registration_codes: (entity, { backend }) => backend.world.catalogue.identity(entity).registrations,
  created_at: (entity, { backend }) =>
    instant(backend.world, -backend.world.catalogue.profile(entity).createdDaysAgo * day),
  related_universe_count: (entity, context) => universeCount(context, entity),
};

/** Writes entities; private codes are those of the reader's company, and the count of universes changes too often to be kept. */
export const entityWriter = (context: EntityContext, fields: readonly string[]): ((entity: number) => string) => {
  const make = project(entityMembers, fields, context);
  if (fields.includes("related_universe_count")) return (entity) => JSON.stringify(make(entity));
  const reader = fields.includes("client_code") ? context.account.company : "";
  return context.backend.fragments.writer(`entity ${reader} ${fields.join()}`, make);
};
