import {
  faultsOfView,
  field,
  fill,
  openStage,
  press,
  says,
  saysNoMore,
  type,
  user,
  waitFor,
  wrongFieldHasFocus,
  type PaneStage,
} from "./stage";

let stage: PaneStage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage.close());

describe("Signing in", () => {
  test("has the focus in the key, asks for what is missing without a call, and makes one call", async () => {
    stage.open();
    const key = await field("API key");
    expect(document.activeElement).toBe(key);
    expect(await faultsOfView("sign-in")).toEqual([]);
    await stage.resetCalls();
    await user.keyboard("{Enter}");
    await says("Fill this in.");
    expect(await stage.calls()).toEqual({});
    const [account] = stage.demo.accounts;
    await type(account!.api_key);
    await user.tab();
    await type(account!.api_secret);
    await user.keyboard("{Enter}");
    await says("Signed in · 23 h 59 min left");
    expect(await stage.calls()).toEqual({ createToken: 1 });
    expect(document.activeElement).not.toBe(document.body);
  });

  test.each([true, false])(
    "with the demo account is remembered on the device where that is ticked: %s",
    async (tick) => {
      const { persisted } = stage.open();
      const isStored = (): boolean => [...persisted.keys()].some((key) => key.endsWith("credentials"));
      if (tick) await user.click(await field("Remember on this device"));
      expect(isStored()).toBe(false);
      await press("Use the demo account");
      await says("Signed in · 23 h 59 min left");
      // They are stored once the session has begun.
      await waitFor(() => expect(isStored()).toBe(tick));
    },
  );

  test("keeps what was typed when the network is lost", async () => {
    stage.open({ answer: () => Promise.reject(new TypeError("Failed to fetch")) });
    await fill("API key", "a key");
    await fill("API secret", "a secret");
    await press("Sign in");
    await says("no connection");
    expect((await field("API key")).value).toBe("a key");
    expect((await field("API secret")).value).toBe("a secret");
  });

  test("says why it was refused until what was typed changes", async () => {
    stage.open();
    await fill("API key", "a key");
    await fill("API secret", "a secret");
    await press("Sign in");
    const refusal = await waitFor(() => document.querySelector(".fui-MessageBar")!.textContent);
    expect(refusal).not.toBe("");
    await fill("API secret", "another secret");
    await saysNoMore(refusal);
  });

  test("without a secret, has the focus in the secret, whose sentence is tied to it", async () => {
    stage.open();
    await fill("API key", "a key");
    await press("Sign in");
    await wrongFieldHasFocus(/^API secret/, "Fill this in.");
  });
});

describe("A clock of the device that is wrong", () => {
  const hour = 3_600_000;

  test.each([
    [3 * hour, "The clock of this computer is 3 hours ahead of the service's."],
    [-2 * hour, "The clock of this computer is 2 hours behind the service's."],
  ])("by %d ms is said once after signing in", async (clockAhead, sentence) => {
    await stage.openSignedIn({ clockAhead });
    await says(sentence);
    await press("Dismiss");
    await saysNoMore(sentence);
  });

  test("by less than an hour is not said", async () => {
    await stage.openSignedIn({ clockAhead: hour / 2 });
    await says("Signed in");
    await saysNoMore("The clock of this computer");
  });
});
