import { Recalculation } from "../../../../../src/addin/excel/refresh/recalculation";
import type { FormulaCells } from "../../../../../src/addin/excel/sheet/formula-cells";
import type { Runtime } from "../../../../../src/engine/runtime";
import type { KeyValueStorage } from "../../../../../src/engine/storage";
import { functions } from "../../../../../src/formulas/functions";
import { createService, type Service } from "../../../../../src/service/service";
import { createFastClock, type FastClock } from "../../../../support/fast-clock";
import { capabilities } from "../../../../support/function-host";
import { inProcessSend } from "../../../../support/in-process-send";
import type { Demo } from "../../../../support/local-runtime";
import { mapStorage } from "../../../../support/map-storage";
import { testRuntime } from "../../../../support/test-runtime";
import { until } from "../../../../support/until";

let time: FastClock;
let service: Service;
let demo: Demo;
beforeEach(async () => {
  const limits = { taskWaitMs: 500, taskRunMs: 500 };
  time = createFastClock(Date.parse("2026-01-05T09:00:00Z"));
  const { clock } = time;
  service = await createService({ size: "test", seed: 1, localControls: true, today: "2026-01-05", clock, limits });
  demo = (await service.fastify.inject("/_local/demo")).json<Demo>();
}, 60_000);
afterEach(async () => {
  time.stop();
  await service.close();
});

const address = "http://localhost";

/** A formula of a sheet: the function's name and its arguments. */
type Formula = readonly [name: string, ...values: readonly unknown[]];

interface Sheet {
  readonly runtime: Runtime;
  /** Requests for data since the last `forget`: neither tokens nor the list of tasks. */
  readonly sent: readonly string[];
  readonly forget: () => void;
  /** What each cell shows. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly calculate: (...addresses: readonly string[]) => Promise<void>;
  /** From now on no request is answered. */
  readonly close: () => void;
}

/** The add-in over the local service, with these formulas in cells that recalculate as in Excel. */
const openSheet = async (
  formulas: Readonly<Record<string, Formula>>,
  storage: KeyValueStorage = mapStorage(),
): Promise<Sheet> => {
  const sent: string[] = [];
  const state = { closed: false };
  const inner = inProcessSend(service.fastify);
  const runtime = testRuntime(
    (request) => {
      if (state.closed) return new Promise(() => undefined);
      const target = request.url.slice(address.length);
      if (!/^\/(oauth|v3\/tasks)/.test(target)) sent.push(`${request.method} ${target}`);
      return time.during(inner(request));
    },
    time.clock,
    { storage, address, audience: demo.audience, clientId: demo.client_id },
  );
  await runtime.ready;
  if (runtime.session.state.get().status !== "signed-in") {
    const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
    await runtime.session.signIn({ key, secret }, true);
    for (const { universe_id, universe_name, entities } of demo.universes)
      runtime.universes.add({ universe_id, name: universe_name, entities });
  }
  const shown: Record<string, unknown> = {};
  const run = async (cell: string): Promise<void> => {
    const [name, ...values] = formulas[cell] ?? ["none"];
    const definition = functions.find((each) => each.name === name);
    const reloadSince = recalculation.entered(cell);
    const { signal } = new AbortController();
    const context = { runtime, host: capabilities, address: cell, signal, preview: false, reloadSince };
    shown[cell] = (await definition?.invoke(values, context))?.cells;
    recalculation.left(cell, runtime.requestLog);
  };
  const cells: FormulaCells = {
    find: () => Promise.resolve(Object.keys(formulas)),
    calculate: async (addresses) => {
      await Promise.all(addresses.map(run));
      return [];
    },
    enterAgain: () => Promise.resolve([]),
  };
  const recalculation: Recalculation = new Recalculation(cells, time.clock);
  recalculation.follow("changed-universes", runtime.universes.changedAt);
  recalculation.follow("catalogue", runtime.universes.catalogue);
  return {
    runtime,
    sent,
    shown,
    forget: () => void (sent.length = 0),
    calculate: async (...addresses) => {
      await cells.calculate(addresses);
    },
    close: () => void (state.closed = true),
  };
};

const idOf = (name: string): string =>
  demo.universes.find(({ universe_name }) => universe_name === name)?.universe_id ?? "";

/** Sends the request of the pane's coverage form: one company that the service does not know. */
const requestCoverage = ({ runtime }: Sheet): Promise<unknown> =>
  runtime.actions.call("extendCoverage", {
    body: { universe_ids: [idOf("Demo Portfolio")], entities: [{ external_id: "new-1", name: "New Company" }] },
  });

const changed = ({ runtime }: Sheet): Promise<void> =>
  until("the universe has changed", () => runtime.universes.changedAt.get()[idOf("Demo Portfolio")] !== undefined);

/** The lists of universes that were begun since the last `forget`: universe and kind. */
const firstPages = ({ sent }: Sheet): readonly string[] =>
  sent
    .filter((call) => !call.includes("search_after"))
    .map((call) => /universes\/([^/]+)\/([^?]+)/.exec(call)?.slice(1).join(" ") ?? call);

