import { createHmac } from "node:crypto";
import { exportSPKI, importJWK, type JWK, type JWTPayload, SignJWT } from "jose";
import { demoAudience } from "../../../scripts/run/identity-provider";
import { otherAudience } from "../../../test/support/identity-provider";
import type { Attack } from "../attack-log";
import type { TeamTarget } from "./team-target";

const kind = "sign-ins";
const tasks = "/v3/tasks?size=2";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const partOf = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(text ?? "", "base64url").toString()) as Record<string, unknown>;

/** Tokens with the provider's own signature that are still not for this gateway, or not of now. */
const signedTokens = async ({ signingKey, provider }: TeamTarget): Promise<readonly (readonly [string, string])[]> => {
  const key = await importJWK(signingKey, "RS256");
  const now = Math.floor(Date.now() / 1_000);
  const usual = { iss: provider.issuer, aud: demoAudience, sub: "olga", groups: ["spillway-admins"], iat: now };
  const sign = async (what: string, payload: JWTPayload, kid = "attacked") =>
    [what, await new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid }).sign(key)] as const;
  return Promise.all([
    sign("expired", { ...usual, exp: now - 60 }),
    sign("of tomorrow", { ...usual, nbf: now + 86_400, exp: now + 90_000 }),
    sign("without an end", usual),
    sign("for another application", { ...usual, aud: otherAudience, exp: now + 600 }),
    sign("for many applications but this one", { ...usual, aud: [otherAudience, "x"], exp: now + 600 }),
    sign("of another issuer", { ...usual, iss: "https://evil.example", exp: now + 600 }),
    sign("of nobody", { ...usual, sub: "", exp: now + 600 }),
    sign("of a person with a long id", { ...usual, sub: "x".repeat(300), exp: now + 600 }),
    sign("by a key that the provider does not have", { ...usual, exp: now + 600 }, "another"),
  ]);
};

/** Tokens that somebody makes of a real one without the provider's key. */
const forgedTokens = async (token: string, publicKey: JWK): Promise<readonly (readonly [string, string])[]> => {
  const [first, second, signature = ""] = token.split(".");
  const [header, payload] = [partOf(first), { ...partOf(second), sub: "olga", groups: ["spillway-admins"] }];
  const spki = await exportSPKI((await importJWK(publicKey, "RS256", { extractable: true })) as CryptoKey);
  const shared = `${part({ ...header, alg: "HS256" })}.${part(payload)}`;
  return [
    ["changed", `${part(header)}.${part(payload)}.${signature}`],
    ...["none", "None", "NONE", "nOnE", ""].map(
      (alg) => [`unsigned (${alg})`, `${part({ ...header, alg })}.${part(payload)}.`] as const,
    ),
    ["signed with the public key", `${shared}.${createHmac("sha256", spki).update(shared).digest("base64url")}`],
    ["with a key of its own", `${part({ ...header, jwk: publicKey })}.${part(payload)}.${signature}`],
    ["with an address of a key", `${part({ ...header, jku: "https://evil.example/k" })}.${part(payload)}.${signature}`],
    ["with a path as key id", `${part({ ...header, kid: "../../etc/passwd" })}.${part(payload)}.${signature}`],
    ["without a signature", `${first ?? ""}.${second ?? ""}`],
    ["of five parts", `${token}.a.b`],
    ["empty", ""],
    ["a text", "a.b.c"],
    ["JSON", '{"sub":"olga","admin":true}'],
    ["long", "x".repeat(12_000)],
  ];
};

/** Gateway keys of nobody, and of somebody with one character changed. */
const wrongKeys = ({ keys, administratorKey }: TeamTarget): readonly (readonly [string, string])[] => {
  const own = keys.ann;
  const id = own.slice(0, 21);
  return [
    ["a made-up key", `spw_${"0".repeat(16)}_${"a".repeat(43)}`],
    ["another's secret under one's own id", `${id}${keys.bob.slice(21)}`],
    ["a key without its secret", id],
    ["a key in capitals", own.toUpperCase()],
    ["a key with more behind it", `${own}A`],
    ["a path in a key", `spw_../../person_${"a".repeat(43)}`],
    ["the administrator's key with a letter less", administratorKey.slice(0, -1)],
    ["two keys", `${own},${keys.bob}`],
  ];
};

