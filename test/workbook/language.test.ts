import type { WorkbenchPage } from "../workbench/page";
import { startStage, type Stage } from "./stage";

/** The dictionaries the add-in's page has fetched. */
const dictionaries = (workbench: WorkbenchPage): Promise<string[]> =>
  workbench
    .pane()
    .evaluate(() =>
      performance.getEntriesByType("resource").flatMap(({ name }) => /sentences-[a-z]+/.exec(name)?.[0] ?? []),
    );

describe("cells speak the display language of Excel", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  }, 240_000);
  afterAll(() => stage.close());

  const cells = { A1: '=ESG.EVENTS("EU Banks",9)', A2: "=TASKS.LIST()", A3: '=TASKS.LIST(,,,"cach=1h")' };

  const sentences = {
    "fr-FR": [
      "minScore doit être un nombre entier de 1 à 5",
      "Connectez-vous dans le volet.",
      "options : « cach » n’existe pas ici",
    ],
    "de-DE": [
      "minScore muss eine ganze Zahl von 1 bis 5",
      "Melden Sie sich im Aufgabenbereich an.",
      "options: „cach“ gibt es hier nicht",
    ],
    "es-ES": [
      "minScore debe ser un número entero de 1 a 5",
      "Inicie sesión en el panel.",
      "options: aquí no existe «cach»",
    ],
  };

  it.each(Object.entries(sentences))("%s", async (language, [wrong = "", signedOut = "", unknown = ""]) => {
    const workbench = await stage.open(`?fresh&language=${language}`);
    await workbench.enterAll(cells);
    const errors = (await workbench.read("A1:A3")).map(([cell]) => cell?.error);
    expect(errors.map((error) => error?.code)).toEqual(["#VALUE!", "#N/A", "#VALUE!"]);
    expect(errors[0]?.message).toContain(wrong);
    expect(errors[1]?.message).toBe(signedOut);
    expect(errors[2]?.message).toContain(unknown);
    expect(await dictionaries(workbench)).toEqual([`sentences-${language.slice(0, 2)}`]);
    await workbench.call("select", "A1");
    await workbench.screenshot(`cells-${language}`);
    await workbench.close();
  });

  it("English fetches no dictionary, a language we do not speak neither", async () => {
    for (const language of ["en-GB", "it-IT"]) {
      const workbench = await stage.open(`?fresh&language=${language}`);
      await workbench.enterAll(cells);
      expect((await workbench.cell("A2")).error).toEqual({ code: "#N/A", message: "Sign in in the task pane." });
      expect(await dictionaries(workbench)).toEqual([]);
      await workbench.close();
    }
  });

  it("a dictionary that cannot be fetched leaves English, and the cells answer", async () => {
    const workbench = await stage.open("?fresh");
    await workbench.page.route("**/sentences-*", (route) => route.abort());
    await workbench.page.goto(`${stage.origin}/workbench/?fresh&language=fr-FR`);
    await workbench.page.waitForFunction(() => "workbench" in window);
    await workbench.call("ready");
    await workbench.enterAll(cells);
    expect((await workbench.cell("A2")).error).toEqual({ code: "#N/A", message: "Sign in in the task pane." });
    await workbench.close();
  });
});
