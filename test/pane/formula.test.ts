import {
  addUniverse,
  argumentField,
  button,
  faultsOfView,
  field,
  fill,
  openFunction,
  openStage,
  openView,
  paneText,
  press,
  says,
  screen,
  toggleFold,
  type,
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

/** The form of formulas, with "EU Banks" as the selected universe and C3 as the active cell. */
const openForm = async (): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  await addUniverse(stage);
  pane.workbook.select("Sheet1!C3");
  await openView("Build");
  await field("Search functions, questions and columns");
  await stage.resetCalls();
  return pane;
};

const inserted = async ({ workbook }: ShownPane): Promise<string | undefined> => {
  await says("Inserted in Sheet1!C3.");
  return workbook.formulas.get("Sheet1!C3");
};

/** Companies with an ISIN, whose name no other company begins with. */
const companies = (): readonly { readonly name: string; readonly isin: string }[] => {
  const { entities } = stage.demo;
  return entities.filter(
    ({ name, isin }) =>
      (isin as string | null) !== null && entities.filter((other) => other.name.startsWith(name)).length === 1,
  );
};

/** The option of an open list that has this text. */
const option = async (text: string): Promise<HTMLElement> =>
  waitFor(() => {
    const options = screen.queryAllByRole("option");
    const [first] = options.filter(({ textContent }) => textContent.includes(text));
    if (first === undefined) throw new Error(`No option has ${text}: ${options.map((one) => one.textContent).join()}`);
    return first;
  });

/** Counts what a person does. */
const counted = () => {
  const done = { clicks: 0, keys: 0 };
  return {
    done,
    click: async (control: HTMLElement): Promise<void> => {
      done.clicks += 1;
      await user.click(control);
    },
    press: async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await user.keyboard(key);
      done.keys += keys.length;
    },
    type: async (text: string): Promise<void> => {
      await type(text);
      done.keys += text.length;
    },
  };
};

const insertKeys = "{Control>}{Enter}{/Control}";
const summary = (title: string): Promise<HTMLElement> => screen.findByText(title, { selector: "summary" });
const events = '=ESG.EVENTS("EU Banks",3)';

describe("The list of functions", () => {
  test("begins with those that were used last, also after the pane was closed", async () => {
    const pane = await openForm();
    await openFunction("ESG.EVENTS");
    await press("All functions and questions");
    await openFunction("SDG.SUMMARY");
    await press("All functions and questions");
    await fill("Search functions, questions and columns", "");
    pane.hide();
    pane.show();
    const list = await screen.findByRole("list", { name: "Used last" });
    const names = within(list).getAllByRole("button");
    expect(names.map(({ textContent }) => textContent.split(" ")[0])).toEqual(["SDG.SUMMARY", "ESG.EVENTS"]);
  });
});

