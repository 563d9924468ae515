import { type Account, anyone } from "../world/accounts";
import { yieldEvery } from "../common/clock";
import type { World } from "../world/world";
import type { TextCondition } from "../http/conditions";
import type { EntityConditions } from "./entity-filter";
import { createEntityIndexes, type EntityIndexes, type Marks } from "./entity-index";
import { EntityScores, type SearchMatches } from "./entity-scores";
import { createNameIndex, type NameIndex } from "./name-index";

interface Identifier {
  readonly key: string;
  readonly condition: TextCondition;
}

/** A search for one entity. Identifiers are alternatives; the attributes apply to all results. */
export interface EntityQuery {
  readonly identifiers: readonly Identifier[];
  readonly attributes: EntityConditions;
}

/** Finds entities of the catalogue. */
export interface EntitySearch {
  /**
   * Creates a function for the queries of one request, one after another. It returns at most `most` candidates and
   * works in time slices.
   */
  readonly finder: (account: Account, most: number) => (query: EntityQuery) => Promise<SearchMatches>;
  /** The entities with a name like the text, best first, in time slices. */
  readonly byName: (text: string, most: number) => Promise<readonly number[]>;
  /** The entity with exactly this name or, failing that, this alias; case-insensitive. */
  readonly byExactName: (name: string) => number | undefined;
  readonly byKey: EntityIndexes["find"];
  readonly warm: () => void;
}

const exactScore = 4;
const patternScore = 1;

const hasConditions = ({ texts, numbers }: EntityConditions): boolean =>
  [...texts.values(), ...numbers.values()].some((conditions) => conditions.length > 0);

/** The queries of one request. They share their working memory. */
class Finder {
  readonly #indexes: EntityIndexes;
  readonly #names: NameIndex;
  readonly #account: Account;
  readonly #scores: EntityScores;
  readonly #similar: EntityScores;
  readonly #marks: Marks;
  readonly #spare: Marks;

  constructor({ indexes, names }: SearchIndexes, account: Account, entities: number) {
    this.#indexes = indexes;
    this.#names = names;
    this.#account = account;
    this.#scores = new EntityScores(entities);
    this.#similar = new EntityScores(entities);
    this.#marks = new Uint8Array(entities);
    this.#spare = new Uint8Array(entities);
  }

  async find({ identifiers, attributes }: EntityQuery, most: number): Promise<SearchMatches> {
    for (const identifier of identifiers) await this.#score(identifier);
    const isEmpty = identifiers.length > 0 && this.#scores.count === 0;
    if (isEmpty || !hasConditions(attributes)) return this.#scores.takeBest(most);
    this.#marks.fill(1);
    await this.#indexes.narrow(this.#marks, this.#spare, attributes, this.#account);
    return identifiers.length > 0 ? this.#scores.takeBest(most, this.#marks) : firstMarks(this.#marks, most);
  }

  /** Adds the score of an identifier to every entity that it finds. */
  async #score({ key, condition }: Identifier): Promise<void> {
    const { operator, values } = condition;
    if (operator === "eq" || operator === "in") {
      await this.#indexes.cover([key], this.#account);
      for (const value of values)
        for (const entity of this.#indexes.find(key, value, this.#account)) this.#scores.add(entity, exactScore);
    } else if (operator === "ilike" && (key === "name" || key === "alias")) {
      await this.#names.like(key, values[0] ?? "", this.#similar);
      this.#similar.drain((entity, score) => this.#scores.add(entity, score));
    } else {
      await this.#indexes.markText(this.#spare, { key, conditions: [condition] }, this.#account);
      for (let entity = 0; entity < this.#spare.length; entity += 1)
        if (this.#spare[entity] === 1) this.#scores.add(entity, patternScore);
    }
  }
}

/** All marked entities are equally good. */
const firstMarks = (marks: Marks, most: number): SearchMatches => {
  const best: number[] = [];
  let total = 0;
  for (let entity = 0; entity < marks.length; entity += 1) {
    if (marks[entity] === 0) continue;
    total += 1;
    if (best.length < most) best.push(entity);
  }
  return { total, best };
};

interface SearchIndexes {
  readonly indexes: EntityIndexes;
  readonly names: NameIndex;
}

export const createEntitySearch = (world: World): EntitySearch => {
  const yieldIfDue = yieldEvery();
  const all = { indexes: createEntityIndexes(world, yieldIfDue), names: createNameIndex(world, yieldIfDue) };
  const { indexes, names } = all;
  return {
    finder: (account, most) => {
      const finder = new Finder(all, account, world.catalogue.count());
      return (query) => finder.find(query, most);
    },
    byName: async (text, most) => {
      const scores = new EntityScores(world.catalogue.count());
      await names.like("name", text, scores);
      return scores.takeBest(most).best;
    },
    byExactName: (name) => indexes.find("name", name, anyone)[0] ?? indexes.find("alias", name, anyone)[0],
    byKey: indexes.find,
    warm: () => {
      indexes.warm();
      names.warm();
    },
  };
};
