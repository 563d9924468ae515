/** How long windows of rate limits usually are. */
const usualLengths = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map((seconds) => seconds * 1_000);

/** Where less than this part of a window is uncertain, its opening is waited for rather than asked for. */
const trustedDoubt = 0.26;

/** What was seen when a limit by windows showed itself: times in milliseconds. */
export interface WindowSeen {
  /** When the first request of the window that ran out was sent. */
  readonly start: number;
  /** The last refusal and the first success after it: the new window began between them. */
  readonly refusedAt: number;
  readonly openedAt: number;
  /** Requests that were served in the window that ran out. */
  readonly capacity: number;
}

/** A limit of so many requests per window, as far as it has been found out: how many, how long, and when the next window opens. */
export class LimitWindow {
  readonly #length: number;
  #capacity: number;
  #confirmed = false;
  #sent = 0;
  #lost = 0;
  /** How many more than its capacity a window is tried with: none at first, because what was served until a refusal is exact. */
  #more = 0.25;
  // The next window opens after the one and at the latest at the other.
  #after: number;
  #by: number;
  /** The first request of this window is not answered: whether the window is open is to be found out. */
  #asking = false;
  /** This window was tried before it was certain to be open. */
  #early = false;
  #exhausted = false;

  constructor({ start, refusedAt, openedAt, capacity }: WindowSeen) {
    // The window that ran out held the first request and was still closed at the last refusal: it is longer than that.
    const least = refusedAt - start;
    this.#length = usualLengths.find((length) => length >= least) ?? least;
    this.#capacity = capacity;
    this.#after = refusedAt + this.#length;
    this.#by = openedAt + this.#length;
  }

  /** True while it is not certain that the window is open: one request finds out. */
  get uncertain(): boolean {
    return this.#asking && !this.#exhausted;
  }

  /** When the next request may go; a window that is due opens. */
  opensAt(now: number): number {
    const allowed = this.#capacity + (this.#confirmed ? 0 : Math.floor(this.#more));
    if (!this.#exhausted && this.#sent < allowed) return now;
    const opens = this.#opening();
    if (now < opens) return opens;
    this.#begin(now);
    return now;
  }

  /** A request goes. */
  sent(): void {
    this.#sent += 1;
  }

  /** A request was refused, one of perhaps several of a wave. */
  lost(): void {
    this.#lost += 1;
  }

  /** A request of a window sent at this time was served: the window had begun by then. */
  opened(ticket: number): void {
    if (this.#asking && this.#early) this.#by = Math.min(this.#by, ticket + this.#length);
    this.#asking = false;
  }

  /** A wave of refusals began with the request sent at this time. False: what was believed of the window is wrong. */
  refused(ticket: number, retryAt: number | undefined): boolean {
    if (retryAt !== undefined) this.#after = this.#by = retryAt;
    else if (this.#asking) {
      if (!this.#early) return false;
      // The window of this cycle has not begun: it opens one length before the next one.
      this.#after = ticket;
      this.#by -= this.#length;
    }
    this.#exhausted = true;
    return true;
  }

  /** Halfway first, where it is not known well enough when the window opens. */
  #opening(): number {
    const doubt = this.#by - this.#after;
    const known = this.#early && this.#asking;
    return known || doubt < Math.max(300, this.#length * trustedDoubt) ? this.#by : this.#after + doubt / 2;
  }

  #begin(now: number): void {
    const served = this.#sent - this.#lost;
    if (this.#lost > 0 && served > 0) {
      this.#capacity = served;
      this.#confirmed = true;
    } else if (served >= this.#capacity) {
      this.#capacity = served;
      this.#more *= 2;
    }
    this.#early = now < this.#by;
    this.#asking = true;
    this.#exhausted = false;
    this.#sent = 0;
    this.#lost = 0;
    // After a long rest a window may begin with the first request as well as where it always did.
    const rested = Math.max(0, Math.floor((now - this.#by) / this.#length));
    this.#after += this.#length * (rested + 1);
    this.#by = rested > 0 ? now + this.#length : this.#by + this.#length;
  }
}
