import type { Account } from "../accounts";
import { clientCodes } from "../records/entity";
import type { IsicNode } from "../world/industries";
import { countryName } from "../world/places";
import type { World } from "../world/world";

/** Whose view of an entity is searched. */
export interface View {
  readonly world: World;
  readonly account: Account;
}

const present = (values: readonly (string | null)[]): string[] => values.filter((value) => value !== null);

const codesOf = (nodes: readonly IsicNode[]): string[] =>
  nodes.flatMap((node) => [node.code, ...codesOf(node.values ?? [])]);

type Values = (entity: number, view: View) => readonly string[];

const identity = (entity: number, { world }: View) => world.catalogue.identity(entity);
const profile = (entity: number, { world }: View) => world.catalogue.profile(entity);

/** The texts of an entity that a filter or search key looks at. */
export const entityTexts: Readonly<Record<string, Values>> = {
  name: (entity, view) => [identity(entity, view).name],
  alias: (entity, view) => identity(entity, view).alias,
  duns: (entity, view) => [identity(entity, view).duns],
  figi: (entity, view) => present([identity(entity, view).figi]),
  isin: (entity, view) => identity(entity, view).isin,
  ticker: (entity, view) => identity(entity, view).ticker,
  lei: (entity, view) => present([identity(entity, view).lei]),
  entity_id: (entity, { world }) => [world.ids.entity.idOf(entity)],
  website: (entity, view) => present([identity(entity, view).website]),
  registration_code: (entity, view) => identity(entity, view).registrations.map(({ value }) => value),
  client_code: (entity, { world, account }) => Object.values(clientCodes(world, account, entity)),
  city: (entity, view) => present([profile(entity, view).city]),
  region: (entity, view) => present([profile(entity, view).region]),
  country: (entity, view) => present([profile(entity, view).country]).map(countryName),
  isic4: (entity, view) => codesOf(profile(entity, view).isic4),
  sector: (entity, view) => identity(entity, view).sections,
  industry_code: (entity, view) =>
    profile(entity, view).industry_codes.flatMap(({ values }) =>
      values.flatMap(({ code, description }) => [code, description]),
    ),
  unspsc: (entity, view) => profile(entity, view).unspsc.flatMap(({ code, description }) => [code, description]),
};

/** The numbers of an entity that a filter or search key looks at; none where they are not known. */
export const entityNumbers: Readonly<Record<string, (entity: number, view: View) => readonly number[]>> = {
  employee_count: (entity, view) => {
    const count = profile(entity, view).employee_count;
    return count === null ? [] : [count];
  },
  revenue: (entity, view) => profile(entity, view).revenue.map(({ value }) => value),
};
