import { Counter, Gauge, type Registry } from "prom-client";
import type { AccountState, TeamWatch } from "./team";

/** A team's metrics for Prometheus. They have neither people nor content. */
export class TeamMetrics implements TeamWatch {
  readonly #answers: Counter<"source">;
  readonly #calls: Counter<"account" | "route" | "status">;
  readonly #budgetRefusals: Counter;
  readonly #refusedSignIns: Counter<"reason">;

  /** @param accounts the state of the firm's accounts when metrics are read */
  constructor(registry: Registry, accounts: () => readonly AccountState[]) {
    const registers = [registry];
    this.#answers = new Counter({
      name: "spillway_team_answers_total",
      help: "Requests of analysts, by where the answer came from: cache, service, or refused. The hit rate is cache / (cache + service).",
      labelNames: ["source"],
      registers,
    });
    this.#calls = new Counter({
      name: "spillway_team_upstream_calls_total",
      help: "Requests to the service, by account, route and status.",
      labelNames: ["account", "route", "status"],
      registers,
    });
    this.#budgetRefusals = new Counter({
      name: "spillway_team_budget_refusals_total",
      help: "Requests that were refused because a budget of the day is used up.",
      registers,
    });
    this.#refusedSignIns = new Counter({
      name: "spillway_team_refused_sign_ins_total",
      help: "Requests without an accepted sign-in, by reason.",
      labelNames: ["reason"],
      registers,
    });
    gauge(
      registers,
      "spillway_team_learned_limit",
      "The learned limit in requests a second; absent if none.",
      accounts,
      {
        value: ({ perSecond }) => perSecond,
      },
    );
    gauge(registers, "spillway_team_queue", "Requests that wait for their turn.", accounts, {
      value: ({ waiting }) => waiting,
    });
    gauge(registers, "spillway_team_signed_in", "1 if the account is signed in to the service.", accounts, {
      value: ({ isSignedIn }) => Number(isSignedIn),
    });
  }

  readonly answered: TeamWatch["answered"] = (source) => this.#answers.inc({ source });
  readonly called: TeamWatch["called"] = (account, { route, status }) =>
    this.#calls.inc({ account, route, status: String(status) });
  readonly budgetSpent = (): void => this.#budgetRefusals.inc();
  readonly signInRefused = (reason: string): void => this.#refusedSignIns.inc({ reason });
}

const gauge = (
  registers: Registry[],
  name: string,
  help: string,
  accounts: () => readonly AccountState[],
  { value }: { readonly value: (state: AccountState) => number | undefined },
): Gauge<"account"> =>
  new Gauge({
    name,
    help,
    labelNames: ["account"] as const,
    registers,
    collect() {
      this.reset();
      for (const state of accounts()) {
        const known = value(state);
        if (known !== undefined) this.set({ account: state.name }, known);
      }
    },
  });
