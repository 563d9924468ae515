import type { Marks } from "./entity-index";

/** What a search found: how many entities, and the best of them, best first. */
export interface SearchMatches {
  readonly total: number;
  readonly best: readonly number[];
}

/** The scores of entities in one search; an entity without a score was not found. */
export class EntityScores {
  readonly #scores: Float64Array;
  readonly #found: Int32Array;
  #count = 0;

  constructor(entities: number) {
    this.#scores = new Float64Array(entities);
    this.#found = new Int32Array(entities);
  }

  get count(): number {
    return this.#count;
  }

  /** Adds to the score of an entity. One that came into the catalogue later is left out. */
  add(entity: number, score: number): void {
    if (entity >= this.#scores.length) return;
    const before = this.#scores[entity] ?? 0;
    if (before === 0) this.#note(entity);
    this.#scores[entity] = before + score;
  }

  /** Gives an entity at least this score. */
  raise(entity: number, score: number): void {
    if (entity >= this.#scores.length) return;
    const before = this.#scores[entity] ?? 0;
    if (before === 0) this.#note(entity);
    if (score > before) this.#scores[entity] = score;
  }

  #note(entity: number): void {
    this.#found[this.#count] = entity;
    this.#count += 1;
  }

  /** Calls back with each found entity and its score, and forgets all. */
  drain(visit: (entity: number, score: number) => void): void {
    for (let position = 0; position < this.#count; position += 1) {
      const entity = this.#found[position] ?? 0;
      visit(entity, this.#scores[entity] ?? 0);
      this.#scores[entity] = 0;
    }
    this.#count = 0;
  }

  /** Returns the `most` best of the found entities that are marked, and forgets all. Equal ones are in order of their ordinals. */
  takeBest(most: number, marks?: Marks): SearchMatches {
    const best: ScoredEntity[] = [];
    let total = 0;
    this.drain((entity, score) => {
      if (marks?.[entity] === 0) return;
      total += 1;
      const last = best[most - 1];
      if (last === undefined || isBefore(entity, score, last)) insertScore(best, { entity, score }, most);
    });
    return { total, best: best.map(({ entity }) => entity) };
  }
}

interface ScoredEntity {
  readonly entity: number;
  readonly score: number;
}

const isBefore = (entity: number, score: number, other: ScoredEntity): boolean =>
  score > other.score || (score === other.score && entity < other.entity);

const insertScore = (best: ScoredEntity[], scored: ScoredEntity, most: number): void => {
  let at = best.length;
  for (; at > 0; at -= 1) {
    const before = best[at - 1];
    if (before !== undefined && !isBefore(scored.entity, scored.score, before)) break;
  }
  best.splice(at, 0, scored);
  if (best.length > most) best.pop();
};
