import { testRuntime } from "../../../support/test-runtime";
import { VirtualClock } from "../../../support/virtual-clock";
import { VirtualService } from "../../../support/virtual-service";
import { mapStorage } from "../../../support/map-storage";
import { lineTo } from "../line-to";
import type { AddinError } from "../../../../src/engine/http/addin-error";
import type { RequestContext } from "../../../../src/engine/requests/request-context";
import type { Runtime } from "../../../../src/engine/runtime";
import { anyOpening, virtualOffice } from "../../../support/virtual-runtime";

const one = { fields: ["name"], maxCandidates: 1 };

test("1,000 look-ups of 700 names make two calls of 350, and a repetition makes none", async () => {
  const sizes: number[] = [];
  const noteSize = async (request: Request): Promise<void> => {
    const { entities } = (await request.clone().json()) as { entities: unknown[] };
    sizes.push(entities.length);
  };
  const { clock, runtime, service, open } = await virtualOffice({
    model: { fault: (request) => void noteSize(request) },
  });
  const cells = Array.from({ length: 1_000 }, (_, cell) => ({ name: `eq:company ${cell % 700}` }));
  const search = (): Promise<unknown> =>
    clock.run(Promise.all(cells.map((query) => runtime.entities.search(query, one, open()))));
  const found = (await search()) as { matches: { name: string }[] }[];
  expect(found.map(({ matches }) => matches[0]?.name)).toEqual(cells.map(({ name }) => name.slice(3)));
  expect(service.counts.calls).toBe(2);
  await search();
  expect(service.counts.calls).toBe(2);
  expect(sizes).toEqual([350, 350]);
});

test("on a page so busy that every timer fires 30 ms late, 1,000 look-ups of 700 names still make two calls", async () => {
  const clock = new VirtualClock(1);
  const service = new VirtualService(clock);
  const { now, steady, random } = clock;
  const busy = { now, steady, random, after: (wait: number, task: () => void) => clock.after(wait + 30, task) };
  const runtime = testRuntime(service.send, busy);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  service.reset();
  const searches = Array.from({ length: 10 }, async (_, message) => {
    await new Promise<void>((resolve) => void busy.after(message * 34, resolve));
    const cells = Array.from({ length: 100 }, (__, cell) => ({ name: `eq:company ${(message * 100 + cell) % 700}` }));
    return Promise.all(cells.map((query) => runtime.entities.search(query, one, newRequest(runtime))));
  });
  await clock.run(Promise.all(searches));
  expect(service.counts.calls).toBe(2);
});

const newRequest = (runtime: Runtime): RequestContext => runtime.requestLog.open(anyOpening());

test("two cells with different fields of one company share one look-up, and each gets its fields", async () => {
  const office = await virtualOffice();
  const { clock, runtime, service, open } = office;
  const ask = (field: string, maxCandidates: number): Promise<{ matches: readonly object[] }> =>
    runtime.entities.search({ name: "eq:same" }, { fields: [field], maxCandidates }, open());
  const [one, other] = await clock.run(Promise.all([ask("isin", 1), ask("country", 3)]));
  expect(one.matches[0]).toHaveProperty("isin");
  expect(other.matches[0]).toHaveProperty("country");
  expect(service.counts.calls).toBe(1);
});

test("one call requests the union of all fields and the largest number of candidates", async () => {
  const seen: URL[] = [];
  const office = await virtualOffice({ model: { fault: (request) => void seen.push(new URL(request.url)) } });
  const { clock, runtime, open } = office;
  await clock.run(
    Promise.all([
      runtime.entities.search({ name: "eq:a1" }, { fields: ["isin"], maxCandidates: 3 }, open()),
      runtime.entities.search({ name: "eq:a2" }, { fields: ["country"], maxCandidates: 7 }, open()),
    ]),
  );
  expect(seen).toHaveLength(1);
  expect(seen[0]!.searchParams.getAll("fields")).toEqual(["country", "id", "isin"]);
  expect(seen[0]!.searchParams.get("max_candidates")).toBe("7");
});

test("fewer fields than are cached make no call; more fields are fetched together with the cached ones", async () => {
  const { runtime, service, ask } = await virtualOffice();
  const search = (fields: string[]): Promise<unknown> =>
    ask((requestContext) => runtime.entities.search({ isin: "eq:XX1" }, { fields, maxCandidates: 1 }, requestContext));
  await search(["name", "isin"]);
  await search(["isin"]);
  expect(service.counts.calls).toBe(1);
  await search(["country"]);
  expect(service.counts.calls).toBe(2);
  await search(["name", "country"]);
  expect(service.counts.calls).toBe(2);
});

