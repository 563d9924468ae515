import * as oauth from "oauth4webapi";
import { startIdentityProvider, type RunningProvider } from "../../../support/identity-provider";
import { mapStorage } from "../../../support/map-storage";
import {
  oneAtATime,
  openTeamPage,
  startTeamGateway,
  type TeamPage,
  type TestGateway,
} from "../../../support/team-gateway";
import { until } from "../../../support/until";
import { testRuntime } from "../../../support/test-runtime";
import { VirtualClock } from "../../../support/virtual-clock";
import { usualModel, VirtualService } from "../../../support/virtual-service";

let provider: RunningProvider;
let gateway: TestGateway;

beforeAll(async () => {
  provider = await startIdentityProvider();
  gateway = await startTeamGateway(provider.issuer);
}, 60_000);
afterAll(async () => {
  await gateway.close();
  await provider.stop();
});

const hour = 3_600_000;

/** What the dialog hands to the session. */
const tokensOf = async (person: string) => {
  const { access_token: accessToken, expires_in: seconds = 0, refresh_token } = await provider.signIn(person);
  return {
    accessToken,
    expiresAt: Date.now() + seconds * 1_000,
    ...(refresh_token !== undefined && { refreshToken: refresh_token }),
  };
};

const keyFor = async (person: string, lifetime = hour) => {
  const expiresAt = gateway.clock.now() + lifetime;
  return gateway.people.keys.make({ person, name: `${person} by key`, groups: [], admin: false, expiresAt });
};

const open = (options?: Parameters<typeof openTeamPage>[2]) => openTeamPage(gateway, provider, options);
const state = ({ runtime }: TeamPage) => runtime.session.state.get();
const sentTo = ({ sent }: TeamPage, path: string) => sent.filter(({ url }) => new URL(url).pathname === path);
const company = (index: number): string => gateway.demo.entities[index]?.name ?? "";
const isSignedOut = (page: TeamPage) => until("the page is signed out", () => state(page).status === "signed-out");

test("who signs in at the provider is named by the gateway, and the service is asked for no token", async () => {
  const page = await open();
  await page.runtime.session.signIn(await tokensOf("ada"), false);
  expect(state(page)).toMatchObject({ status: "signed-in", account: "Ada Analyst", origin: "provider", renews: true });
  expect(await page.ask(company(0))).toMatchObject({ matches: [{ name: company(0) }] });
  expect(sentTo(page, "/oauth/token")).toEqual([]);
  expect(await page.runtime.team?.person()).toMatchObject({ id: "ada", budget: { used: 1, limit: null, groups: [] } });
});

test("an API key and secret are sent nowhere", async () => {
  const page = await open();
  await expect(page.runtime.session.signIn({ key: "key", secret: "secret" }, false)).rejects.toThrow("sign in");
  expect(page.sent).toEqual([]);
});

test("a token that ends soon is renewed with the refresh token, and each refresh token is used once", async () => {
  const page = await open();
  await page.runtime.session.signIn(await tokensOf("ada"), false);
  const before = state(page);
  for (const name of [company(0), company(1), company(2)]) {
    page.clock.move(hour - 200_000);
    await Promise.all([page.ask(name), page.ask(`${name} again`)]);
  }
  const renewals = await Promise.all(sentTo(page, "/token").map((request) => request.clone().text()));
  expect(new Set(renewals.map((body) => new URLSearchParams(body).get("refresh_token"))).size).toBe(3);
  expect(renewals).toHaveLength(3);
  expect(state(page)).toMatchObject({ status: "signed-in", generation: (before as { generation: number }).generation });
});

