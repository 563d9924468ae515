import { benchRuntime } from "../../bench/bench-runtime";
import { mapStorage } from "../../bench/map-storage";
import { VirtualClock } from "../../bench/virtual-clock";
import { universeOf } from "../../bench/virtual-world";
import { virtualOffice, type VirtualOffice } from "./virtual-office";

const search = ({ runtime, ask }: VirtualOffice, name: string): Promise<unknown> =>
  ask((inquiry) => runtime.entities.search({ name: `eq:${name}` }, { fields: ["name"], maxCandidates: 1 }, inquiry));

const claims = (content: object): string =>
  `e30.${Buffer.from(JSON.stringify(content)).toString("base64url")}.signature`;

test("50 cells that meet an ended token renew it once", async () => {
  const office = await virtualOffice();
  const { clock, service, runtime, open } = office;
  service.endTokens();
  const listings = Array.from({ length: 50 }, (_, index) =>
    runtime.entities.byId(`id-${index}`, ["name"], open().inquiry),
  );
  await clock.run(Promise.all([...listings, search(office, "x")]));
  expect(service.counts.tokens).toBe(1);
});

test("twenty listings that are refused at once take one token between them", async () => {
  const { clock, service, runtime, open } = await virtualOffice();
  service.endTokens();
  const listings = Array.from({ length: 20 }, (_, index) =>
    runtime.listings.read(
      { route: "listEsgEvents", path: { universe_id: universeOf(index + 1, 5) }, query: {}, fields: ["title"] },
      { limit: 5 },
      open().inquiry,
    ),
  );
  const found = await clock.run(Promise.all(listings));
  expect(found.map(({ records }) => records.length)).toEqual(Array.from({ length: 20 }, () => 5));
  expect(service.counts.tokens).toBe(1);
});

test("the token is renewed five minutes before it runs out, and the account stays", async () => {
  const { clock, service, runtime } = await virtualOffice();
  await clock.advance(86_400_000 - 301_000);
  expect(service.counts.tokens).toBe(0);
  await clock.advance(5_000);
  expect(service.counts.tokens).toBe(1);
  expect(runtime.session.state.get()).toMatchObject({ status: "signed-in", account: "key" });
});

test("a pasted token is good until its own claim says; then memory answers and new cells say what to do", async () => {
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
  ["words", "no access token"],
  [claims({ exp: 1 }), "run out"],
])("a pasted text that is no good token (%#) is refused with a sentence", async (text, sentence) => {
  const { clock, runtime } = await virtualOffice({ signedIn: false });
  await expect(clock.run(runtime.session.useToken(text, true))).rejects.toThrow(sentence);
  expect(runtime.session.state.get()).toMatchObject({ status: "signed-out" });
});

test("what was ticked signs in by itself the next time; what was not does not", async () => {
  const storage = mapStorage();
  const first = await virtualOffice({ storage, signedIn: false });
  await first.clock.run(first.runtime.session.signIn({ key: "key", secret: "secret" }, true));
  const second = await virtualOffice({ storage, signedIn: false });
  await second.clock.advance(1_000);
  await search(second, "x");
  expect(second.runtime.session.state.get()).toMatchObject({ status: "signed-in", account: "key" });
  await second.clock.run(second.runtime.session.signOut());
  const third = await virtualOffice({ storage, signedIn: false });
  expect(third.runtime.session.state.get()).toEqual({ status: "signed-out" });
});

test("empty fields are refused before anything is sent", async () => {
  const { clock, runtime, service } = await virtualOffice({ signedIn: false });
  await expect(clock.run(runtime.session.signIn({ key: " ", secret: "" }, false))).rejects.toThrow("secret key");
  expect(service.counts.tokens).toBe(0);
});

test.each([400, 403, 409, 500])(
  "a service that repeats what it was sent (%s) does not make the sentence tell key or secret",
  async (status) => {
    const clock = new VirtualClock(1);
    const echo = async (request: Request): Promise<Response> => {
      const error_description = `No good: ${await request.text()}`;
      return new Response(JSON.stringify({ error: "invalid_request", error_description }), { status });
    };
    const runtime = benchRuntime(echo, clock, { storage: mapStorage() });
    await clock.run(runtime.ready);
    const signingIn = runtime.session.signIn({ key: "key-of-the-account", secret: "very-secret-text" }, true);
    const error: unknown = await clock.run(signingIn.catch((reason: unknown) => reason));
    const told = JSON.stringify([error, String(error), (error as Error).cause, runtime.session.state.get()]);
    expect(runtime.session.state.get()).toMatchObject({ status: "signed-out" });
    expect(told).not.toContain("very-secret-text");
    expect(told).not.toContain("key-of-the-account");
  },
);

test("what is remembered on the device is sealed with a key that cannot be read out", async () => {
  const storage = mapStorage();
  const { clock, runtime } = await virtualOffice({ storage, signedIn: false });
  await clock.run(runtime.session.signIn({ key: "key", secret: "very-secret-text" }, true));
  const kept = await Promise.all((await storage.keys()).map((name) => storage.get(name)));
  const sealed = kept.filter(
    (value): value is { key: CryptoKey } => typeof value === "object" && value !== null && "sealed" in value,
  );
  expect(sealed.map(({ key }) => key.extractable)).toEqual([false]);
});
