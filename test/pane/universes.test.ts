import {
  act,
  addUniverse,
  argumentField,
  calculate,
  faultsOfView,
  field,
  fill,
  openFunction,
  openStage,
  openView,
  press,
  says,
  screen,
  user,
  waitFor,
  within,
  wrongFieldHasFocus,
  type PaneStage,
  type ShownPane,
} from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.close());

const company = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

/** The pane with "EU Banks" added, and no calls yet. */
const opened = async (): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  await addUniverse(stage);
  await stage.resetCalls();
  return pane;
};

/** The bodies that were sent to change a universe. */
const changes = ({ sent }: ShownPane): readonly unknown[] =>
  sent.filter(({ method }) => method === "PATCH").map(({ body }) => JSON.parse(body) as unknown);

const typesOffered = async (): Promise<readonly (string | null)[]> =>
  [...(await field("Type")).querySelectorAll("option")].map(({ textContent }) => textContent);

describe("Universes", () => {
  test("a universe is added by its id with two calls, and is there again when the pane is shown again", async () => {
    const pane = await stage.openSignedIn();
    await stage.resetCalls();
    await fill("Universe id", "no id");
    await user.keyboard("{Enter}");
    await says("An id looks like");
    expect(await stage.calls()).toEqual({});
    await addUniverse(stage);
    expect(await stage.calls()).toEqual({ listUniverseEntities: 1, listEntityUniverses: 1 });
    await says("Shared · 40 companies");
    pane.hide();
    pane.show();
    await says("Shared · 40 companies");
    await openView("Build");
    await openFunction("ESG.EVENTS");
    await fill(await argumentField("Lowest score minScore"), "4");
    pane.hide();
    pane.show();
    expect((await argumentField("Lowest score minScore")).value).toBe("4");
  });

  test("those that were looked at last come first when the list is opened again, and none moves while it is clicked", async () => {
    const pane = await opened();
    for (const [place, name] of ["Alpha", "Beta", "Gamma"].entries())
      act(() => pane.runtime.universes.add({ universe_id: company.replace("3301", `330${place + 2}`), name }));
    const names = (): readonly string[] =>
      within(screen.getByRole("list", { name: "Universes" }))
        .getAllByRole("button")
        .map(({ textContent }) => /EU Banks|Alpha|Beta|Gamma/.exec(textContent)?.[0] ?? "");
    await waitFor(() => expect(names()).toHaveLength(4));
    const before = names();
    await press(/^Gamma/);
    expect(names()).toEqual(before);
    await openView("Build");
    await openView("Universes");
    await waitFor(() => expect(names()[0]).toBe("Gamma"));
  });

  test("the provider's type is offered neither for a new universe nor for a change", async () => {
    await opened();
    await press("Edit");
    expect(await typesOffered()).toEqual(["Do not change", "Private", "Shared"]);
    await press("Edit");
    await press("Create");
    expect(await typesOffered()).toEqual(["Private", "Shared"]);
  });

  test("setting the company is sent only when somebody has agreed that the other links go", async () => {
    const pane = await opened();
    await press("Edit");
    await fill("Company", company);
    await press("Save changes");
    await says("Setting the company removes all links to other companies.");
    await press("Cancel");
    await press("Save changes");
    await screen.findByRole("button", { name: "Confirm" });
    expect(await stage.calls()).toEqual({});
    await press("Confirm");
    await waitFor(() => expect(changes(pane)).toEqual([{ company }]));
  });

  test("what is left alone is not sent, what is cleared is null, and a second press sends nothing more", async () => {
    const pane = await opened();
    await press("Edit");
    const description = await field("Description");
    expect(description.value).not.toBe("");
    await fill(description, "");
    await user.dblClick(await screen.findByRole("button", { name: "Save changes" }));
    await says("Saved: EU Banks");
    expect(changes(pane)).toEqual([{ description: null }]);
    expect(await stage.calls()).toEqual({ updateUniverse: 1 });
  });

  test("a new universe has ordinary optional boxes, and what is empty is not sent", async () => {
    const { sent } = await opened();
    await press("Create");
    await fill("Name", "Quarterly review");
    await fill("Description", "For the risk committee");
    await says("Optional note for your team.");
    await fill("Owner", "nobody");
    await press("Create the universe");
    await says("An id looks like");
    expect(await stage.calls()).toEqual({});
    await fill("Owner", "");
    sent.length = 0;
    await press("Create the universe");
    await says("Saved: Quarterly review");
    expect(await stage.calls()).toEqual({ createUniverse: 1 });
    expect(Object.keys(JSON.parse(sent[0]!.body) as object).toSorted()).toEqual(["description", "name", "type"]);
  });

  test("a press that is refused puts the focus into the first wrong field, of a new universe or a changed one", async () => {
    await stage.openSignedIn();
    await press("Add");
    await wrongFieldHasFocus(/^Universe id/, "Fill this in.");
    await addUniverse(stage);
    await stage.resetCalls();
    await press("Edit");
    await press("Save changes");
    await wrongFieldHasFocus(/^Name/, /./);
    await fill("Owner", "nobody");
    await press("Save changes");
    await wrongFieldHasFocus(/Owner/, /id looks like/);
    await press("More");
    await fill("Nickname (this computer only)", "");
    await press("Save nickname");
    await wrongFieldHasFocus(/^Nickname \(this/, "Fill this in.");
    expect(await stage.calls()).toEqual({});
  });

  test("has no fault of structure in any panel of a universe, and in any way to add one", async () => {
    await opened();
    const faults: string[] = [];
    const look = async (name: string): Promise<void> =>
      void faults.push(...(await faultsOfView(name, name === "By id" ? "showsCode" : undefined)));
    for (const panel of ["Insert", "Companies", "Edit", "More"]) {
      await press(panel);
      if (panel === "Companies") await press("Show companies");
      if (panel === "Edit") await press("Save changes");
      await look(panel);
    }
    for (const way of ["By id", "Through a company", "From my list", "Create"]) {
      await press(way);
      await look(way);
    }
    expect(faults).toEqual([]);
  });
});

test("what is in the way of a formula is said before anything is written", async () => {
  const { workbook } = await opened();
  workbook.blocked.problem = { kind: "table", where: "Holdings" };
  await press("Insert");
  await press("Insert formula");
  await says("Holdings is a table");
  expect(workbook.writes).toEqual([]);
  await press("Use a new sheet");
  await says("Inserted in");
  expect(workbook.formulas.get("EU Banks!A1")).toBe('=ESG.EVENTS("EU Banks")');
});

test("the events of a universe are inserted one by one or by week", async () => {
  const { workbook } = await opened();
  await press("Insert");
  await user.selectOptions(await field("What to show"), "ESG.SUMMARY");
  await press("Insert formula");
  await says("Inserted in");
  expect([...workbook.formulas.values()]).toEqual(['=ESG.SUMMARY("EU Banks",,"-3m",,,"week")']);
});

test("to look at a universe changes no default; Use as default does, and names the formulas that follow", async () => {
  const pane = await opened();
  const { runtime } = pane;
  pane.workbook.formulas.set("Sheet1!C3", "=UNIVERSE.COUNT()").set("Sheet1!C4", '=UNIVERSE.COUNT("EU Banks")');
  await calculate(pane, "Sheet1!C3", "UNIVERSE.COUNT");
  await calculate(pane, "Sheet1!C4", "UNIVERSE.COUNT", "EU Banks");
  const before = runtime.universes.selected.get();
  const other = { universe_id: "7d2f4c1e-0b7a-4f53-9c1d-2a6e8b90c314", name: "My holdings" };
  act(() => runtime.universes.add(other));
  await user.click(screen.getByRole("button", { name: /My holdings/ }));
  await press("Insert");
  await press("Companies");
  expect(runtime.universes.selected.get()).toEqual(before);
  const card = screen.getByRole("region", { name: "My holdings" });
  expect(card.textContent).toContain("1 formula without a universe would follow.Sheet1!C3Insert");
  expect(screen.getByRole("button", { name: /EU Banks/ }).textContent).toContain("EU Banks");
  await press("Use as default");
  expect(runtime.universes.selected.get()).toMatchObject(other);
  expect(screen.queryByRole("button", { name: "Use as default" })).toBeNull();
});

test("a universe is found through a company of it, with one call for the company and one for its universes", async () => {
  await stage.openSignedIn();
  const { name, isin } = stage.demo.entities.find(({ isin }) => (isin as string | null) !== null)!;
  await press("Through a company");
  await stage.resetCalls();
  await user.type(await field("Find a company"), `${isin}{Enter}`);
  await user.click(await screen.findByRole("option", { name: new RegExp(name) }));
  const [add] = await screen.findAllByRole("button", { name: /^Add / });
  expect(await stage.calls()).toEqual({ searchEntities: 1, listEntityUniverses: 1 });
  await user.click(add!);
  expect(add!.textContent).toBe("Added");
  expect(add!.getAttribute("aria-disabled")).toBe("true");
});
