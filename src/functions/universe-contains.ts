import type { Argument } from "../formula/argument";
import type { AnyCall } from "../formula/call";
import { defineFunction } from "../formula/define";
import { checkEntity, entityIdOf } from "../formula/entity-id";
import { helpWanted } from "../formula/help";
import { text } from "../formula/kind";
import { mapCells } from "../formula/map-cells";
import { inOwnRow } from "../formula/own-row";
import { list, optional } from "../formula/parameter";
import { filled } from "../formula/argument";

/** Ids per address: longer ones fail on the way. */
const perCall = 100;

const idOf = async (call: AnyCall, cell: string | number | boolean): Promise<string> => {
  checkEntity(cell, "entities");
  return entityIdOf(call, cell);
};

/** The ids among these that the universe holds: one listing filtered by id per hundred. */
const membersAmong = async (
  call: AnyCall,
  universe_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const chunks = Array.from({ length: Math.ceil(ids.length / perCall) }, (_, index) =>
    ids.slice(index * perCall, (index + 1) * perCall),
  );
  const found = await Promise.all(
    chunks.map((chunk) =>
      call.runtime.listings.read(
        {
          route: "listUniverseEntities",
          path: { universe_id },
          query: { entity_id: chunk.map((id) => `eq:${id}`) },
          fields: ["id"],
        },
        { limit: chunk.length },
        call.inquiry,
      ),
    ),
  );
  return new Set(found.flatMap(({ records }) => records.map((record) => String(record["id"]))));
};

/** Each distinct cell with its entity's id or the reason why there is none. */
const idsOf = async (call: AnyCall, entities: Argument) => {
  const cells = [...new Set(filled(entities))];
  const ids = await Promise.all(cells.map((cell) => inOwnRow(call, () => idOf(call, cell))));
  return new Map(cells.map((cell, index) => [cell, ids[index]]));
};

/** `UNIVERSE.CONTAINS`: whether the universe holds each entity, aligned. */
export const universeContains = defineFunction({
  name: "UNIVERSE.CONTAINS",
  help: helpWanted
    ? {
        description: "Whether a universe holds each of these companies: TRUE or FALSE beside each.",
        examples: [
          {
            formula: '=UNIVERSE.CONTAINS("SE0ZZ0000012","EU Banks")',
            shows: "TRUE where the company is in the universe.",
          },
        ],
      }
    : undefined,
  parameters: { entities: list("entities"), universe: optional("universe", text) },
  routes: ["listUniverseEntities", "searchEntities"],
  answer: async (call) => {
    const { entities, universe } = call.values;
    const universe_id = call.runtime.universes.idOf(universe, call.inquiry);
    const ids = await idsOf(call, entities);
    const known = [...new Set([...ids.values()].filter((id) => typeof id === "string"))];
    const held = await membersAmong(call, universe_id, known);
    return mapCells(call, entities, (cell) => {
      const id = ids.get(cell);
      if (typeof id === "string") return held.has(id);
      throw id as Error;
    });
  },
});
