import type { WorkbenchPage } from "./workbench/page";
import { startStage, type Stage } from "./stage";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open();
}, 240_000);
afterAll(() => stage.close());

describe("The page of the add-in as it starts", () => {
  test("a deployment that lacks addresses is told in the pane and in the cell, by the names of what is missing", async () => {
    await workbench.page
      .context()
      .route("**/deployment.json", (route) =>
        route.fulfill({ json: { clientId: "spillway", settingsAllowed: false } }),
      );
    const failed = await stage.open("?fresh", { sameBrowserAs: workbench });
    const sentence = /could not start\. deployment\.json does not contain baseUrl, authUrl, audience\./;
    expect(await failed.pane().getByRole("alert").textContent()).toMatch(sentence);
    const calls = await stage.during(() => failed.enterAll({ A1: '=ENTITY.SEARCH("bank")' }));
    expect(calls.total).toBe(0);
    expect((await failed.cell("A1")).error?.message).toMatch(sentence);
    await failed.screenshot("failed-start");
  });

  test.each([
    [
      "fr-FR",
      { json: { clientId: "spillway" } },
      "démarrer : dans deployment.json, il manque baseUrl, authUrl, audience.",
    ],
    ["de-DE", { status: 404, body: "nothing" }, "nicht starten: deployment.json fehlt (404)."],
    ["es-ES", { body: "<!doctype html>" }, "iniciarse: deployment.json no es un objeto JSON."],
    ["fr-FR", undefined, "démarrer : deployment.json ne peut pas être lu : il n’y a pas de connexion."],
  ])(
    "%s, %j: pane and cell say what is wrong with the deployment, in the language of Excel",
    async (language, answer, sentence) => {
      const context = workbench.page.context();
      await context.unroute("**/deployment.json");
      await context.route("**/deployment.json", (route) =>
        answer === undefined ? route.abort() : route.fulfill(answer),
      );
      const failed = await stage.open(`?fresh&language=${language}`, { sameBrowserAs: workbench });
      expect(await failed.pane().getByRole("alert").textContent()).toContain(sentence);
      await failed.enterAll({ A1: '=ENTITY.SEARCH("bank")' });
      expect((await failed.cell("A1")).error?.message).toContain(sentence);
      await failed.close();
    },
  );
});
