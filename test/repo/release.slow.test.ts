import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect as connectTls } from "node:tls";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { strFromU8, unzipSync } from "fflate";
import { createService } from "../../src/service/service";
import { callTool, toolText } from "../support/mcp-client";
import { runProgram } from "../support/run-program";
import { askOver, makeCertificate, type TestCertificate } from "../unit/gateway/http2-client";

const origin = "https://spillway.firm.example";
let place: string;
let home: string;
let service: Server;
let gateway: ChildProcess;
let address: string;
let secureGateway: ChildProcess;
let secureAddress: string;
let certificate: TestCertificate;

/** Node of its own in the empty folder: another user may not read the one that runs the tests. */
const startGateway = (config: string): Promise<{ child: ChildProcess; address: string }> =>
  new Promise((resolve, reject) => {
    const node = path.join(place, "node");
    if (!existsSync(node)) copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
    let printed = "";
    // Root may start it as "nobody"; another user starts it as himself.
    const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const child = spawn(node, [path.join(home, "gateway", "main.js"), "--config", config], {
      cwd: place,
      env: {},
      stdio: "pipe",
      ...other,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        const ready = /ready (https?:\/\/[^/\s]+)/.exec(printed)?.[1];
        if (ready !== undefined) resolve({ child, address: ready });
      });
    child.once("exit", () => reject(new Error(`The gateway ended: ${printed}`)));
  });

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), "spillway-release-"));
  chmodSync(place, 0o755);
  await runProgram("scripts/build/release.ts", "--no-tag", "--origin", origin, "--out", path.join(place, "built"));
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  home = path.join(place, "unpacked", `spillway-${version}`);
  mkdirSync(path.dirname(home));
  const tarball = path.join(place, "built", `spillway-${version}.tar.gz`);
  expect(spawnSync("tar", ["-xzf", tarball, "-C", path.dirname(home)]).status).toBe(0);
  rmSync(path.join(place, "built", `spillway-${version}`), { recursive: true });
  service = createServer(
    (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end("[]"),
  );
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const archive = path.join(place, "archive");
  mkdirSync(archive);
  chmodSync(archive, 0o777);
  const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const config = {
    port: 0,
    upstream,
    archive,
    metricsPort: 0,
    deployment: path.join(home, "deploy", "deployment.json"),
  };
  writeFileSync(path.join(place, "gateway.json"), JSON.stringify(config));
  ({ child: gateway, address } = await startGateway(path.join(place, "gateway.json")));
  certificate = await makeCertificate(place);
  const { key, cert } = certificate.files;
  chmodSync(key, 0o644);
  writeFileSync(path.join(place, "secure.json"), JSON.stringify({ ...config, key, cert }));
  ({ child: secureGateway, address: secureAddress } = await startGateway(path.join(place, "secure.json")));
}, 400_000);
afterAll(async () => {
  for (const each of [gateway, secureGateway]) each.kill("SIGKILL");
  await new Promise((resolve) => service.close(resolve));
  rmSync(place, { recursive: true });
});

