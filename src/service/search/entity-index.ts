import { type Account, anyone } from "../world/accounts";
import type { YieldIfDue } from "../common/clock";
import { isExcluding, likeTest, type NumberCondition, numberTest, type TextCondition } from "../http/conditions";
import type { World } from "../world/world";
import { type EntityConditions, entityNumbers, entityTexts } from "./entity-filter";

/** One byte per entity: 1 if it is meant. */
export type Marks = Uint8Array;

/**
 * A copy of one key of every entity. It lags behind the catalogue, which only grows: each search first covers the
 * entities that were added since the last one.
 */
abstract class Index {
  readonly #count: () => number;
  #covered = 0;

  constructor(count: () => number) {
    this.#count = count;
  }

  protected abstract put(entity: number): void;

  /** Covers at most so many further entities. Returns whether all are covered. */
  cover(most = Infinity): boolean {
    const end = Math.min(this.#count(), this.#covered + most);
    for (; this.#covered < end; this.#covered += 1) this.put(this.#covered);
    return this.#covered === this.#count();
  }
}

const markAll = (marks: Marks, entities: number | readonly number[], to: 0 | 1): void => {
  if (typeof entities === "number") marks[entities] = to;
  else for (const entity of entities) marks[entity] = to;
};

/** The entities by each value of a text, lowercase. */
class TextIndex extends Index {
  /** A number if one entity has the value, as in most indexes. */
  readonly #entities = new Map<string, number | number[]>();
  readonly #valuesOf: (entity: number) => readonly string[];

  constructor(count: () => number, valuesOf: (entity: number) => readonly string[]) {
    super(count);
    this.#valuesOf = valuesOf;
  }

  protected put(entity: number): void {
    for (const text of this.#valuesOf(entity)) {
      const value = text.toLowerCase();
      const entities = this.#entities.get(value);
      if (entities === undefined) this.#entities.set(value, entity);
      else if (typeof entities === "number")
        this.#entities.set(value, entities === entity ? entities : [entities, entity]);
      else if (entities.at(-1) !== entity) entities.push(entity);
    }
  }

  find(value: string): readonly number[] {
    const entities = this.#entities.get(value.toLowerCase()) ?? [];
    return typeof entities === "number" ? [entities] : entities;
  }

  /** Sets the marks of the entities with the values of a condition, in time slices. */
  async mark(marks: Marks, { operator, values }: TextCondition, to: 0 | 1, yieldIfDue: YieldIfDue): Promise<void> {
    if (operator !== "ilike") {
      for (const value of values) markAll(marks, this.find(value), to);
      return;
    }
    const test = likeTest(values[0] ?? "");
    let read = 0;
    for (const [value, entities] of this.#entities) {
      if (test(value)) markAll(marks, entities, to);
      read += 1;
      if (read % 1_024 === 0) await yieldIfDue();
    }
  }
}

/** All values of a number, with the entity of each. */
class NumberIndex extends Index {
  readonly #entities: number[] = [];
  readonly #values: number[] = [];
  readonly #valuesOf: (entity: number) => readonly number[];

  constructor(count: () => number, valuesOf: (entity: number) => readonly number[]) {
    super(count);
    this.#valuesOf = valuesOf;
  }

  protected put(entity: number): void {
    for (const value of this.#valuesOf(entity)) {
      this.#entities.push(entity);
      this.#values.push(value);
    }
  }

  mark(marks: Marks, conditions: readonly NumberCondition[]): void {
    const test = numberTest(conditions);
    // An iterator would make an array of each position and value.
    for (let position = 0; position < this.#values.length; position += 1)
      if (test(this.#values[position] ?? 0)) marks[this.#entities[position] ?? 0] = 1;
  }
}

/** Sees what every account sees: no private codes. */

/** Keys whose indexes a large world makes at the start: names, aliases and codes are searched most. */
const usual = ["name", "alias", "duns", "figi", "isin", "ticker", "lei", "website", "registration_code"];

/** Entities by the values of their keys. Each key is indexed at its first search; private codes are indexed per company. */
export interface EntityIndexes {
  /** The entities with exactly this value, case-insensitive. */
  readonly find: (key: string, value: string, account: Account) => readonly number[];
  /** Prepares `find` for these keys, in time slices. */
  readonly cover: (keys: readonly string[], account: Account) => Promise<void>;
  /** Marks the entities that fulfil the conditions on one text, and no others, in time slices. */
  readonly markText: (
    marks: Marks,
    { key, conditions }: { readonly key: string; readonly conditions: readonly TextCondition[] },
    account: Account,
  ) => Promise<void>;
  /** Removes the marks of entities that do not fulfil all conditions, in time slices. `spare` is overwritten. */
  readonly narrow: (marks: Marks, spare: Marks, conditions: EntityConditions, account: Account) => Promise<void>;
  readonly warm: () => void;
}

const intersect = (marks: Marks, others: Marks): void => {
  for (let entity = 0; entity < marks.length; entity += 1) marks[entity] = (marks[entity] ?? 0) & (others[entity] ?? 0);
};

export const createEntityIndexes = (world: World, yieldIfDue: YieldIfDue): EntityIndexes => {
  const texts = new Map<string, TextIndex>();
  const numbers = new Map<string, NumberIndex>();
  const count = (): number => world.catalogue.count();
  const textIndex = (key: string, account: Account): TextIndex => {
    const isPrivate = key === "client_code";
    const name = isPrivate ? `${key} ${account.company}` : key;
    const view = { world, account: isPrivate ? account : anyone };
    const index = texts.get(name) ?? new TextIndex(count, (entity) => entityTexts[key]?.(entity, view) ?? []);
    texts.set(name, index);
    return index;
  };
  const numberIndex = (key: string): NumberIndex => {
    const view = { world, account: anyone };
    const index = numbers.get(key) ?? new NumberIndex(count, (entity) => entityNumbers[key]?.(entity, view) ?? []);
    numbers.set(key, index);
    return index;
  };
  const coverInSlices = async (index: Index): Promise<void> => {
    while (!index.cover(64)) await yieldIfDue();
  };
  const markText: EntityIndexes["markText"] = async (marks, { key, conditions }, account) => {
    const index = textIndex(key, account);
    await coverInSlices(index);
    const including = conditions.filter((condition) => !isExcluding(condition));
    await yieldIfDue();
    marks.fill(including.length === 0 ? 1 : 0);
    for (const condition of including) await index.mark(marks, condition, 1, yieldIfDue);
    for (const condition of conditions) if (isExcluding(condition)) await index.mark(marks, condition, 0, yieldIfDue);
  };
  return {
    find: (key, value, account) => {
      if (key === "entity_id") {
        const entity = world.ids.entity.ordinalOf(value);
        return entity !== undefined && entity < count() ? [entity] : [];
      }
      const index = textIndex(key, account);
      index.cover();
      return index.find(value);
    },
    cover: async (keys, account) => {
      for (const key of keys) if (key !== "entity_id") await coverInSlices(textIndex(key, account));
    },
    markText,
    narrow: async (marks, spare, conditions, account) => {
      for (const [key, each] of conditions.texts) {
        if (each.length === 0) continue;
        await markText(spare, { key, conditions: each }, account);
        intersect(marks, spare);
      }
      for (const [key, each] of conditions.numbers) {
        if (each.length === 0) continue;
        const index = numberIndex(key);
        await coverInSlices(index);
        await yieldIfDue();
        spare.fill(0);
        index.mark(spare, each);
        intersect(marks, spare);
      }
    },
    warm: () => {
      for (const key of usual) textIndex(key, anyone).cover();
    },
  };
};
