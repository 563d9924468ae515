import { benchRuntime } from "../../bench/bench-runtime";
import { VirtualClock } from "../../bench/virtual-clock";
import { VirtualService } from "../../bench/virtual-service";
import type { AddinError } from "../../src/error/addin-error";
import type { Inquiry } from "../../src/runtime/inquiry";
import type { Runtime } from "../../src/runtime/runtime";
import { anyOpening, virtualOffice } from "./virtual-office";

const one = { fields: ["name"], maxCandidates: 1 };

test("1,000 look-ups of 700 names make two calls of 350, and asking again makes none", async () => {
  const sizes: number[] = [];
  const noteSize = async (request: Request): Promise<void> => {
    const { entities } = (await request.clone().json()) as { entities: unknown[] };
    sizes.push(entities.length);
  };
  const { clock, runtime, service, open } = await virtualOffice({
    model: { fault: (request) => void noteSize(request) },
  });
  const cells = Array.from({ length: 1_000 }, (_, cell) => ({ name: `eq:company ${cell % 700}` }));
  const asked = (): Promise<unknown> =>
    clock.run(Promise.all(cells.map((query) => runtime.entities.search(query, one, open().inquiry))));
  const found = (await asked()) as { matches: { name: string }[] }[];
  expect(found.map(({ matches }) => matches[0]?.name)).toEqual(cells.map(({ name }) => name.slice(3)));
  expect(service.counts.calls).toBe(2);
  await asked();
  expect(service.counts.calls).toBe(2);
  expect(sizes).toEqual([350, 350]);
});

test("on a page so busy that every timer rings 30 ms late, 1,000 look-ups of 700 names still make two calls", async () => {
  const clock = new VirtualClock(1);
  const service = new VirtualService(clock);
  const { now, steady, random } = clock;
  const busy = { now, steady, random, after: (wait: number, task: () => void) => clock.after(wait + 30, task) };
  const runtime = benchRuntime(service.send, busy);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  service.reset();
  const asked = Array.from({ length: 10 }, async (_, message) => {
    await new Promise<void>((resolve) => void busy.after(message * 34, resolve));
    const cells = Array.from({ length: 100 }, (__, cell) => ({ name: `eq:company ${(message * 100 + cell) % 700}` }));
    return Promise.all(cells.map((query) => runtime.entities.search(query, one, newInquiry(runtime))));
  });
  await clock.run(Promise.all(asked));
  expect(service.counts.calls).toBe(2);
});

const newInquiry = (runtime: Runtime): Inquiry => runtime.ledger.open(anyOpening()).inquiry;

test("two cells that ask for other fields of the same company share one look-up, and each gets its own", async () => {
  const office = await virtualOffice();
  const { clock, runtime, service, open } = office;
  const ask = (field: string, maxCandidates: number): Promise<{ matches: readonly object[] }> =>
    runtime.entities.search({ name: "eq:same" }, { fields: [field], maxCandidates }, open().inquiry);
  const [one, other] = await clock.run(Promise.all([ask("isin", 1), ask("country", 3)]));
  expect(one.matches[0]).toHaveProperty("isin");
  expect(other.matches[0]).toHaveProperty("country");
  expect(service.counts.calls).toBe(1);
});

test("fields of one turn are united and the greatest number of candidates is asked for", async () => {
  const seen: URL[] = [];
  const office = await virtualOffice({ model: { fault: (request) => void seen.push(new URL(request.url)) } });
  const { clock, runtime, open } = office;
  await clock.run(
    Promise.all([
      runtime.entities.search({ name: "eq:a1" }, { fields: ["isin"], maxCandidates: 3 }, open().inquiry),
      runtime.entities.search({ name: "eq:a2" }, { fields: ["country"], maxCandidates: 7 }, open().inquiry),
    ]),
  );
  expect(seen).toHaveLength(1);
  expect(seen[0]!.searchParams.getAll("fields")).toEqual(["country", "id", "isin"]);
  expect(seen[0]!.searchParams.get("max_candidates")).toBe("7");
});

