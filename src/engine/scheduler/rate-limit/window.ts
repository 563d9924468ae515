/** Milliseconds: the usual lengths of rate-limit windows. */
const usualLengths = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map((seconds) => seconds * 1_000);

/** A window start is trusted once its uncertainty is under 22 % of the elapsed time, or 100 ms. */
const trusted = { part: 0.22, milliseconds: 100 };
/** Milliseconds after the expected start of a window at which it is probed. */
const windowMargin = 20;
/** After this many accepted requests without a refusal, a window is tried with more than its known capacity. */
const growAfter = 200;
/** Milliseconds. An assumed window is abandoned if requests would wait longer than this. */
const longestProbe = 60_000;
/** Milliseconds: a service that announces whole seconds rounds up by at most this. */
const rounding = 999;

/** The first refusal of a limit by windows. Times in milliseconds. */
export interface WindowObservation {
  /** When the first request of the used-up window was sent. */
  readonly start: number;
  /** The window is longer than this. */
  readonly minLength: number;
  /** The new window started between these two; equal where the service announced the time. */
  readonly closedAt: number;
  readonly openAt: number;
  /** Requests accepted in the used-up window. */
  readonly capacity: number;
}

/**
 * A limit of some requests per fixed window: its capacity, its length, and when the next window starts, as far as they
 * are known. Candidate lengths are tried from the shortest; a refusal excludes those that end before it.
 */
export class RateWindow {
  /** Candidate lengths in milliseconds, ascending. */
  #lengths: readonly number[];
  readonly #firstSentAt: number;
  /** The current window follows the first one, which ended one length after the first request at the latest. */
  #afterFirst: boolean;
  // The current window started after `#startedAfter`, and at `#startedBy` at the latest.
  #startedAfter: number;
  #startedBy: number;
  /** The next window had not started at this time. */
  #closedAt = -Infinity;
  /** The start of the next window, where the service announced it. */
  #announcedAt: number | undefined;
  #capacity: number;
  #sent = 0;
  #refused = 0;
  /** Requests accepted since the last refusal. */
  #acceptedInRow = 0;
  /** How many more requests than the capacity are tried after `growAfter`. */
  #growth = 1;
  /** When the requests of the current window were sent. */
  #sentTimes: number[] = [];
  /** The first request of this window has no answer yet. */
  #probing = false;
  #probedAt = 0;
  #exhausted = false;

  constructor({ start, minLength, closedAt, openAt, capacity }: WindowObservation) {
    const possible = usualLengths.filter((length) => length > minLength);
    this.#lengths = possible.length > 0 ? possible : [minLength];
    this.#firstSentAt = start;
    this.#afterFirst = closedAt < openAt;
    this.#startedAfter = closedAt;
    this.#startedBy = openAt;
    this.#capacity = capacity;
  }

