import { clientId } from "../accounts";
import type { Backend } from "../backend";
import { countryName } from "../world/places";
import { demoHoldings } from "../world/holdings";
import type { Fixtures } from "../world/fixtures";

/** The banks, the two companies in the press, those without a licence, and a dozen others where there are others. */
const toldEntities = ({ awkward, ordinary }: Fixtures): number[] => [
  ...Array.from({ length: awkward.first }, (_, index) => index),
  ...Array.from({ length: 12 }, (_, index) => ordinary + index).filter((entity) => entity >= awkward.first),
];

/** What a newcomer needs to know of this service: accounts, addresses, universes, some entities, a list of ISINs to resolve. */
export const createDemo = ({ world, accounts, universes, analyses }: Backend, audience: string): object => ({
  size: world.size,
  seed: world.seed,
  today: world.today,
  accounts: accounts.map(({ name, key, secret, note }) => ({ name, api_key: key, api_secret: secret, note })),
  client_id: clientId,
  audience,
  universes: universes.all().map((universe) => ({
    universe_id: universe.id,
    universe_name: universe.name,
    type: universe.type,
    entities: universes.members(universe).list.length,
    visible_to: accounts.filter((account) => universes.visibleTo(account, universe)).map(({ name }) => name),
  })),
  entities: toldEntities(world.fixtures).map((entity) => {
    const { name, isin, lei, ticker } = world.catalogue.identity(entity);
    const { country } = world.catalogue.profile(entity);
    return {
      id: world.ids.entity.idOf(entity),
      name,
      isin: isin[0] ?? null,
      lei,
      ticker: ticker[0] ?? null,
      country: country === null ? null : countryName(country),
    };
  }),
  unlicensed_entities: world.fixtures.unlicensed.map(world.ids.entity.idOf),
  analyses: analyses.told(),
  holdings: demoHoldings(world),
});
