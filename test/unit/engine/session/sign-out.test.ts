import { mapStorage } from "../../../support/map-storage";
import { pageChannels } from "../../../support/page-channels";
import { testRuntime } from "../../../support/test-runtime";
import { VirtualClock } from "../../../support/virtual-clock";
import { anyOpening, virtualOffice, type VirtualOffice } from "../../../support/virtual-runtime";
import { usualModel, VirtualService } from "../../../support/virtual-service";
import { FurtherReaders } from "../../../../src/engine/further-readers";
import { Readers } from "../../../../src/engine/readers";
import type { OpenRequest } from "../../../../src/engine/requests/request-log";
import type { KeyValueStorage } from "../../../../src/engine/storage";
import { eventsOf } from "../line-to";

const signedOut = { code: "signed-out", message: "Please sign in (Spillway pane)." };

/** Slow requests of every kind: listings, look-ups and single answers. */
const slowRequests = (
  { runtime, open }: VirtualOffice,
  count: number,
): { readonly entries: readonly OpenRequest[]; readonly ended: Promise<PromiseSettledResult<unknown>[]> } => {
  const entries = Array.from({ length: count }, (_, index) => open({ address: `S!A${index + 1}` }));
  const requests = entries.map((entry, index): Promise<unknown> => {
    if (index % 3 === 0) return runtime.listings.read(eventsOf(2_000 + index), { limit: 2_000 }, entry);
    if (index % 3 === 1)
      return runtime.entities.search({ name: `eq:company ${index}` }, { fields: ["name"], maxCandidates: 1 }, entry);
    return runtime.answers.ask({ route: "downloadAnalysis", body: { instance: `i${index}`, limit: 1 } }, entry);
  });
  return { entries, ended: Promise.allSettled(requests) };
};

const allSignedOut = (results: readonly PromiseSettledResult<unknown>[]): void => {
  for (const result of results) expect(result).toMatchObject({ status: "rejected", reason: signedOut });
};

/** What the device has of any account. */
const remembered = async (storage: KeyValueStorage): Promise<readonly string[]> =>
  (await storage.keys()).filter((key) => key.includes("memory ") || key.endsWith("account"));

test("signing out with 30 slow calls running sends no further request, and all cells end at once", async () => {
  const office = await virtualOffice({ model: { latency: 20_000, connections: 6 } });
  const { clock, service, runtime, storage } = office;
  const { entries, ended } = slowRequests(office, 30);
  await clock.advance(1_000);
  const sent = service.counts.calls + service.counts.tokens;
  expect(sent).toBeGreaterThan(5);
  const at = clock.now();
  await clock.run(runtime.session.signOut());
  allSignedOut(await clock.run(ended));
  expect(clock.now() - at).toBeLessThan(50);
  await clock.advance(180_000);
  expect(service.counts.calls + service.counts.tokens).toBe(sent);
  expect(entries.every(({ entry }) => entry.reads.has("session"))).toBe(true);
  expect(runtime.cache.size.get()).toEqual({ records: 0, bytes: 0 });
  expect(await remembered(storage)).toEqual([]);
});

test("after signing out and in with another account, nothing of the requests made before is sent or remembered", async () => {
  const office = await virtualOffice({ model: { latency: 5_000, connections: 6 } });
  const { clock, service, runtime, storage } = office;
  const { ended } = slowRequests(office, 30);
  await clock.advance(1_000);
  const { calls } = service.counts;
  const signedIn = runtime.session
    .signOut()
    .then(() => runtime.session.signIn({ key: "other-0123", secret: "s" }, false));
  allSignedOut(await clock.run(ended));
  await clock.run(signedIn);
  await clock.advance(180_000);
  await runtime.cache.flush();
  expect(service.counts.calls).toBe(calls);
  expect(runtime.cache.size.get().records).toBe(0);
  expect((await remembered(storage)).filter((key) => !key.endsWith("account"))).toEqual([]);
});

test("an account that replaces another without a sign-out ends the requests of the first", async () => {
  const office = await virtualOffice({ model: { latency: 5_000 } });
  const { clock, service, runtime } = office;
  const { ended } = slowRequests(office, 30);
  await clock.advance(1_000);
  const { calls } = service.counts;
  await clock.run(runtime.session.signIn({ key: "other-0123", secret: "s" }, false));
  allSignedOut(await clock.run(ended));
  await clock.advance(60_000);
  expect(service.counts.calls).toBe(calls);
  expect(runtime.cache.size.get().records).toBe(0);
});

