import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { remote, type Remote } from "./remote";
import { endProcesses, startProcess } from "./service-process";
import { until } from "../support/until";

const folder = mkdtempSync(path.join(tmpdir(), "conformance-"));
const patience = 120_000;
afterAll(async () => {
  await endProcesses();
  rmSync(folder, { recursive: true, force: true });
});
const start = (data: string) => startProcess(["--data", path.join(folder, data)]);
const created = (answer: { responseBody: string }): string =>
  (JSON.parse(answer.responseBody) as { universe_id: string }).universe_id;

/** Creates universes one after the other until the service dies; only those that were answered count as committed. */
const writeUntilKilled = async (caller: Remote, round: number, committed: Map<string, string>): Promise<void> => {
  for (let i = 0; ; i += 1) {
    const name = `Round ${round}, universe ${i}`;
    const answer = await caller.call("POST", "/v3/universes", { name, type: "SHARED" }).catch(() => undefined);
    if (!answer) return;
    expect(answer.status).toBe(201);
    committed.set(name, created(answer));
  }
};

it(
  "a kill in the middle of writes loses no answered change and never locks the data",
  async () => {
    const committed = new Map<string, string>();
    for (const round of [1, 2, 3]) {
      const running = await start("killed");
      const caller = await remote(running.origin);
      for (const id of committed.values())
        expect((await caller.call("GET", `/v3/universes/${id}/entities`)).status).toBe(200);
      const writing = writeUntilKilled(caller, round, committed);
      // However slow the machine is: some writes are answered, and the next one is under way.
      await until(`${5 * round} writes are answered`, () => committed.size >= 5 * round);
      await running.kill();
      await writing;
    }
    expect(committed.size).toBeGreaterThanOrEqual(15);
    const running = await start("killed");
    const caller = await remote(running.origin);
    for (const [name, id] of committed) {
      expect((await caller.call("GET", `/v3/universes/${id}/entities`)).status).toBe(200);
      if (name.endsWith("universe 0"))
        expect((await caller.call("POST", "/v3/universes", { name, type: "SHARED" })).status).toBe(409);
    }
    await running.stop();
  },
  patience,
);

it(
  "universes, tasks and analyses outlive an orderly restart",
  async () => {
    const first = await start("restarted");
    const before = await remote(first.origin);
    const universe = created(await before.call("POST", "/v3/universes", { name: "Outlives", type: "PRIVATE" }));
    await before.call("POST", "/v3/coverage-extension", {
      universe_ids: [universe],
      entities: [{ external_id: "kept" }],
    });
    const body = {
      start_date: "2025-01-01",
      end_date: "2026-12-31",
      entities: [{ entity_of_interest: "bank", keywords: ["bank"] }],
      workers: ["raw-matcher"],
    };
    const { instance } = JSON.parse((await before.call("POST", "/api/2.0/analyze/dataset", body)).responseBody) as {
      instance: string;
    };
    const documents = async (caller: Remote): Promise<string> => {
      let seen = "";
      await until("the analysis is ready", async () => {
        const ask = { instance, limit: 5, fields: ["language"] };
        const answer = await caller.call("POST", "/api/2.0/analyze/download", ask);
        seen = `${answer.status} ${answer.responseBody}`;
        return answer.status !== 202;
      });
      return seen;
    };
    const [tasks, stored] = [(await before.call("GET", "/v3/tasks?fields=id")).responseBody, await documents(before)];
    await first.stop();
    const second = await start("restarted");
    const after = await remote(second.origin);
    expect((await after.call("GET", `/v3/universes/${universe}/entities`)).status).toBe(200);
    expect((await after.call("GET", "/v3/tasks?fields=id")).responseBody).toBe(tasks);
    expect(await documents(after)).toBe(stored);
    await second.stop();
  },
  patience,
);
