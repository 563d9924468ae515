import { isinCheckDigit } from "../../facts/check-digits";
import { createSeededRandom, samplerFor } from "../common/random";
import { holdingsRange } from "../world/universes";
import type { World } from "../world/world";
import { clientId } from "../world/accounts";
import type { Backend } from "../backend";
import { isVisibleTo } from "../store/universes";
import { countryName } from "../world/places";
import type { Fixtures } from "../world/fixtures";

const duplicates = 50;
const unknown = 3;
const wrongScore = 2;
const blanks = 3;

const unknownIsin = (index: number): string => {
  const body = `DE0ZZ99990${index}`;
  return body + isinCheckDigit(body);
};

const misspelt = (isin: string): string => isin.slice(0, 11) + String((Number(isin.slice(11)) + 1) % 10);

/** Shuffles a list by the seed. */
const shuffle = (cells: readonly string[], seed: number): string[] => {
  const sampler = samplerFor(createSeededRandom(seed, "text"), 1, 0);
  const shuffled = [...cells];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = sampler.below(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] ?? "", shuffled[last] ?? ""];
  }
  return shuffled;
};

/**
 * A column of ISINs as a user would paste it. From size small up it has 1,200 cells: 3 are blank, 50 repeat another,
 * 2 have a wrong check digit; of the other 1,145, 1,130 have one match, 12 have three candidates and 3 are unknown.
 * Size test has a shorter list.
 */
export const demoHoldings = (world: World): string[] => {
  const { catalogue, fixtures } = world;
  const firstIsin = (entity: number): string => catalogue.identity(entity).isin[0] ?? "";
  const [first, end] = holdingsRange(fixtures);
  const { triplets } = fixtures;
  const known = Array.from({ length: end - first }, (_, index) => firstIsin(first + index));
  const ambiguous = Array.from({ length: triplets.groups }, (_, group) => firstIsin(triplets.first + group * 3));
  const repeated = known.slice(0, triplets.groups > 0 ? duplicates : 5);
  const strange = Array.from({ length: unknown }, (_, index) => unknownIsin(index));
  const bad = known.slice(-wrongScore).map(misspelt);
  return shuffle(
    [...known, ...ambiguous, ...repeated, ...strange, ...bad, ...Array.from({ length: blanks }, () => "")],
    world.seed,
  );
};

/** The banks, Acme and Volta, the unlicensed entities and, if the world is large enough, twelve ordinary ones. */
const demoEntities = ({ awkward, ordinary }: Fixtures): number[] => [
  ...Array.from({ length: awkward.first }, (_, index) => index),
  ...Array.from({ length: 12 }, (_, index) => ordinary + index).filter((entity) => entity >= awkward.first),
];

/** Universes that show unusual data: names that break naive readers, no member, members without a licence. */
const forTests: ReadonlySet<string> = new Set(["Awkward Names", "Empty Shelf", "Unlicensed Names"]);

const worldDemo = (world: World): object => ({
  entities: demoEntities(world.fixtures).map((entity) => {
    const { name, isin, lei, ticker } = world.catalogue.identity(entity);
    const { country } = world.catalogue.profile(entity);
    return {
      id: world.ids.entity.idOf(entity),
      name,
      isin: isin[0] ?? null,
      lei: lei ?? null,
      ticker: ticker[0] ?? null,
      country: country === undefined ? null : countryName(country),
    };
  }),
  unlicensed_entities: world.fixtures.unlicensed.map(world.ids.entity.idOf),
  holdings: demoHoldings(world),
});

/** Own data have no examples. */
const ownDataDemo = { entities: [], unlicensed_entities: [], holdings: [] };

/**
 * The body of GET /_local/demo: accounts, addresses, universes and, over the made-up world, some entities and a list of
 * ISINs to resolve.
 */
export const createDemo = async (
  world: World | undefined,
  { accounts, universes, analyses }: Backend,
  audience: string,
): Promise<object> => ({
  ...(world === undefined ? {} : { size: world.size, seed: world.seed, today: world.today }),
  accounts: accounts.map(({ name, key, secret, note }) => ({ name, api_key: key, api_secret: secret, note })),
  client_id: clientId,
  audience,
  universes: await Promise.all(
    (await universes.all()).map(async (universe) => ({
      universe_id: universe.id,
      universe_name: universe.name,
      type: universe.type,
      entities: await universes.countMembers(universe),
      for_tests: forTests.has(universe.name),
      visible_to: accounts.filter((account) => isVisibleTo(account, universe)).map(({ name }) => name),
    })),
  ),
  ...(world === undefined ? ownDataDemo : worldDemo(world)),
  analyses: analyses.seeded(),
});