test("each account has readers of its own, for lists and for everything else", async () => {
  const clock = new VirtualClock(1);
  const service = new VirtualService(clock, usualModel);
  const made: (Readers | FurtherReaders)[] = [];
  const runtime = testRuntime(service.send, clock, { onReaders: (readers) => made.push(readers) });
  await clock.run(runtime.ready);
  for (const key of ["one-0123", "other-0123"]) {
    await clock.run(runtime.session.signIn({ key, secret: "s" }, false));
    const context = runtime.requestLog.open(anyOpening());
    await clock.run(runtime.listings.read(eventsOf(5), { limit: 5 }, context));
    await clock.run(Promise.allSettled([runtime.memberships.membership("u1", "e1", context)]));
  }
  expect(made.map(({ constructor }) => constructor)).toEqual([Readers, FurtherReaders, Readers, FurtherReaders]);
});

test("rows that a request shows while it refreshes do not stand in after a sign-out", async () => {
  const { clock, service, runtime, open, ask } = await virtualOffice();
  const request = eventsOf(5);
  await ask((requestContext) => runtime.listings.read(request, { limit: 5 }, requestContext));
  service.model = { ...service.model, latency: 20_000 };
  const refreshed = runtime.listings.read(request, { limit: 5 }, open({ reloadSince: clock.now() + 1 }));
  await clock.advance(1_000);
  await clock.run(runtime.session.signOut());
  await expect(clock.run(refreshed)).rejects.toMatchObject(signedOut);
});

test("an answer that arrives while the device is being wiped is not remembered", async () => {
  const map = new Map<string, unknown>();
  const inner = mapStorage(map);
  let release = (): void => undefined;
  let held = false;
  const keys = new Promise<void>((resolve) => (release = resolve));
  const storage: KeyValueStorage = { ...inner, keys: () => (held ? keys : Promise.resolve()).then(inner.keys) };
  const office = await virtualOffice({ storage });
  const { clock, service, runtime } = office;
  // The service does not notice that its client has gone.
  service.ignoresAborts = true;
  const { ended } = slowRequests(office, 30);
  await clock.advance(20);
  held = true;
  const wiped = runtime.session.signOut();
  await clock.advance(60_000);
  release();
  await clock.run(wiped);
  allSignedOut(await clock.run(ended));
  await clock.advance(60_000);
  await runtime.cache.flush();
  expect(await remembered(storage)).toEqual([]);
  expect(runtime.cache.size.get().records).toBe(0);
});

test("a write to the device that is under way when the user signs out leaves nothing there", async () => {
  const map = new Map<string, unknown>();
  const inner = mapStorage(map);
  const writes: (() => void)[] = [];
  let slow = false;
  const storage: KeyValueStorage = {
    ...inner,
    set: async (key, value) => {
      if (slow) await new Promise<void>((resolve) => writes.push(resolve));
      return inner.set(key, value);
    },
  };
  const { clock, runtime, ask } = await virtualOffice({ storage });
  await ask((requestContext) => runtime.listings.read(eventsOf(1_500), { limit: 1_500 }, requestContext));
  const one = { fields: ["name"], maxCandidates: 1 };
  await ask((requestContext) => runtime.entities.search({ name: "eq:company 1" }, one, requestContext));
  slow = true;
  const written = runtime.cache.flush();
  await clock.rest();
  expect(writes.length).toBeGreaterThan(0);
  const signedOutNow = runtime.session.signOut();
  await clock.rest();
  slow = false;
  for (const write of writes) write();
  await clock.run(Promise.all([signedOutNow, written]));
  await clock.advance(60_000);
  expect(await remembered(storage)).toEqual([]);
});

test("a token that is being requested when the user signs out is not requested again", async () => {
  const { clock, service, runtime } = await virtualOffice({ signedIn: false });
  service.refuseTokens = 503;
  const signingIn = runtime.session.signIn({ key: "key", secret: "secret" }, false).catch((error: unknown) => error);
  await clock.advance(100);
  const { tokens } = service.counts;
  expect(tokens).toBe(1);
  await clock.run(runtime.session.signOut());
  await clock.run(signingIn);
  await clock.advance(60_000);
  expect(service.counts.tokens).toBe(tokens);
  expect(runtime.session.state.get()).toEqual({ status: "signed-out" });
});

