import { failure } from "../functions/failure";
import { type Office, openOffice } from "../functions/office";

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
    expect((await ask())[0]).toEqual(["Score"]);
    expect(office.sent).toEqual([]);
  });
});

describe("Cancelling and signing out", () => {
  test("a cancelled invocation ends, and the request log says so", async () => {
    const controller = new AbortController();
    const rows = office.runWith({ signal: controller.signal }, "ESG.EVENTS", "Team Watchlist", 2);
    controller.abort();
    expect(await failure(rows)).toMatchObject({ code: "interrupted" });
    expect(office.runtime.requestLog.entries.get().at(-1)).toMatchObject({ status: "cancelled" });
  });

  test("without a sign-in the cell says so and depends on the session", async () => {
    const stranger = await openOffice("nobody");
    expect(await failure(stranger.run("ESG.EVENTS", "EU Banks", 3))).toMatchObject({ code: "signed-out" });
    const rows = await failure(stranger.run("ENTITY.RESOLVE", [["SE0ZZ0000012"], ["FR0ZZ0000020"]]));
    expect(rows).toMatchObject({ code: "signed-out" });
    expect([...(stranger.runtime.requestLog.entries.get().at(-1)?.reads ?? [])]).toContain("session");
    expect(stranger.sent).toEqual([]);
    await stranger.close();
  });

  test("a refusal of the service names the argument", async () => {
    const error = await failure(office.run("UNIVERSE.ENTITIES", "EU Banks", null, "Atlantis"));
    expect(error).toMatchObject({ code: "rejected", message: expect.stringMatching(/^country: .*\.$/) as string });
  });
});
