import { choice, proves, provesFields } from "./proves";
import { nobody, startClient } from "./service-client";
import { utc, uuid, type Page, type Problem, type Task } from "./shapes";

const client = startClient();
let now = Date.UTC(2026, 5, 30, 12);
/** A service whose time the test moves: a task waits 20 seconds and then runs for 20. */
const timed = startClient({ clock: { now: () => now } });
const tasks = (query = ""): Promise<Task[]> => client.all<Task>(`/v3/tasks${query}`);

provesFields<Task>(
  "a task has a uuid, texts for status, description and type, and dates in UTC",
  {
    "task.id": ({ id }) => expect(id).toMatch(uuid),
    "task.status": ({ status }) => expect(typeof status).toBe("string"),
    "task.description": ({ description }) => expect(typeof description).toBe("string"),
    "task.type": ({ type }) => expect(typeof type).toBe("string"),
    "task.dates": ({ created_at, completed_at }) => {
      expect(created_at).toMatch(utc);
      if (completed_at !== undefined) expect(completed_at).toMatch(utc);
    },
  },
  () => tasks(),
);

proves(
  ["task.type", "task.status", "state.pending", "gap.task-values"],
  "the samples pending and export occur",
  async () => {
    const universe = await client.universe("Demo Portfolio");
    await client.post("/v3/coverage-extension", { universe_ids: [universe], entities: [{ external_id: "sample" }] });
    const found = await tasks();
    expect(found.map(({ status }) => status)).toContain("pending");
    expect(found.map(({ type }) => type)).toContain("export");
  },
);

const members = ["completed_at", "created_at", "description", "id", "status", "type"];
proves(["tasks.fields"], "six members by default, the named ones otherwise", async () => {
  for (const task of await tasks()) expect(Object.keys({ completed_at: "", ...task }).sort()).toEqual(members);
  for (const task of await tasks("?fields=id&fields=status"))
    expect(Object.keys(task).sort()).toEqual(["id", "status"]);
  expect((await client.get("/v3/tasks?fields=owner")).status).toBe(400);
});

proves(
  ["tasks.paging", "convention.envelope", "convention.size"],
  "pages of a given size list every task once",
  async () => {
    const whole = (await tasks()).map(({ id }) => id);
    const { body } = await client.get<Page<Task>>("/v3/tasks?size=1");
    expect(Object.keys(body).sort()).toEqual(["count", "data", "has_next", "search_after", "size"]);
    expect(body).toMatchObject({ size: 1, count: 1, has_next: whole.length > 1 });
    const listed: string[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const after: string = cursor === null ? "" : `&search_after=${encodeURIComponent(cursor)}`;
      const page = await client.get<Page<Task>>(`/v3/tasks?size=2${after}`);
      listed.push(...page.body.data.map(({ id }) => id));
      [cursor, more] = [page.body.search_after, page.body.has_next];
    }
    expect(listed).toEqual(whole);
    expect(new Set(listed).size).toBe(listed.length);
  },
);

proves(["tasks.order"], "the youngest comes first by default; created_at, completed_at, status both ways", async () => {
  const usual = (await tasks()).map(({ id }) => id);
  const written = await tasks("?order=created_at:desc&order=completed_at:desc&order=status:desc");
  expect(written.map(({ id }) => id)).toEqual(usual);
  const dates = (await tasks()).map(({ created_at }) => created_at);
  expect(dates).toEqual([...dates].sort().reverse());
  expect((await tasks("?order=created_at:asc")).map(({ created_at }) => created_at)).toEqual([...dates].sort());
  for (const field of ["created_at", "completed_at", "status"] as const) {
    const valuesBy = async (direction: string): Promise<string[]> =>
      (await tasks(`?order=${field}:${direction}`)).flatMap((task) => task[field] ?? []);
    const rising = await valuesBy("asc");
    expect([field, rising]).toEqual([field, [...rising].sort()]);
    expect([field, await valuesBy("desc")]).toEqual([field, [...rising].reverse()]);
    expect([field, new Set(rising).size > 1]).toEqual([field, true]);
  }
});

proves(
  ["task.dates", "task.status", "tasks.order"],
  "a task that waits or runs has no completed_at and comes last; one that has ended tells when, to the second",
  async () => {
    const body = { universe_ids: [await timed.universe("Demo Portfolio")], entities: [{ external_id: "timed" }] };
    const { task_id: id } = (await timed.post<{ task_id: string }>("/v3/coverage-extension", body)).body;
    const seen: [status: string, seconds: number | undefined, last: boolean][] = [];
    for (const seconds of [10, 30, 50]) {
      now = Date.UTC(2026, 5, 30, 12) + seconds * 1_000;
      const found = await timed.all<Task>("/v3/tasks?order=completed_at:asc");
      const task = found.find((each) => each.id === id);
      const { status = "", completed_at: end, created_at: begin = "" } = task ?? {};
      const took = end === undefined ? undefined : (Date.parse(end) - Date.parse(begin)) / 1_000;
      seen.push([status, took, found.at(-1)?.id === id]);
    }
    expect(seen).toEqual([
      ["pending", undefined, true],
      ["running", undefined, true],
      ["completed", 40, true],
    ]);
    const newest = (await timed.all<Task>("/v3/tasks?order=completed_at:desc")).map((each) => each.id);
    expect(newest[0]).toBe(id);
    await timed.post("/v3/coverage-extension", body);
    const after = await timed.all<Task>("/v3/tasks?order=completed_at:desc");
    expect([after[0]?.id, after.at(-1)?.status]).toEqual([id, "pending"]);
  },
);

proves(["tasks.order", "tasks.errors", "error.400"], "another order is 400 naming order", async () => {
  for (const order of ["type:asc", "status", "status:up"]) {
    const { status, body } = await client.get<Problem>(`/v3/tasks?order=${order}`);
    expect([status, body.reason]).toEqual([400, "invalid"]);
    expect(body.errors?.map(({ field }) => field).join()).toContain("order");
  }
});

proves(["tasks.visible", "purpose.5"], "a task is seen by its caller, not by another company", async () => {
  const universe = await client.universe("Demo Portfolio");
  const { body } = await client.post<{ task_id: string }>("/v3/coverage-extension", {
    universe_ids: [universe],
    entities: [{ external_id: "x1" }],
  });
  expect((await tasks()).map(({ id }) => id)).toContain(body.task_id);
  const theirs = new Set((await client.all<Task>("/v3/tasks", "rival")).map(({ id }) => id));
  expect((await tasks()).filter(({ id }) => theirs.has(id))).toEqual([]);
});

proves(["tasks.errors", "error.401"], "without a token it is 401", async () => {
  expect((await client.get("/v3/tasks", nobody)).status).toBe(401);
});

choice(
  ["gap.task-values"],
  "types are coverage_extension and export, statuses pending, running, completed and failed",
  async () => {
    const found = await tasks();
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(["coverage_extension", "export"]));
    const known = ["pending", "running", "completed", "failed"];
    expect(found.filter(({ status }) => !known.includes(status))).toEqual([]);
  },
);