describe("The formula form", () => {
  test("inserts the severe events of the selected universe after five clicks, without a call", async () => {
    const pane = await openForm();
    const { done, click } = counted();
    await click(await summary("ESG: controversies"));
    await click(await screen.findByRole("button", { name: /^ESG\.EVENTS/ }));
    expect((await argumentField("Universe")).value).toBe("EU Banks");
    await click(await argumentField("Lowest score minScore"));
    await click(await option("3 or higher"));
    await click(await button("Insert formula"));
    expect(await inserted(pane)).toBe(events);
    expect(done).toEqual({ clicks: 5, keys: 0 });
    expect(await stage.calls()).toEqual({});
  });

  test("inserts it after sixteen keys: a search by a synonym, the score, and Ctrl+Enter", async () => {
    const pane = await openForm();
    (await field("Search functions, questions and columns")).focus();
    const done = counted();
    await done.type("controversy");
    await done.press("{Enter}");
    await screen.findByText("ESG.EVENTS");
    await done.press("{Tab}", "{Tab}");
    await done.type("3");
    await done.press(insertKeys);
    expect(await inserted(pane)).toBe(events);
    expect(done.done).toEqual({ clicks: 0, keys: 16 });
    expect(await stage.calls()).toEqual({});
  });

  test("finds a company by a part of its name with one call, and takes its ISIN and two columns, by mouse", async () => {
    const pane = await openForm();
    const [{ name, isin } = { name: "", isin: "" }] = companies();
    const { done, click, type: typeCounted } = counted();
    await click(await summary("Companies"));
    await click(await screen.findByRole("button", { name: /^ENTITY\.GET/ }));
    await click(await argumentField("Companies entities"));
    await typeCounted(name);
    await click(await option(isin));
    expect((await argumentField("Companies entities")).value).toBe(isin);
    await click(await button("Choose columns"));
    await click(await screen.findByRole("checkbox", { name: /^Country\s*text/ }));
    await click(await screen.findByRole("checkbox", { name: /^Employee count employee_count/ }));
    await click(await button("Insert formula"));
    expect(await inserted(pane)).toBe(`=ENTITY.GET("${isin}","country,employee_count")`);
    expect(done).toEqual({ clicks: 8, keys: name.length });
    expect(await stage.calls()).toEqual({ searchEntities: 1 });
  });

  test("does the same by keyboard: Enter searches at once, and again takes the best company", async () => {
    const pane = await openForm();
    const [{ name, isin } = { name: "", isin: "" }] = companies();
    (await field("Search functions, questions and columns")).focus();
    const { done, press: pressCounted, type: typeCounted } = counted();
    await typeCounted("headcount");
    await pressCounted("{Enter}");
    await screen.findByText("ENTITY.GET");
    await typeCounted(name);
    await pressCounted("{Enter}");
    await option(isin);
    await pressCounted("{Enter}");
    const input = await argumentField("Companies entities");
    await waitFor(() => expect(input.value).toBe(isin));
    await button("Use the name");
    await pressCounted("{Tab}", "{Tab}", "{Tab}", "{Tab}");
    await typeCounted("country,employee_count");
    await pressCounted(insertKeys);
    expect(await inserted(pane)).toBe(`=ENTITY.GET("${isin}","country,employee_count")`);
    expect(done.keys).toBe(10 + name.length + 2 + 4 + 22 + 1);
    expect(await stage.calls()).toEqual({ searchEntities: 1 });
  });

  test("shows beside each column its type, its meaning and an example as a cell shows it, for companies of events too", async () => {
    await openForm();
    await openFunction("ESG.EVENTS");
    await toggleFold(/^More/);
    await press("Choose columns");
    await says("Example: Germany");
    const text = async (column: RegExp): Promise<string> =>
      (await screen.findByRole("checkbox", { name: column })).parentElement?.parentElement?.textContent ?? "";
    expect(await text(/^Score\s*number/)).toMatch(/number: Intensity of the controversy, 1 to 5\.\s*Example: 4/);
    expect(await text(/^Country entity\.country/)).toMatch(/text: Country\.\s*Example: Germany/);
    expect(await text(/^Employee count entity\.employee_count/)).toMatch(/number: .*Example: 12,500/);
  });

  test("asks before it replaces a formula that came into the cell after its own was opened", async () => {
    const pane = await openForm();
    const { formulas, blocked, select } = pane.workbook;
    const put = (formula: string): void => void formulas.set("Sheet1!C3", formula);
    put(events);
    blocked.problem = { kind: "occupied", where: "Sheet1!C3" };
    select("Sheet1!C4");
    await openView("Status");
    select("Sheet1!C3");
    await openView("Build");
    await press("Open the formula in Sheet1!C3");
    await fill(await argumentField("Lowest score minScore"), "4");
    put("=A1+1");
    await press("Insert formula");
    await says("Sheet1!C3 now has another formula:");
    await says("=A1+1");
    expect(formulas.get("Sheet1!C3")).toBe("=A1+1");
    put("=A1+2");
    await press("Replace it");
    await says("=A1+2");
    expect(formulas.get("Sheet1!C3")).toBe("=A1+2");
    await press("Replace it");
    expect(await inserted(pane)).toBe('=ESG.EVENTS("EU Banks",4)');
    // Its own formula is replaced without a question.
    await fill(await argumentField("Lowest score minScore"), "5");
    await press("Insert formula");
    await waitFor(() => expect(formulas.get("Sheet1!C3")).toBe('=ESG.EVENTS("EU Banks",5)'));
  });

  test("takes several companies one after the other, shows them by name, and previews them", async () => {
    const pane = await openForm();
    const [first, second] = companies();
    await openFunction("ENTITY.GET");
    await user.click(await argumentField("Companies entities"));
    await type(first!.name);
    await user.keyboard("{Enter}");
    await user.click(await option(first!.isin));
    await press("Add another company");
    // The new field has the focus.
    await type(second!.name);
    await user.keyboard("{Enter}");
    await user.click(await option(second!.isin));
    const chosen = await screen.findByRole("list", { name: "Companies" });
    await waitFor(() => expect(within(chosen).getAllByRole("listitem")).toHaveLength(2));
    const names = within(chosen)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent.split(" · ")[0]);
    expect(names).toEqual([first!.name, second!.name]);
    await fill(await argumentField("Columns fields"), "name,country");
    await press("Preview 5 rows");
    const table = await screen.findByRole("table");
    await within(table).findByText(second!.name);
    await press("Insert formula");
    expect(await inserted(pane)).toBe(`=ENTITY.GET({"${first!.isin}";"${second!.isin}"},"name,country")`);
    await user.click(screen.getAllByRole("button", { name: /^Remove / })[0]!);
    // One is left, as a plain identifier.
    await waitFor(async () => expect((await argumentField("Companies entities")).value).toBe(second!.isin));
  });

  test("lists the countries of the world, found by a part of their name, and inserts the English one", async () => {
    const pane = await openForm();
    await openFunction("UNIVERSE.COUNT");
    const country = await argumentField("Country");
    await user.click(country);
    await type("zech");
    await user.click(await option("Czechia"));
    expect(country.value).toBe("Czechia");
    await press("Insert formula");
    expect(await inserted(pane)).toContain('"Czechia"');
  });

  test("takes the name of the company in place of its identifier, and says where a company does not exist", async () => {
    await openForm();
    const [{ name, isin } = { name: "", isin: "" }] = companies();
    await openFunction("ENTITY.CARD");
    const input = await argumentField("Company entity");
    await user.click(input);
    await type("Zzzqqx");
    await user.keyboard("{Enter}");
    await says("No company found.");
    await user.clear(input);
    await type(name);
    await user.keyboard("{Enter}");
    await user.click(await option(isin));
    await press("Use the name");
    expect(input.value).toBe(name);
    await press(`Use ${isin}`);
    expect(input.value).toBe(isin);
  });

  test("previews on request only, and shows the rows again from memory without a call", async () => {
    await openForm();
    await openFunction("ESG.EVENTS");
    expect(await stage.calls()).toEqual({});
    await press("Preview 5 rows");
    await screen.findByRole("region", { name: "5 rows" });
    const calls = await stage.calls();
    expect(calls["listEsgEvents"]).toBe(1);
    expect(await faultsOfView("formula", "showsCode")).toEqual([]);
    await press("All functions and questions");
    await openFunction("ESG.EVENTS");
    await screen.findByRole("region", { name: "5 rows" });
    expect(await stage.calls()).toEqual(calls);
  });

  test("keeps what was typed when Tab leaves a field with a list, and a day is chosen from a calendar", async () => {
    await openForm();
    await openFunction("ESG.EVENTS");
    const universe = await argumentField("Universe");
    await user.clear(universe);
    await user.click(universe);
    await type("EU");
    await option("EU Banks");
    await user.tab();
    expect(universe.value).toBe("EU");
    const from = await argumentField("From");
    await user.click(from);
    await user.click(await option("last 30 days"));
    expect(from.value).toBe("-30d");
    await user.click(screen.getAllByRole("button", { name: /^Choose a day/ })[0]!);
    await fill("Day for From", "2026-06-30");
    expect(from.value).toBe("2026-06-30");
  });

  test("offers the columns of the company beside those of the event, in words and with their types", async () => {
    await openForm();
    await openFunction("ESG.EVENTS");
    await toggleFold(/^More/);
    await press("Choose columns");
    await fill("Search columns", "country");
    await says("About the company");
    await user.click(await screen.findByRole("checkbox", { name: /^Country entity\.country text/ }));
    expect((await argumentField("Columns fields")).value).toMatch(/,entity\.country$/);
  });

  test("puts the focus into the first wrong argument of a preview, and into a target cell that is none", async () => {
    await openForm();
    await openFunction("ENTITY.SEARCH");
    await press("Preview 5 rows");
    await wrongFieldHasFocus(/query/, "Fill this in.");
    await type("bank");
    await fill("Target cell", "nowhere");
    await press("Insert formula");
    await wrongFieldHasFocus(/^Target cell/, /^Enter one cell/);
    expect(await stage.calls()).toEqual({});
  });

  test("puts the focus into an argument that the function would refuse, with its own sentence; nothing is inserted", async () => {
    const { workbook } = await openForm();
    await openFunction("ESG.EVENTS");
    for (const [name, wrong, right, sentence] of [
      [
        "Lowest score minScore",
        "9",
        "3",
        'Lowest score must be a whole number from 1 to 5, or an operator such as "in:3;5", got 9.',
      ],
      ["From", "yesterday", "-30d", /^From must be a date, .*, got "?yesterday"?\.$/],
      [
        "Number of rows limit",
        "-1",
        "100",
        /^Number of rows must be a whole number of at least 1, or "all", got -1\.$/,
      ],
      [
        "More settings options",
        "ordr=score:desc",
        "order=score:desc",
        'options: there is no option "ordr". Did you mean order?',
      ],
    ] as const) {
      const input = await argumentField(name);
      await fill(input, wrong);
      await press("Insert formula");
      await wrongFieldHasFocus(new RegExp(`^${name}`), sentence);
      await fill(input, right);
    }
    expect([...workbook.formulas.values()]).toEqual([]);
    await press("Insert formula");
    await says("Inserted in");
    expect(await stage.calls()).toEqual({});
  });

  test("has no fault of structure while functions are searched, and with columns and a list open", async () => {
    await openForm();
    await toggleFold("ESG: controversies");
    const faults = [...(await faultsOfView("formula", "showsCode"))];
    await fill("Search functions, questions and columns", "controversy");
    faults.push(...(await faultsOfView("formula", "showsCode")));
    await openFunction("ESG.EVENTS");
    await toggleFold(/^More/);
    await press("Choose columns");
    await user.click(await argumentField("From"));
    await option("last 30 days");
    faults.push(...(await faultsOfView("formula", "showsCode")));
    expect(faults).toEqual([]);
  });
});

