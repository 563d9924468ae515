import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createService } from "../../src/service/service";
import { signedIn } from "./signed-in";

const folder = mkdtempSync(path.join(tmpdir(), "service-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string): string => path.join(folder, name);

test("universes, coverage and analyses are there after a restart", async () => {
  let now = Date.UTC(2026, 5, 30, 12);
  const options = { store: file("kept.db"), clock: { now: () => now } };
  const before = await signedIn(options);
  const made = await before.post<{ universe_id: string }>("/v3/universes", { name: "Kept", type: "PRIVATE" });
  const universe = made.body.universe_id;
  const entities = [{ external_id: "A-1", name: "Newcomer Verdanova Ltd" }];
  await before.post("/v3/coverage-extension", { universe_ids: [universe], entities });
  const analysis = {
    start_date: "2026-06-01",
    end_date: "2026-06-30",
    entities: [{ keywords: ["Acme"] }],
    workers: ["raw-matcher"],
  };
  const { instance } = (await before.post<{ instance: string }>("/api/2.0/analyze/dataset", analysis)).body;
  await before.service.close();
  now += 3_600_000;
  const after = await signedIn(options);
  const listed = await after.get<{ total: number; data: { name: string }[] }>(`/v3/universes/${universe}/entities`);
  expect([listed.body.total, listed.body.data[0]?.name]).toEqual([1, "Newcomer Verdanova Ltd"]);
  expect([200, 202]).toContain((await after.post("/api/2.0/analyze/download", { instance, limit: 1 })).status);
  const found = await after.post<{ data: { total_candidates: number }[] }>("/v3/entities/msearch", {
    entities: [{ name: "eq:Newcomer Verdanova Ltd" }],
  });
  expect(found.body.data[0]?.total_candidates).toBe(1);
  await after.service.close();
});

test("a store in use, and one of another world, are refused with a sentence", async () => {
  const store = file("owned.db");
  const owner = await signedIn({ store });
  await expect(createService({ size: "test", seed: 1, store })).rejects.toThrow(/in use by process \d+/);
  await owner.service.close();
  await expect(createService({ size: "test", seed: 2, store })).rejects.toThrow(
    /made for size test and seed 1, not for size test and seed 2/,
  );
});
