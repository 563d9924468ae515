import {
  addUniverse,
  button,
  openStage,
  openView,
  paneText,
  press,
  says,
  screen,
  user,
  type PaneStage,
  type ShownPane,
} from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.close());

const count = 20;
const resolved = `${count} exact`;

/** The first companies of the made-up world that have an ISIN, in A1 and below, which is selected; the view Resolve is open. */
const openList = async (options: Parameters<PaneStage["openSignedIn"]>[0] = {}): Promise<ShownPane> => {
  const pane = await stage.openSignedIn(options);
  const isins = stage.demo.entities.flatMap(({ isin }) => (isin as string | null) ?? []);
  pane.workbook.fill(
    "Sheet1!A1",
    isins.slice(0, count).map((isin) => [isin]),
  );
  pane.workbook.select(`Sheet1!A1:A${count}`);
  await openView("Resolve");
  await says(`${count} to search`);
  await stage.resetCalls();
  return pane;
};

const isSearch = ({ url }: Request): boolean => url.includes("/v3/entities/msearch");

const refusal = (): Response => Response.json({ message: "Unauthorized", code: 401 }, { status: 401 });

describe("What may go wrong while the resolve form works", () => {
  test("a second click sends nothing, and inserts nothing a second time", async () => {
    const { workbook } = await openList();
    await user.dblClick(await button("Resolve"));
    await button(resolved);
    await user.dblClick(await button("Insert formula"));
    await says("Inserted in");
    expect(await stage.calls()).toEqual({ searchEntities: 1 });
    expect(workbook.writes).toHaveLength(1);
  });

  test("a pane closed in mid-work loses nothing: the results are there when it is opened again", async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { hide, show, sent } = await openList({
      // Only held: the service answers it afterwards.
      hold: (request) => (isSearch(request) ? released : undefined),
    });
    sent.length = 0;
    await press("Resolve");
    await says(`0 of ${count}`);
    hide();
    release();
    show();
    await button(resolved);
    expect(sent.map(({ path }) => path.split("?")[0])).toEqual(["/v3/entities/msearch"]);
  });

  test("a token refused in mid-work is renewed once, and the call is made again", async () => {
    let searches = 0;
    await openList({
      answer: (request) => {
        if (!isSearch(request)) return undefined;
        searches += 1;
        return searches === 1 ? refusal() : undefined;
      },
    });
    await press("Resolve");
    await button(resolved);
    expect(searches).toBe(2);
    expect(await stage.calls()).toEqual({ createToken: 1, searchEntities: 1 });
    await says("Signed in");
  });

  test("where the account is refused for good, the pane asks to sign in again and the form keeps its list", async () => {
    let isRefused = false;
    await openList({
      answer: (request) => (isRefused && !request.url.includes("/_local/") ? refusal() : undefined),
    });
    isRefused = true;
    await press("Resolve");
    await screen.findByRole("heading", { name: "Sign in" });
    isRefused = false;
    await press("Use the demo account");
    await openView("Resolve");
    await says(`${count} cells · ${count} to search`);
    await press(/^(Resolve|Retry failed.*)$/);
    await button(resolved);
  });

  test("a lost network keeps the inputs as failed, says so, and one press asks for them again", async () => {
    let isOffline = false;
    const { setSpeed } = await openList({
      answer: () => (isOffline ? Promise.reject(new TypeError("Failed to fetch")) : undefined),
    });
    isOffline = true;
    setSpeed(10);
    await press("Resolve");
    const retry = await button(`Retry failed (${count})`);
    expect(await stage.calls()).toEqual({});
    setSpeed(1);
    isOffline = false;
    retry.focus();
    await user.keyboard("{Enter}");
    await button(resolved);
    expect(await stage.calls()).toEqual({ searchEntities: 1 });
  });
});

test("the history writes the formula of a preview with the name of its universe, not with its id", async () => {
  const { workbook } = await stage.openSignedIn();
  await addUniverse(stage);
  const { universe_id: id } = stage.demo.universes.find(({ universe_name: name }) => name === "EU Banks")!;
  workbook.formulas.set("Sheet1!C50", `=ESG.EVENTS("${id}",3,,,,"title",2)`);
  workbook.select("Sheet1!C50");
  await openView("Build");
  await press("Open the formula in Sheet1!C50");
  await press("Preview 5 rows");
  await screen.findByRole("table");
  await openView("Support");
  await says(/ESG\.EVENTS\("EU Banks"/);
  expect(paneText()).not.toContain(id);
});

/** An ISIN with its right check digit: letters count as two digits, every second digit from the right is doubled. */
const toIsin = (number: number): string => {
  const body = `DE${String(number).padStart(9, "0")}`;
  const digits = Array.from(body, (sign) => parseInt(sign, 36).toString()).join("");
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1))
    .reduce((total, value) => total + Math.floor(value / 10) + (value % 10), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
};

const withWrongDigit = (isin: string): string => isin.slice(0, -1) + String((Number(isin.at(-1)) + 1) % 10);

test("50,000 rows are counted before anything is sent; one more is too many", async () => {
  const isins = Array.from({ length: 49_999 }, (_, row) =>
    row % 1_000 === 999 ? withWrongDigit(toIsin(row)) : toIsin(row),
  );
  const { workbook } = await stage.openSignedIn();
  workbook.fill(
    "Sheet1!A2",
    [...isins, isins[0]!, isins[0]!].map((isin) => [isin]),
  );
  workbook.select("Sheet1!A2:A50001");
  await stage.resetCalls();
  await openView("Resolve");
  // The suggestions for the 49 invalid ones are searched in one call more.
  await says("50,000 cells · 1 duplicate · 49 invalid ISIN · 49,950 to search · 101 calls");
  expect(await button("Resolve")).toHaveProperty("disabled", false);
  workbook.select("Sheet1!A2:A50002");
  await says("At most 50,000 inputs at a time. Split the list.");
  await user.click(await button("Resolve"));
  expect(await stage.calls()).toEqual({});
});
