import {
  faultsOfView,
  field,
  fill,
  openStage,
  openView,
  press,
  says,
  saysNoMore,
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

const openSettings = async (): Promise<ShownPane> => {
  const pane = await stage.openSignedIn();
  await press("Settings");
  await screen.findByRole("heading", { name: "Settings" });
  return pane;
};

/** Presses Save below the settings of the workbook. */
const saveWorkbook = async (): Promise<void> => {
  const workbook = await screen.findByRole("region", { name: "This workbook" });
  within(workbook).getByRole("button", { name: "Save" }).focus();
  await user.keyboard("{Enter}");
};

describe("Settings of the workbook", () => {
  test("are saved in the workbook on Save and not before, and are there when the view is opened again", async () => {
    const { runtime, settings, hide, show } = await openSettings();
    const before = runtime.settings.get();
    await fill("Most rows per formula", "500");
    await user.selectOptions(await field("Refresh formulas"), "at an interval");
    await fill("Minutes", "15");
    await user.click(screen.getByRole("checkbox", { name: "Format results that the pane inserts" }));
    await user.click(
      within(screen.getByRole("group", { name: "Listed first after a refresh" })).getAllByRole("checkbox")[0]!,
    );
    expect(runtime.settings.get()).toEqual(before);
    await saveWorkbook();
    await says("Saved in the workbook.");
    expect(runtime.settings.get()).toMatchObject({
      rowCap: 500,
      refresh: { everyMinutes: 15 },
      formatInserted: !before.formatInserted,
    });
    expect(runtime.settings.get().newsFirst).not.toEqual(before.newsFirst);
    expect(JSON.stringify([...settings])).toContain("500");
    hide();
    show();
    expect((await field("Most rows per formula")).value).toBe("500");
  });

  test("a number that is not allowed is refused with the focus in its field, and is not saved", async () => {
    const { runtime } = await openSettings();
    await fill("Most rows per formula", "0");
    await user.keyboard("{Enter}");
    await wrongFieldHasFocus(/^Most rows per formula/, /1.*100,000/);
    expect(runtime.settings.get().rowCap).not.toBe(0);
  });
});

test("an address that is none is refused with the focus in its field", async () => {
  await openSettings();
  await fill("Sign-in address", "nowhere");
  await press("Save");
  await wrongFieldHasFocus(/^Sign-in address/, /^Use an address/);
});

test("what the health check found of one account is not shown after signing out", async () => {
  await openSettings();
  await openView("Support");
  await press("Check now");
  await says("The service answers.");
  await openView("Settings");
  await press("Sign out…");
  await press("Sign out");
  await says("Signed out");
  await openView("Support");
  await saysNoMore("The service answers.");
  await press("Check now");
  await says("The service answers.");
});

test("the account is named by the end of its API key, and says that this is one", async () => {
  await openSettings();
  await says(/API key …\w{4}/);
});

test("signing out asks first, and Cancel keeps the account and gives the focus back", async () => {
  const { runtime } = await openSettings();
  await press("Sign out…");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Sign out…"));
  expect(runtime.session.state.get().status).toBe("signed-in");
});

test("the room for editions is changed at once, and nothing is kept where it is 0", async () => {
  const { editions } = await openSettings();
  const room = await screen.findByRole("region", { name: "Editions" });
  await user.selectOptions(within(room).getByRole("combobox"), "0");
  await waitFor(async () => expect((await editions.all.usage()).limit).toBe(0));
});

test("has no fault of structure", async () => {
  await openSettings();
  expect(await faultsOfView("settings")).toEqual([]);
});

describe("The time zone of the device", () => {
  const open = async (timeZone: string): Promise<ShownPane> => stage.openSignedIn({ timeZone });

  test("is proposed once, and is stored in the workbook", async () => {
    const { runtime, settings, hide, show } = await open("America/New_York");
    await says("Your device is in the time zone America/New_York.");
    expect(runtime.settings.get().timeZone).toBeUndefined();
    await press("Use America/New_York");
    await saysNoMore("Your device is in the time zone");
    expect(settings.get("settings")).toMatchObject({ timeZone: "America/New_York" });
    hide();
    show();
    await press("Settings");
    expect((await field("Time zone of days")).value).toBe("America/New_York");
    expect(screen.queryByText(/Your device is in the time zone/)).toBeNull();
  });

  test("is not proposed again where somebody keeps UTC, nor where it is UTC", async () => {
    const { runtime } = await open("Asia/Tokyo");
    await press("Keep UTC");
    await saysNoMore("Your device is in the time zone");
    expect(runtime.settings.get().timeZone).toBe("UTC");
    await open("Etc/UTC");
    await screen.findByRole("heading", { name: "Universes" });
    expect(screen.queryByText(/Your device is in the time zone/)).toBeNull();
  });

  test("another one can be chosen in Settings, and stays when another setting is saved", async () => {
    const { runtime } = await openSettings();
    await user.selectOptions(await field("Time zone of days"), "Europe/Berlin");
    await saveWorkbook();
    await says("Saved in the workbook.");
    expect(runtime.settings.get().timeZone).toBe("Europe/Berlin");
    await fill("Most rows per formula", "700");
    await saveWorkbook();
    await waitFor(() => expect(runtime.settings.get()).toMatchObject({ rowCap: 700, timeZone: "Europe/Berlin" }));
  });
});