test("the tarball's gateway runs in an empty folder, as another user, without the repository", async () => {
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${address}/v3/tasks`)).json()).toEqual([]);
  expect(await (await fetch(`${address}/deployment.json`)).json()).toMatchObject({ settingsAllowed: false });
  const manifest = await (await fetch(`${address}/manifest.xml`)).text();
  expect(manifest).toContain(`${origin}/taskpane.html`);
  expect(manifest).not.toContain("localhost");
});

test("every file that the manifest names is in the release, and nothing of the workbench or the local service is", () => {
  const manifest = readFileSync(path.join(home, "addin", "manifest.xml"), "utf8");
  const named = [...manifest.matchAll(/"https:\/\/[^/"]+\/([^"?]+)/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((file) => !existsSync(path.join(home, "addin", file)))).toEqual([]);
  const listed = readFileSync(path.join(home, "SHA256SUMS"), "utf8");
  expect(listed).not.toMatch(/addin\/(?:workbench|taskpane\.workbench)|univerjs/i);
});

test("the app package holds manifest.json with what it names, and validates like the add-in that it is for", async () => {
  const packed = unzipSync(readFileSync(path.join(home, "app-package.zip")));
  expect(Object.keys(packed)).toEqual([
    "manifest.json",
    "manifest.fr.json",
    "manifest.de.json",
    "manifest.es.json",
    "assets/icons/outline-32.png",
    "assets/icons/icon-192.png",
  ]);
  for (const [file, content] of Object.entries(packed))
    expect(Buffer.from(content).equals(readFileSync(path.join(home, "addin", file)))).toBe(true);
  expect(strFromU8(packed["manifest.json"]!)).not.toContain("localhost");
  const validated = await runProgram("scripts/validate/validate.ts", "--offline", "--root", path.join(home, "addin"));
  expect(validated).toContain("good: manifest.xml, manifest.json,");
});

test("the checksums are right for every file, and a changed file is found", () => {
  const check = (): number | null => spawnSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: home }).status;
  expect(check()).toBe(0);
  const file = path.join(home, "LICENSE");
  const before = readFileSync(file);
  writeFileSync(file, `${before.toString()} `);
  expect(check()).toBe(1);
  writeFileSync(file, before);
});

test("the bill of materials and the licences name the packages that are shipped, and no others", () => {
  const bom = JSON.parse(readFileSync(path.join(home, "sbom.cdx.json"), "utf8")) as {
    readonly bomFormat: string;
    readonly components: readonly { readonly name: string; readonly version: string; readonly group?: string }[];
  };
  const licences = readFileSync(path.join(home, "THIRD-PARTY.txt"), "utf8");
  const components = bom.components.map(({ group, name, version }) => `${group ? `${group}/` : ""}${name} ${version}`);
  expect(bom.bomFormat).toBe("CycloneDX");
  expect(components).toEqual(
    expect.arrayContaining([expect.stringMatching(/^react-dom /), expect.stringMatching(/^undici /)]),
  );
  expect(components.filter((name) => !licences.includes(`\n${name}: `))).toEqual([]);
  // The table's engine belongs to the workbench. SQLite is shipped: a team gateway keeps its people and budgets in it.
  expect(components.filter((name) => /univer|jest/.test(name))).toEqual([]);
  const stated = licences.split("\n---")[0]!.match(/^\S+ \d\S*: /gm) ?? [];
  expect(stated).toHaveLength(new Set(components).size);
});

/** What one request brings, in bytes, headers included. */
const bytesOf = (file: string, headers: Readonly<Record<string, string>>): Promise<{ bytes: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname, () => {
      const lines = Object.entries({ host: hostname, connection: "close", "accept-encoding": "br, gzip", ...headers });
      socket.write(`GET /${file} HTTP/1.1\r\n${lines.map((line) => line.join(": ")).join("\r\n")}\r\n\r\n`);
    });
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", reject);
    socket.on("end", () =>
      resolve({ bytes: Buffer.concat(chunks).length, text: Buffer.concat(chunks).toString("latin1") }),
    );
  });

test("when nothing has changed, a second opening brings at most 3 kB: hashed scripts are in the browser's cache", async () => {
  let first = 0;
  let second = 0;
  for (const file of ["taskpane.html", "functions.js", "deployment.json"]) {
    const got = await bytesOf(file, {});
    first += got.bytes;
    const etag = /\r\netag: ([^\r]+)/i.exec(got.text)?.[1];
    const again = await bytesOf(file, etag === undefined ? {} : { "if-none-match": etag });
    if (etag !== undefined) expect(again.text).toMatch(/^HTTP\/1.1 304 /);
    second += again.bytes;
  }
  console.log(`First opening, without hashed scripts: ${first} bytes; second: ${second} bytes.`);
  expect(second).toBeLessThanOrEqual(3_000);
});

/** One opening over HTTP/2, on a connection of its own: what it brings after the handshake, in bytes, and the ETags. */
const openOverHttp2 = async (known: Readonly<Record<string, string>>) => {
  const { port } = new URL(secureAddress);
  const socket = connectTls({
    host: "127.0.0.1",
    port: Number(port),
    ca: certificate.ca,
    servername: "localhost",
    ALPNProtocols: ["h2"],
  });
  await new Promise((resolve) => socket.once("secureConnect", resolve));
  const session = connectHttp2(`https://localhost:${port}`, { createConnection: () => socket });
  const etags: Record<string, string> = {};
  const statuses: number[] = [];
  for (const file of ["taskpane.html", "functions.js", "deployment.json"]) {
    const etag = known[file];
    const headers = {
      ":path": `/${file}`,
      "accept-encoding": "br, gzip",
      ...(etag !== undefined && { "if-none-match": etag }),
    };
    const answer = await askOver(session, headers);
    statuses.push(answer.status);
    if (answer.headers["etag"] !== undefined) etags[file] = String(answer.headers["etag"]);
  }
  const bytes = socket.bytesRead;
  session.destroy();
  return { bytes, etags, statuses };
};

test("over HTTP/2 a second opening brings at most 3 kB too", async () => {
  const first = await openOverHttp2({});
  const second = await openOverHttp2(first.etags);
  console.log(`Over HTTP/2: first opening ${first.bytes} bytes; second: ${second.bytes} bytes.`);
  expect(second.statuses).toEqual([304, 304, 200]);
  expect(first.bytes).toBeGreaterThan(30_000);
  expect(second.bytes).toBeLessThanOrEqual(3_000);
});

interface Demo {
  readonly audience: string;
  readonly client_id: string;
  readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
  readonly universes: readonly { readonly universe_id: string; readonly universe_name: string }[];
}

test("the tarball's command mcp resolves companies, answers a formula and checks a sentence", async () => {
  const local = await createService({ size: "test", seed: 1, localControls: true });
  const origin = await local.fastify.listen({ host: "127.0.0.1", port: 0 });
  const demo = (await local.fastify.inject("/_local/demo")).json<Demo>();
  const { api_key: KEY = "", api_secret: SECRET = "" } = demo.accounts[0] ?? {};
  const names = { audience: demo.audience, clientId: demo.client_id };
  const accounts = [{ name: "firm", key: { env: "KEY" }, secret: { env: "SECRET" }, ...names }];
  const universes = demo.universes.map(({ universe_id: id, universe_name: name }) => ({ id, name }));
  const team = { service: origin, accounts, universes, administratorKey: { env: "ADMIN" } };
  writeFileSync(path.join(place, "team.json"), JSON.stringify(team));
  writeFileSync(path.join(place, "assistant.json"), JSON.stringify({ team: "team.json" }));
  const client = new Client({ name: "test", version: "1" });
  const args = [path.join(home, "gateway", "main.js"), "mcp", "--config", path.join(place, "assistant.json")];
  const env = { KEY, SECRET, ADMIN: "a".repeat(40) };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: place, env }));
  const formula = '=UNIVERSE.COUNT("EU Banks")';
  const counted = await callTool(client, "query", { formula });
  const [[count = NaN] = []] = (counted.structuredContent as { rows: number[][] }).rows;
  expect(count).toBeGreaterThan(1);
  const checked = await callTool(client, "verify", { formula, text: `EU Banks has ${count + 1} members.` });
  expect(toolText(checked)).toContain("wrong");
  expect(toolText(await callTool(client, "resolve", { names: ["no such company"] }))).toContain("No company was found");
  await client.close();
  await local.close();
});

test("SIGTERM ends it with code 0, also while a client holds a connection of HTTP/2", async () => {
  const client = connectHttp2(secureAddress.replace("127.0.0.1", "localhost"), { ca: certificate.ca });
  await askOver(client, { ":path": "/functions.js" });
  const ended = [gateway, secureGateway].map((each) => new Promise((resolve) => each.once("exit", resolve)));
  for (const each of [gateway, secureGateway]) each.kill("SIGTERM");
  expect(await Promise.all(ended)).toEqual([0, 0]);
});

test.each([
  [],
  ["--origin", "http://firm.example"],
  ["--origin", "https://firm.example/addin"],
  ["--origin", "firm.example"],
])("an origin that Excel could not load from is refused: %s %s", async (...args) => {
  const failed = await runProgram("scripts/build/release.ts", ...args).catch((error: unknown) => error);
  expect(String(failed)).toContain("--origin must be an https address without a path");
});
