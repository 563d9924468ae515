import type { Locator } from "playwright-core";
import type { WorkbenchPage } from "../workbench/page";
import type { Hands } from "./hands";
import { openWatched, type WatchedWorkbench } from "./secret-scan";
import type { SentCall } from "./sent-calls";
import { startStage, type Stage } from "./stage";

/** Everything the steps of journey A stand on. */
export interface Journey {
  readonly stage: Stage;
  readonly watched: WatchedWorkbench;
  readonly workbench: WorkbenchPage;
  readonly hands: Hands;
  readonly during: (action: () => Promise<unknown>) => Promise<readonly SentCall[]>;
  readonly button: (name: string) => Locator;
  readonly text: (text: string) => Promise<void>;
  readonly picture: (name: string) => Promise<void>;
}

/** Starts a stage of its own and opens the 1,200 holdings. */
export const beginJourney = async (makeHands: (workbench: WorkbenchPage) => Hands): Promise<Journey> => {
  const stage = await startStage();
  const secrets = stage.demo.accounts.map(({ api_secret: secret }) => secret);
  const watched = await openWatched(stage, "?open=holdings-1200.json", { secrets });
  const { workbench, sent } = watched;
  const hands = makeHands(workbench);
  workbench.page.setDefaultTimeout(20_000);
  return {
    ...{ stage, watched, workbench, hands },
    during: sent.during,
    button: (name) => workbench.pane().getByRole("button", { name, exact: true }),
    text: (text) => workbench.pane().getByText(text).first().waitFor(),
    picture: async (name) => {
      await workbench.screenshot(`journey-a-${hands.name}-${name}-light`);
      await workbench.call("theme", "dark");
      await workbench.page.waitForTimeout(300);
      await workbench.screenshot(`journey-a-${hands.name}-${name}-dark`);
      await workbench.call("theme", "light");
    },
  };
};

/** The search objects of a call of `POST /v3/entities/msearch`. */
export const searchesOf = ({ body }: SentCall): readonly object[] => (body as { readonly entities: object[] }).entities;

/** How many search objects each call has, most first. */
export const sizes = (calls: readonly SentCall[]): readonly number[] =>
  calls.map((call) => searchesOf(call).length).toSorted((one, other) => other - one);
