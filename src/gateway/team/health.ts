export type PartState = "ready" | "unreachable";

/** Whether a team can work. */
export interface TeamHealth {
  /** A sentence until store and provider have been reached once. */
  readonly wants?: string;
  /** What can be reached now. `service`: each of the firm's accounts is signed in. `provider` only where there is one. */
  readonly parts: Readonly<Record<string, PartState>>;
}
