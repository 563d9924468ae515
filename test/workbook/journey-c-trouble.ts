import { fillForm, quarter, wish } from "./journey-c-form";
import type { Story } from "./journey-story";

/** C9 to C11: withheld text, an analysis that fails, a formula that is only looked at. */
export const journeyCTrouble = (told: () => Story): void => {
  test("C9: a sentence that the licence withholds is marked and never shown as a sentence", async () => {
    const { hands, workbench, until, picture } = told();
    const instance = await startPremium(told());
    await hands.enter("H5", `=ANALYSIS.SENTENCES("${instance}",50,"EU banks")`);
    await until(async () => (await workbench.cell("H5")).value === "id");
    const texts = (await workbench.values("K6:K60")).flat().filter((text) => text !== "");
    expect(texts.length).toBeGreaterThan(0);
    expect([...new Set(texts)]).toEqual(["licensed text withheld"]);
    await picture("9-withheld");
    await hands.enter("H5", "");
  }, 90_000);

  test("C10: an analysis that fails says so in both cells, nothing tries again, and the pane offers another run", async () => {
    const { hands, workbench, during, button, text, until, picture } = told();
    await fillForm(told(), "EV makers again");
    await wish(told(), { outcome: "failed" });
    await hands.press(button("Start the analysis"));
    await text(/^Started: /);
    await hands.select("N1");
    await hands.press(button("Use EV makers again"));
    await hands.press(button("Insert values"));
    await until(async () => /^[0-9a-f-]{36}$/.test(String((await workbench.cell("N1")).value)));
    await hands.enter("N2", "=ANALYSIS.STATUS(N1)");
    await hands.enter("N5", '=ANALYSIS.SERIES(N1,"polarity")');
    await until(async () => (await workbench.cell("N2")).value === "stopped or failed");
    await until(async () => (await workbench.cell("N5")).error !== undefined);
    expect((await workbench.cell("N5")).error).toEqual({
      code: "#N/A",
      message: expect.stringContaining("stopped or failed") as string,
    });
    const calls = await during(() => workbench.page.waitForTimeout(5_000));
    expect(calls.total).toBe(0);
    await hands.press(button("Run again").first());
    expect(await button("Run EV makers again again").isEnabled()).toBe(true);
    await picture("10-failed");
  }, 90_000);

  test("C11: a formula that is only looked at shows what is remembered, or that it is a preview, without a call", async () => {
    const { workbench, during } = told();
    const instance = String((await workbench.cell("B1")).value);
    const shown: unknown[] = [];
    const calls = await during(async () => {
      const series = `=ANALYSIS.SERIES("${instance}","polarity,volume_document",,"mean","day","wide=entity")`;
      shown.push(await workbench.call("preview", series));
      shown.push(await workbench.call("preview", `=ANALYSIS.SENTENCES("${instance}",7)`));
    });
    expect(calls.total).toBe(0);
    expect((shown[0] as unknown[][])[0]?.slice(0, 2)).toEqual(["extract_day", "Acme mean_polarity"]);
    expect(shown[1]).toEqual([["(preview)"]]);
  });
};

/** An analysis of premium news about the banks, started by a colleague who may read it. */
const startPremium = async (story: Story): Promise<string> => {
  const { stage } = story;
  const { origin, demo } = stage;
  const account = demo.accounts.find(({ name }) => name === "premium")!;
  const post = async (
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Record<string, string>> => {
    const answer = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const { client_id } = demo;
  const credentials = { username: account.api_key, password: account.api_secret };
  const asked = { grant_type: "password", ...credentials, audience: `${origin}/`, client_id };
  const { access_token } = await post("/oauth/token", asked);
  const { from, to } = quarter(story);
  const request = {
    start_date: from,
    end_date: to,
    entities: [{ entity_of_interest: "EU banks", keywords: demo.entities.slice(0, 60).map(({ name }) => name) }],
    workers: ["raw-matcher"],
    site_type: ["premium_news"],
  };
  const { instance } = await post("/api/2.0/analyze/dataset", request, {
    authorization: `Bearer ${access_token ?? ""}`,
  });
  return instance ?? "";
};
