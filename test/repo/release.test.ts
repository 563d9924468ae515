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
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { runProgram } from "../support/run-program";

const origin = "https://spillway.firm.example";
let place: string;
let home: string;
let service: Server;
let gateway: ChildProcess;
let address: string;
let printed = "";

/** Node of its own in the empty folder: another user may not read the one that runs the tests. */
const startGateway = (config: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const node = path.join(place, "node");
    copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
    // Root may start it as "nobody"; another user starts it as himself.
    const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    gateway = spawn(node, [path.join(home, "gateway", "main.js"), "--config", config], {
      cwd: place,
      env: {},
      stdio: "pipe",
      ...other,
    });
    for (const stream of [gateway.stdout!, gateway.stderr!])
      stream.on("data", (chunk: Buffer) => {
        printed += chunk.toString();
        const ready = /ready (http:\/\/[^/\s]+)/.exec(printed)?.[1];
        if (ready !== undefined) resolve(ready);
      });
    gateway.once("exit", () => reject(new Error(`The gateway ended: ${printed}`)));
  });

beforeAll(async () => {
  place = mkdtempSync(path.join(tmpdir(), "spillway-release-"));
  chmodSync(place, 0o755);
  await runProgram("scripts/build/release.ts", "--origin", origin, "--out", path.join(place, "built"));
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
  address = await startGateway(path.join(place, "gateway.json"));
}, 400_000);
afterAll(async () => {
  gateway.kill("SIGKILL");
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
  expect(listed).not.toMatch(/addin\/(?:workbench|taskpane\.workbench)|univerjs|sqlite/i);
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
  // The table's engine and the database belong to the workbench and the local service.
  expect(components.filter((name) => /univer|sqlite|jest/.test(name))).toEqual([]);
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

test("SIGTERM ends it with code 0", async () => {
  const ended = new Promise((resolve) => gateway.once("exit", resolve));
  gateway.kill("SIGTERM");
  expect(await ended).toBe(0);
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