/** Signs in with everything that must not let anybody in: fewer than after what the gateway looks at no more for a minute. */
export const forgeSignIns = async ({ log }: Attack, target: TeamTarget): Promise<void> => {
  const { access_token: token } = await target.provider.signIn("ada");
  log.expect(kind, "a real token", { status: (await target.ask({ path: tasks, token })).status, allowed: [200] });
  const { n, e, kty } = target.signingKey;
  const publicKey = { kty, n, e, alg: "RS256", use: "sig", kid: "attacked" } as JWK;
  const all = [
    ...(await signedTokens(target)),
    ...(await forgedTokens(token, publicKey)),
    ...wrongKeys(target),
  ] as const;
  const paths = [tasks, "/team/admin/state", "/table?formula=TASKS.LIST()", "/mcp"];
  for (const [index, [what, forged]] of all.entries()) {
    const path = paths[index % paths.length] ?? tasks;
    const { status, text } = await target.ask({ path, token: forged });
    log.expect(kind, `${what} at ${path}`, { status, allowed: [401] });
    if (forged.length > 8 && text.includes(forged)) log.fail(kind, `${what}: the refusal repeats it`);
  }
  for (const authorization of ["", "Bearer", "Bearer ", `Basic ${keyAsBasic(target)}`, `bearer\t${target.keys.ann}`]) {
    const { status } = await target.ask({ path: tasks, headers: { authorization } });
    log.expect(kind, `the header "${authorization.slice(0, 8)}…"`, { status, allowed: [401] });
  }
};

const keyAsBasic = ({ keys }: TeamTarget): string => Buffer.from(`ann:${keys.ann}`).toString("base64");

/** A person whose access ends is refused at once, by key and by token; colleagues go on. */
export const revokePerson = async ({ log }: Attack, target: TeamTarget): Promise<void> => {
  const { access_token: token } = await target.provider.signIn("ben");
  const statusOf = async (secret: string): Promise<number> =>
    (await target.ask({ path: "/team/me", token: secret })).status;
  const change = async (what: "revoke" | "restore", id: string): Promise<void> => {
    const body = JSON.stringify({ id });
    const path = `/team/admin/people/${what}`;
    const { status } = await target.ask({ method: "POST", path, token: target.administratorKey, body });
    log.expect(kind, what, { status, allowed: [200] });
  };
  for (const [id, secret] of [
    ["ben", token],
    ["bob", target.keys.bob],
  ] as const) {
    log.expect(kind, `${id} before`, { status: await statusOf(secret), allowed: [200] });
    await change("revoke", id);
    log.expect(kind, `${id}, whose access has ended`, { status: await statusOf(secret), allowed: [403] });
    log.expect(kind, "a colleague", { status: await statusOf(target.keys.ann), allowed: [200] });
    await change("restore", id);
    log.expect(kind, `${id} after`, { status: await statusOf(secret), allowed: [200] });
  }
};

/** Made-up keys without end: they are soon not looked at any more, and whoever was here goes on. */
export const floodWithKeys = async ({ log, random, rounds }: Attack, target: TeamTarget): Promise<void> => {
  const madeUp = (): string =>
    `spw_${Math.floor(random() * 1e15)
      .toString(16)
      .padStart(16, "0")}_${"a".repeat(43)}`;
  const flood = Array.from({ length: 150 + 50 * rounds }, () => target.ask({ path: tasks, token: madeUp() }));
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  for (const status of statuses) log.expect(kind, "a made-up key", { status, allowed: [401, 429] });
  if (statuses.at(-1) !== 429) log.fail(kind, "a flood of made-up keys is looked at without end");
  const { status } = await target.ask({ path: tasks, token: target.keys.ann });
  log.expect(kind, "somebody who was here before the flood", { status, allowed: [200] });
};

/** Every route of the administrators, asked by somebody who is none, and by nobody. */
export const askAsAdministrator = async ({ log }: Attack, target: TeamTarget): Promise<void> => {
  const { access_token: analyst } = await target.provider.signIn("ada");
  const period = "from=2026-01-01&to=2026-01-31";
  const routes = [
    ...["state", "people", "keys", `usage?${period}`, `usage.csv?${period}`].map((path) => ["GET", path] as const),
    ...["keys", "keys/revoke", "people/revoke", "people/restore"].map((path) => ["POST", path] as const),
  ];
  for (const [method, route] of routes) {
    const path = `/team/admin/${route}`;
    const body = method === "POST" ? { body: JSON.stringify({ id: "administrator", admin: true }) } : {};
    for (const token of [target.keys.ann, analyst]) {
      const { status } = await target.ask({ method, path, token, ...body });
      log.expect(kind, `${method} ${path} by an analyst`, { status, allowed: [403] });
    }
  }
  const others = ["HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"];
  for (const method of others) {
    const { status } = await target.ask({ method, path: "/team/admin/keys", token: target.keys.ann });
    log.expect(kind, `${method} of the gateway keys`, { status, allowed: [400, 403, 404, 405] });
  }
};
