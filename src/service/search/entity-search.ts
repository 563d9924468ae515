import type { Account } from "../accounts";
import { createPacer } from "../clock";
import { textTest, type TextCondition } from "../http/conditions";
import type { World } from "../world/world";
import type { EntityFilter } from "./entity-filter";
import { createEntityKeys, type EntityKeys } from "./entity-keys";
import { entityTexts } from "./entity-values";
import { createNameIndex, type NameIndex } from "./name-index";

/** One searched entity, its conditions checked: identifiers are alternatives, the filter holds for all of them. */
export interface EntityQuestion {
  readonly identifiers: readonly { readonly key: string; readonly condition: TextCondition }[];
  readonly filter: EntityFilter;
}

/** Finds entities of the catalogue. */
export interface EntitySearch {
  /** All candidates, best first; gives other requests their turn while it works. */
  readonly find: (question: EntityQuestion, account: Account) => Promise<readonly number[]>;
  readonly byName: (text: string) => readonly number[];
  readonly byKey: (key: string, value: string, account: Account) => readonly number[];
  readonly warm: () => void;
  readonly add: (entity: number) => void;
}

type Scores = Map<number, number>;

const raise = (scores: Scores, entity: number, score: number): void =>
  void scores.set(entity, (scores.get(entity) ?? 0) + score);

const exactScore = 4;
const patternScore = 1;

type Scan = (test: (entity: number) => boolean, visit: (entity: number) => void) => Promise<void>;

const createScan =
  (world: World, pace: () => Promise<void> | undefined): Scan =>
  async (test, visit) => {
    for (let entity = 0; entity < world.catalogue.count(); entity += 1) {
      if (test(entity)) visit(entity);
      if (entity % 256 === 0) await pace();
    }
  };

type Identifier = EntityQuestion["identifiers"][number];
type Score = (scores: Scores, identifier: Identifier, account: Account) => Promise<void>;

/** Gives every entity that an identifier finds what the find is worth. */
const createScore =
  (world: World, { keys, names, scan }: { keys: EntityKeys; names: NameIndex; scan: Scan }): Score =>
  async (scores, { key, condition }, account) => {
    const { operator, values } = condition;
    if (operator === "eq" || operator === "in") {
      for (const value of values)
        for (const entity of keys.find(key, value, account)) raise(scores, entity, exactScore);
    } else if (operator === "ilike" && (key === "name" || key === "alias")) {
      for (const [entity, worth] of names.like(key, values[0] ?? "")) raise(scores, entity, worth);
    } else {
      const test = textTest([condition]);
      const view = { world, account };
      await scan(
        (entity) => test(entityTexts[key]?.(entity, view) ?? []),
        (entity) => raise(scores, entity, patternScore),
      );
    }
  };

const bestFirst = (scores: Iterable<readonly [number, number]>): number[] =>
  [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([entity]) => entity);

/** Makes the search over a world's catalogue. */
export const createEntitySearch = (world: World): EntitySearch => {
  const keys = createEntityKeys(world);
  const names = createNameIndex(world);
  const pace = createPacer();
  const scan = createScan(world, pace);
  const score = createScore(world, { keys, names, scan });
  return {
    find: async ({ identifiers, filter }, account) => {
      const scores: Scores = new Map();
      const view = { world, account };
      await pace();
      if (identifiers.length === 0)
        await scan(
          (entity) => filter(entity, view),
          (entity) => raise(scores, entity, 1),
        );
      for (const identifier of identifiers) await score(scores, identifier, account);
      return bestFirst(identifiers.length === 0 ? scores : [...scores].filter(([entity]) => filter(entity, view)));
    },
    byName: (text) => bestFirst(names.like("name", text)),
    byKey: keys.find,
    warm: () => {
      keys.warm();
      names.warm();
    },
    add: (entity) => {
      keys.add(entity);
      names.forget();
    },
  };
};
