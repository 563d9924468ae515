import { say } from "../text/say";
import type { Page } from "../wire/page";
import { sizeOf } from "./size-of";
import { idOf, type Walk } from "./walk";
import type { WireRecord } from "./wire-record";

/** Puts pages at a walk's end: records it has already are dropped, a repeated cursor ends it. */
export class WalkedPages {
  readonly #walk: Walk;
  readonly #seen: Set<unknown>;
  /** Where it has been: cursors may lead round in a circle. */
  readonly #cursors: Set<string | undefined>;

  /** `ids`: of its records that stand on the device alone. */
  constructor(walk: Walk, ids: readonly unknown[]) {
    this.#walk = walk;
    this.#seen = new Set([...ids, ...walk.records.map(idOf)]);
    this.#cursors = new Set([walk.cursor]);
  }

  add(page: Page<WireRecord>): void {
    const walk = this.#walk;
    for (const record of page.data) {
      const id = idOf(record);
      if (id !== undefined && this.#seen.has(id)) continue;
      if (id !== undefined) this.#seen.add(id);
      walk.records.push(record);
      walk.bytes += sizeOf(record);
    }
    if (page.total !== undefined) walk.total = page.total;
    const cursor = page.search_after ?? undefined;
    walk.ended = !page.has_next || cursor === undefined;
    if (!walk.ended && this.#cursors.has(cursor)) {
      walk.ended = true;
      walk.note = say("runtime.repeatedCursor");
    }
    this.#cursors.add(cursor);
    walk.cursor = cursor;
  }
}
