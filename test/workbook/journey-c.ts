import type { WorkbenchPage } from "../workbench/page";
import type { Hands } from "./hands";
import { holdCalls, type Gate } from "./hold-calls";
import { beginPressStory, fillForm, keywords, quarter, wish, type PressStory } from "./journey-c-form";
import { journeyCReopened } from "./journey-c-reopened";
import { journeyCResults } from "./journey-c-results";
import { journeyCSeries } from "./journey-c-series";
import { journeyCTrouble } from "./journey-c-trouble";

/** "What is the press saying?" without its chart, which comes later, driven by one kind of hands. */
export const journeyC = (makeHands: (workbench: WorkbenchPage) => Hands): void => {
  let story: PressStory;
  let polls: Gate;
  beforeAll(async () => {
    story = await beginPressStory(makeHands);
  }, 240_000);
  afterAll(() => story.stage.close());

  test("C1: the form takes the keywords from the cells, and nothing is sent", async () => {
    const { hands, workbench, during } = story;
    const pane = workbench.pane();
    await hands.press(pane.getByRole("tab", { name: "Analyses" }));
    const calls = await during(() => fillForm(story, "EV makers Q3"));
    expect(calls.total).toBe(0);
    expect(await pane.getByRole("textbox", { name: "Keywords of entity 1" }).inputValue()).toBe(
      keywords.slice(0, 4).join("\n"),
    );
    expect(await pane.getByRole("textbox", { name: "Keywords of entity 2" }).inputValue()).toBe(
      keywords.slice(4).join("\n"),
    );
  });

  test("C1, its rules: ner-linking takes search_in away, quality keeps 50, concepts are one or the other, news is not offered", async () => {
    const { hands, workbench, text, picture } = story;
    const pane = workbench.pane();
    const box = (name: string) => pane.getByRole("checkbox", { name, exact: true });
    await hands.press(pane.locator("summary", { hasText: "Method" }));
    expect(await box("Title").isEnabled()).toBe(true);
    await hands.tick(box("ner-linking"));
    for (const worker of ["quality-score", "raw-matcher", "ner-linking"])
      expect(await box(worker).isChecked()).toBe(true);
    expect(await box("Title").isEnabled()).toBe(false);
    await text("Not available with ner-linking.");
    expect(await pane.getByLabel("Least quality score").inputValue()).toBe("50");
    expect(await pane.getByLabel("Least quality score").isEnabled()).toBe(true);
    await picture("1-method");
    await hands.press(pane.locator("summary", { hasText: "Sources" }));
    const sites = pane.getByRole("group", { name: "Site types" }).locator("label");
    expect(await sites.allTextContents()).toEqual(["News", "Blogs", "Discussions", "Licensed news", "Premium news"]);
    await hands.press(pane.locator("summary", { hasText: "Words and concepts" }));
    expect(await pane.getByLabel("Concepts are").locator("option").count()).toBe(2);
    await hands.press(pane.locator("summary", { hasText: "Request" }));
    await text('"entity_of_interest": "Acme"');
    await picture("1-request");
  });

  test("C2: Start, pressed twice, is one call with the body shown, and one row of recipes", async () => {
    const { hands, workbench, during, bodies, button, text, picture } = story;
    await wish(story, { pollsUntilReady: 4 });
    // Questions after its state wait until C3 and C4 have typed their formulas, however long that takes.
    polls = await holdCalls(workbench, "**/analyze/download**");
    const calls = await during(async () => {
      await hands.pressTwice(button("Start the analysis"));
      await text(/^Started: /);
    });
    expect(calls.routes["startAnalysis"]).toBe(1);
    const { from, to } = quarter(story);
    expect(await bodies("/analyze/dataset")).toEqual([
      {
        start_date: from,
        end_date: to,
        entities: [
          { entity_of_interest: "Acme", keywords: keywords.slice(0, 4) },
          { entity_of_interest: "Volta", keywords: keywords.slice(4) },
        ],
        workers: ["quality-score", "raw-matcher", "ner-linking"],
        qscore: 50,
      },
    ]);
    const [header, row, next] = await workbench.values("Analyses!A1:D3");
    expect(header).toEqual(["name", "instance", "started", "request"]);
    expect(row?.[0]).toBe("EV makers Q3");
    expect(next).toEqual(["", "", "", ""]);
    await picture("2-started");
  });

  journeyCSeries(
    () => story,
    () => polls,
  );
  journeyCResults(() => story);
  journeyCReopened(() => story);
  journeyCTrouble(() => story);

  test("the secret scan finds neither secret nor token anywhere", async () => {
    const { watched } = story;
    expect(await watched.findings()).toEqual([]);
    expect([...watched.searched().keys()]).toEqual(
      expect.arrayContaining(["sheet Sheet1", "sheet Analyses", "document settings", "HAR request body", "URL"]),
    );
  }, 60_000);
};
