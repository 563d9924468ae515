import type { BatchDoors, BatchPlan, Gathering } from "./batch-plan";
import { Burst } from "./burst";
import { steadyOf } from "./clock";
import { grace } from "./grace";
import type { Inquiry } from "./inquiry";

interface Waiter<Answer> {
  readonly inquiry: Inquiry;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** No longer told when the inquiry ends. */
  stay: () => void;
}

interface Entry<Wish, Answer> {
  wish: Wish;
  readonly waiters: Waiter<Answer>[];
  flight: Flight | undefined;
}

interface Flight {
  readonly controller: AbortController;
  readonly keys: string[];
  /** Keys that somebody waits for. */
  waiting: number;
}

const nothing = (): void => undefined;

/** Gathers wishes into calls: cut when a slot opens, evenly, and without those that nobody wants any more. */
export class Batch<Wish, Answer> {
  readonly #plan: BatchPlan<Wish, Answer>;
  readonly #gathering: Gathering;
  readonly #doors: BatchDoors;
  readonly #pending = new Map<string, Entry<Wish, Answer>>();
  readonly #inFlight = new Map<string, Entry<Wish, Answer>>();
  #queued = 0;
  #flying = 0;
  readonly #burst: Burst;

  constructor(plan: BatchPlan<Wish, Answer>, gathering: Gathering, doors: BatchDoors) {
    this.#plan = plan;
    this.#gathering = gathering;
    this.#doors = { ...doors, clock: steadyOf(doors.clock) };
    this.#burst = new Burst(this.#doors.clock, gathering, () => this.#open());
  }

  /** Asks for one key; equal keys are asked for once. */
  ask(key: string, wish: Wish, inquiry: Inquiry): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const entry = this.#entryFor(key, wish);
      const { waiters, flight } = entry;
      const waiter: Waiter<Answer> = { inquiry, resolve, reject, stay: nothing };
      if (waiters.length === 0 && flight !== undefined) flight.waiting += 1;
      waiters.push(waiter);
      waiter.stay = inquiry.onAbort((reason) => this.#leave(entry, waiter, reason));
      if (flight !== undefined && waiters.includes(waiter)) this.#told(inquiry, flight);
    });
  }

  #leave({ waiters, flight }: Entry<Wish, Answer>, waiter: Waiter<Answer>, reason: Error): void {
    const place = waiters.indexOf(waiter);
    if (place === -1) return;
    waiters.splice(place, 1);
    if (waiters.length === 0 && flight !== undefined) this.#unwanted(flight);
    waiter.reject(reason);
  }

  #entryFor(key: string, wish: Wish): Entry<Wish, Answer> {
    const flying = this.#inFlight.get(key);
    if (flying !== undefined && this.#plan.covers(flying.wish, wish)) return flying;
    const pending = this.#pending.get(key);
    if (pending !== undefined) {
      pending.wish = this.#plan.merge(pending.wish, wish);
      return pending;
    }
    this.#burst.arrived();
    const entry: Entry<Wish, Answer> = { wish, waiters: [], flight: undefined };
    this.#pending.set(key, entry);
    return entry;
  }

  /** Queues as many calls as the wishes need; with too many part-full ones under way, the next answer opens again. */
  #open(): void {
    const { max, nagle, second } = this.#gathering;
    const count = this.#pending.size;
    const others = this.#flying + this.#queued;
    const waits = others >= nagle || (others > 0 && count < second);
    if (count === 0 || (count < max && waits)) return;
    this.#burst.cut();
    const more = Math.ceil(count / max) - this.#queued;
    // All are counted before the first is cut, so that each takes an even share.
    this.#queued += Math.max(0, more);
    for (let call = 0; call < more; call += 1) void this.#run();
  }

  async #run(): Promise<void> {
    let cut: readonly Entry<Wish, Answer>[] = [];
    const controller = new AbortController();
    const start = (): ((signal: AbortSignal) => Promise<readonly (Answer | Error)[]>) | undefined => {
      cut = this.#cut(controller);
      const wishes = cut.map(({ wish }) => wish);
      return cut.length === 0 ? undefined : (signal) => this.#plan.load(wishes, signal);
    };
    try {
      const job = { route: this.#plan.route, lane: this.#plan.route, urgent: true, signal: controller.signal, start };
      const answers = await this.#doors.schedule.run(job);
      this.#landed(cut);
      for (const [index, entry] of cut.entries()) this.#settle(entry, answers?.[index]);
    } catch (error) {
      this.#landed(cut);
      for (const entry of cut) this.#settle(entry, error as Error);
    }
  }

  /** The keys of one call, an even share of what waits; called when a slot opens. */
  #cut(controller: AbortController): readonly Entry<Wish, Answer>[] {
    for (const [key, { waiters }] of this.#pending) if (waiters.length === 0) this.#pending.delete(key);
    const share = Math.min(this.#gathering.max, Math.ceil(this.#pending.size / this.#queued));
    this.#queued -= 1;
    const cut: Entry<Wish, Answer>[] = [];
    const flight: Flight = { controller, keys: [], waiting: share };
    for (const [key, entry] of this.#pending) {
      if (cut.length === share) break;
      this.#pending.delete(key);
      this.#inFlight.set(key, entry);
      entry.flight = flight;
      flight.keys.push(key);
      cut.push(entry);
    }
    // An inquiry that waits for many keys of this call made one call, not many.
    const asking = new Set<Inquiry>();
    for (const { waiters } of cut) for (const { inquiry } of waiters) asking.add(inquiry);
    for (const inquiry of asking) this.#told(inquiry, flight);
    if (cut.length > 0) this.#flying += 1;
    return cut;
  }

  #told(inquiry: Inquiry, { keys }: Flight): void {
    inquiry.trace.called({ route: this.#plan.route, shared: keys.length > 1 });
  }

  #unwanted(flight: Flight): void {
    flight.waiting -= 1;
    if (flight.waiting > 0) return;
    this.#doors.clock.after(grace, () => {
      if (flight.waiting > 0) return;
      this.#forget(flight);
      flight.controller.abort();
    });
  }

  #forget(flight: Flight): void {
    for (const key of flight.keys) if (this.#inFlight.get(key)?.flight === flight) this.#inFlight.delete(key);
  }

  #landed(cut: readonly Entry<Wish, Answer>[]): void {
    if (cut.length === 0) return;
    this.#flying -= 1;
    const flight = cut[0]?.flight;
    if (flight !== undefined) this.#forget(flight);
    if (this.#pending.size > 0 && !this.#burst.lasts) this.#open();
  }

  #settle({ waiters }: Entry<Wish, Answer>, answer: Answer | Error | undefined): void {
    for (const { inquiry, stay, resolve, reject } of waiters) {
      stay();
      inquiry.trace.progressed();
      if (answer instanceof Error) reject(answer);
      else resolve(answer as Answer);
    }
    waiters.length = 0;
  }
}
