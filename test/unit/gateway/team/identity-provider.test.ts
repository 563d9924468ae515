import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { decodeJwt, exportJWK, exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose";
import { demoAudience, demoClient } from "../../../../scripts/run/identity-provider";
import { systemClock } from "../../../../src/engine/clock";
import { IdentityProvider, type KeyTimes, ProviderUnavailable } from "../../../../src/gateway/team/identity-provider";
import { otherAudience, type RunningProvider, startIdentityProvider } from "../../../support/identity-provider";
import { VirtualClock } from "../../../support/virtual-clock";

let provider: RunningProvider;
/** An access token of Ben's. */
let token: string;

beforeAll(async () => {
  provider = await startIdentityProvider();
  token = (await provider.signIn("ben")).access_token;
});
afterAll(() => provider.stop());

/** The gateway's side, on a clock that the test moves. */
const createVerifier = (running: RunningProvider, times: Partial<KeyTimes> = {}, audience = demoAudience) => {
  const clock = new VirtualClock(1, systemClock.now());
  const config = { issuer: running.issuer, audience, groupsMember: "groups", adminGroups: ["spillway-admins"] };
  return { clock, verifier: new IdentityProvider(config, clock, times) };
};

const verify = (text: string) => createVerifier(provider).verifier.verify(text);
const notAccepted = { status: 401, reason: "token_invalid" };

test("the provider of the demo prints where it is, and nothing else", () => {
  expect(provider.printed()).toBe(`ready ${provider.issuer}\n`);
});

test("an access token says who somebody is and which groups they are in", async () => {
  expect(await verify(token)).toEqual({
    id: "ben",
    name: "Ben Banker",
    groups: ["analysts", "emea"],
    admin: false,
  });
});

test("whoever is in a group of administrators is one", async () => {
  const { access_token: olga } = await provider.signIn("olga");
  expect(await verify(olga)).toMatchObject({ id: "olga", admin: true });
});

test("an ID token is refused where access tokens are taken, and taken where the add-in's client id is the audience", async () => {
  const { id_token: identity = "" } = await provider.signIn("ada");
  expect(await verify(identity)).toMatchObject(notAccepted);
  const { verifier } = createVerifier(provider, {}, demoClient);
  expect(await verifier.verify(identity)).toMatchObject({ id: "ada" });
  expect(await verifier.verify(token)).toMatchObject(notAccepted);
});

test("a token for another application is refused", async () => {
  const { access_token: other } = await provider.signIn("ben", otherAudience);
  expect(decodeJwt(other).aud).toBe(otherAudience);
  expect(await verify(other)).toMatchObject(notAccepted);
});

test("a token of another provider is refused", async () => {
  const stranger = await startIdentityProvider();
  const { access_token: foreign } = await stranger.signIn("olga");
  expect(await verify(foreign)).toMatchObject(notAccepted);
  await stranger.stop();
});

test("a token of another issuer is refused although both sign with one key, as tenants of one provider do", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "signing-key-"));
  const file = path.join(folder, "key.json");
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  writeFileSync(file, JSON.stringify({ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "shared" }));
  const tenants = await Promise.all([1, 2].map(() => startIdentityProvider(["--signing-key", file])));
  rmSync(folder, { recursive: true });
  const tokens = await Promise.all(tenants.map((tenant) => tenant.signIn("olga")));
  const [ours, foreign] = tokens.map(({ access_token: issued }) => issued);
  const { verifier } = createVerifier(tenants[0]!);
  expect(await verifier.verify(ours ?? "")).toMatchObject({ id: "olga" });
  expect(await verifier.verify(foreign ?? "")).toMatchObject(notAccepted);
  await Promise.all(tenants.map((tenant) => tenant.stop()));
});

test("an expired token is refused with a sentence of its own, half a minute of clock difference aside", async () => {
  const { clock, verifier } = createVerifier(provider);
  const left = (decodeJwt(token).exp ?? 0) * 1_000 - clock.now();
  await clock.advance(left + 20_000);
  expect(await verifier.verify(token)).toMatchObject({ id: "ben" });
  await clock.advance(20_000);
  expect(await verifier.verify(token)).toMatchObject({ status: 401, reason: "token_expired" });
});