const countIn = (sheet: Sheet, cell: string): number => (sheet.shown[cell] as [[number]])[0][0];

test("a coverage task that has ended recounts its universe with one call, and no other", async () => {
  const sheet = await openSheet({
    "S!A1": ["UNIVERSE.COUNT", "Demo Portfolio"],
    "S!A2": ["UNIVERSE.COUNT", idOf("Demo Portfolio")],
    "S!A3": ["UNIVERSE.COUNT", "EU Banks"],
    "S!A4": ["UNIVERSE.LIST"],
  });
  await sheet.calculate("S!A1", "S!A2", "S!A3", "S!A4");
  const before = countIn(sheet, "S!A1");
  sheet.forget();
  await requestCoverage(sheet);
  await until("both cells count the new company", () =>
    ["S!A1", "S!A2"].every((cell) => countIn(sheet, cell) === before + 1),
  );
  await until("UNIVERSE.LIST counts it too", () => {
    const [headers = [], ...rows] = sheet.shown["S!A4"] as unknown[][];
    return rows.some((row) => row[0] === "Demo Portfolio" && row[headers.indexOf("Entities")] === before + 1);
  });
  expect(sheet.sent).toEqual([
    "POST /v3/coverage-extension",
    expect.stringContaining(`/v3/universes/${idOf("Demo Portfolio")}/entities`),
  ]);
}, 60_000);

test("every list of that universe is fetched again once, and none of another universe", async () => {
  const [first] = demo.entities;
  const formulasOf = (universe: string): readonly Formula[] => [
    ["UNIVERSE.ENTITIES", universe],
    ["UNIVERSE.CONTAINS", first?.id, universe],
    ["ESG.EVENTS", universe, 5],
    ["ESG.DOCUMENTS", universe, 5],
  ];
  const all = [...formulasOf("Demo Portfolio"), ...formulasOf("EU Banks")];
  const sheet = await openSheet(Object.fromEntries(all.map((formula, index) => [`S!A${index + 1}`, formula])));
  const addresses = all.map((_, index) => `S!A${index + 1}`);
  await sheet.calculate(...addresses);
  const demoPortfolio = idOf("Demo Portfolio");
  expect(firstPages(sheet).filter((list) => list.startsWith(demoPortfolio))).toHaveLength(4);
  await requestCoverage(sheet);
  sheet.forget();
  await changed(sheet);
  await sheet.calculate(...addresses);
  await sheet.calculate(...addresses);
  // The catalogue counts the entities too, which no cell waits for: with a call, or from the list if that has come before.
  const isCount = (call: string): boolean => call.endsWith("entities?fields=id&size=1");
  expect(sheet.sent.filter(isCount).length).toBeLessThanOrEqual(1);
  const lists = firstPages({ ...sheet, sent: sheet.sent.filter((call) => !isCount(call)) });
  expect(lists.toSorted()).toEqual(
    ["entities", "entities", "esg/documents", "esg/events"].map((list) => `${demoPortfolio} ${list}`),
  );
}, 60_000);

test("a task that ends after the add-in was closed makes answers from before old, also in the session after", async () => {
  const storage = mapStorage();
  const formulas = {
    "S!A1": ["UNIVERSE.COUNT", "Demo Portfolio"],
    "S!A2": ["UNIVERSE.COUNT", "EU Banks"],
  } as const;
  const first = await openSheet(formulas, storage);
  await first.calculate("S!A1", "S!A2");
  const before = countIn(first, "S!A1");
  await requestCoverage(first);
  await until("the task is on the device", async () => (await storage.keys()).some((key) => key.endsWith(" coverage")));
  await first.runtime.cache.flush();
  first.close();
  const second = await openSheet({}, storage);
  await changed(second);
  await until("no task is left on the device", async () =>
    (await storage.keys()).every((key) => !key.endsWith(" coverage")),
  );
  second.close();
  const third = await openSheet(formulas, storage);
  await third.calculate("S!A1", "S!A2");
  expect(countIn(third, "S!A1")).toBe(before + 1);
  expect(third.sent.filter((call) => call.includes(idOf("EU Banks")))).toEqual([]);
}, 60_000);

test("an edited universe renews the universes of companies, and counts nothing again", async () => {
  const member = demo.entities.find(({ name }) => name !== "")?.id ?? "";
  const sheet = await openSheet({
    "S!A1": ["UNIVERSE.COUNT", "Demo Portfolio"],
    "S!A2": ["ENTITY.UNIVERSES", member],
  });
  await sheet.calculate("S!A1", "S!A2");
  const body = { name: "Renamed Portfolio" };
  await sheet.runtime.actions.call("updateUniverse", { path: { universe_id: idOf("Demo Portfolio") }, body });
  sheet.forget();
  await until("the cell of the company is fetched again", () => sheet.sent.length > 0);
  await sheet.calculate("S!A1", "S!A2");
  expect(sheet.sent).toEqual([expect.stringContaining(`/v3/entities/${member}/universes`)]);
}, 60_000);