test("an entity found by a search can be looked up by its id without a call", async () => {
  const { runtime, service, ask } = await virtualOffice();
  const { matches } = await ask((requestContext) =>
    runtime.entities.search({ isin: "eq:XX5" }, { fields: ["name", "country"], maxCandidates: 1 }, requestContext),
  );
  const id = String(matches[0]!["id"]);
  const entity = await ask((requestContext) => runtime.entities.byId(id, ["country"], requestContext));
  expect(entity?.["country"]).toBe("france");
  expect(service.counts.calls).toBe(1);
  await ask((requestContext) => runtime.entities.byId(id, ["lei"], requestContext));
  expect(service.counts.calls).toBe(2);
});

test("a search object that the service rejects does not fail other cells of its batch, and is not sent again", async () => {
  const { clock, runtime, service, open } = await virtualOffice({
    model: {
      fault: (_, count) => (count === 1 ? { kind: "status", status: 400 } : undefined),
    },
  });
  const cells = Array.from({ length: 8 }, (_, cell) => ({ name: `eq:b${cell}` }));
  const answers = await clock.run(
    Promise.allSettled(cells.map((query) => runtime.entities.search(query, one, open()))),
  );
  expect(answers.every(({ status }) => status === "fulfilled")).toBe(true);
  expect(service.counts.calls).toBe(3);
});

test("the rejection of a call for a single cell is cached for the session", async () => {
  const { runtime, service, ask } = await virtualOffice({ model: { fault: () => ({ kind: "status", status: 400 }) } });
  const search = (): Promise<unknown> =>
    ask((requestContext) => runtime.entities.search({ name: "eq:x" }, one, requestContext));
  await expect(search()).rejects.toMatchObject({ code: "rejected" } satisfies Partial<AddinError>);
  await expect(search()).rejects.toMatchObject({ code: "rejected" });
  expect(service.counts.calls).toBe(1);
});

test("cancelled look-ups are not sent", async () => {
  const { clock, runtime, service, open } = await virtualOffice();
  const controller = new AbortController();
  const listening = jest.spyOn(controller.signal, "addEventListener");
  const requestContext = open({ signal: controller.signal });
  const searches = Array.from({ length: 20 }, (_, cell) =>
    runtime.entities.search({ name: `eq:d${cell}` }, one, requestContext),
  );
  await clock.rest();
  // One formula that waits for many keys listens once: Node warns of more than ten, and a browser pays for each.
  expect(listening).toHaveBeenCalledTimes(1);
  controller.abort();
  await clock.run(Promise.allSettled(searches));
  await clock.advance(1_000);
  expect(service.counts.calls).toBe(0);
});

test("a formula that Excel cancels and calls again at once uses the running call", async () => {
  const { clock, runtime, service, open } = await virtualOffice();
  const controller = new AbortController();
  const first = runtime.entities.search({ name: "eq:e1" }, one, open({ signal: controller.signal }));
  first.catch(() => undefined);
  await clock.advance(40);
  controller.abort();
  await clock.advance(10);
  const again = await clock.run(runtime.entities.search({ name: "eq:e1" }, one, open()));
  expect(again.matches).toHaveLength(1);
  expect(service.counts.calls).toBe(1);
});

test("a call whose cells are all cancelled is aborted after the reuse window", async () => {
  const { clock, runtime, service, open } = await virtualOffice({ model: { latency: 5_000 } });
  const controller = new AbortController();
  const search = runtime.entities.search({ name: "eq:f1" }, one, open({ signal: controller.signal }));
  search.catch(() => undefined);
  await clock.advance(100);
  expect(service.openRequests).toBe(1);
  controller.abort();
  await clock.advance(100);
  expect(service.openRequests).toBe(1);
  await clock.advance(150);
  expect(service.openRequests).toBe(0);
});

test("an empty result is cached for this session only", async () => {
  const storage = mapStorage();
  const nothing = (): Promise<Response> =>
    Promise.resolve(Response.json({ data: [{ total_candidates: 0, matches: [] }] }));
  for (let day = 1; day <= 2; day += 1) {
    const { clock, runtime, calls } = await lineTo(nothing, storage);
    const search = (): Promise<unknown> =>
      clock.run(
        runtime.entities.search(
          { name: "eq:x" },
          { fields: ["name"], maxCandidates: 1 },
          runtime.requestLog.open(anyOpening()),
        ),
      );
    await search();
    await search();
    expect(calls).toHaveLength(1);
    await clock.run(runtime.cache.flush());
  }
});
