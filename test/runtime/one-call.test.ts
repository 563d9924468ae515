import { mapStorage } from "../../bench/map-storage";
import { Queue } from "../../src/runtime/queue";
import { createJob } from "../../src/taskpane/state/job";
import { eventsOf, lineTo } from "./line-to";
import { anyOpening } from "./virtual-office";

test("a page that no cell wants any more is aborted, not only forgotten", async () => {
  const { clock, runtime, calls } = await lineTo(() => new Promise(() => undefined));
  const controller = new AbortController();
  const { inquiry } = runtime.ledger.open({ ...anyOpening(), signal: controller.signal });
  const reading = runtime.listings.read(eventsOf(1), { limit: 5 }, inquiry).catch(() => "left");
  await clock.advance(50);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([false]);
  controller.abort();
  await clock.advance(1_000);
  expect(await reading).toBe("left");
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test("what changes something is sent once, whatever the service answers", async () => {
  for (const status of [429, 500, 503]) {
    const { clock, runtime, calls } = await lineTo(() =>
      Promise.resolve(Response.json({ message: "No." }, { status })),
    );
    const { signal } = new AbortController();
    const sending = runtime.actions.call("createUniverse", { body: { name: "New", type: "PRIVATE" } }, signal);
    const error: unknown = await clock.run(sending.catch((reason: unknown) => reason));
    expect(error).toMatchObject({ code: status === 429 ? "throttled" : "unavailable" });
    expect(calls).toHaveLength(1);
  }
});

test("that nothing was found is remembered for this session only", async () => {
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
          runtime.ledger.open(anyOpening()).inquiry,
        ),
      );
    await search();
    await search();
    expect(calls).toHaveLength(1);
    await clock.run(runtime.memory.flush());
  }
});

test("lanes take turns, so that a small formula is never stuck behind a large one", () => {
  const queue = new Queue<{ lane: string; notBefore: number; urgent: boolean; name: string }>();
  for (const name of ["a1", "a2", "a3", "b1"]) queue.add({ lane: name.slice(0, 1), notBefore: 0, urgent: false, name });
  const order = Array.from({ length: 4 }, () => queue.take(0));
  expect(order.map((item) => (typeof item === "number" ? item : item.name))).toEqual(["a1", "b1", "a2", "a3"]);
});

test("work of the pane that runs is not started again by a second click", async () => {
  const { clock, runtime } = await lineTo(() => Promise.resolve(Response.json({})));
  const job = createJob(runtime);
  let begun = 0;
  const work = async (): Promise<undefined> => {
    begun += 1;
    await new Promise<void>((resolve) => void clock.after(100, resolve));
    return undefined;
  };
  const clicks = [1, 2, 3].map(() => job.start({ what: "Start", query: "" }, work));
  await clock.run(Promise.all(clicks));
  expect(begun).toBe(1);
  await clock.run(job.start({ what: "Start", query: "" }, work));
  expect(begun).toBe(2);
});
