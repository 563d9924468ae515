import { createPacer } from "../clock";
import { writePage } from "../listing/page";
import { sortInSlices } from "../listing/sort-in-slices";
import { entityWriter } from "../records/entity";
import { createEntityFilter, type EntityFilter } from "../search/entity-filter";
import { entityNumbers, entityTexts } from "../search/entity-values";
import type { Asked } from "../http/asked";
import { universeOf, wantedOf } from "./reading";
import type { Call, Handler } from "./route";

const filterOf = (asked: Asked): EntityFilter => {
  const texts = new Map(Object.keys(entityTexts).map((key) => [key, key === "country" ? [] : asked.words(key)]));
  const countries = asked.texts("country");
  if (countries.length > 0) texts.set("country", [{ operator: "in", values: countries }]);
  return createEntityFilter(texts, new Map(Object.keys(entityNumbers).map((key) => [key, asked.numbers(key)])));
};

const byName = ({ backend }: Call, descending: boolean): ((a: number, b: number) => number) => {
  const { catalogue, ids } = backend.world;
  const sign = descending ? -1 : 1;
  return (a, b) => {
    const [first, second] = [catalogue.identity(a).name, catalogue.identity(b).name];
    return (first === second ? ids.entity.rankOf(a) - ids.entity.rankOf(b) : first < second ? -1 : 1) * sign;
  };
};

/** GET /v3/universes/{universe_id}/entities (specification, "Universe and entity routes"). */
export const listUniverseEntities: Handler = async (call) => {
  const { backend, account, asked } = call;
  const universe = universeOf(call);
  const members = backend.universes.members(universe);
  const compare = byName(call, asked.texts("order")[0] === "name:desc");
  const key = `entities ${universe.id} ${account.company} ${asked.filters()}`;
  const ordinals = await backend.shelf.take(`${key} ${members.version}`, async () => {
    const filter = filterOf(asked);
    const pace = createPacer();
    const kept: number[] = [];
    for (const entity of members.list) {
      if (filter(entity, { world: backend.world, account })) kept.push(entity);
      if (entity % 128 === 0) await pace();
    }
    return sortInSlices(Int32Array.from(kept), compare);
  });
  const write = entityWriter({ backend, account }, asked.texts("fields"));
  return writePage({ key, ordinals, compare }, wantedOf(call), { write, beyond: { total: ordinals.length } });
};
