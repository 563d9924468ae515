import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createService } from "../../../src/service/service";
import { type Demo, signedIn } from "./signed-in";

// A folder of data takes seconds to make.
jest.setTimeout(120_000);

const folder = mkdtempSync(path.join(tmpdir(), "service-data-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const data = (name: string): string => path.join(folder, name);

test("universes, coverage and analyses are there after a restart", async () => {
  let now = Date.UTC(2026, 5, 30, 12);
  const options = { data: data("kept"), clock: { now: () => now } };
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

test("data in use, and those of another world, are refused with a sentence", async () => {
  const options = { data: data("owned") };
  const owner = await signedIn(options);
  await expect(createService({ size: "test", seed: 1, ...options })).rejects.toThrow(/in use by process \d+/);
  await owner.service.close();
  await expect(createService({ size: "test", seed: 2, ...options })).rejects.toThrow(
    /made-up world of size test and seed 1, not of size test and seed 2/,
  );
});

test("a token is accepted by the service that it was requested for, and by no other with the same key", async () => {
  const [first, second] = ["http://one.example/", "http://two.example/"];
  const options = { size: "test", seed: 1, today: "2026-06-30", data: data("audience") } as const;
  const issuer = await createService({ ...options, audiences: [second] });
  const { accounts, client_id } = (await issuer.fastify.inject("/_local/demo")).json<Demo>();
  const [account] = accounts;
  const grant = { grant_type: "password", username: account?.api_key, password: account?.api_secret, client_id };
  const payload = { ...grant, audience: second };
  const signed = await issuer.fastify.inject({ method: "POST", url: "/oauth/token", payload });
  const { access_token: token } = signed.json<{ access_token: string }>();
  await issuer.close();
  const ask = async (audiences: readonly string[]): Promise<number> => {
    const other = await createService({ ...options, audiences });
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await other.fastify.inject({ url: "/v3/tasks", headers });
    await other.close();
    return statusCode;
  };
  expect([await ask([second]), await ask([first]), await ask([first, second])]).toEqual([200, 401, 200]);
});

const long = "x".repeat(900);
/** Twenty-five entities with long texts. */
const newcomers = Array.from({ length: 25 }, (_, index) => ({ external_id: `N-${index}`, website: `${long}${index}` }));

test("a disk that is full while coverage is settled leaves nothing behind, and the task is settled later", async () => {
  let now = Date.UTC(2026, 5, 30, 12);
  const options = { data: data("full"), clock: { now: () => now } };
  const before = await signedIn(options);
  const { universe_id: universe } = (
    await before.post<{ universe_id: string }>("/v3/universes", { name: "Full", type: "PRIVATE" })
  ).body;
  await before.post("/v3/coverage-extension", { universe_ids: [universe], entities: newcomers });
  const total = async ({ get }: typeof before): Promise<unknown> => {
    const { status, body } = await get<{ total: number }>(`/v3/universes/${universe}/entities`);
    return [status, body.total];
  };
  const found = async ({ post }: typeof before): Promise<unknown> => {
    const search = { entities: [{ website: `eq:${long}0` }] };
    return (await post<{ data: { total_candidates: number }[] }>("/v3/entities/msearch", search)).body.data[0];
  };
  await before.post("/_local/faults", { diskFull: true });
  now += 3_600_000;
  expect(await total(before)).toEqual([200, 0]);
  expect(await found(before)).toMatchObject({ total_candidates: 0 });
  await before.service.close();
  const after = await signedIn(options);
  expect(await total(after)).toEqual([200, 25]);
  expect(await found(after)).toMatchObject({ total_candidates: 1 });
  await after.service.close();
});

test("a change that a full disk cannot store is 503 in the v3 body, and nothing of it is there", async () => {
  const { service, post, get } = await signedIn({ data: data("refused") });
  await post("/_local/faults", { diskFull: true });
  const body = { name: "Too much", type: "SHARED", description: "x".repeat(10_000) };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await post<{ code: number; reason: string; message: string }>("/v3/universes", body);
    expect([answer.status, answer.body.code, answer.body.reason]).toEqual([503, 503, "unavailable"]);
  }
  const entities = [{ keywords: Array.from({ length: 1_000 }, (_, index) => `keyword ${index}`) }];
  const days = { start_date: "2026-06-01", end_date: "2026-06-30" };
  const analysis = await post<{ code: number }>("/api/2.0/analyze/dataset", {
    ...days,
    entities,
    workers: ["raw-matcher"],
  });
  expect([analysis.status, analysis.body.code]).toEqual([503, 503]);
  expect((await get("/v3/tasks")).status).toBe(200);
  await post("/_local/faults", {});
  expect((await post("/v3/universes", body)).status).toBe(201);
  await service.close();
});
