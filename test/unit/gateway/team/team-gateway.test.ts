import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Gateway, startGateway } from "../served";
import { openTeamOffice, personOf, type TeamOffice } from "./team-office";

let office: TeamOffice;
let gateway: Gateway;
let root: string;

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), "team-gateway-"));
  writeFileSync(path.join(root, "functions.json"), "{}");
  writeFileSync(path.join(root, "taskpane.html"), "<p>The pane</p>");
  office = await openTeamOffice({ people: [personOf("ann")] });
  gateway = await startGateway({ root, team: office.routes });
});
afterAll(async () => {
  await gateway.close();
  await office.close();
  rmSync(root, { recursive: true });
});

const headers = { authorization: "Bearer ann", "content-type": "application/json" };

test("a gateway with a team serves files itself and answers the contract's routes for the team", async () => {
  expect((await gateway.ask({ path: "/functions.json" })).status).toBe(200);
  const tasks = await gateway.ask({ path: "/v3/tasks?size=2", headers });
  expect(JSON.parse(tasks.text)).toEqual((await office.direct("demo", { url: "/v3/tasks?size=2" })).json);
  expect(tasks.headers).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
  });
  expect(tasks.headers["x-request-id"]).toBeDefined();
  expect((await gateway.ask({ path: "/v3/tasks" })).status).toBe(401);
  expect((await gateway.ask({ method: "PATCH", path: "/v3/tasks", headers })).status).toBe(405);
  expect((await gateway.ask({ path: "/team/nothing", headers })).status).toBe(404);
});

test("a page says in a header whether people sign in at the gateway of their team, also where the browser has the page", async () => {
  const path = "/taskpane.html";
  const first = await gateway.ask({ path });
  expect([first.status, first.headers["server-timing"]]).toEqual([200, "team"]);
  const again = await gateway.ask({ path, headers: { "if-none-match": String(first.headers["etag"]) } });
  expect([again.status, again.headers["server-timing"]]).toEqual([304, "team"]);
  expect((await gateway.ask({ path: "/functions.json" })).headers["server-timing"]).toBeUndefined();
  const alone = await startGateway({ root });
  expect((await alone.ask({ path })).headers["server-timing"]).toBeUndefined();
  await alone.close();
});

test("bodies that are too large, no JSON or of another type are refused in the error body of the contract", async () => {
  const post = async (body: string, more: Readonly<Record<string, string>> = {}) => {
    const path = "/v3/entities/msearch?fields=name&max_candidates=1";
    const { status, text } = await gateway.ask({ method: "POST", path, headers: { ...headers, ...more }, body });
    return [status, (JSON.parse(text) as { readonly code: number }).code];
  };
  office.upstream.length = 0;
  expect(await post(JSON.stringify({ entities: [{ name: "x".repeat(8_000_000) }] }))).toEqual([413, 413]);
  expect(await post("{")).toEqual([400, 400]);
  expect(await post("<x/>", { "content-type": "text/plain" })).toEqual([415, 415]);
  expect(await post('{"entities": [{"name": "a"}], "__proto__": {"x": 1}}')).toEqual([400, 400]);
  expect(office.upstream).toEqual([]);
});

test("an id with other characters than ids have reaches neither cache nor service", async () => {
  office.upstream.length = 0;
  for (const id of ["..%2f..%2foauth", "a%20b", "a;b", "%00", "x".repeat(65), "a.b"]) {
    const { status } = await gateway.ask({ path: `/v3/universes/${id}/entities`, headers });
    expect([id, status]).toEqual([id, 404]);
  }
  expect(office.upstream).toEqual([]);
});