test("who signs out is signed out at the provider too: the refresh token renews nothing any more", async () => {
  const page = await open();
  const tokens = await tokensOf("ada");
  await page.runtime.session.signIn(tokens, false);
  await page.runtime.session.signOut();
  await until("the token was revoked", () => sentTo(page, "/token/revocation").length === 1);
  const body = new URLSearchParams(await sentTo(page, "/token/revocation")[0]?.clone().text());
  expect([body.get("token"), body.get("token_type_hint")]).toEqual([tokens.refreshToken, "refresh_token"]);
  await until("the provider has done it", async () => {
    const { status } = await fetch(`${provider.issuer}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        client_id: "spillway",
        refresh_token: tokens.refreshToken ?? "",
      }),
    });
    return status === 400;
  });
});

test("twenty cells whose token was signed with a withdrawn key get their values after one renewal", async () => {
  const page = await open();
  await page.runtime.session.signIn(await tokensOf("ada"), false);
  await provider.change("rotate");
  await provider.change("withdraw");
  gateway.clock.move(301_000);
  const found = await Promise.all(Array.from({ length: 20 }, (_, index) => page.ask(company(index))));
  expect(found).toHaveLength(20);
  expect(sentTo(page, "/token")).toHaveLength(1);
  expect(state(page)).toMatchObject({ status: "signed-in" });
});

test("when the provider refuses a renewal, the person is asked to sign in and cells keep their values", async () => {
  const page = await open();
  const tokens = await tokensOf("ada");
  await page.runtime.session.signIn(tokens, false);
  const shown = await page.ask(company(0));
  await useElsewhere(tokens.refreshToken ?? "");
  page.clock.move(hour + 1_000);
  expect(await page.ask(company(0), { cache: "never" })).toEqual(shown);
  expect(page.runtime.requestLog.latestAt(`S!${company(0)}`)).toMatchObject({ source: "memory signed out" });
  expect(state(page)).toEqual({
    status: "signed-out",
    reason: "Your sign-in has ended. Sign in again in the task pane.",
  });
});

/** Uses a refresh token twice: the provider then ends the sign-in, because somebody may have stolen it. */
const useElsewhere = async (token: string): Promise<void> => {
  for (const expected of [200, 400]) {
    const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: token, client_id: "spillway" });
    const response = await fetch(`${provider.issuer}/token`, { method: "POST", body });
    expect(response.status).toBe(expected);
  }
};

test("while the provider cannot be reached, cells keep their values and the sign-in goes on afterwards", async () => {
  const other = await startIdentityProvider();
  const page = await openTeamPage(gateway, other);
  const tokens = await tokensOf("ada");
  await page.runtime.session.signIn(tokens, false);
  const shown = await page.ask(company(0));
  await other.stop();
  page.clock.move(hour + 1_000);
  expect(await page.ask(company(0), { cache: "never" })).toEqual(shown);
  expect(state(page)).toMatchObject({
    status: "signed-out",
    reason: expect.stringContaining("Demo provider") as string,
  });
  expect(page.runtime.requestLog.latestAt(`S!${company(0)}`)).toMatchObject({ source: "stale" });
}, 120_000);

test("without a refresh token the sign-in ends with its token, and not earlier", async () => {
  const page = await open();
  const { accessToken, expiresAt } = await tokensOf("ada");
  await page.runtime.session.signIn({ accessToken, expiresAt }, false);
  expect(state(page)).toMatchObject({ renews: false, expiresAt });
  const shown = await page.ask(company(0));
  page.clock.move(expiresAt - page.clock.now() - 1_000);
  await page.ask(company(1));
  page.clock.move(2_000);
  expect(await page.ask(company(0), { cache: "never" })).toEqual(shown);
  expect(state(page)).toMatchObject({ status: "signed-out", reason: expect.stringContaining("has ended") as string });
});

test("two windows that remember one sign-in renew it once", async () => {
  const shared = { storage: mapStorage(), locks: oneAtATime() };
  const first = await open(shared);
  await first.runtime.session.signIn(await tokensOf("ben"), true);
  const second = await open(shared);
  await until("the second window is signed in", () => state(second).status === "signed-in");
  for (const page of [first, second]) page.clock.move(hour - 200_000);
  await Promise.all([first.ask(company(0)), second.ask(company(1))]);
  expect([...sentTo(first, "/token"), ...sentTo(second, "/token")]).toHaveLength(1);
  for (const page of [first, second]) page.clock.move(hour - 200_000);
  await second.ask(company(2));
  await first.ask(company(3));
  expect([...sentTo(first, "/token"), ...sentTo(second, "/token")]).toHaveLength(2);
  expect([state(first), state(second)]).toMatchObject([{ account: "Ben Banker" }, { account: "Ben Banker" }]);
});

test("signing out forgets the tokens on the device, also those that are just being renewed", async () => {
  const map = new Map<string, unknown>();
  const page = await open({ storage: mapStorage(map) });
  await page.runtime.session.signIn(await tokensOf("ada"), true);
  const stored = (): readonly string[] => [...map.keys()].filter((key) => key.endsWith("credentials"));
  expect(stored()).toHaveLength(1);
  page.clock.move(hour - 200_000);
  const asked = page.ask(company(0)).catch((error: unknown) => error);
  await until("the renewal is sent", () => sentTo(page, "/token").length === 1);
  await page.runtime.session.signOut();
  await asked;
  expect(stored()).toEqual([]);
});

test("a gateway key signs in, is remembered without being readable, and survives the next start", async () => {
  const map = new Map<string, unknown>();
  const { key } = await keyFor("carl");
  const page = await open({ storage: mapStorage(map) });
  await page.runtime.session.signIn({ gatewayKey: key }, true);
  expect(state(page)).toMatchObject({ status: "signed-in", account: "carl by key", origin: "gateway-key" });
  expect(JSON.stringify([...map])).not.toContain(key.slice(4, 30));
  const next = await open({ storage: mapStorage(map) });
  await until("the page is signed in again", () => state(next).status === "signed-in");
  expect(await next.ask(company(0))).toMatchObject({ matches: [{ name: company(0) }] });
});

test("a gateway key that is unknown is refused with a sentence", async () => {
  const page = await open();
  const gatewayKey = `spw_0123456789abcdef_${"A".repeat(43)}`;
  await expect(page.runtime.session.signIn({ gatewayKey }, true)).rejects.toThrow("does not know this key");
  expect(state(page)).toMatchObject({ status: "signed-out" });
});

test.each([
  [
    "expires",
    "Your gateway key has expired",
    async () => {
      await Promise.resolve();
      gateway.clock.move(61_000);
    },
  ],
  ["is withdrawn", "Your access to the gateway has ended", (id: string) => gateway.people.revokeKey(id)],
  [
    "belongs to a person without access",
    "Your access to the gateway has ended",
    () => gateway.people.revoke("dora", "olga"),
  ],
])("when a gateway key %s, the person is asked to sign in and cells keep their values", async (_, sentence, end) => {
  const { key, record } = await keyFor("dora", 60_000);
  const page = await open();
  await page.runtime.session.signIn({ gatewayKey: key }, false);
  const shown = await page.ask(company(0));
  await end(record.id);
  expect(await page.ask(company(0), { cache: "never" })).toEqual(shown);
  await isSignedOut(page);
  expect(state(page)).toMatchObject({ reason: expect.stringContaining(sentence) as string });
});

test("another person who signs in does not see the values of the first one", async () => {
  const storage = mapStorage();
  const page = await open({ storage });
  await page.runtime.session.signIn(await tokensOf("ada"), true);
  await page.ask(company(0));
  await page.runtime.session.signIn({ gatewayKey: (await keyFor("erik")).key }, true);
  page.sent.length = 0;
  await page.ask(company(0));
  expect(sentTo(page, "/v3/entities/msearch")).toHaveLength(1);
});

test("calls name their function, and those of a refresh want no answer of the gateway's cache", async () => {
  const page = await open();
  await page.runtime.session.signIn({ gatewayKey: (await keyFor("fred")).key }, false);
  const headersOf = async (name: string, options: Parameters<TeamPage["ask"]>[1] = {}): Promise<unknown[]> => {
    page.sent.length = 0;
    await page.ask(name, options);
    const [{ headers }] = sentTo(page, "/v3/entities/msearch") as [Request];
    return ["spillway-function", "cache-control"].map((header) => headers.get(header));
  };
  expect(await headersOf(company(0))).toEqual(["ESG.ENTITY", null]);
  expect(await headersOf(company(0), { reloadSince: page.clock.now() + 1 })).toEqual(["ESG.ENTITY", "no-cache"]);
  expect(await headersOf(company(0), { cache: "never" })).toEqual(["ESG.ENTITY", "no-cache"]);
  expect(await headersOf(company(0), { cache: "never", what: "Prüfen" })).toEqual([null, "no-cache"]);
  const upstream = gateway.upstream.at(-1);
  expect([upstream?.headers.get("spillway-function"), upstream?.headers.get("cache-control")]).toEqual([null, null]);
});

test("in direct mode neither header is sent", async () => {
  const headers: string[] = [];
  const clock = new VirtualClock(1);
  const service = new VirtualService(clock, usualModel);
  const runtime = testRuntime((request) => {
    headers.push(...request.headers.keys());
    return service.send(request);
  }, clock);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  const options = { address: undefined, query: "", signal: new AbortController().signal };
  const context = runtime.requestLog.open({ ...options, what: "ESG.ENTITY", cache: "never" });
  await clock.run(runtime.entities.search({ name: "eq:x" }, { fields: ["name"], maxCandidates: 1 }, context));
  expect([...new Set(headers)].toSorted()).toEqual(["authorization", "content-type"]);
});

test("the tests use a provider that rotates refresh tokens", async () => {
  const { refreshToken = "" } = await tokensOf("ada");
  const client = { client_id: "spillway" };
  // oxlint-disable-next-line typescript/no-deprecated -- the provider is on this machine
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(provider.issuer);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, insecure);
  const { refresh_token: next } = await oauth.processRefreshTokenResponse(server, client, response);
  expect(next).not.toBe(refreshToken);
});