describe("A form of many arguments", () => {
  /** The labels of inputs that stand in no closed fold, by the name in formulas. */
  const openArguments = (): readonly string[] =>
    [...document.querySelectorAll("main label")]
      .filter((label) => label.closest("details:not([open])") === null)
      .flatMap((label) => /(?:^|\s)([a-zA-Z_0-9]+)\*?$/.exec(label.textContent)?.[1] ?? []);

  test("shows four arguments at first; the others and the options are folded", async () => {
    await openForm();
    await openFunction("ESG.EVENTS");
    const names = openArguments();
    expect(names.slice(0, 4)).toEqual(["Universe", "minScore", "From", "To"]);
    expect(names).not.toContain("options");
    expect(names).not.toContain("headers");
  });

  test("a condition is chosen in words, and written as a formula has it", async () => {
    await openForm();
    await openFunction("ESG.EVENTS");
    await toggleFold(/^More/);
    await toggleFold(/^Filters and layout/);
    await user.click(await screen.findByRole("combobox", { name: "Score" }));
    await user.click(await option("4 or higher"));
    expect((await argumentField("More settings options")).value).toBe("score=gte:4");
  });

  test("a switch writes its option and takes it away again, and other options stay as they were typed", async () => {
    await openForm();
    await openFunction("ESG.EVENTS");
    await toggleFold(/^More/);
    await toggleFold(/^Filters and layout/);
    const options = await argumentField("More settings options");
    await fill("More settings options", "translate=french");
    await user.click(await screen.findByRole("switch", { name: /^Source with each number/ }));
    expect(options.value).toBe("translate=french; source=yes");
    await user.click(await screen.findByRole("switch", { name: /^Say that more rows exist/ }));
    expect(options.value).toBe("translate=french; source=yes; more=no");
    await user.click(await screen.findByRole("switch", { name: /^Source with each number/ }));
    expect(options.value).toBe("translate=french; more=no");
    // A name that is the label in another case is not said twice.
    expect(screen.getByText(/^Score$/, { selector: "label" })).toBeDefined();
    await user.selectOptions(await screen.findByRole("combobox", { name: /^Header row/ }), "names");
    expect(options.value).toBe("translate=french; more=no; headers=names");
  });

  test("an option keeps its place and the focus while it is typed", async () => {
    await openForm();
    await openFunction("ESG.EVENTS");
    await toggleFold(/^More/);
    await toggleFold(/^Filters and layout/);
    const sort = await screen.findByRole<HTMLInputElement>("combobox", { name: /^Sort by/ });
    await user.type(sort, "score:desc");
    expect(sort.isConnected).toBe(true);
    expect(sort.value).toBe("score:desc");
    expect((await argumentField("More settings options")).value).toBe("sort=score:desc");
  });

  test("an option of an opened formula stands outside of the fold; a reference has no switches", async () => {
    const { workbook } = await openForm();
    workbook.formulas.set("Sheet1!D10", '=ESG.EVENTS("EU Banks",,,,,,,"transpose=TRUE")');
    workbook.select("Sheet1!D10");
    await press("Open the formula in Sheet1!D10");
    const transpose = await screen.findByRole<HTMLInputElement>("switch", { name: /^Rows as columns/ });
    expect(transpose.checked).toBe(true);
    expect(transpose.closest("details")).toBeNull();
    await fill("More settings options", "=B1");
    await waitFor(() => expect(screen.queryAllByRole("switch")).toEqual([]));
  });
});

test("a column is found by what it holds, and opens the function that shows it with this column", async () => {
  await openForm();
  await fill("Search functions, questions and columns", "headcount");
  await press(/Employee count.*column of ENTITY.GET/);
  expect((await argumentField("Columns fields")).value).toBe("employee_count");
});

test("a formula of a cell that is not ours is not offered to be opened", async () => {
  const { workbook } = await openForm();
  workbook.formulas.set("Sheet1!D9", "=SUM(A1:A3)");
  workbook.select("Sheet1!D9");
  workbook.formulas.set("Sheet1!D10", events);
  workbook.select("Sheet1!D10");
  await button("Open the formula in Sheet1!D10");
  expect(paneText()).not.toContain("Open the formula in Sheet1!D9");
});
