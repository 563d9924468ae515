// The identity provider of tests and of `npm start -- --team`: OpenID Connect, with people who need no password.
//   identity-provider.ts [--port 0] [--redirect ADDRESS]... [--lifetime 3600] [--signing-key FILE] [--until-stdin-ends]
// A parent process can send the messages "rotate" (a new key signs, the old one stays) and "withdraw" (the new one only).
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import type { AdapterFactory, Configuration, default as ProviderClass, interactionPolicy } from "oidc-provider";
import { flag, type Option, port, readOptions, runProgram, text, whole } from "./command-line";

type Prompts = ReturnType<typeof interactionPolicy.base>;

/** The client id of the add-in at this provider, and the id of the gateway, for which its access tokens are. */
export const demoClient = "spillway";
export const demoAudience = "https://gateway.example.com/";
/** Tokens for this one are not for the gateway. */
const otherAudience = "https://other.example.com/";

const people: Readonly<Record<string, { readonly name: string; readonly groups: readonly string[] } | undefined>> = {
  ada: { name: "Ada Analyst", groups: ["analysts"] },
  ben: { name: "Ben Banker", groups: ["analysts", "emea"] },
  olga: { name: "Olga Operator", groups: ["analysts", "spillway-admins"] },
};

const addresses: Option<readonly string[]> = {
  takes: "an http or https address",
  unless: [],
  read: (given, before) => (URL.canParse(given) ? [...before, given] : undefined),
};

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: crypto.randomUUID() };
};

/**
 * Asks each time who is there, because several people sign in from one browser: its cookie would make the second one the
 * first.
 */
const askEachTime = ({ base, Check }: typeof interactionPolicy): Prompts => {
  const policy = base();
  policy
    .get("login")
    ?.checks.add(
      new Check("who_is_there", "Who is there is asked each time.", ({ oidc }) => oidc.result?.login === undefined),
    );
  return policy;
};

const configuration = (
  policy: Prompts,
  keys: readonly JWK[],
  redirects: readonly string[],
  lifetime: number,
): Configuration => ({
  jwks: { keys: [...keys] },
  cookies: { keys: ["demo"] },
  clients: [
    {
      client_id: demoClient,
      redirect_uris: [...redirects],
      token_endpoint_auth_method: "none",
      application_type: "web",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  ],
  clientBasedCORS: (_, origin) => redirects.some((address) => new URL(address).origin === origin),
  pkce: { required: () => true },
  scopes: ["openid", "offline_access", "profile"],
  claims: { openid: ["sub"], profile: ["name", "groups"] },
  ttl: {
    AccessToken: lifetime,
    IdToken: lifetime,
    RefreshToken: 86_400,
    Grant: 86_400,
    Session: 86_400,
    Interaction: 600,
  },
  issueRefreshToken: () => Promise.resolve(true),
  rotateRefreshToken: true,
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => demoAudience,
      useGrantedResource: () => true,
      getResourceServerInfo: (_, audience) => ({
        scope: "gateway",
        audience: audience === otherAudience ? otherAudience : demoAudience,
        accessTokenFormat: "jwt",
        accessTokenTTL: lifetime,
        jwt: { sign: { alg: "RS256" } },
      }),
    },
  },
  findAccount: (_, id) => {
    const person = people[id];
    return person && { accountId: id, claims: () => ({ sub: id, ...person, groups: [...person.groups] }) };
  },
  extraTokenClaims: (_, token) => ("accountId" in token ? people[token.accountId] : undefined),
  loadExistingGrant: async ({ oidc }) => {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? "",
      accountId: oidc.session?.accountId ?? "",
    });
    grant.addOIDCScope("openid profile offline_access");
    for (const audience of [demoAudience, otherAudience]) grant.addResourceScope(audience, "gateway");
    await grant.save();
    return grant;
  },
  interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
});

const page = (action: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Demo identity provider</title>
<style>body{font:16px system-ui;margin:2rem;color-scheme:light dark}button{display:block;font:inherit;margin:.5rem 0;padding:.5rem 1rem}</style>
<h1>Who are you?</h1><p>This is a demo identity provider. It asks for no password.</p>
<form method="post" action="${action}">${Object.entries(people)
  .map(([id, known]) => `<button name="person" value="${id}">${known?.name} (${known?.groups.join(", ")})</button>`)
  .join("")}</form></html>`;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Asks who somebody is, and tells the provider. */
const interact = async (provider: ProviderClass, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method !== "POST") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(request.url ?? ""));
    return;
  }
  const accountId = new URLSearchParams(await bodyOf(request)).get("person") ?? "";
  if (people[accountId] === undefined) response.writeHead(400).end("There is no such person.");
  else await provider.interactionFinished(request, response, { login: { accountId } });
};

/**
 * Imports a module of oidc-provider; the types do not have them. Its index warns of versions of Node that it is not
 * tested with, which says nothing to whoever starts a demo. Its tests here run with the oldest one that Spillway supports.
 */
const importPart = async <Part>(file: string): Promise<Part> => (await import(`oidc-provider/lib/${file}`)) as Part;

const main = async (): Promise<void> => {
  const options = readOptions({
    port: port(0),
    redirect: addresses,
    lifetime: whole([1, 86_400], 3_600),
    "signing-key": text("a file with a private JSON Web Key", undefined),
    "until-stdin-ends": flag,
  });
  const { Provider } = await importPart<{ readonly Provider: typeof ProviderClass }>("provider.js");
  const policies = await importPart<typeof interactionPolicy>("helpers/interaction_policy/index.js");
  // What the provider knows outlives a change of its keys.
  const { createMemoryAdapter } = await importPart<{ readonly createMemoryAdapter: () => AdapterFactory }>(
    "adapters/memory_adapter.js",
  );
  const adapter = createMemoryAdapter();
  let answer: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(options.port, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  /** Serves with these keys; the first one signs. What was issued before stays. */
  const serveWith = (keys: readonly JWK[]): void => {
    const provider = new Provider(issuer, {
      ...configuration(askEachTime(policies), keys, options.redirect, options.lifetime),
      adapter,
    });
    const handle = provider.callback();
    answer = (request, response) => {
      if (!request.url?.startsWith("/interaction/")) void handle(request, response);
      else
        interact(provider, request, response).catch(() =>
          response.writeHead(400).end("This sign-in has ended. Begin again."),
        );
    };
  };
  const file = options["signing-key"];
  let keys = [file === undefined ? await newKey() : (JSON.parse(readFileSync(file, "utf8")) as JWK)];
  serveWith(keys);
  const change = async (message: unknown): Promise<void> => {
    if (message === "rotate") keys = [await newKey(), ...keys];
    if (message === "withdraw") keys = keys.slice(0, 1);
    serveWith(keys);
    process.send?.(message);
  };
  process.on("message", (message) => void change(message));
  process.stdout.write(`ready ${issuer}\n`);
  if (options["until-stdin-ends"]) process.stdin.on("end", () => process.exit(0)).resume();
};

if (require.main === module) runProgram(main);
