import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { createService } from "../../src/service/service";

const root = path.join(__dirname, "../..");
/** What leaves the house: what is built, what is written down, what tests keep. */
const places = ["dist", "docs", "test", "assets", "manifest.xml", "README.md", "CHANGELOG.md", "screenshots"];

const filesUnder = (place: string): string[] => {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => filesUnder(path.join(place, entry.name)));
};

const files = places.flatMap((place) => filesUnder(path.join(root, place)));

/** A signed token: three parts, the first a JSON header. */
const token = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/;
const privateKey = /-----BEGIN (RSA |EC )?PRIVATE KEY-----/;

const holding = (found: (text: string) => boolean): string[] =>
  files.filter((file) => found(readFileSync(file, "latin1"))).map((file) => path.relative(root, file));

test("there is something to look through", () => {
  expect(files.length).toBeGreaterThan(20);
});

test("no secret of a demo account is in any artefact, whatever the size of its world", async () => {
  const secrets: string[] = [];
  for (const seed of [1, 2]) {
    const service = await createService({ size: "test", seed });
    const answer = await service.fastify.inject("/_local/demo");
    const { accounts } = answer.json<{ readonly accounts: readonly { readonly api_secret: string }[] }>();
    secrets.push(...accounts.map(({ api_secret: secret }) => secret));
    await service.close();
  }
  expect(secrets.length).toBeGreaterThan(2);
  expect(secrets.every((secret) => secret.length >= 16)).toBe(true);
  expect(holding((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
});

test("no token is in any artefact", () => {
  expect(token.test("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZW1vIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg")).toBe(true);
  expect(holding((text) => token.test(text)).filter((file) => !file.endsWith("secrets.test.ts"))).toEqual([]);
});

test("no private key is in any artefact", () => {
  expect(holding((text) => privateKey.test(text))).toEqual([]);
});
