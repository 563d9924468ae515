import { fillQueue } from "./fill-queue";
import type { Journey } from "./journey-a-begin";

/** The steps A10 and A11: what nobody could resolve. */
export const journeyARequests = (the: () => Journey): void => {
  test("A10: the five that nobody could resolve go onto a sheet of their own, with where they stand now", async () => {
    const { workbench, hands, during, button, picture } = the();
    const calls = await during(async () => {
      await hands.press(button("Exceptions"));
      await hands.press(button("New sheet"));
      await workbench.pane().getByText("Inserted in Resolve exceptions").waitFor();
    });
    expect(calls).toEqual([]);
    const [header, ...exceptions] = await workbench.values("'Resolve exceptions'!A1:E7");
    expect(header).toEqual(["Input", "Cell", "Status", "Candidates", "Suggestion"]);
    expect(exceptions.map(([, , status]) => status).toSorted()).toEqual([
      "",
      "invalid",
      "invalid",
      "none",
      "none",
      "none",
    ]);
    for (const [input, cell, status, , suggestion] of exceptions.slice(0, 5)) {
      expect((await workbench.cell(String(cell))).value).toBe(input);
      expect(suggestion === "").toBe(status === "none");
    }
    // Columns are as wide as what they hold, and no wider: nothing is cut, the short ones stay narrow.
    const { sheets } = await workbench.call("save");
    const widths = sheets.find(({ name }) => name === "Resolve exceptions")?.widths ?? {};
    const texts = [header ?? [], ...exceptions].map((row) => row.map(String));
    for (const [at, letters] of ["A", "B", "C", "D", "E"].entries()) {
      const longest = Math.max(...texts.map((row) => (row[at] ?? "").length));
      expect(widths[letters]).toBeGreaterThanOrEqual(6 * longest);
      expect(widths[letters]).toBeLessThanOrEqual(10 * longest + 24);
    }
    await picture("10-exceptions");
  });

  test("A11: coverage is requested once, however often one presses, and the task is pending", async () => {
    const { workbench, hands, stage, during, button, text, picture } = the();
    const pane = workbench.pane();
    const missing = (await workbench.values("'Resolve exceptions'!A2:C6")).filter(([, , status]) => status === "none");
    const calls = await during(async () => {
      await hands.press(button("Request coverage…").first());
      await hands.tick(pane.getByRole("checkbox", { name: "Holdings" }));
      await hands.press(button("Request coverage…").last());
      await text("Send 1 request: 3 companies into 1 universe?");
      await picture("11-confirm");
      await hands.pressTwice(button("Confirm"));
      await text("is pending; see Tasks.");
    });
    expect(calls).toEqual([
      {
        method: "POST",
        path: "/v3/coverage-extension",
        query: {},
        body: {
          universe_ids: [universeOf(stage)],
          entities: missing.map(([isin]) => ({ external_id: isin })),
        },
      },
    ]);
    const sent = await pane.getByText("is pending; see Tasks.").textContent();
    const task = /Task (\S+) is pending/.exec(sent ?? "")?.[1] ?? "";
    await hands.press(pane.getByRole("tab", { name: "Analyses" }));
    await hands.press(pane.getByRole("tab", { name: "Tasks" }));
    await hands.press(button("Show tasks"));
    const line = pane.getByRole("listitem").filter({ hasText: task });
    await line.getByText(/pending|running/).waitFor();
    await picture("11-tasks");
  }, 180_000);

  test("A11: where three tasks wait, the pane says so and offers to send when there is a place", async () => {
    const { workbench, hands, stage, during, button, text, picture } = the();
    const pane = workbench.pane();
    await hands.press(pane.getByRole("tab", { name: "Resolve" }));
    await hands.fill(pane.getByLabel("Companies, one identifier per line"), "US0000000000");
    await hands.press(button("Request coverage…").last());
    await fillQueue(stage, universeOf(stage));
    const refused = await during(async () => {
      await hands.press(button("Confirm"));
      await text("3 tasks already wait in the queue.");
    });
    // It is said once: no second notice tells the refusal in other words.
    expect(await pane.getByText("3 tasks already wait in the queue.").count()).toBe(1);
    expect(await pane.getByRole("main").locator(".fui-MessageBar").count()).toBe(1);
    expect(refused.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /v3/coverage-extension"]);
    await picture("11-queue");
    const waited = await during(async () => {
      await hands.press(button("Send when free"));
      await text("Waiting for a free place…");
      await hands.press(button("Stop").first());
      await text("Stopped.");
    });
    expect(waited.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /v3/tasks"]);
  }, 180_000);
};

const universeOf = ({ demo }: Journey["stage"]): string =>
  demo.universes.find(({ universe_name }) => universe_name === "Holdings")?.universe_id ?? "";
