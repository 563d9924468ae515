import type { Clock } from "../../engine/clock";
import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import type { Reply } from "./vendor-account";

/** Milliseconds between two looks whether the service takes a request again. */
const coverageLookInterval = 5_000;
/** Milliseconds for which a request waits: shorter than the add-in waits for an answer. */
const coveragePatience = 45_000;

interface WaitingCoverage {
  readonly person: string;
  readonly until: number;
  readonly send: () => Promise<Reply>;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The coverage requests of one account. The service lets three tasks of a caller wait, and a whole team is one caller: so
 * requests are sent one after the other, people take turns, and one that the service does not take yet is sent again
 * while it waits. After 45 s it gets the service's refusal.
 */
export class CoverageQueue {
  readonly #clock: Clock;
  #waiting: WaitingCoverage[] = [];
  #isSending = false;
  #cancel: (() => void) | undefined;
  /** In the order of their last turn: who had one longest ago comes first. */
  readonly #turns = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param send sends the request once; called again only after the service has refused it with 429 */
  run(person: string, send: () => Promise<Reply>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ person, until: this.#clock.now() + coveragePatience, send, resolve, reject });
      if (this.#cancel === undefined) void this.#sendNext();
    });
  }

  close(): void {
    this.#cancel?.();
    for (const { reject } of this.#waiting.splice(0)) reject(new AddinError("unavailable", t("runtime.unreachable")));
  }

  async #sendNext(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#cancel = undefined;
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      const isTaken = await this.#send(next);
      if (isTaken) continue;
      this.#waiting.unshift(next);
      this.#cancel = this.#clock.after(coverageLookInterval, () => void this.#sendNext());
      break;
    }
    this.#isSending = false;
  }

  /** The first request of the person who had a turn longest ago. */
  #take(): WaitingCoverage | undefined {
    const turns = [...this.#turns];
    const rank = ({ person }: WaitingCoverage): number => turns.indexOf(person);
    const next = this.#waiting.reduce<WaitingCoverage | undefined>(
      (best, each) => (best === undefined || rank(each) < rank(best) ? each : best),
      undefined,
    );
    this.#waiting = this.#waiting.filter((each) => each !== next);
    return next;
  }

  /** False where the service has no room, and the request can still wait. */
  async #send({ person, until, send, resolve, reject }: WaitingCoverage): Promise<boolean> {
    try {
      const reply = await send();
      if (reply.status === 429 && this.#clock.now() + coverageLookInterval <= until) return false;
      this.#turns.delete(person);
      // Nobody waits any more: everybody is equal again.
      if (this.#waiting.length === 0) this.#turns.clear();
      else this.#turns.add(person);
      resolve(reply);
    } catch (error) {
      reject(error);
    }
    return true;
  }
}