/** A storage whose reads, and separately whose deletions, wait until they are released. */
const heldStorage = (holds: (key: string) => boolean = () => true) => {
  const inner = mapStorage();
  const gates = { get: Promise.resolve(), delete: Promise.resolve() };
  const hold = (kind: keyof typeof gates): (() => void) => {
    let release = (): void => undefined;
    gates[kind] = new Promise<void>((resolve) => (release = resolve));
    return () => release();
  };
  const storage: KeyValueStorage = {
    ...inner,
    get: (key) => gates.get.then(() => inner.get(key)),
    delete: (key) => (holds(key) ? gates.delete : Promise.resolve()).then(() => inner.delete(key)),
  };
  return { storage, hold };
};

test("a token that has arrived is dropped if the user signs out while the cache of the account opens", async () => {
  const { storage, hold } = heldStorage();
  const { clock, runtime, service, ask } = await virtualOffice({ storage, signedIn: false });
  const release = hold("get");
  const signingIn = runtime.session
    .signIn({ key: "key-0123", secret: "secret" }, false)
    .catch((error: unknown) => error);
  await clock.advance(1_000);
  expect(service.counts.tokens).toBe(1);
  expect(runtime.session.state.get()).toEqual({ status: "signing-in" });
  const left = runtime.session.signOut();
  release();
  expect(await clock.run(signingIn)).toMatchObject(signedOut);
  await clock.run(left);
  expect(runtime.session.state.get()).toEqual({ status: "signed-out" });
  const one = { fields: ["name"], maxCandidates: 1 };
  await expect(
    ask((requestContext) => runtime.entities.search({ name: "eq:x" }, one, requestContext)),
  ).rejects.toMatchObject(signedOut);
  expect(service.counts).toMatchObject({ calls: 0, tokens: 1 });
});

test.each(["everything", "the credentials alone"])(
  "who signs in while the device still deletes %s stays signed in",
  async (what) => {
    const { storage, hold } = heldStorage((key) => what === "everything" || key.includes("credentials"));
    const { clock, runtime } = await virtualOffice({ storage });
    const release = hold("delete");
    const left = runtime.session.signOut();
    const signedIn = runtime.session.signIn({ key: "other-0123", secret: "s" }, true);
    await clock.advance(1_000);
    release();
    await clock.run(Promise.all([left, signedIn]));
    expect(runtime.session.state.get()).toMatchObject({ status: "signed-in", account: "…0123" });
  },
);

test("signing out in one page ends the requests of the same account in the other pages", async () => {
  const [pages1, pages2, pages3] = pageChannels(3);
  const storage = mapStorage();
  const first = await virtualOffice({ storage, pages: pages1! });
  const { clock } = first;
  const second = await virtualOffice({ storage, pages: pages2!, clock, model: { latency: 20_000 } });
  const stranger = await virtualOffice({ pages: pages3!, clock, signedIn: false });
  await clock.run(stranger.runtime.session.signIn({ key: "somebody else", secret: "s" }, false));
  const { ended } = slowRequests(second, 30);
  await clock.advance(1_000);
  const { calls } = second.service.counts;
  await clock.run(first.runtime.session.signOut());
  allSignedOut(await clock.run(ended));
  await clock.advance(60_000);
  expect(second.service.counts.calls).toBe(calls);
  expect(second.runtime.session.state.get()).toEqual({
    status: "signed-out",
    reason: "You signed out in another window.",
  });
  await second.runtime.cache.flush();
  expect(await remembered(storage)).toEqual([]);
  expect(stranger.runtime.session.state.get().status).toBe("signed-in");
});

test("another account that signs in in one page ends the session of the first in the other pages", async () => {
  const [pages1, pages2] = pageChannels(2);
  const storage = mapStorage();
  const first = await virtualOffice({ storage, pages: pages1! });
  const { clock } = first;
  const second = await virtualOffice({ storage, pages: pages2!, clock });
  await clock.run(first.runtime.session.signIn({ key: "other-0123", secret: "s" }, false));
  await clock.rest();
  expect(second.runtime.session.state.get()).toMatchObject({ status: "signed-out" });
  expect(first.runtime.session.state.get()).toMatchObject({ status: "signed-in", account: "…0123" });
});
