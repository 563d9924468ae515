import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Gateway, startGateway } from "./served";

let place: string;
let gateway: Gateway;

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), "gateway-"));
  const root = path.join(place, "dist");
  mkdirSync(path.join(root, "chunks"), { recursive: true });
  mkdirSync(path.join(place, "dist-secret"));
  writeFileSync(path.join(place, "secret.txt"), "secret");
  writeFileSync(path.join(place, "dist-secret", "secret.txt"), "secret");
  writeFileSync(path.join(root, "taskpane.html"), "<p>Excel</p>");
  writeFileSync(path.join(root, "taskpane.workbench.html"), "<p>Workbench</p>");
  writeFileSync(path.join(root, "functions.json"), "{}");
  writeFileSync(path.join(root, "chunks", "pane.0123abcd.js"), "1");
  gateway = await startGateway({
    root,
    made: { "/deployment.json": { type: "application/json", text: '{"baseUrl":"https://a.example"}' } },
    aliases: { "/taskpane.html": "/taskpane.workbench.html", "/workbench/": "/taskpane.workbench.html" },
    redirects: { "/": "/workbench/" },
  });
});
afterAll(async () => {
  await gateway.close();
  rmSync(place, { recursive: true });
});

test("a built file is served with its type, readable from Excel's own origin", async () => {
  const { status, headers, text } = await gateway.ask({ path: "/functions.json" });
  expect({ status, text }).toEqual({ status: 200, text: "{}" });
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
});

test("a chunk with its hash in the name may be kept for ever", async () => {
  const { headers } = await gateway.ask({ path: "/chunks/pane.0123abcd.js" });
  expect(headers["cache-control"]).toContain("immutable");
});

test("a file made at start, an alias and a redirect", async () => {
  expect(await gateway.ask({ path: "/deployment.json" })).toMatchObject({
    status: 200,
    text: '{"baseUrl":"https://a.example"}',
  });
  expect((await gateway.ask({ path: "/taskpane.html?x=1" })).text).toBe("<p>Workbench</p>");
  expect((await gateway.ask({ path: "/workbench/" })).text).toBe("<p>Workbench</p>");
  expect(await gateway.ask({ path: "/" })).toMatchObject({ status: 302, headers: { location: "/workbench/" } });
});

test("asked for the head alone, a file sends no body", async () => {
  const { status, headers, text } = await gateway.ask({ method: "HEAD", path: "/functions.json" });
  expect({ status, length: headers["content-length"], text }).toEqual({ status: 200, length: "2", text: "" });
});

test.each([
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/chunks/..%2f..%2fsecret.txt",
  "/..%2fdist-secret/secret.txt",
  "/%2e%2e%2fdist-secret%2fsecret.txt",
  "/..%5csecret.txt",
  "/chunks/%252e%252e/%252e%252e/secret.txt",
  "//secret.txt",
  "/secret.txt",
  "/chunks",
  "/chunks/",
  "/nothing.html",
])("%s serves nothing", async (asked) => {
  const { status, text } = await gateway.ask({ path: asked });
  expect(status).toBe(404);
  expect(text).not.toContain("secret");
});

test.each(["/%", "/%zz", "/functions.json%00.png"])(
  "an address that cannot be read (%s) is a sentence",
  async (asked) => {
    const { status, text } = await gateway.ask({ path: asked });
    expect([400, 404]).toContain(status);
    expect(text).toMatch(/^(The address cannot be read|Nothing is served here)\.$/);
  },
);

test("files are read, never written", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH"])
    expect(await gateway.ask({ method, path: "/functions.json" })).toMatchObject({ status: 404 });
});
