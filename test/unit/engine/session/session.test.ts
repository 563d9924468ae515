import { testRuntime } from "../../../support/test-runtime";
import { mapStorage } from "../../../support/map-storage";
import { VirtualClock } from "../../../support/virtual-clock";
import { universeOf } from "../../../support/virtual-data";
import { eventsOf } from "../line-to";
import { virtualOffice, type VirtualOffice } from "../../../support/virtual-runtime";

const search = ({ runtime, ask }: VirtualOffice, name: string): Promise<unknown> =>
  ask((requestContext) =>
    runtime.entities.search({ name: `eq:${name}` }, { fields: ["name"], maxCandidates: 1 }, requestContext),
  );

const claims = (content: object): string =>
  `e30.${Buffer.from(JSON.stringify(content)).toString("base64url")}.signature`;

test("50 cells with an expired token renew it once", async () => {
  const office = await virtualOffice();
  const { clock, service, runtime, open } = office;
  service.endTokens();
  const listings = Array.from({ length: 50 }, (_, index) => runtime.entities.byId(`id-${index}`, ["name"], open()));
  await clock.run(Promise.all([...listings, search(office, "x")]));
  expect(service.counts.tokens).toBe(1);
});

test("twenty listings whose token is refused at the same time request one new token", async () => {
  const { clock, service, runtime, open } = await virtualOffice();
  service.endTokens();
  const listings = Array.from({ length: 20 }, (_, index) =>
    runtime.listings.read(
      { route: "listEsgEvents", path: { universe_id: universeOf(index + 1, 5) }, query: {}, fields: ["title"] },
      { limit: 5 },
      open(),
    ),
  );
  const found = await clock.run(Promise.all(listings));
  expect(found.map(({ records }) => records.length)).toEqual(Array.from({ length: 20 }, () => 5));
  expect(service.counts.tokens).toBe(1);
});

test("a call whose refusal arrives after the token was renewed is repeated with the new token, and requests none", async () => {
  const office = await virtualOffice({
    model: { latency: 4_000, fault: (_, count) => (count <= 2 ? { kind: "status", status: 401 } : undefined) },
  });
  const { clock, service, runtime, open, ask } = office;
  const late = runtime.listings.read(eventsOf(5), { limit: 5 }, open());
  await clock.advance(500);
  service.model = { ...service.model, latency: 80 };
  await ask((requestContext) => runtime.listings.read(eventsOf(6), { limit: 5 }, requestContext));
  expect(service.counts).toMatchObject({ calls: 3, tokens: 1 });
  await clock.run(late);
  expect(service.counts).toMatchObject({ calls: 4, tokens: 1 });
});

test("from the millisecond at which a pasted token ends, no call is tried and old values are shown", async () => {
  const office = await virtualOffice({ signedIn: false });
  const { clock, runtime, service } = office;
  const ends = clock.now() + 600_000;
  await clock.run(runtime.session.useToken(claims({ exp: ends / 1_000, sub: "u" }), false));
  const found = await search(office, "known");
  await clock.advance(ends - clock.now());
  // The session tells of the end a millisecond later, and later still where the computer slept.
  expect(runtime.session.state.get()).toMatchObject({ status: "signed-in" });
  service.reset();
  const opening = { address: "S!A1", cache: "never", onError: "na" } as const;
  const shown = await office.ask(
    (requestContext) =>
      runtime.entities.search({ name: "eq:known" }, { fields: ["name"], maxCandidates: 1 }, requestContext),
    opening,
  );
  expect(shown).toEqual(found);
  expect(runtime.requestLog.latestAt("S!A1")).toMatchObject({ source: "memory signed out" });
  expect(service.counts.calls).toBe(0);
});

test("a sign-in that another one replaces does not end it when it fails", async () => {
  const { clock, runtime, service } = await virtualOffice({ signedIn: false });
  service.ignoresAborts = true;
  const first = runtime.session.signIn({ key: "first-0001", secret: "s" }, false).catch((error: unknown) => error);
  await clock.advance(10);
  await clock.run(runtime.session.signIn({ key: "other-0002", secret: "s" }, false));
  expect(await clock.run(first)).toMatchObject({ code: "signed-out" });
  expect(runtime.session.state.get()).toMatchObject({ status: "signed-in", account: "…0002" });
});

test("the token is renewed five minutes before it expires, and the account does not change", async () => {
  const { clock, service, runtime } = await virtualOffice();
  await clock.advance(86_400_000 - 301_000);
  expect(service.counts.tokens).toBe(0);
  await clock.advance(5_000);
  expect(service.counts.tokens).toBe(1);
  expect(runtime.session.state.get()).toMatchObject({ status: "signed-in", account: "…" });
});

