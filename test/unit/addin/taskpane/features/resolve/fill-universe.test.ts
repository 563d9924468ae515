import { type Clock, systemClock } from "../../../../../../src/engine/clock";
import { createJob } from "../../../../../../src/addin/taskpane/state/job";
import {
  type Fill,
  type FillCompany,
  isElsewhere,
  newFill,
  readFill,
  requestsLeft,
  runFill,
} from "../../../../../../src/addin/taskpane/features/resolve/fill-universe";
import { pollInterval } from "../../../../../../src/addin/taskpane/features/tasks/coverage-request";
import { until } from "../../../../../support/until";
import { localOffice, type LocalOffice } from "../../../../../support/local-runtime";
import { mapStorage } from "../../../../../support/map-storage";

let skipped = 0;

/** The clock of the system, but the pause between two reads of the task list is over at once. */
const clock: Clock = {
  ...systemClock,
  now: () => systemClock.now() + skipped,
  after: (milliseconds, task) =>
    systemClock.after(milliseconds === pollInterval ? 0 : milliseconds, () => {
      if (milliseconds === pollInterval) skipped += milliseconds;
      task();
    }),
};
const storage = mapStorage();
let office: LocalOffice;

beforeAll(async () => {
  office = await localOffice(0, { clock, storage });
}, 60_000);
beforeEach(() => (office.sent.length = 0));
afterAll(() => office.service.close());

/** So many companies that the service knows, and so many that it does not. */
const companiesOf = (known: number, unknown: number): readonly FillCompany[] => [
  ...office.demo.entities
    .slice(0, known)
    .map(({ id, isin, name }) => ({ entity_id: id, facts: { external_id: isin, isin, name } })),
  ...Array.from({ length: unknown }, (_, at) => ({
    entity_id: undefined,
    facts: { external_id: `New company ${at}`, name: `New company ${at}` },
  })),
];

const fresh = (name: string) => ({ universe_id: undefined, name, type: "PRIVATE" });

/** Runs a fill as the pane does: how it ended, and each state that was shown. */
const fillWith = async (
  { runtime }: LocalOffice,
  fill: Fill,
  stopAt = Infinity,
): Promise<{ readonly error: string | undefined; readonly shown: readonly Fill[] }> => {
  const job = createJob(runtime);
  const shown: Fill[] = [];
  const changed = (step: Fill): void => {
    shown.push(step);
    if (step.sent >= stopAt) job.stop();
  };
  await job.start("fill", "", async (run) => (await runFill(runtime, fill, run, changed)).sent);
  const state = job.state.get();
  return { error: state.status === "failed" ? state.error.message : undefined, shown };
};

const sentTo = (path: string): number => office.sent.filter((line) => line.startsWith(`POST ${path}`)).length;

test("130 companies, of which most are unknown, become a universe: one call to create it, six requests of 25", async () => {
  const companies = companiesOf(20, 110);
  const { error, shown } = await fillWith(office, newFill(fresh("My book"), companies, "page"));
  expect(error).toBeUndefined();
  expect(sentTo("/v3/universes")).toBe(1);
  expect(sentTo("/v3/coverage-extension")).toBe(6);
  expect(shown.at(-1)).toMatchObject({ state: "done", sent: 130, missing: [] });
  expect([...new Set(shown.map(({ sent }) => sent))]).toEqual([0, 25, 50, 75, 100, 125, 130]);
  const known = office.runtime.universes.catalogue.get().find(({ name }) => name === "My book");
  expect(known).toMatchObject({ type: "PRIVATE", entities: 130 });
});

test("a fill that was stopped is on the device, and another page of the account goes on where it was", async () => {
  const companies = companiesOf(10, 80);
  const { error } = await fillWith(office, newFill(fresh("Second book"), companies, "page"), 50);
  expect(error).toBe("Stopped.");
  const later = await localOffice(0, { clock, storage, service: office.service });
  const stored = await readFill(later.runtime);
  expect(stored).toMatchObject({ name: "Second book", sent: 50, state: "stopped" });
  expect(requestsLeft(stored!)).toBe(2);
  expect(isElsewhere(stored!, "other page", clock.now())).toBe(false);
  await fillWith(later, stored!);
  expect(later.sent.filter((line) => line.startsWith("POST /v3/universes"))).toEqual([]);
  expect(later.sent.filter((line) => line.startsWith("POST /v3/coverage-extension"))).toHaveLength(2);
  expect(await readFill(later.runtime)).toMatchObject({ state: "done", sent: 90, missing: [] });
}, 60_000);

test("while one page works on a fill, the others leave it alone, and take it over after a minute without a sign of life", () => {
  const fill = { ...newFill(fresh("x"), [], "one"), ownedUntil: 60_000 };
  expect(isElsewhere(fill, "other", 59_999)).toBe(true);
  expect(isElsewhere(fill, "other", 60_000)).toBe(false);
  expect(isElsewhere(fill, "one", 0)).toBe(false);
});

test("a company that the service refuses is listed with its reason, and those of its request go on", async () => {
  const wrong = { entity_id: undefined, facts: { external_id: "" } };
  const companies = [...companiesOf(0, 25), wrong, ...companiesOf(3, 0)];
  const { error, shown } = await fillWith(office, newFill(fresh("Third book"), companies, "page"));
  expect(error).toBeUndefined();
  const last = shown.at(-1)!;
  expect(last.state).toBe("done");
  expect(last.missing.map(({ company }) => company)).toEqual([wrong]);
  expect(last.missing[0]?.why).toMatch(/external_id/);
});

test("where another program of the account takes the places of the queue, a refused request is sent again later", async () => {
  const fills = [
    newFill(fresh("Fourth book"), companiesOf(0, 100), "one"),
    newFill(fresh("Fifth book"), companiesOf(0, 100), "two"),
  ];
  const ended = await Promise.all(fills.map((fill) => fillWith(office, fill)));
  expect(ended.map(({ shown }) => shown.at(-1))).toMatchObject(
    fills.map(() => ({ state: "done", sent: 100, missing: [] })),
  );
  expect(sentTo("/v3/coverage-extension")).toBeGreaterThan(8);
});

test("an account that may not create universes is told so by 403, and nothing is requested", async () => {
  const reader = office.demo.accounts.findIndex(({ name }) => name === "reader");
  const other = await localOffice(reader, { clock, service: office.service });
  const { error, shown } = await fillWith(other, newFill(fresh("No book"), companiesOf(2, 0), "page"));
  expect(error).toBeDefined();
  expect(shown.at(-1)).toMatchObject({ universe_id: undefined, sent: 0, ownedUntil: 0 });
  expect(other.sent.map((line) => line.split("?")[0])).toEqual(["POST /v3/universes"]);
});

test("signing out removes the fill from the device, also where it is running", async () => {
  const running = fillWith(office, newFill(fresh("Sixth book"), companiesOf(0, 300), "page"));
  await until("the universe is created", () => Promise.resolve(sentTo("/v3/coverage-extension") > 0));
  expect((await storage.keys()).some((key) => key.includes("universe fill"))).toBe(true);
  await office.runtime.session.signOut();
  expect((await running).error).toBeDefined();
  expect((await storage.keys()).some((key) => key.includes("universe fill"))).toBe(false);
});
