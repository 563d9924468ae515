import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createService, type Service } from "../../../../src/service/service";
import { until } from "../../../support/until";
import type { Demo } from "./team-office";

const administratorKey = "administrator-of-the-test-000000";

let service: Service;
let folder: string;
let child: ReturnType<typeof spawn>;
let address: string;
let printed = "";

beforeAll(async () => {
  service = await createService({ size: "test", seed: 1, localControls: true, today: "2026-01-05" });
  const upstream = await service.listen(0, "127.0.0.1");
  const demo = (await (await fetch(`${upstream}/_local/demo`)).json()) as Demo;
  const [account] = demo.accounts;
  folder = mkdtempSync(path.join(tmpdir(), "running-team-"));
  writeFileSync(path.join(folder, "functions.json"), "{}");
  writeFileSync(path.join(folder, "deployment.json"), JSON.stringify({ baseUrl: "https://spillway.example.com" }));
  const { audience, client_id: clientId } = demo;
  const config = {
    service: upstream,
    accounts: [{ name: "firm", key: { env: "SERVICE_KEY" }, secret: { env: "SERVICE_SECRET" }, audience, clientId }],
    administratorKey: { env: "ADMINISTRATOR_KEY" },
    budgets: { person: 100, firm: 1_000 },
  };
  writeFileSync(path.join(folder, "team.json"), JSON.stringify(config));
  const options = ["--port", "0", "--root", folder, "--team", path.join(folder, "team.json")];
  child = spawn(process.execPath, ["--import", "tsx", "scripts/run/gateway.ts", ...options], {
    env: {
      ...process.env,
      SERVICE_KEY: account?.api_key,
      SERVICE_SECRET: account?.api_secret,
      ADMINISTRATOR_KEY: administratorKey,
    },
  });
  const ready = new Promise<string>((resolve) => {
    const note = (chunk: Buffer): void => {
      printed += chunk.toString();
      const found = /ready (http:\/\/[^/\s]+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on("data", note);
    child.stderr?.on("data", note);
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`The gateway ended: ${printed}`)));
  address = await Promise.race([ready, ended]);
  ended.catch(() => undefined);
}, 60_000);
afterAll(async () => {
  if (child.kill("SIGKILL")) await once(child, "exit");
  await service.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, token = administratorKey): Promise<Response> =>
  fetch(address + path, { headers: { authorization: `Bearer ${token}` } });

test("the gateway's program answers for the team that its file describes, and says how people sign in", async () => {
  expect(await (await fetch(`${address}/deployment.json`)).json()).toEqual({
    baseUrl: "https://spillway.example.com",
    team: { keys: true },
  });
  expect((await get("/v3/tasks", "somebody")).status).toBe(401);
  expect((await get("/v3/tasks")).status).toBe(200);
  expect(await (await get("/team/me")).json()).toEqual({
    id: "administrator",
    name: "Administrator",
    groups: [],
    admin: true,
    account: "firm",
    universes: [],
    budget: {
      used: 1,
      limit: 100,
      resetsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00.000Z$/) as string,
      groups: [],
      firm: { used: 1, limit: 1_000 },
    },
  });
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({
    status: "ready",
    team: { store: "ready", service: "ready" },
  });
});

test("the log has no key, token, name or formula, not even of what was refused", async () => {
  const made = await fetch(`${address}/team/admin/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${administratorKey}`, "content-type": "application/json" },
    body: JSON.stringify({ person: "ann@example.com", name: "Ann Author", groups: [], admin: false, days: 1 }),
  });
  const { key } = (await made.json()) as { readonly key: string };
  const token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl";
  for (const secret of [key, token, administratorKey])
    for (const path of ["/v3/tasks", "/team/me", `/table?formula=${encodeURIComponent('ENTITY.ID("Wendilund Bank")')}`])
      await get(path, secret);
  await until("the log has the last request", () => printed.split('"route":"/table"').length === 4);
  expect(printed).toContain('"route":"/v3/tasks"');
  for (const hidden of [key, key.slice(4, 20), token, administratorKey, "ann@example.com", "Ann Author", "Wendilund"])
    expect(printed).not.toContain(hidden);
});

test("the program ends when it is asked to", async () => {
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