test.each([
  ["spillway-0123456789", "…6789"],
  ["abcdef", "…ef"],
  ["abc", "…"],
])("the state names the account by the end of its key: %s", async (key, account) => {
  const { clock, runtime } = await virtualOffice({ signedIn: false });
  await clock.run(runtime.session.signIn({ key, secret: "secret" }, false));
  expect(runtime.session.state.get()).toMatchObject({ status: "signed-in", account });
});

test("accounts whose keys end alike are different sign-ins, and a renewed token is none", async () => {
  const { clock, runtime, service } = await virtualOffice({ signedIn: false });
  const generation = (): unknown => (({ ...runtime.session.state.get() }) as { generation?: number }).generation;
  await clock.run(runtime.session.signIn({ key: "first-account-1234", secret: "secret" }, false));
  const first = generation();
  await clock.advance(86_400_000 - 200_000);
  expect(service.counts.tokens).toBe(2);
  expect(generation()).toBe(first);
  await clock.run(runtime.session.signIn({ key: "other-account-1234", secret: "secret" }, false));
  expect(generation()).not.toBe(first);
});

test("a pasted token is valid until its exp claim; then cached cells keep their values and new cells show what to do", async () => {
  const office = await virtualOffice({ signedIn: false });
  const { clock, runtime } = office;
  const exp = clock.now() / 1_000 + 600;
  await clock.run(runtime.session.useToken(`Bearer ${claims({ exp, sub: "u", email: "me@bank.example" })}`, false));
  expect(runtime.session.state.get()).toMatchObject({
    status: "signed-in",
    account: "me@bank.example",
    origin: "token",
  });
  const found = await search(office, "known");
  await clock.advance(601_000);
  expect(runtime.session.state.get()).toMatchObject({ status: "signed-out" });
  expect(await search(office, "known")).toEqual(found);
  await expect(search(office, "new")).rejects.toMatchObject({ code: "signed-out" });
});

test.each([
  ["words", "three parts separated by dots"],
  [claims({ exp: 1 }), "expired"],
])("a pasted text that is no good token (%#) is refused with a sentence", async (text, sentence) => {
  const { clock, runtime } = await virtualOffice({ signedIn: false });
  await expect(clock.run(runtime.session.useToken(text, true))).rejects.toThrow(sentence);
  expect(runtime.session.state.get()).toMatchObject({ status: "signed-out" });
});

test("stored credentials sign in at the next start; without storing, the next start is signed out", async () => {
  const storage = mapStorage();
  const first = await virtualOffice({ storage, signedIn: false });
  await first.clock.run(first.runtime.session.signIn({ key: "key", secret: "secret" }, true));
  const second = await virtualOffice({ storage, signedIn: false });
  await second.clock.advance(1_000);
  await search(second, "x");
  expect(second.runtime.session.state.get()).toMatchObject({ status: "signed-in", account: "…" });
  await second.clock.run(second.runtime.session.signOut());
  const third = await virtualOffice({ storage, signedIn: false });
  expect(third.runtime.session.state.get()).toEqual({ status: "signed-out" });
});

test("empty credentials are rejected before a call is made", async () => {
  const { clock, runtime, service } = await virtualOffice({ signedIn: false });
  await expect(clock.run(runtime.session.signIn({ key: " ", secret: "" }, false))).rejects.toThrow("secret key");
  expect(service.counts.tokens).toBe(0);
});

test.each([400, 403, 409, 500])(
  "an error message shows neither key nor secret when the service repeats them (%s)",
  async (status) => {
    const clock = new VirtualClock(1);
    const echo = async (request: Request): Promise<Response> => {
      const error_description = `No good: ${await request.text()}`;
      return new Response(JSON.stringify({ error: "invalid_request", error_description }), { status });
    };
    const runtime = testRuntime(echo, clock, { storage: mapStorage() });
    await clock.run(runtime.ready);
    const signingIn = runtime.session.signIn({ key: "key-of-the-account", secret: "very-secret-text" }, true);
    const error: unknown = await clock.run(signingIn.catch((reason: unknown) => reason));
    const visible = JSON.stringify([error, String(error), (error as Error).cause, runtime.session.state.get()]);
    expect(runtime.session.state.get()).toMatchObject({ status: "signed-out" });
    expect(visible).not.toContain("very-secret-text");
    expect(visible).not.toContain("key-of-the-account");
  },
);

test("stored credentials are encrypted with a key that cannot be exported", async () => {
  const storage = mapStorage();
  const { clock, runtime } = await virtualOffice({ storage, signedIn: false });
  await clock.run(runtime.session.signIn({ key: "key", secret: "very-secret-text" }, true));
  const stored = await Promise.all((await storage.keys()).map((name) => storage.get(name)));
  const sealed = stored.filter(
    (value): value is { key: CryptoKey } => typeof value === "object" && value !== null && "sealed" in value,
  );
  expect(sealed.map(({ key }) => key.extractable)).toEqual([false]);
});