test("fewer fields than were fetched cost nothing; more fields are fetched together with the old ones", async () => {
  const { runtime, service, ask } = await virtualOffice();
  const search = (fields: string[]): Promise<unknown> =>
    ask((inquiry) => runtime.entities.search({ isin: "eq:XX1" }, { fields, maxCandidates: 1 }, inquiry));
  await search(["name", "isin"]);
  await search(["isin"]);
  expect(service.counts.calls).toBe(1);
  await search(["country"]);
  expect(service.counts.calls).toBe(2);
  await search(["name", "country"]);
  expect(service.counts.calls).toBe(2);
});

test("an entity that a search found is known by its id", async () => {
  const { runtime, service, ask } = await virtualOffice();
  const { matches } = await ask((inquiry) =>
    runtime.entities.search({ isin: "eq:XX5" }, { fields: ["name", "country"], maxCandidates: 1 }, inquiry),
  );
  const id = String(matches[0]!["id"]);
  const entity = await ask((inquiry) => runtime.entities.byId(id, ["country"], inquiry));
  expect(entity?.["country"]).toBe("france");
  expect(service.counts.calls).toBe(1);
  await ask((inquiry) => runtime.entities.byId(id, ["lei"], inquiry));
  expect(service.counts.calls).toBe(2);
});

test("a search object that the service refuses spoils no other cell of its batch, and is not sent again", async () => {
  const { clock, runtime, service, open } = await virtualOffice({
    model: {
      fault: (_, count) => (count === 1 ? { kind: "status", status: 400 } : undefined),
    },
  });
  const cells = Array.from({ length: 8 }, (_, cell) => ({ name: `eq:b${cell}` }));
  const answers = await clock.run(
    Promise.allSettled(cells.map((query) => runtime.entities.search(query, one, open().inquiry))),
  );
  expect(answers.every(({ status }) => status === "fulfilled")).toBe(true);
  expect(service.counts.calls).toBe(3);
});

test("a call for a single cell that is refused is that cell's answer for the session", async () => {
  const { runtime, service, ask } = await virtualOffice({ model: { fault: () => ({ kind: "status", status: 400 }) } });
  const search = (): Promise<unknown> => ask((inquiry) => runtime.entities.search({ name: "eq:x" }, one, inquiry));
  await expect(search()).rejects.toMatchObject({ code: "rejected" } satisfies Partial<AddinError>);
  await expect(search()).rejects.toMatchObject({ code: "rejected" });
  expect(service.counts.calls).toBe(1);
});

test("look-ups that nobody wants any more are not sent", async () => {
  const { clock, runtime, service, open } = await virtualOffice();
  const controller = new AbortController();
  const listening = jest.spyOn(controller.signal, "addEventListener");
  const { inquiry } = open({ signal: controller.signal });
  const asked = Array.from({ length: 20 }, (_, cell) => runtime.entities.search({ name: `eq:d${cell}` }, one, inquiry));
  // One formula that waits for many keys listens once: Node warns of more than ten, and a browser pays for each.
  expect(listening).toHaveBeenCalledTimes(1);
  controller.abort();
  await clock.run(Promise.allSettled(asked));
  await clock.advance(1_000);
  expect(service.counts.calls).toBe(0);
});

test("a formula that Excel cancels and calls again at once takes the answer of the call under way", async () => {
  const { clock, runtime, service, open } = await virtualOffice();
  const controller = new AbortController();
  const first = runtime.entities.search({ name: "eq:e1" }, one, open({ signal: controller.signal }).inquiry);
  first.catch(() => undefined);
  await clock.advance(40);
  controller.abort();
  await clock.advance(10);
  const again = await clock.run(runtime.entities.search({ name: "eq:e1" }, one, open().inquiry));
  expect(again.matches).toHaveLength(1);
  expect(service.counts.calls).toBe(1);
});

test("a call whose cells are all cancelled is given up after the grace time", async () => {
  const { clock, runtime, service, open } = await virtualOffice({ model: { latency: 5_000 } });
  const controller = new AbortController();
  const asked = runtime.entities.search({ name: "eq:f1" }, one, open({ signal: controller.signal }).inquiry);
  asked.catch(() => undefined);
  await clock.advance(100);
  expect(service.openRequests).toBe(1);
  controller.abort();
  await clock.advance(100);
  expect(service.openRequests).toBe(1);
  await clock.advance(150);
  expect(service.openRequests).toBe(0);
});
