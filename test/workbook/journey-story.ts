import type { Locator, Request } from "playwright-core";
import type { WorkbenchPage } from "../workbench/page";
import type { Hands } from "./hands";
import { openWatched, type WatchedWorkbench } from "./secret-scan";
import { startStage, type Calls, type Stage } from "./stage";

/** Everything the steps of a journey stand on. */
export interface Story {
  readonly stage: Stage;
  readonly watched: WatchedWorkbench;
  readonly workbench: WorkbenchPage;
  readonly hands: Hands;
  /** Calls the service got while an action runs, and until nothing moves. */
  readonly during: (action: () => Promise<unknown>) => Promise<Calls>;
  /** What the browser sent to addresses with this part since the last `during` began. */
  readonly asked: (part: string) => readonly Request[];
  readonly button: (name: string | RegExp) => Locator;
  readonly text: (text: string | RegExp) => Promise<void>;
  /** Waits for what begins a moment after the key that asked for it, then until nothing moves. */
  readonly until: (so: () => Promise<boolean>) => Promise<void>;
  /** The window in light and in dark. */
  readonly picture: (name: string) => Promise<void>;
}

/** Starts a stage of its own, opens a new workbook and signs in with key and secret, typed. */
export const beginStory = async (
  letter: string,
  makeHands: (workbench: WorkbenchPage) => Hands,
  { remember }: { readonly remember: boolean },
): Promise<Story> => {
  const stage = await startStage();
  const secrets = stage.demo.accounts.map(({ api_secret: secret }) => secret);
  const watched = await openWatched(stage, "?fresh", { secrets });
  const story = storyOf({ stage, watched, hands: makeHands(watched.workbench), letter });
  await signInTyped(story, remember);
  return story;
};

/** Signs in with key and secret, typed. */
export const signInTyped = async (
  { workbench, stage, hands, button, text }: Story,
  remember = false,
): Promise<void> => {
  const [account] = stage.demo.accounts;
  const pane = workbench.pane();
  await hands.fill(pane.getByLabel("API key"), account!.api_key);
  await hands.fill(pane.getByLabel("API secret"), account!.api_secret);
  if (remember) await hands.tick(pane.getByRole("checkbox", { name: /Remember/ }));
  await hands.press(button("Sign in"));
  await text("Signed in ·");
};

const storyOf = (given: Pick<Story, "stage" | "watched" | "hands"> & { readonly letter: string }): Story => {
  const { stage, watched, hands, letter } = given;
  const { workbench } = watched;
  let requests: Request[] = [];
  workbench.page.on("request", (request) => requests.push(request));
  return {
    ...{ stage, watched, workbench, hands },
    during: (action) => {
      requests = [];
      return stage.during(async () => {
        await action();
        await workbench.page.waitForTimeout(200);
        await workbench.settled();
      });
    },
    asked: (part) => requests.filter((request) => request.url().includes(part)),
    button: (name) => workbench.pane().getByRole("button", { name, exact: typeof name === "string" }),
    text: (text) => workbench.pane().getByText(text).first().waitFor(),
    until: (so) => until(workbench, so),
    picture: (name) => picture(workbench, `journey-${letter}-${hands.name}-${name}`),
  };
};

const until = async (workbench: WorkbenchPage, so: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 60_000;
  while (!(await so())) {
    if (Date.now() > end) throw new Error(`It never became so: ${String(so)}`);
    await workbench.page.waitForTimeout(100);
  }
  await workbench.settled();
};

const picture = async (workbench: WorkbenchPage, name: string): Promise<void> => {
  await workbench.screenshot(`${name}-light`);
  await workbench.call("theme", "dark");
  await workbench.page.waitForTimeout(300);
  await workbench.screenshot(`${name}-dark`);
  await workbench.call("theme", "light");
};
