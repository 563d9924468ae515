import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../engine/clock";

/** Refused sign-ins of one address in one period, after which new ones are not looked at. */
const mostRefused = 100;
/** Milliseconds. */
const refusalPeriod = 60_000;
/** Milliseconds for which a sign-in that was accepted is known. */
const knownFor = 600_000;

/**
 * Bounds what a flood of made-up tokens costs: neither store nor keys of the provider are used for it. Whoever was let in
 * lately goes on, also from the same address: a proxy may stand before the whole firm.
 */
export class RefusedSignIns {
  readonly #clock: Clock;
  readonly #refused = new LRUCache<string, { readonly since: number; count: number }>({ max: 10_000 });
  readonly #accepted = new LRUCache<string, number>({ max: 20_000 });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until a sign-in is looked at again; undefined if it is looked at now. */
  wait(address: string, authorization: string): number | undefined {
    const attempts = this.#refused.get(clientNetwork(address));
    if (attempts === undefined || attempts.count < mostRefused) return undefined;
    const left = attempts.since + refusalPeriod - this.#clock.now();
    const isKnown = this.#clock.now() - (this.#accepted.get(hashAuthorization(authorization)) ?? -Infinity) < knownFor;
    return left <= 0 || isKnown ? undefined : left;
  }

  accepted(authorization: string): void {
    this.#accepted.set(hashAuthorization(authorization), this.#clock.now());
  }

  refused(address: string): void {
    const network = clientNetwork(address);
    const known = this.#refused.get(network);
    if (known === undefined || known.since + refusalPeriod <= this.#clock.now())
      this.#refused.set(network, { since: this.#clock.now(), count: 1 });
    else known.count += 1;
  }
}

const hashAuthorization = (authorization: string): string =>
  createHash("sha256").update(authorization).digest("base64");

/** Who has one address of IPv6 has all of its first 64 bits. */
const clientNetwork = (address: string): string =>
  address.includes(":") && !address.startsWith("::ffff:") ? address.split(":", 4).join(":") : address;
