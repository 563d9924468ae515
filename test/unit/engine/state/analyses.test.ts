import type { Fault } from "../../../support/virtual-service";
import { virtualOffice, type VirtualOffice } from "../../../support/virtual-runtime";

const instance = "44444444-4444-4444-8444-444444444444";
const question = { route: "downloadAnalysis", body: { instance, limit: 5 } } as const;

interface Progress {
  status: number | undefined;
}

const analysing = async (progress: Progress): Promise<VirtualOffice> => {
  const fault = (request: Request): Fault | undefined =>
    request.url.includes("/analyze/") && progress.status !== undefined
      ? { kind: "status", status: progress.status }
      : undefined;
  return virtualOffice({ model: { fault } });
};

test("an analysis that is ready within twenty seconds answers the cell that waits", async () => {
  const progress: Progress = { status: 202 };
  const { clock, ask, runtime } = await analysing(progress);
  clock.after(8_000, () => (progress.status = undefined));
  expect(await ask((requestContext) => runtime.answers.ask(question, requestContext))).toEqual([{ id: "document-1" }]);
});

test("one that takes longer says so, is asked for with growing gaps, and heals the cell when it ends", async () => {
  const progress: Progress = { status: 202 };
  const { clock, ask, runtime, service } = await analysing(progress);
  const answer = ask((requestContext) => runtime.answers.ask(question, requestContext), { address: "S!A1" });
  await expect(answer).rejects.toMatchObject({ code: "not-ready", message: "The analysis is still running." });
  expect([...(runtime.requestLog.latestAt("S!A1")?.reads ?? [])]).toContain("analyses");
  service.reset();
  await clock.advance(120_000);
  expect(service.counts.calls).toBeLessThanOrEqual(9);
  expect(service.counts.calls).toBeGreaterThanOrEqual(7);
  let changes = 0;
  runtime.analyses.known.subscribe(() => (changes += 1));
  progress.status = undefined;
  await clock.advance(20_000);
  expect(changes).toBe(1);
  service.reset();
  expect(await ask((requestContext) => runtime.analyses.stateOf(instance, requestContext))).toBe("ready");
  expect(service.counts.calls).toBe(0);
});

test.each([
  [204, "stopped or failed"],
  [404, "not found"],
  [undefined, "ready"],
])("a probe that answers %s means %s", async (status, state) => {
  const { ask, runtime } = await analysing({ status });
  expect(await ask((requestContext) => runtime.analyses.stateOf(instance, requestContext))).toBe(state);
});

test("actions are sent once, whatever goes wrong", async () => {
  const { clock, runtime, service } = await virtualOffice({ model: { fault: () => ({ kind: "reset" }) } });
  const sent = runtime.actions.call("createUniverse", { body: { name: "x", type: "PRIVATE" } });
  await expect(clock.run(sent)).rejects.toMatchObject({ code: "unavailable" });
  expect(service.counts.calls).toBe(1);
  service.model = { ...service.model, fault: () => ({ kind: "status", status: 429 }) };
  const refused = runtime.actions.call("extendCoverage", { body: { universe_ids: [], entities: [] } });
  await expect(clock.run(refused)).rejects.toMatchObject({ code: "throttled" });
  expect(service.counts.calls).toBe(2);
});

test("a start that is announced is unconfirmed in the next session, and in this one once no answer has come", async () => {
  const { runtime } = await virtualOffice();
  const { analyses } = runtime;
  const start = await analyses.announce("Acme: press", { start_date: "2026-01-01" });
  expect(analyses.unconfirmed.get()).toEqual([]);
  await analyses.read();
  expect(analyses.unconfirmed.get()).toEqual([start]);
});

test("a start that is settled is forgotten", async () => {
  const { runtime } = await virtualOffice();
  const { analyses } = runtime;
  const start = await analyses.announce("Acme: press", {});
  analyses.leaveUnconfirmed(start);
  expect(analyses.unconfirmed.get()).toEqual([start]);
  await analyses.settle(start);
  await analyses.read();
  expect(analyses.unconfirmed.get()).toEqual([]);
});