describe("forged tokens", () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const parts = (): readonly [Record<string, unknown>, Record<string, unknown>, string] => {
    const [header = "", payload = "", signature = ""] = token.split(".");
    const read = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString()) as Record<string, unknown>;
    return [read(header), read(payload), signature];
  };

  test("a changed claim is refused", async () => {
    const [header, payload, signature] = parts();
    const forged = `${part(header)}.${part({ ...payload, sub: "olga", groups: ["spillway-admins"] })}.${signature}`;
    expect(await verify(forged)).toMatchObject(notAccepted);
  });

  test.each(["none", "None", "NONE"])("an unsigned token is refused: %s", async (alg) => {
    const [header, payload] = parts();
    expect(await verify(`${part({ ...header, alg })}.${part(payload)}.`)).toMatchObject(notAccepted);
  });

  test("a token signed with the provider's public key as a shared secret is refused", async () => {
    const [header, payload] = parts();
    const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: Record<string, string>[] };
    const secrets = [
      await exportSPKI((await importJWK(keys[0] ?? {}, "RS256", { extractable: true })) as CryptoKey),
      JSON.stringify(keys[0]),
      keys[0]?.["n"] ?? "",
    ];
    for (const secret of secrets) {
      const content = `${part({ ...header, alg: "HS256" })}.${part(payload)}`;
      const forged = `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
      expect(await verify(forged)).toMatchObject(notAccepted);
    }
  });

  test("a key that the token itself brings or names is not used", async () => {
    const [{ kid }, payload] = parts();
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const own = { kty: "RSA", ...(await crypto.subtle.exportKey("jwk", publicKey)) };
    for (const header of [
      { alg: "RS256", kid: String(kid) },
      { alg: "RS256", jwk: own },
      { alg: "RS256", kid: "../../keys", jku: "http://127.0.0.1:9/jwks" },
    ]) {
      const forged = await new SignJWT(payload).setProtectedHeader(header).sign(privateKey);
      expect(await verify(forged)).toMatchObject(notAccepted);
    }
  });

  test("a token whose sub is no text, or a blank one, is refused, though the provider has signed it", async () => {
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: "RS256", kid: "own" }] });
    let issuer = "";
    const server = createServer((request, response) => {
      const document = JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` });
      response.setHeader("content-type", "application/json").end(request.url === "/keys" ? keys : document);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const config = { issuer, audience: demoAudience, groupsMember: "groups", adminGroups: [] };
    const verifier = new IdentityProvider(config, systemClock);
    const sign = (sub: unknown): Promise<string> =>
      new SignJWT({ sub } as JWTPayload)
        .setProtectedHeader({ alg: "RS256", kid: "own" })
        .setIssuer(issuer)
        .setAudience(demoAudience)
        .setExpirationTime("5m")
        .sign(privateKey);
    expect(await verifier.verify(await sign("ann"))).toMatchObject({ id: "ann" });
    for (const sub of [
      42,
      true,
      null,
      ["ann"],
      { id: "ann" },
      "",
      "  ",
      "a\u0000b",
      "a\nb",
      "\ud800",
      "administrator",
      "Administrat0r ",
    ])
      expect([sub, await verifier.verify(await sign(sub))]).toMatchObject([sub, notAccepted]);
    await new Promise((resolve) => server.close(resolve));
  });

  test.each(["a", "a.b", "a.b.c", "a.b.c.d.e", `${"a".repeat(9_000)}.b.c`])(
    "a text without a readable token is refused: %.9s",
    async (text) => {
      expect(await verify(text)).toMatchObject(notAccepted);
    },
  );
});

test("a new key is fetched when a token names it, and a withdrawn one is refused after five minutes", async () => {
  const running = await startIdentityProvider();
  const { clock, verifier } = createVerifier(running, { cooldown: 0 });
  const { access_token: old } = await running.signIn("ada");
  expect(await verifier.verify(old)).toMatchObject({ id: "ada" });
  await running.change("rotate");
  const { access_token: renewed } = await running.signIn("ada");
  expect(await verifier.verify(renewed)).toMatchObject({ id: "ada" });
  expect(await verifier.verify(old)).toMatchObject({ id: "ada" });
  await running.change("withdraw");
  await clock.advance(300_001);
  expect(await verifier.verify(old)).toMatchObject(notAccepted);
  expect(await verifier.verify(renewed)).toMatchObject({ id: "ada" });
  await running.stop();
});

test("tokens with made-up keys cost the provider one request in 30 seconds", async () => {
  const { clock, verifier } = createVerifier(provider);
  const { privateKey } = await generateKeyPair("RS256");
  const forge = (kid: string) => new SignJWT({}).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
  const asked = jest.spyOn(globalThis, "fetch");
  const keyRequests = () =>
    asked.mock.calls.filter(([address]) => address instanceof URL && address.pathname === "/jwks").length;
  for (let n = 0; n < 20; n += 1) expect(await verifier.verify(await forge(`${n}`))).toMatchObject(notAccepted);
  expect(keyRequests()).toBe(1);
  await clock.advance(30_001);
  for (let n = 0; n < 20; n += 1) expect(await verifier.verify(await forge(`${n}`))).toMatchObject(notAccepted);
  expect(keyRequests()).toBe(2);
  asked.mockRestore();
});

test("while the provider is away the last known keys are used for twelve hours, and no longer", async () => {
  const running = await startIdentityProvider(["--lifetime", "86400"]);
  const { clock, verifier } = createVerifier(running);
  const { access_token: known } = await running.signIn("ada");
  expect(await verifier.verify(known)).toMatchObject({ id: "ada" });
  await running.stop();
  await clock.advance(11 * 3_600_000);
  expect(await verifier.verify(known)).toMatchObject({ id: "ada" });
  await clock.advance(3_600_001);
  await expect(verifier.verify(known)).rejects.toBeInstanceOf(ProviderUnavailable);
});

test("a gateway that never reached its provider refuses nobody for good: it says that the provider is away", async () => {
  const running = await startIdentityProvider();
  const { access_token: known } = await running.signIn("ada");
  await running.stop();
  await expect(createVerifier(running).verifier.verify(known)).rejects.toBeInstanceOf(ProviderUnavailable);
});

test("an issuer without https is refused at the start, other than on this machine", () => {
  const create = (issuer: string) =>
    new IdentityProvider({ issuer, audience: "a", groupsMember: "groups", adminGroups: [] }, systemClock);
  for (const issuer of ["http://login.example.com", "login.example.com", "https://login.example.com/?a=b"])
    expect(() => create(issuer)).toThrow(
      `issuer must be an https address without query and fragment, got "${issuer}".`,
    );
  expect(() => create("https://login.example.com/tenant/v2.0")).not.toThrow();
});
