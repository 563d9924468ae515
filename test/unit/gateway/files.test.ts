import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
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
  mkdirSync(path.join(root, ".git"));
  for (const hidden of [".env", ".git/config", "chunks/.hidden.js"]) writeFileSync(path.join(root, hidden), "secret");
  symlinkSync("../secret.txt", path.join(root, "to-secret.txt"));
  symlinkSync("../dist-secret", path.join(root, "to-folder"));
  symlinkSync("to-itself.txt", path.join(root, "to-itself.txt"));
  symlinkSync("nothing.txt", path.join(root, "to-nothing.txt"));
  symlinkSync(".env", path.join(root, "to-hidden.json"));
  symlinkSync("functions.json", path.join(root, "to-functions.json"));
  symlinkSync("dist", path.join(place, "linked-dist"));
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
    "content-type": "application/json; charset=utf-8",
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
])("%s serves nothing", async (path) => {
  const { status, text } = await gateway.ask({ path });
  expect(status).toBe(404);
  expect(text).not.toContain("secret");
});

test.each(["/%", "/%zz", "/functions.json%00.png"])(
  "an address that cannot be read (%s) is a sentence",
  async (path) => {
    const { status, text } = await gateway.ask({ path });
    expect([400, 404]).toContain(status);
    expect(text).toMatch(/^(The address cannot be read|Nothing is served here)\.$/);
  },
);

test("files are read, never written", async () => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH"])
    for (const path of ["/functions.json", "/deployment.json"])
      expect(await gateway.ask({ method, path })).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
  expect((await gateway.ask({ method: "POST", path: "/nothing.html" })).status).toBe(404);
});

test.each(["/.env", "/.git/config", "/chunks/.hidden.js", "/%2eenv", "/to-hidden.json"])(
  "a dot file is not served (%s)",
  async (path) => {
    expect(await gateway.ask({ path })).toMatchObject({ status: 404, text: "Nothing is served here." });
  },
);

test.each(["/to-secret.txt", "/to-folder/secret.txt", "/to-itself.txt", "/to-nothing.txt"])(
  "a symbolic link out of the root, or to nothing, is not served (%s)",
  async (path) => {
    expect(await gateway.ask({ path })).toMatchObject({ status: 404, text: "Nothing is served here." });
  },
);

test("a symbolic link inside the root is served, and so is a root that is a link itself", async () => {
  expect((await gateway.ask({ path: "/to-functions.json" })).text).toBe("{}");
  const linked = await startGateway({ root: path.join(place, "linked-dist") });
  expect((await linked.ask({ path: "/functions.json" })).text).toBe("{}");
  await linked.close();
});

test("a file that the browser has is 304, a part of it is 206, a part behind its end is 416", async () => {
  const { headers } = await gateway.ask({ path: "/functions.json" });
  const known = { "if-none-match": String(headers["etag"]) };
  expect((await gateway.ask({ path: "/functions.json", headers: known })).status).toBe(304);
  expect(await gateway.ask({ path: "/taskpane.html", headers: { range: "bytes=3-6" } })).toMatchObject({
    status: 206,
    text: "Work",
  });
  expect(await gateway.ask({ path: "/functions.json", headers: { range: "bytes=9-" } })).toMatchObject({
    status: 416,
    text: "",
  });
});

test("a request that would change the protocol is answered like any other", async () => {
  const headers = { connection: "Upgrade", upgrade: "websocket" };
  expect(await gateway.ask({ path: "/functions.json", headers })).toMatchObject({ status: 200, text: "{}" });
});
