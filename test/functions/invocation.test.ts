import type { Matrix } from "../../src/table/matrix";
import { functions } from "../../src/functions";
import { failure } from "./failure";
import { type Office, openOffice } from "./office";

let office: Office;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office.close());
beforeEach(() => office.forget());

describe("Excel's formula preview", () => {
  test("answers (preview) and makes no call, or answers from memory", async () => {
    const ask = () => office.runWith({ preview: true }, "ESG.EVENTS", "Holdings", 3, null, null, null, "score", 5);
    expect(await ask()).toEqual([["(preview)"]]);
    expect(office.sent).toEqual([]);
    await office.run("ESG.EVENTS", "Holdings", 3, null, null, null, "score", 5);
    office.forget();
    expect((await ask())[0]).toEqual(["score"]);
    expect(office.sent).toEqual([]);
  });
});

describe("Cancelling and signing out", () => {
  test("a cancelled invocation ends, and the ledger says so", async () => {
    const controller = new AbortController();
    const asked = office.runWith({ signal: controller.signal }, "ESG.EVENTS", "Team Watchlist", 2);
    controller.abort();
    expect(await failure(asked)).toMatchObject({ code: "interrupted" });
    expect(office.runtime.ledger.entries.get().at(-1)).toMatchObject({ status: "cancelled" });
  });

  test("nobody signed in: the cell says so and heals with the session", async () => {
    const stranger = await openOffice("nobody");
    expect(await failure(stranger.run("ESG.EVENTS", "EU Banks", 3))).toMatchObject({ code: "signed-out" });
    const rows = await failure(stranger.run("ENTITY.RESOLVE", [["SE0ZZ0000012"], ["FR0ZZ0000020"]]));
    expect(rows).toMatchObject({ code: "signed-out" });
    expect([...(stranger.runtime.ledger.entries.get().at(-1)?.reads ?? [])]).toContain("session");
    expect(stranger.sent).toEqual([]);
    await stranger.close();
  });

  test("what the service refuses is said in the formula's own words", async () => {
    const error = await failure(office.run("UNIVERSE.ENTITIES", "EU Banks", null, "Atlantis"));
    expect(error).toMatchObject({ code: "rejected", message: expect.stringMatching(/^country: .*\.$/) as string });
  });
});

describe("QUERY.INFO", () => {
  const info = (address: string, item?: string) =>
    office.runWith({ parameterAddresses: [address] }, "QUERY.INFO", "anything", item);

  test("tells where the formula in a cell got its data, for any cell of its spill, without a call", async () => {
    await office.runWith({ address: "Sheet1!B2" }, "ESG.EVENTS", "Holdings", 3, null, null, null, "score,title", 5);
    office.forget();
    const all = new Map((await info("Sheet1!C4")).map(([item, value]) => [item, value]));
    expect(Object.fromEntries(all)).toMatchObject({
      function: "ESG.EVENTS",
      rows: 5,
      status: "done",
      truncated: true,
      error: "",
    });
    expect(all.get("query")).toContain('"Holdings"');
    expect(await info("Sheet1!B2", "rows")).toEqual([[5]]);
    expect(await info("Sheet1!B2", "source")).toEqual([["live"]]);
    expect(await failure(info("Sheet1!D2"))).toMatchObject({ code: "not-found" });
    expect(office.sent).toEqual([]);
  });

  test("an error in the cell asked about does not come out: only the address counts", async () => {
    await failure(office.runWith({ address: "Sheet1!Z1" }, "ESG.EVENTS", "EU Banks", 9));
    const [[sentence] = []] = await info("Sheet1!Z1", "error");
    expect(sentence).toMatch(/^minScore/);
  });
});

test("QUERY.PENDING follows what is under way, at most once a second", async () => {
  const definition = functions.find(({ name }) => name === "QUERY.PENDING")!;
  const sent: Matrix[] = [];
  const controller = new AbortController();
  const host = { formattedValues: false, entityCards: false, maxCharacters: 1, maxCells: 1 };
  definition.stream?.(
    [null],
    {
      runtime: office.runtime,
      host,
      address: "S!A1",
      signal: controller.signal,
      preview: false,
      reloadSince: undefined,
    },
    (matrix) => sent.push(matrix),
  );
  expect(sent).toEqual([[[0]]]);
  await Promise.all(
    ["Colleague's Drafts", "Global 500", "Rival Holdings"].map((name) =>
      office.run("ESG.EVENTS", name).catch(() => undefined),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 2_200));
  controller.abort();
  expect(sent.length).toBeLessThanOrEqual(4);
  expect(sent.at(-1)).toEqual([[0]]);
});
