import type { Account } from "../accounts";
import { createPacer } from "../clock";
import { textTest, type TextCondition } from "../http/conditions";
import type { World } from "../world/world";
import type { EntityFilter } from "./entity-filter";
import { createEntityKeys } from "./entity-keys";
import { entityTexts } from "./entity-values";
import { createNameIndex } from "./name-index";

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

/** Makes the search over a world's catalogue. */
export const createEntitySearch = (world: World): EntitySearch => {
  const keys = createEntityKeys(world);
  const names = createNameIndex(world);
  const pace = createPacer();
  const scan = async (test: (entity: number) => boolean, visit: (entity: number) => void): Promise<void> => {
    for (let entity = 0; entity < world.catalogue.count(); entity += 1) {
      if (test(entity)) visit(entity);
      if (entity % 256 === 0) await pace();
    }
  };
  const scanKey = (key: string, condition: TextCondition, account: Account) => {
    const test = textTest([condition]);
    return (entity: number): boolean => test(entityTexts[key]?.(entity, { world, account }) ?? []);
  };
  const score = async (
    scores: Scores,
    { key, condition }: EntityQuestion["identifiers"][number],
    account: Account,
  ): Promise<void> => {
    if (condition.operator === "eq" || condition.operator === "in") {
      for (const value of condition.values)
        for (const entity of keys.find(key, value, account)) raise(scores, entity, exactScore);
    } else if (condition.operator === "ilike" && (key === "name" || key === "alias")) {
      for (const [entity, worth] of names.like(key, condition.values[0] ?? "")) raise(scores, entity, worth);
    } else {
      await scan(scanKey(key, condition, account), (entity) => raise(scores, entity, patternScore));
    }
  };
  return {
    find: async ({ identifiers, filter }, account) => {
      const scores: Scores = new Map();
      const view = { world, account };
      if (identifiers.length === 0)
        await scan(
          (entity) => filter(entity, view),
          (entity) => raise(scores, entity, 1),
        );
      for (const identifier of identifiers) await score(scores, identifier, account);
      await pace();
      const kept = identifiers.length === 0 ? [...scores] : [...scores].filter(([entity]) => filter(entity, view));
      return kept.sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([entity]) => entity);
    },
    byName: (text) =>
      [...names.like("name", text)].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([entity]) => entity),
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
