import { until } from "../support/until";
import type { WorkbenchPage } from "./workbench/page";
import { persistedAnswers, persistedChunks } from "./persisted-records";
import { refreshCalls, signIn, startStage, type Stage } from "./stage";

// All companies of the world, 20 pages: their nested fields take 38 MB, the cells that are shown of them less than 2 MB.
const shown = "id,isic4.section,industry_codes.count,unspsc.count,revenue.currency,registration_codes.count";
const listing = (limit: number): string => `=UNIVERSE.ENTITIES("Whole Catalogue",,,"${shown}",${limit})`;
const most = 20_000;
const pages = 20;
const perPart = 1_000;

interface Company {
  readonly id: string;
  readonly industry_codes: readonly unknown[];
  readonly unspsc: readonly unknown[];
  readonly registration_codes: readonly unknown[];
}

let stage: Stage;
let workbench: WorkbenchPage;
let companies: readonly Company[];
let ids: readonly string[];

beforeAll(async () => {
  stage = await startStage("medium");
  companies = await companiesOf(stage);
  ids = companies.map(({ id }) => id);
  workbench = await stage.open();
  await signIn(workbench);
}, 240_000);
afterAll(() => stage.close());

describe("A listing that memory cannot hold", () => {
  test("shows every row in the service's order after its pages alone, and is on the device in chunks of 1,000 records", async () => {
    const calls = await stage.during(() => workbench.enterAll({ A1: listing(most) }));
    expect(calls.routes).toEqual({ listUniverseEntities: pages });
    expect(await rows(workbench, 1)).toEqual(ids);
    const parts = await persistedChunks(workbench);
    expect(parts.map(({ items }) => items)).toEqual(Array.from({ length: parts.length }, () => perPart));
    // The last records stay in memory: at most a part, and the page that came last.
    expect(ids.length - parts.length * perPart).toBeLessThan(perPart + 1_000);
    for (const index of [0, companies.length - 1]) {
      const [id, , industryCodes, unspsc, , registrationCodes] = (await workbench.values(lineOf(index)))[0] ?? [];
      const company = companies[index];
      expect({ id, industryCodes, unspsc, registrationCodes }).toEqual({
        id: company?.id,
        industryCodes: company?.industry_codes.length,
        unspsc: company?.unspsc.length,
        registrationCodes: company?.registration_codes.length,
      });
    }
  });

  test("costs no call for an inserted row, a smaller limit or a larger one", async () => {
    const calls = await stage.during(async () => {
      await workbench.call("insertRow", 1);
      await workbench.settled();
      await showsBorders(workbench, ids.length);
      await workbench.enterAll({ A2: listing(4_321) });
      await showsBorders(workbench, 4_321);
      await workbench.enterAll({ A2: listing(most) });
    });
    expect(calls.total).toBe(0);
    await showsBorders(workbench, ids.length);
  });

  test("is called again on the reloaded page without a call, though nobody is signed in", async () => {
    await until("the listing is stored", async () =>
      (await persistedAnswers(workbench)).some(({ key }) => isListing(key)),
    );
    const calls = await stage.during(async () => {
      await workbench.page.reload();
      await workbench.page.waitForFunction(() => "workbench" in window);
      await workbench.call("ready");
      await workbench.settled();
      await workbench.call("recalculate", "full");
      await workbench.settled();
    });
    expect(calls.total).toBe(0);
    await showsBorders(workbench, ids.length);
  });

  test("refreshed, is fetched with exactly its pages, and no chunk of the former stays", async () => {
    await signIn(workbench);
    const before = (await persistedChunks(workbench)).map(({ key }) => key);
    await workbench.call("select", "A2");
    const calls = await stage.during(async () => {
      await workbench.call("runCommand", "refreshSelection");
      await workbench.settled();
    });
    expect(refreshCalls(calls)).toEqual({ listUniverseEntities: pages });
    await showsBorders(workbench, ids.length);
    await until("the old chunks are gone", async () =>
      (await persistedChunks(workbench)).every(({ key }) => !before.includes(key)),
    );
    expect(await persistedChunks(workbench)).toHaveLength(before.length);
  });

  test("leaves nothing on the device when its user signs out", async () => {
    await workbench.call("showPane", true);
    await workbench.pane().getByRole("button", { name: "Settings" }).click();
    await workbench.pane().getByRole("button", { name: "Sign out" }).click();
    // The confirmation has a button of the same name.
    await workbench.pane().getByRole("button", { name: "Cancel" }).waitFor();
    await workbench.pane().getByRole("button", { name: "Sign out" }).click();
    await until("nothing is stored", async () => (await persistedAnswers(workbench)).length === 0);
    expect(workbench.complaints).toEqual([]);
  });

  test("is shown whole where the device is full after three parts, and a row inserted there costs no call", async () => {
    await workbench.page.context().addInitScript(fullAfter, 3);
    const full = await stage.open("?fresh", { sameBrowserAs: workbench });
    await signIn(full);
    const calls = await stage.during(() => full.enterAll({ A1: listing(most) }));
    expect(calls.routes).toEqual({ listUniverseEntities: pages });
    await showsBorders(full, ids.length, 1);
    expect(await persistedChunks(full)).toHaveLength(3);
    const again = await stage.during(async () => {
      await full.call("insertRow", 1);
      await full.settled();
    });
    expect(again.total).toBe(0);
    await showsBorders(full, ids.length);
    expect(full.complaints).toEqual([]);
  });
});

