import type { Account } from "../world/accounts";
import type { IsicNode } from "../../data/records";
import { sectionCodes } from "../world/industries";
import { countryName } from "../world/places";
import { clientCodes, type World } from "../world/world";
import { type NumberCondition, numberTest, type TextCondition, textTest } from "../http/conditions";

/** What an account sees of an entity. */
export interface View {
  readonly world: World;
  readonly account: Account;
}

const present = (value: string | undefined): string[] => (value === undefined ? [] : [value]);

const sectionCodesIn = (nodes: readonly IsicNode[]): string[] =>
  nodes.flatMap((node) => [node.code, ...sectionCodesIn(node.values ?? [])]);

type Values = (entity: number, view: View) => readonly string[];

const identity = (entity: number, { world }: View) => world.catalogue.identity(entity);
const profile = (entity: number, { world }: View) => world.catalogue.profile(entity);

/** The texts of an entity that filters and searches compare, by key. */
export const entityTexts: Readonly<Record<string, Values>> = {
  name: (entity, view) => [identity(entity, view).name],
  alias: (entity, view) => identity(entity, view).alias,
  duns: (entity, view) => [identity(entity, view).duns],
  figi: (entity, view) => present(identity(entity, view).figi),
  isin: (entity, view) => identity(entity, view).isin,
  ticker: (entity, view) => identity(entity, view).ticker,
  lei: (entity, view) => present(identity(entity, view).lei),
  entity_id: (entity, { world }) => [world.ids.entity.idOf(entity)],
  website: (entity, view) => present(identity(entity, view).website),
  registration_code: (entity, view) => identity(entity, view).registrations.map(({ value }) => value),
  client_code: (entity, { world, account }) => Object.values(clientCodes(world, account.company, entity)),
  city: (entity, view) => present(profile(entity, view).city),
  region: (entity, view) => present(profile(entity, view).region),
  country: (entity, view) => present(profile(entity, view).country).map(countryName),
  isic4: (entity, view) => sectionCodesIn(profile(entity, view).isic4),
  sector: (entity, view) => identity(entity, view).sections,
  industry_code: (entity, view) =>
    profile(entity, view).industry_codes.flatMap(({ values }) =>
      values.flatMap(({ code, description }) => [code, description]),
    ),
  unspsc: (entity, view) => profile(entity, view).unspsc.flatMap(({ code, description }) => [code, description]),
};

/** The numbers of an entity that filters and searches compare, by key; empty if unknown. */
export const entityNumbers: Readonly<Record<string, (entity: number, view: View) => readonly number[]>> = {
  employee_count: (entity, view) => {
    const count = profile(entity, view).employee_count;
    return count === undefined ? [] : [count];
  },
  revenue: (entity, view) => profile(entity, view).revenue.map(({ value }) => value),
};

/**
 * Conditions by key. Several conditions on a text are alternatives; those on a number must all hold for one value. A key
 * may have none.
 */
export interface EntityConditions {
  readonly texts: ReadonlyMap<string, readonly TextCondition[]>;
  readonly numbers: ReadonlyMap<string, readonly NumberCondition[]>;
}

export type EntityFilter = (entity: number, view: View) => boolean;

/** Creates a filter of single entities. For many entities an index is faster (`entity-index.ts`). */
export const createEntityFilter = ({ texts, numbers }: EntityConditions): EntityFilter => {
  const textTests = [...texts]
    .filter(([, conditions]) => conditions.length > 0)
    .map(([key, conditions]) => ({ key, test: textTest(conditions) }));
  const numberTests = [...numbers]
    .filter(([, conditions]) => conditions.length > 0)
    .map(([key, conditions]) => ({ key, test: numberTest(conditions) }));
  return (entity, view) =>
    textTests.every(({ key, test }) => test(entityTexts[key]?.(entity, view) ?? [])) &&
    numberTests.every(({ key, test }) => (entityNumbers[key]?.(entity, view) ?? []).some(test));
};

const sectionBits = (sections: readonly string[]): number =>
  sections.reduce((bits, section) => bits | (1 << sectionCodes.indexOf(section)), 0);

/**
 * Creates a test of an entity's section bits: eq and in need one of the sections, neq and nin none. Undefined without
 * conditions.
 */
export const sectionTest = (conditions: readonly TextCondition[]): ((bits: number) => boolean) | undefined => {
  if (conditions.length === 0) return undefined;
  const tests = conditions.map(({ operator, values }) => ({
    none: operator === "neq" || operator === "nin",
    bits: sectionBits(values),
  }));
  return (bits) => tests.every((each) => ((bits & each.bits) !== 0) !== each.none);
};
