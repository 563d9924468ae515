import type { ServiceClient } from "../service/service-client";
import { type AttackLog, between } from "./attack-log";

/** A write that was answered, and how to find it again. */
interface StoredWrite {
  readonly what: string;
  readonly isThere: (client: ServiceClient) => Promise<boolean>;
}

const create = (client: ServiceClient, name: string, description: string): Promise<Response> =>
  client.send("POST", "/v3/universes", JSON.stringify({ name, type: "PRIVATE", description }));

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

const dataset = {
  start_date: day(2),
  end_date: day(0),
  entities: [{ entity_of_interest: "bank", keywords: ["bank"] }],
  workers: ["raw-matcher"],
};

/** Whether a universe of this name exists: its name cannot be taken twice. */
const hasName = async (client: ServiceClient, name: string): Promise<boolean> =>
  (await create(client, name, "")).status === 409;

/** Writes to a service and remembers what was answered and what was refused. */
export class StoredWrites {
  readonly #log: AttackLog;
  readonly #random: () => number;
  readonly #kind: string;
  readonly #answered: StoredWrite[] = [];
  /** Names of universes that were refused with 503. */
  readonly #refused: string[] = [];
  #count = 0;

  constructor(kind: string, log: AttackLog, random: () => number) {
    this.#kind = kind;
    this.#log = log;
    this.#random = random;
  }

  get answered(): number {
    return this.#answered.length;
  }

  get refused(): number {
    return this.#refused.length;
  }

  /** Sends one write. Returns its status; undefined if the connection broke. */
  async write(client: ServiceClient, allowed: readonly number[]): Promise<number | undefined> {
    const name = `${this.#kind} ${(this.#count += 1)}`;
    const choice = this.#random();
    try {
      const status =
        choice < 0.8
          ? await this.#createUniverse(client, name)
          : choice < 0.9
            ? await this.#startAnalysis(client)
            : await this.#extendCoverage(client, name);
      // 429: enough analyses or tasks are in progress.
      this.#log.expect(this.#kind, "a write", { status, allowed: [...allowed, 429] });
      return status;
    } catch {
      return undefined;
    }
  }

  async #createUniverse(client: ServiceClient, name: string): Promise<number> {
    const response = await create(client, name, "x".repeat(between(this.#random, 0, 10_000)));
    if (response.status === 503) this.#refused.push(name);
    const { universe_id: id } = (await response.json()) as { readonly universe_id?: string };
    if (response.status !== 201 || id === undefined) return response.status;
    const path = `/v3/universes/${id}`;
    this.#keep(name, async (later) => (await later.send("GET", `${path}/entities`)).status === 200);
    if (this.#random() < 0.7) return response.status;
    const renamed = await client.send("PATCH", path, JSON.stringify({ name: `${name} renamed` }));
    await renamed.text();
    if (renamed.status === 200 || renamed.status === 204)
      this.#keep(`${name} renamed`, (later) => hasName(later, `${name} renamed`));
    return renamed.status < 300 ? response.status : renamed.status;
  }

  async #startAnalysis(client: ServiceClient): Promise<number> {
    const response = await client.send("POST", "/api/2.0/analyze/dataset", JSON.stringify(dataset));
    const { instance } = (await response.json()) as { readonly instance?: string };
    if (instance !== undefined)
      this.#keep(`analysis ${instance}`, async (later) => {
        const request = JSON.stringify({ instance, limit: 1, fields: ["language"] });
        return (await later.send("POST", "/api/2.0/analyze/download", request)).status < 300;
      });
    return response.status === 200 || response.status === 201 || response.status === 202 ? 201 : response.status;
  }

  async #extendCoverage(client: ServiceClient, name: string): Promise<number> {
    const request = { universe_ids: [client.universe("Demo Portfolio")], entities: [{ external_id: name, name }] };
    const response = await client.send("POST", "/v3/coverage-extension", JSON.stringify(request));
    const { task_id: id } = (await response.json()) as { readonly task_id?: string };
    if (id !== undefined)
      this.#keep(`task ${id}`, async (later) =>
        (await (await later.send("GET", "/v3/tasks?size=1000&fields=id")).text()).includes(id),
      );
    return response.status < 300 ? 201 : response.status;
  }

  #keep(what: string, isThere: StoredWrite["isThere"]): void {
    this.#log.writesAnswered += 1;
    this.#answered.push({ what, isThere });
  }

  /** Looks for every answered write. */
  async findAgain(client: ServiceClient): Promise<void> {
    for (const { what, isThere } of this.#answered.splice(0)) {
      if (await isThere(client)) this.#log.writesFound += 1;
      else this.#log.fail(this.#kind, `"${what}" was answered and is lost`);
    }
  }

  /** Looks whether a refused write left something behind. */
  async expectRefusedAbsent(client: ServiceClient): Promise<void> {
    for (const name of this.#refused.splice(0))
      if (await hasName(client, name)) this.#log.fail(this.#kind, `"${name}" was refused and is there`);
  }
}