test("a browser that refuses the add-in any database still answers", async () => {
  await workbench.page.context().addInitScript(refuseDatabase);
  const refused = await stage.open("?fresh", { sameBrowserAs: workbench });
  await signIn(refused);
  await refused.enterAll({ A1: '=UNIVERSE.COUNT("EU Banks")' });
  expect((await refused.cell("A1")).value).toBe(60);
});

/** The ids that the sheet shows under the formula in this row, until a row is blank. */
const rows = async (page: WorkbenchPage, formulaRow: number): Promise<readonly unknown[]> => {
  const values = (await page.values(`A${formulaRow + 1}:A${formulaRow + most + 1}`)).map(([value]) => value);
  const end = values.indexOf("");
  return end === -1 ? values : values.slice(0, end);
};

/** Looks, under the formula in this row, at the rows where one chunk ends and the next begins, at the last one and behind it: reading all takes seconds. */
const showsBorders = async (page: WorkbenchPage, count: number, formulaRow = 2): Promise<void> => {
  const borders = Array.from({ length: Math.floor((count - 1) / perPart) }, (_, part) => (part + 1) * perPart);
  for (const border of [1, ...borders, count]) {
    const around = (await page.values(`A${formulaRow + border}:A${formulaRow + border + 1}`)).flat();
    expect(around).toEqual([ids[border - 1], border === count ? "" : ids[border]]);
  }
};

const isListing = (key: string): boolean => key.includes("listUniverseEntities") && !/ (?:chunk|part) /.test(key);

/** Where the company of this number stands, listed in A1. */
const lineOf = (index: number): string => `A${index + 2}:F${index + 2}`;

/** The companies as the service lists them, asked of it directly. */
const companiesOf = async ({ origin, demo }: Stage): Promise<readonly Company[]> => {
  const { api_key: username, api_secret: password } = demo.accounts[0] ?? { api_key: "", api_secret: "" };
  const body = { grant_type: "password", username, password, audience: `${origin}/`, client_id: demo.client_id };
  const issued = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { access_token } = (await issued.json()) as { access_token: string };
  const universe = demo.universes.find(({ universe_name }) => universe_name === "Whole Catalogue")?.universe_id ?? "";
  const found: Company[] = [];
  const fields = "id,industry_codes,unspsc,registration_codes";
  for (let cursor: string | null = ""; cursor !== null;) {
    const query = new URLSearchParams({ size: "1000", fields, search_after: cursor });
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await fetch(`${origin}/v3/universes/${universe}/entities?${query.toString()}`, { headers });
    const page = (await answer.json()) as { data: Company[]; has_next: boolean; search_after: string };
    found.push(...page.data);
    cursor = page.has_next ? page.search_after : null;
  }
  return found;
};

/** Runs in every page: after so many writes of listings the device refuses any more of the add-in's. */
const fullAfter = (most: number): void => {
  const { put } = IDBObjectStore.prototype;
  let writes = 0;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    if (this.transaction.db.name === "spillway" && (key as string).includes(" list ")) writes += 1;
    if (writes > most) throw new DOMException("The device is full.", "QuotaExceededError");
    return put.call(this, value, key);
  };
};

/** Runs in every page: as in a frame that may keep nothing. */
const refuseDatabase = (): void => {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
    if (name === "spillway") throw new DOMException("Access is denied.", "SecurityError");
    return open.call(this, name, version);
  };
};
