/** What an attack has done and found. */
export class AttackLog {
  requests = 0;
  cutTransfers = 0;
  kills = 0;
  restarts = 0;
  writesAnswered = 0;
  writesFound = 0;
  /** Megabytes; undefined where the system does not tell. */
  peakMemory: number | undefined;
  /** Milliseconds that another client waited for each of its answers meanwhile. */
  readonly waits: number[] = [];
  /** Answers of 5xx by kind of attack and status. */
  readonly serverErrors = new Map<string, number>();
  /** What should not have happened, one sentence each. */
  readonly wrong: string[] = [];

  /** Counts an answer. */
  answer(kind: string, status: number): void {
    this.requests += 1;
    if (status < 500) return;
    const name = `${kind} ${status}`;
    this.serverErrors.set(name, (this.serverErrors.get(name) ?? 0) + 1);
  }

  /** Counts an answer, which must have one of these statuses. */
  expect(kind: string, what: string, { status, allowed }: { status: number; allowed: readonly number[] }): void {
    this.answer(kind, status);
    if (!allowed.includes(status)) this.wrong.push(`${kind}: ${what}: ${status} instead of ${allowed.join(" or ")}`);
  }

  fail(kind: string, what: string): void {
    this.wrong.push(`${kind}: ${what}`);
  }

  notePeak(megabytes: number | undefined): void {
    if (megabytes !== undefined) this.peakMemory = Math.max(this.peakMemory ?? 0, megabytes);
  }

  get p99(): number {
    const sorted = this.waits.toSorted((one, other) => one - other);
    return Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0);
  }

  toString(): string {
    const errors = [...this.serverErrors].map(([name, count]) => `${name}: ${count}`).join(", ");
    return [
      `requests ${this.requests}, transfers cut off ${this.cutTransfers}, kills ${this.kills}, restarts ${this.restarts}`,
      `writes answered ${this.writesAnswered}, found again ${this.writesFound}`,
      `5xx by kind: ${errors === "" ? "none" : errors}`,
      `peak of memory ${this.peakMemory ?? "?"} MB, p99 of another client ${this.p99} ms (${this.waits.length} requests)`,
      `wrong: ${this.wrong.length}`,
      ...this.wrong.slice(0, 20),
    ].join("\n");
  }
}

/** What every kind of attack gets. */
export interface Attack {
  readonly log: AttackLog;
  /** Numbers from 0 up to 1 that follow from the seed. */
  readonly random: () => number;
  /** How many times each step is done. */
  readonly rounds: number;
}

/** A whole number from `least` to `most`. */
export const between = (random: () => number, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
