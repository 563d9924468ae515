/** How long windows of rate limits usually are. */
const usualLengths = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map((seconds) => seconds * 1_000);

/** An opening is known well enough where less than this part of all the time so far is uncertain, or so many milliseconds. */
const trusted = { part: 0.22, time: 100 };
/** A window is tried so long after it must be open. */
const margin = 20;
/** After so many requests in peace a window is tried with more than it is known to hold. */
const peaceful = 200;
/** Nobody waits longer than this to find out whether a window is so long. */
const longestDoubt = 60_000;
/** Services round up to whole seconds when they tell when to come again. */
const rounding = 999;

/** What was seen when a limit by windows showed itself: times in milliseconds. */
export interface WindowSeen {
  /** When the first request of the window that ran out was sent. */
  readonly start: number;
  /** A window is longer than this. */
  readonly least: number;
  /** The last refusal and the first success after it: the new window began between them; equal where the service told when. */
  readonly refusedAt: number;
  readonly openedAt: number;
  /** Requests that were served in the window that ran out. */
  readonly capacity: number;
}

/** A limit of so many requests per window, as far as it has been found out: how many, how long, and when the next window opens. */
export class LimitWindow {
  /** How long a window may be, the shortest first; each is tried, and what a refusal excludes is not tried again. */
  #lengths: readonly number[];
  readonly #start: number;
  /** The window that held the first request was over one length after it. */
  #first: boolean;
  // This window opened after the one and at the latest at the other.
  #after: number;
  #by: number;
  /** The next one was not open then. */
  #shutAt = -Infinity;
  /** The next one opens then: the service says so. */
  #toldAt: number | undefined;
  #capacity: number;
  #sent = 0;
  #lost = 0;
  /** Requests served since the last refusal, and how many more than it is known to hold a window is tried with after enough of them. */
  #peace = 0;
  #more = 1;
  /** When requests were sent, as long as it matters. */
  #tickets: number[] = [];
  /** The first request of this window is not answered: whether the window is open is to be found out. */
  #asking = false;
  #askedAt = 0;
  #exhausted = false;

  constructor({ start, least, refusedAt, openedAt, capacity }: WindowSeen) {
    const possible = usualLengths.filter((length) => length > least);
    this.#lengths = possible.length > 0 ? possible : [least];
    this.#start = start;
    this.#first = refusedAt < openedAt;
    this.#after = refusedAt;
    this.#by = openedAt;
    this.#capacity = capacity;
  }

  /** When the next request may go; a window that is due opens, and its first request has so long to be refused. */
  opensAt(now: number, patience: number): number {
    const allowed = this.#capacity + (this.#peace >= peaceful ? this.#more : 0);
    if (!this.#exhausted && this.#sent < allowed)
      return this.#asking && this.#sent > 0 ? Math.max(now, this.#askedAt + patience) : now;
    const opens = this.#asking ? this.#askedAt + (this.#lengths[0] ?? 0) : this.#opening();
    if (now < opens) return opens;
    this.#begin(now);
    return now;
  }

  /** A request goes: the how manieth of this window. */
  sent(now: number): number {
    this.#sent += 1;
    this.#tickets.push(now);
    return this.#sent;
  }

  /** A request was refused, one of perhaps several of a wave. */
  lost(): void {
    this.#lost += 1;
  }

  /** A request of a window sent at this time was served: the window had begun by then. */
  opened(ticket: number): void {
    if (!this.#asking || ticket < this.#askedAt) return;
    this.#asking = false;
    if (this.#toldAt !== undefined) this.#after = this.#by = this.#toldAt;
    else this.#found(ticket);
    this.#toldAt = undefined;
    this.#first = false;
    this.#shutAt = -Infinity;
  }

  /** A wave of refusals began with the request sent at this time. False: what was believed of the window is wrong. */
  refused(ticket: number, retryAt: number | undefined): boolean {
    // The first request of the window was not refused before this one was sent.
    if (ticket > this.#askedAt) this.opened(this.#askedAt);
    if (retryAt !== undefined) this.#told(ticket, retryAt);
    this.#asking = false;
    this.#exhausted = true;
    this.#shutAt = ticket;
    this.#toldAt = retryAt;
    return this.#opening() - ticket <= longestDoubt;
  }

  /** When the next window opens tells how long they are, where one was tried in vain or it is sooner than believed. */
  #told(ticket: number, retryAt: number): void {
    const [shortest = 0] = this.#lengths;
    const seen = retryAt - this.#by;
    const shows = this.#asking ? ticket - this.#by <= 2 * shortest : seen < shortest;
    if (shows) this.#lengths = usualLengths.filter((length) => length > seen - rounding);
  }

  /** The window that was asked for is open: its length is one of those by which it could be. */
  #found(ticket: number): void {
    this.#lengths = this.#lengths.filter(
      (length) => this.#after + length < ticket && this.#latest(length) > this.#shutAt,
    );
    const shortest = this.#lengths[0] ?? 0;
    const latest = this.#latest(this.#lengths.at(-1) ?? 0);
    // After a long rest a window may have begun with this request as well as where it always did.
    const rested = ticket > latest + shortest;
    const passed = rested ? Math.floor((ticket - this.#after) / shortest) : 1;
    this.#after = Math.max(this.#shutAt, this.#after + shortest * passed);
    this.#by = rested ? ticket : Math.min(ticket, latest);
  }

  /** When the next window opens at the latest, if windows are so long. */
  #latest(length: number): number {
    return (this.#first ? Math.min(this.#by, this.#start + length) : this.#by) + length;
  }

  /** When to try: as soon as one of the lengths says so, in steps where it says so with a doubt. */
  #opening(): number {
    if (this.#toldAt !== undefined) return this.#toldAt;
    const tries = this.#lengths.map((length) => {
      const after = Math.max(this.#after + length, this.#shutAt);
      const doubt = this.#latest(length) - after;
      if (doubt < 0) return Infinity;
      const known = Math.max(trusted.time, trusted.part * (after - this.#start));
      return after + doubt / (Math.ceil(doubt / known) || 1) + margin;
    });
    return Math.min(...tries);
  }

  #begin(now: number): void {
    const served = this.#sent - this.#lost;
    if (this.#lost > 0) {
      // Not more than was served since the window can have begun.
      if (served > 0) {
        const most = this.#tickets.filter((ticket) => ticket > this.#after).length - this.#lost;
        this.#capacity = Math.max(served, Math.min(this.#capacity, most));
      }
      this.#peace = 0;
      this.#more = 1;
    } else {
      if (served > this.#capacity) this.#more *= 2;
      this.#capacity = Math.max(this.#capacity, served);
      this.#peace += served;
    }
    this.#tickets = this.#tickets.filter((ticket) => ticket > this.#after);
    this.#asking = true;
    this.#askedAt = now;
    this.#exhausted = false;
    this.#sent = 0;
    this.#lost = 0;
  }
}
