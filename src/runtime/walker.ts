import type { Client } from "../client/client";
import { readPage } from "../client/read-page";
import { AddinError } from "../error/addin-error";
import { grace } from "./grace";
import type { Clock } from "./clock";
import { union } from "./fields";
import type { Inquiry } from "./inquiry";
import type { LateParts } from "./late-parts";
import type { ListingRequest } from "./listing";
import type { Schedule } from "./schedule";
import { untilAborted } from "./until-aborted";
import type { Walk } from "./walk";
import type { WalkedPages } from "./walked-pages";

const pageSize = 1_000;
/** Formulas of one message ask one after the other; those that come meanwhile share the first page. */
const linger = 1;

/** What a walker works with. */
export interface WalkerDoors {
  readonly client: Client;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly lateParts: () => Promise<LateParts>;
}

/** What a walker tells and asks of those who keep its walk. */
interface WalkKeeper {
  /** There is more of it; done when its records are where they belong. */
  readonly changed: () => Promise<void>;
  /** The ids of its records that stand on the device alone. */
  readonly parkedIds: () => Promise<readonly unknown[]>;
}

interface PageUnderWay {
  done: Promise<void>;
  readonly controller: AbortController;
  /** The request is made: nothing can be added to it. */
  cut: boolean;
  wanted: number;
  readers: number;
}

/** Fetches the pages of one walk, each once however many wait for it. */
export class Walker {
  readonly walk: Walk;
  readonly #request: ListingRequest;
  readonly #doors: WalkerDoors & WalkKeeper;
  #pages: WalkedPages | undefined;
  #page: PageUnderWay | undefined;

  constructor(walk: Walk, request: ListingRequest, doors: WalkerDoors & WalkKeeper) {
    this.walk = walk;
    this.#request = request;
    this.#doors = doors;
  }

  /** True while the first page is not asked for: more fields can still be had with it. */
  get open(): boolean {
    return this.walk.at === Infinity && this.#page?.cut !== true;
  }

  /** Asks for these fields too; only while `open`. */
  widen(fields: readonly string[]): void {
    this.walk.fields = union([this.walk.fields, fields]);
  }

  /** Fetches the next page, or waits for the one under way; `wanted` records are still missing. */
  async next(wanted: number, inquiry: Inquiry): Promise<void> {
    const page = this.#page ?? this.#fetch(wanted, inquiry.lane);
    if (!page.cut) page.wanted = Math.max(page.wanted, wanted);
    page.readers += 1;
    inquiry.trace.called({ route: this.#request.route, shared: page.readers > 1 });
    try {
      await untilAborted(page.done, inquiry);
      inquiry.trace.paged();
      inquiry.trace.progressed();
    } finally {
      page.readers -= 1;
      if (page.readers === 0 && this.#page === page) this.#unwanted(page);
    }
  }

  #unwanted(page: PageUnderWay): void {
    this.#doors.clock.after(grace, () => {
      if (page.readers > 0 || this.#page !== page) return;
      this.#page = undefined;
      page.controller.abort();
    });
  }

  #fetch(wanted: number, lane: string): PageUnderWay {
    const page: PageUnderWay = {
      done: Promise.resolve(),
      controller: new AbortController(),
      cut: false,
      wanted,
      readers: 0,
    };
    this.#page = page;
    page.done = this.#load(page, lane).finally(() => {
      if (this.#page === page) this.#page = undefined;
    });
    // Whoever waits is told; when nobody does any more, nobody needs to be.
    page.done.catch(() => undefined);
    return page;
  }

  async #load(asked: PageUnderWay, lane: string): Promise<void> {
    const { clock, schedule, client, lateParts } = this.#doors;
    const { signal } = asked.controller;
    if (this.walk.at === Infinity) await new Promise<void>((resolve) => void clock.after(linger, resolve));
    let startedAt = 0;
    const reply = await schedule.run({
      route: this.#request.route,
      lane,
      signal,
      start: () => {
        startedAt = clock.now();
        asked.cut = true;
        const size = Math.min(pageSize, Math.max(1, asked.wanted));
        return (each) => client(this.#call(size), each);
      },
    });
    const page = readPage(reply?.value);
    if (this.walk.at === Infinity) this.walk.at = startedAt;
    const { WalkedPages: Pages } = await lateParts();
    this.#pages ??= new Pages(this.walk, await this.#doors.parkedIds());
    this.#pages.add(page);
    await this.#doors.changed();
  }

  #call(size: number): Parameters<Client>[0] {
    const { route, path, query } = this.#request;
    const { cursor, fields } = this.walk;
    const after = cursor === undefined ? {} : { search_after: cursor };
    const wanted = fields.length === 0 ? {} : { fields };
    return { route, path, query: { ...query, ...wanted, size, ...after } };
  }
}

/** Whether the service no longer knows the cursor of a walk that has begun. */
export const isLostCursor = (error: unknown): boolean => error instanceof AddinError && error.code === "rejected";
