import type { ListingResult } from "../../../../src/engine/pagination/listing";
import type { Fault } from "../../../support/virtual-service";
import { eventsOf, lastPage, lineTo } from "../line-to";
import { anyOpening, virtualOffice, type VirtualOffice } from "../../../support/virtual-runtime";

const hang: Fault = { kind: "hang" };

const listEvents = ({ runtime, open }: VirtualOffice, universe: number, limit = 5): Promise<ListingResult> =>
  runtime.listings.read(eventsOf(universe), { limit }, open());

/** How long a promise takes in virtual time, in ms. */
const timeOf = async ({ clock }: VirtualOffice, promise: Promise<unknown>): Promise<number> => {
  const from = clock.steady();
  await clock.run(promise);
  return clock.steady() - from;
};

/** An office whose service has answered the route before in so many ms. */
const officeUsedTo = async (latency: number): Promise<VirtualOffice> => {
  const office = await virtualOffice({ model: { latency, perRow: 0 } });
  await office.clock.run(listEvents(office, 9));
  return office;
};

/** The first calls hang, and so many are answered again afterwards. */
const hangFirst = ({ service }: VirtualOffice, calls: number): void => {
  let left = calls;
  service.model = { ...service.model, fault: () => ((left -= 1) >= 0 ? hang : undefined) };
};

test.each([
  [100, 10_000],
  [2_000, 16_000],
  [8_000, 25_000],
])("a read that usually takes %i ms and gets no answer is made again after %i ms", async (latency, patience) => {
  const office = await officeUsedTo(latency);
  hangFirst(office, 1);
  expect(await timeOf(office, listEvents(office, 8))).toBeCloseTo(patience + latency, -1.2);
});

test("a route that was never answered is given 25 seconds", async () => {
  const office = await virtualOffice();
  hangFirst(office, 1);
  expect(await timeOf(office, listEvents(office, 8))).toBeCloseTo(25_080, -1.2);
});

test("a service that became slow is given more time at each attempt, and what it takes is known from then on", async () => {
  const office = await officeUsedTo(100);
  office.service.model = { ...office.service.model, latency: 18_000 };
  expect(await timeOf(office, listEvents(office, 8))).toBeCloseTo(28_000, -1.2);
  office.service.reset();
  await office.clock.run(listEvents(office, 7));
  expect(office.service.counts.calls).toBe(1);
});

test.each([5_000, 12_000, 40_000, 60_000, 90_000])(
  "cells that wait when a service recovers after hanging for %i ms show their values within 30 seconds",
  async (outage) => {
    const office = await officeUsedTo(80);
    const { clock, service, runtime, open } = office;
    service.model = { ...service.model, fault: () => hang };
    const listings = Array.from({ length: 40 }, (_, index) => listEvents(office, 10 + index));
    const look = { fields: ["name"], maxCandidates: 1 };
    const searches = Array.from({ length: 40 }, (_, index) =>
      runtime.entities.search({ name: `eq:Company ${index}` }, look, open()),
    );
    const all = Promise.all([...listings, ...searches]);
    all.catch(() => undefined);
    await clock.advance(outage);
    service.model = { ...service.model, fault: () => undefined };
    expect(await timeOf(office, all)).toBeLessThan(30_000);
  },
);

test("a token request that hangs is made again, so that it keeps no cell waiting", async () => {
  let hung = 0;
  const { clock, runtime } = await lineTo(
    (request) =>
      Promise.resolve(
        request.headers.get("Authorization") === "Bearer t"
          ? Response.json({ message: "Expired." }, { status: 401 })
          : lastPage([{ id: "one", title: "One" }]),
      ),
    undefined,
    (request) => {
      hung += 1;
      if (hung > 1) return Promise.resolve(Response.json({ access_token: "next", expires_in: 86_400 }));
      return new Promise((_, reject) =>
        request.signal.addEventListener("abort", () => reject(request.signal.reason as Error)),
      );
    },
  );
  const from = clock.steady();
  const read = runtime.listings.read(eventsOf(1), { limit: 10 }, runtime.requestLog.open(anyOpening()));
  expect((await clock.run(read)).records).toHaveLength(1);
  expect(clock.steady() - from).toBeLessThan(30_000);
});

test("a long answer of which something arrives every few seconds is not cut", async () => {
  const { clock, runtime, calls } = await lineTo(() => {
    const parts = JSON.stringify({ data: [{ id: "one", title: "One" }], size: 1_000, has_next: false, count: 1 });
    const step = Math.ceil(parts.length / 20);
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        for (let part = 0; part < 20; part += 1)
          clock.after(part * 9_000, () => {
            stream.enqueue(new TextEncoder().encode(parts.slice(part * step, (part + 1) * step)));
            if (part === 19) stream.close();
          });
      },
    });
    return Promise.resolve(new Response(body));
  });
  const entry = runtime.requestLog.open(anyOpening());
  expect((await clock.run(runtime.listings.read(eventsOf(1), { limit: 10 }, entry))).records).toHaveLength(1);
  expect(calls).toHaveLength(1);
});

test("an answer that stops in the middle is fetched again", async () => {
  const { clock, runtime, calls } = await lineTo(() =>
    Promise.resolve(
      calls.length === 1
        ? new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"data":[')) }))
        : lastPage([{ id: "one", title: "One" }]),
    ),
  );
  const from = clock.steady();
  const read = runtime.listings.read(eventsOf(1), { limit: 10 }, runtime.requestLog.open(anyOpening()));
  expect((await clock.run(read)).records).toHaveLength(1);
  expect(clock.steady() - from).toBeLessThan(30_000);
});

test("calls that wait in the browser for one of few connections are not cut while those before them are answered", async () => {
  const office = await officeUsedTo(100);
  const { clock, service } = office;
  service.model = { ...service.model, latency: 4_000, connections: 2 };
  service.reset();
  const listings = Array.from({ length: 30 }, (_, index) => listEvents(office, 10 + index));
  await clock.run(Promise.all(listings));
  expect(service.counts.calls).toBe(30);
});

test("a call that changes something is made once and given a minute", async () => {
  const office = await virtualOffice();
  office.service.model = { ...office.service.model, fault: () => hang };
  const created = office.runtime.actions.call("createUniverse", { body: { name: "x", type: "PRIVATE" } });
  const from = office.clock.steady();
  await expect(office.clock.run(created)).rejects.toMatchObject({ code: "unavailable" });
  expect(office.clock.steady() - from).toBe(60_000);
  expect(office.service.counts.calls).toBe(1);
});
