import type { Locator, Request } from "playwright-core";
import { until } from "../support/until";
import { waysTo } from "./open-view";
import type { OpenOptions, WorkbenchPage } from "./workbench/page";
import type { Hands } from "./hands";
import { openScanned, type ScannedWorkbench } from "./secret-scan";
import { startStage, type Calls, type Stage } from "./stage";

/** Everything the steps of a journey stand on. */
export interface Story {
  readonly stage: Stage;
  readonly scanned: ScannedWorkbench;
  readonly workbench: WorkbenchPage;
  readonly hands: Hands;
  /** Calls the service got while an action runs, and until nothing moves. */
  readonly during: (action: () => Promise<unknown>) => Promise<Calls>;
  /** What the browser sent to addresses with this part since the last `during` began. */
  readonly requestsTo: (part: string) => readonly Request[];
  readonly button: (name: string | RegExp) => Locator;
  readonly text: (text: string | RegExp) => Promise<void>;
  /** Waits until the condition holds and nothing moves. */
  readonly until: (description: string, condition: () => Promise<boolean>) => Promise<void>;
  /** A screenshot under the journey's name. */
  readonly picture: (name: string) => Promise<void>;
}

/** Starts a stage of its own, opens a new workbook and signs in with key and secret, typed. */
export const beginStory = async (
  letter: string,
  makeHands: (workbench: WorkbenchPage) => Hands,
  { remember = false, ...options }: OpenOptions & { readonly remember?: boolean } = {},
): Promise<Story> => {
  const stage = await startStage();
  const secrets = stage.demo.accounts.map(({ api_secret: secret }) => secret);
  const scanned = await openScanned(stage, "?fresh", { ...options, secrets });
  const story = storyOf({ stage, scanned, hands: makeHands(scanned.workbench), letter });
  await signInTyped(story, remember);
  for (const control of waysTo(scanned.workbench.pane(), "Universes")) await story.hands.press(control);
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

const storyOf = (given: Pick<Story, "stage" | "scanned" | "hands"> & { readonly letter: string }): Story => {
  const { stage, scanned, hands, letter } = given;
  const { workbench } = scanned;
  let requests: Request[] = [];
  workbench.page.on("request", (request) => requests.push(request));
  return {
    ...{ stage, scanned, workbench, hands },
    during: (action) => {
      requests = [];
      return stage.during(async () => {
        await action();
        // Calls begin up to a batch window after their cause.
        await workbench.page.waitForTimeout(200);
        await workbench.settled();
      });
    },
    requestsTo: (part) => requests.filter((request) => request.url().includes(part)),
    button: (name) => workbench.pane().getByRole("button", { name, exact: typeof name === "string" }),
    text: (text) => workbench.pane().getByText(text).first().waitFor(),
    until: async (description, condition) => {
      await until(description, condition);
      await workbench.settled();
    },
    picture: (name) => workbench.screenshot(`journey-${letter}-${hands.name}-${name}`),
  };
};
