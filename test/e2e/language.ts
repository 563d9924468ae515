import { functions } from "../../src/formulas/functions";
import { baseLanguage, t } from "../../src/i18n/t";
import { loadTranslation } from "../../src/i18n/translations";
import { renderFunctionHelp } from "../../scripts/generate/generate-functions";
import type { WorkbenchPage } from "./workbench/page";
import { startStage, type Stage } from "./stage";

/** Three help texts of ESG.EVENTS. */
const helpOf = (
  locale: string,
): { readonly description: string; readonly minScore: string; readonly score: string } => {
  const { functions: all, fields } = renderFunctionHelp(baseLanguage(locale));
  const { description, parameters } = all["ESG.EVENTS"]!;
  const minScore = parameters.find(({ name }) => name === "minScore")!;
  return { description, minScore: minScore.description, score: fields["esgEvent"]!["score"]! };
};

/** The dictionaries the add-in's page has fetched. */
const dictionaries = (workbench: WorkbenchPage): Promise<string[]> =>
  workbench
    .pane()
    .evaluate(() =>
      performance.getEntriesByType("resource").flatMap(({ name }) => /cells-[a-z]{2}(?=\.)/.exec(name)?.[0] ?? []),
    );

/** The languages besides English. `npm test` looks at the first, `npm run test:slow` at the others. */
export const [firstLanguage, ...otherLanguages] = ["de-DE", "fr-FR", "es-ES"] as const;

/** What cells and pane say in a language, as tests. */
export const describeLanguages = (languages: readonly string[]): void => {
  describe("cells speak the display language of Excel", () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await startStage();
    }, 240_000);
    afterAll(() => stage.close());

    const cells = { A1: '=ESG.EVENTS("EU Banks",9)', A2: "=TASKS.LIST()", A3: '=TASKS.LIST(,,,"cach=1h")' };

    /** The errors of the cells; then a button of the pane, a tab and a button of what it opens, and a sentence of the health check. */
    const sentences: Record<string, readonly [string, string, string, readonly [string, string, string, string]]> = {
      "fr-FR": [
        "minScore doit être un nombre entier de 1 à 5",
        "Connectez-vous dans le volet.",
        "options : « cach » n’existe pas ici",
        ["Paramètres", "Assistance", "Vérifier", "{count} fonctions de feuille de calcul sont enregistrées."],
      ],
      "de-DE": [
        "minScore muss eine ganze Zahl von 1 bis 5",
        "Melden Sie sich im Aufgabenbereich an.",
        "options: „cach“ gibt es hier nicht",
        ["Einstellungen", "Support", "Jetzt prüfen", "{count} Tabellenfunktionen sind registriert."],
      ],
      "es-ES": [
        "minScore debe ser un número entero de 1 a 5",
        "Inicie sesión en el panel.",
        "options: aquí no existe «cach»",
        ["Configuración", "Asistencia", "Comprobar", "{count} funciones de hoja de cálculo están registradas."],
      ],
    };

    /** A button of the ribbon, out of the manifest. */
    const ribbon: Record<string, string> = { "fr-FR": "Actualiser", "de-DE": "Aktualisieren", "es-ES": "Actualizar" };

    it.each(Object.entries(sentences).filter(([language]) => languages.includes(language)))(
      "%s",
      async (language, [wrong, signedOut, unknown, health]) => {
        const workbench = await stage.open(`?fresh&language=${language}`);
        await workbench.enterAll(cells);
        const errors = (await workbench.read("A1:A3")).map(([cell]) => cell?.error);
        expect(errors.map((error) => error?.code)).toEqual(["#VALUE!", "#N/A", "#VALUE!"]);
        expect(errors[0]?.message).toContain(wrong);
        expect(errors[1]?.message).toBe(signedOut);
        expect(errors[2]?.message).toContain(unknown);
        expect(await dictionaries(workbench)).toEqual([`cells-${language.slice(0, 2)}`]);
        await workbench.call("select", "A1");
        await workbench.screenshot(`cells-${language}`);
        expect(await workbench.page.getByText(ribbon[language]!, { exact: true }).count()).toBeGreaterThan(0);
        const [settings, support, check, found] = health;
        await workbench.pane().getByRole("button", { name: settings }).click();
        await workbench.pane().getByRole("tab", { name: support }).click();
        await workbench.pane().getByRole("button", { name: check }).click();
        await workbench
          .pane()
          .getByText(found.replace("{count}", String(functions.length)))
          .waitFor();
        await workbench.leave();
      },
    );

    it.each(languages)("the questions, and the help of functions, arguments and fields: %s", async (language) => {
      await loadTranslation(language, "pane");
      const help = helpOf(language);
      expect(help).not.toEqual(helpOf("en"));
      const workbench = await stage.open(`?fresh&language=${language}`);
      const pane = workbench.pane();
      await pane.getByRole("button", { name: t("signIn.demo") }).click();
      await pane.getByRole("tab", { name: t("view.build") }).click();
      const [portfolio] = renderFunctionHelp(baseLanguage(language)).questions;
      await pane.locator("summary", { hasText: portfolio!.title }).click();
      await pane.getByRole("button", { name: portfolio!.questions[0]!.question }).waitFor();
      expect(portfolio!.questions[0]!.question).not.toBe(renderFunctionHelp("en").questions[0]!.questions[0]!.question);
      await pane.getByLabel(t("find.search")).fill("ESG.EVENTS");
      await pane.getByLabel(t("find.search")).press("Enter");
      await pane.getByText(help.description).waitFor();
      await pane.getByText(help.minScore).waitFor();
      await pane.locator("summary", { hasText: t("build.more", { count: 4 }) }).click();
      await pane.getByRole("button", { name: t("build.pickFields") }).click();
      await pane.getByText(help.score).waitFor();
      await workbench.screenshot(`formula-form-${language}`);
      // What Excel itself shows while a formula is typed comes from the language's own functions.json.
      const fetched = await workbench.page.evaluate(() =>
        performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
      );
      expect(fetched.filter((name) => name.startsWith("/functions.") && name.endsWith("json"))).toEqual([
        `/functions.${language.slice(0, 2)}.json`,
      ]);
      await workbench.leave();
    });

    it("English fetches no dictionary; one that cannot be fetched leaves English, and the cells answer", async () => {
      const english = await stage.open("?fresh&language=en-GB");
      await english.enterAll(cells);
      expect((await english.cell("A2")).error).toEqual({ code: "#N/A", message: "Please sign in (Spillway pane)." });
      expect(await dictionaries(english)).toEqual([]);
      await english.page.context().route("**/cells-*", (route) => route.abort());
      const cut = await stage.open("?fresh&language=fr-FR", { sameBrowserAs: english });
      await cut.enterAll(cells);
      expect((await cut.cell("A2")).error).toEqual({ code: "#N/A", message: "Please sign in (Spillway pane)." });
    });
  });
};
