import type { AskedCall } from "./host-function";

type Invoke = (asked: AskedCall, preview: boolean) => unknown;

/** Calls made while a part of a formula is looked at: they belong to no cell and are told so (`isInValuePreview`). */
export class Preview {
  readonly #answers = new Map<string, unknown>();
  #active = false;

  /** True while formulas are evaluated for the eye only. */
  get active(): boolean {
    return this.#active;
  }

  begin(): void {
    this.#active = true;
    this.#answers.clear();
  }

  end(): void {
    this.#active = false;
  }

  /** The call's answer as far as it is known; the promise itself is kept for `settled`. */
  call(asked: AskedCall, key: string, invoke: Invoke): unknown {
    if (!this.#answers.has(key)) this.#answers.set(key, invoke(asked, true));
    const answer = this.#answers.get(key);
    return answer instanceof Promise ? undefined : answer;
  }

  /** Waits for every answer; a further evaluation then has them all. */
  async settled(): Promise<void> {
    for (const [key, answer] of this.#answers)
      this.#answers.set(key, await Promise.resolve(answer).catch((error: unknown) => error));
  }
}