  /** What is known of it; `startedAt` is when a window began at the latest. */
  get state(): { readonly capacity: number; readonly length: number; readonly startedAt: number } {
    return { capacity: this.#capacity, length: this.#lengths[0] ?? 0, startedAt: this.#startedBy };
  }

  /** When the next request may be sent. Others follow a probe after `probeTime` milliseconds, or once it is accepted. */
  opensAt(now: number, probeTime: number): number {
    const allowed = this.#capacity + (this.#acceptedInRow >= growAfter ? this.#growth : 0);
    if (!this.#exhausted && this.#sent < allowed)
      return this.#probing && this.#sent > 0 ? Math.max(now, this.#probedAt + probeTime) : now;
    const opens = this.#probing ? this.#probedAt + (this.#lengths[0] ?? 0) : this.#nextProbe();
    if (now < opens) return opens;
    this.#begin(now);
    return now;
  }

  /** Counts a request. Returns its number within the window, from 1. */
  sent(now: number): number {
    this.#sent += 1;
    this.#sentTimes.push(now);
    return this.#sent;
  }

  countRefusal(): void {
    this.#refused += 1;
  }

  /** A request sent at this time was accepted: if it was the probe, the window had started by then. */
  accepted(sentAt: number): void {
    if (!this.#probing || sentAt < this.#probedAt) return;
    this.#probing = false;
    if (this.#announcedAt !== undefined) this.#startedAfter = this.#startedBy = this.#announcedAt;
    else this.#narrow(sentAt);
    this.#announcedAt = undefined;
    this.#afterFirst = false;
    this.#closedAt = -Infinity;
  }

  /** A wave of refusals began with a request sent at this time. Returns false when this window model is wrong. */
  refused(sentAt: number, retryAt: number | undefined): boolean {
    // A later request was refused, so the probe was accepted.
    if (sentAt > this.#probedAt) this.accepted(this.#probedAt);
    if (retryAt !== undefined) this.#excludeByAnnouncement(sentAt, retryAt);
    this.#probing = false;
    this.#exhausted = true;
    this.#closedAt = sentAt;
    this.#announcedAt = retryAt;
    return this.#nextProbe() - sentAt <= longestProbe;
  }

  /** An announced start limits the length, if a probe failed or the start is sooner than expected. */
  #excludeByAnnouncement(sentAt: number, retryAt: number): void {
    const [shortest = 0] = this.#lengths;
    const length = retryAt - this.#startedBy;
    const conclusive = this.#probing ? sentAt - this.#startedBy <= 2 * shortest : length < shortest;
    if (conclusive) this.#lengths = usualLengths.filter((candidate) => candidate > length - rounding);
  }

  /** The probed window is open: keep the lengths that allow it, and narrow its start. */
  #narrow(sentAt: number): void {
    this.#lengths = this.#lengths.filter(
      (length) => this.#startedAfter + length < sentAt && this.#latestStart(length) > this.#closedAt,
    );
    const shortest = this.#lengths[0] ?? 0;
    const latest = this.#latestStart(this.#lengths.at(-1) ?? 0);
    // After a long idle time the window may have started with this request, or on its old grid.
    const idle = sentAt > latest + shortest;
    const windowCount = idle ? Math.floor((sentAt - this.#startedAfter) / shortest) : 1;
    this.#startedAfter = Math.max(this.#closedAt, this.#startedAfter + shortest * windowCount);
    this.#startedBy = idle ? sentAt : Math.min(sentAt, latest);
  }

  /** The latest start of the next window, if windows have this length. */
  #latestStart(length: number): number {
    const startedBy = this.#afterFirst ? Math.min(this.#startedBy, this.#firstSentAt + length) : this.#startedBy;
    return startedBy + length;
  }

  /** The earliest time that a candidate length suggests. An uncertain start is probed in several steps. */
  #nextProbe(): number {
    if (this.#announcedAt !== undefined) return this.#announcedAt;
    const probes = this.#lengths.map((length) => {
      const earliest = Math.max(this.#startedAfter + length, this.#closedAt);
      const uncertainty = this.#latestStart(length) - earliest;
      if (uncertainty < 0) return Infinity;
      const step = Math.max(trusted.milliseconds, trusted.part * (earliest - this.#firstSentAt));
      return earliest + uncertainty / (Math.ceil(uncertainty / step) || 1) + windowMargin;
    });
    return Math.min(...probes);
  }

  #begin(now: number): void {
    const accepted = this.#sent - this.#refused;
    if (this.#refused > 0) {
      // The capacity is at most what was accepted since the earliest possible start of the window.
      if (accepted > 0) {
        const most = this.#sentTimes.filter((sentAt) => sentAt > this.#startedAfter).length - this.#refused;
        this.#capacity = Math.max(accepted, Math.min(this.#capacity, most));
      }
      this.#acceptedInRow = 0;
      this.#growth = 1;
    } else {
      if (accepted > this.#capacity) this.#growth *= 2;
      this.#capacity = Math.max(this.#capacity, accepted);
      this.#acceptedInRow += accepted;
    }
    this.#sentTimes = this.#sentTimes.filter((sentAt) => sentAt > this.#startedAfter);
    this.#probing = true;
    this.#probedAt = now;
    this.#exhausted = false;
    this.#sent = 0;
    this.#refused = 0;
  }
}
