import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { ReleaseArchive } from "../../../src/gateway/release-archive";
import { type Gateway, startGateway } from "./served";

let place: string;
let gateway: Gateway | undefined;

beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), "gateway-releases-"));
});
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
  rmSync(place, { recursive: true });
});

/** Writes a build whose one late script has this hash. */
const writeBuild = (hash: string): string => {
  const root = path.join(place, `build-${hash}`);
  mkdirSync(path.join(root, "chunks"), { recursive: true });
  writeFileSync(path.join(root, "functions.json"), "{}");
  writeFileSync(path.join(root, "functions.js"), `// ${hash}`);
  writeFileSync(path.join(root, "chunks", `pane.${hash}.js`), `pane("${hash}")`);
  return root;
};

/** Deploys builds one after another, and serves the last. */
const deploy = async (...hashes: readonly string[]): Promise<Gateway> => {
  const archive = path.join(place, "archive");
  mkdirSync(archive);
  const roots = hashes.map(writeBuild);
  const releases = new ReleaseArchive(archive);
  for (const root of roots) await releases.add(root);
  gateway = await startGateway({ root: roots.at(-1)!, archive });
  return gateway;
};

test("a page of the last two releases before this one finds its late scripts", async () => {
  const { ask } = await deploy("11111111", "22222222", "33333333");
  for (const hash of ["11111111", "22222222", "33333333"])
    expect(await ask({ path: `/chunks/pane.${hash}.js` })).toMatchObject({
      status: 200,
      text: `pane("${hash}")`,
      headers: { "cache-control": "public, max-age=31536000, immutable" },
    });
});

test("a fourth release drops the first", async () => {
  const { ask } = await deploy("11111111", "22222222", "33333333", "44444444");
  expect((await ask({ path: "/chunks/pane.11111111.js" })).status).toBe(404);
  expect((await ask({ path: "/chunks/pane.22222222.js" })).status).toBe(200);
});

test("after a roll-back the release that was taken back still has its scripts", async () => {
  const { ask } = await deploy("11111111", "22222222", "11111111");
  expect((await ask({ path: "/functions.js" })).text).toBe("// 11111111");
  expect((await ask({ path: "/chunks/pane.22222222.js" })).status).toBe(200);
});

test("a file without a hash in its name comes from the release that is served, never from an older one", async () => {
  const { ask } = await deploy("11111111", "22222222");
  rmSync(path.join(place, "build-22222222", "functions.js"));
  expect((await ask({ path: "/functions.js" })).status).toBe(404);
});

test("two gateways that share the folder keep a release once, whole", async () => {
  const archive = path.join(place, "archive");
  mkdirSync(archive);
  const root = writeBuild("11111111");
  await Promise.all([new ReleaseArchive(archive).add(root), new ReleaseArchive(archive).add(root)]);
  gateway = await startGateway({ root: writeBuild("22222222"), archive });
  expect((await gateway.ask({ path: "/chunks/pane.11111111.js" })).text).toBe('pane("11111111")');
});

describe("a file that the build has compressed", () => {
  const text = "const rows = [];\n".repeat(200);
  beforeEach(async () => {
    const root = writeBuild("11111111");
    writeFileSync(path.join(root, "functions.js"), text);
    writeFileSync(path.join(root, "functions.js.br"), brotliCompressSync(text));
    gateway = await startGateway({ root });
  });
  const askFor = (encoding: string, headers: Readonly<Record<string, string>> = {}) =>
    gateway!.ask({ path: "/functions.js", headers: { "accept-encoding": encoding, ...headers } });

  test("is sent compressed to a browser that takes it, with the type of the file", async () => {
    const { headers } = await askFor("gzip, deflate, br");
    expect(headers).toMatchObject({
      "content-encoding": "br",
      "content-type": expect.stringMatching(/javascript; charset=utf-8$/) as string,
      vary: "accept-encoding",
    });
    const response = await fetch(`${gateway!.address}/functions.js`, { headers: { "accept-encoding": "br" } });
    expect(await response.text()).toBe(text);
    expect(Number(headers["content-length"])).toBeLessThan(text.length / 10);
  });

  test.each(["identity", "gzip", "br;q=0", ""])("is sent as it is to a browser that accepts %j", async (encoding) => {
    const got = await askFor(encoding);
    expect(got).toMatchObject({ status: 200, text });
    expect(got.headers).toMatchObject({ vary: "accept-encoding" });
    expect(got.headers["content-encoding"]).toBeUndefined();
  });

  test("is not sent again to a browser that has it, and is when it has changed", async () => {
    const etag = String((await askFor("br")).headers["etag"]);
    expect(await askFor("br", { "if-none-match": etag })).toMatchObject({ status: 304, text: "" });
    const compressed = path.join(place, "build-11111111", "functions.js.br");
    writeFileSync(compressed, brotliCompressSync(`${text}// changed`));
    utimesSync(compressed, new Date(), new Date(Date.now() + 5_000));
    expect((await askFor("br", { "if-none-match": etag })).status).toBe(200);
  });
});
