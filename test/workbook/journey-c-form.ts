import type { WorkbenchPage } from "../workbench/page";
import type { Hands } from "./hands";
import { beginStory, type Story } from "./journey-story";

/** The keywords as they stand in A2:A9. */
export const keywords = [
  ...["Acme", "Acme Mobility", "Acme Cars", "Acme EV"],
  ...["Volta", "Volta Motors", "Volta Cars", "Volta EV"],
];

/** How many days the analysis takes in. */
export const days = 92;

const before = (today: string, count: number): string =>
  new Date(Date.parse(today) - count * 86_400_000).toISOString().slice(0, 10);

/** The last 92 days of the service's world, for the quarter of the journey. */
export const quarter = ({ stage }: Story): { readonly from: string; readonly to: string } => ({
  from: before(stage.demo.today, days),
  to: before(stage.demo.today, 1),
});

/** Says how the next analysis goes. */
export const wish = async ({ stage }: Story, how: object): Promise<void> => {
  const headers = { "content-type": "application/json" };
  await fetch(`${stage.origin}/_local/analyses`, { method: "POST", headers, body: JSON.stringify(how) });
};

const entity = async ({ hands, workbench, button }: Story, number: 1 | 2): Promise<void> => {
  await hands.fill(
    workbench.pane().getByRole("textbox", { name: new RegExp(`^Entity ${number}`) }),
    number === 1 ? "Acme" : "Volta",
  );
  await hands.select(number === 1 ? "A2:A5" : "A6:A9");
  await hands.press(button(`Keywords of entity ${number} from the selection`));
};

/** Fills the form of a new analysis of Acme and Volta with keywords from the cells. */
export const fillForm = async (story: Story, name: string): Promise<void> => {
  const { hands, workbench, button } = story;
  const pane = workbench.pane();
  const { from, to } = quarter(story);
  await hands.fill(pane.getByRole("textbox", { name: /^Name/ }), name);
  await hands.fill(pane.getByLabel("From").first(), from);
  await hands.fill(pane.getByLabel("To").first(), to);
  await entity(story, 1);
  await hands.press(button("Add an entity"));
  await entity(story, 2);
};

/** The story of C: besides, what the add-in sent to a route, and how often an analysis said that it is still running (202). */
export interface PressStory extends Story {
  readonly bodies: (route: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly waits: () => number;
}

/** Begins the story with the keywords in their cells. */
export const beginPressStory = async (makeHands: (workbench: WorkbenchPage) => Hands): Promise<PressStory> => {
  const story = await beginStory("c", makeHands, { remember: false });
  const { workbench, watched } = story;
  let waits = 0;
  workbench.page.on("response", (response) => {
    if (/\/analyze\/(?:download|timeserie)/.test(response.url()) && response.status() === 202) waits += 1;
  });
  await workbench.enterAll(Object.fromEntries(keywords.map((word, at) => [`A${at + 2}`, word])));
  return {
    ...story,
    waits: () => waits,
    bodies: async (route) =>
      (await watched.sent.all())
        .filter(({ path }) => path.endsWith(route))
        .map(({ body }) => body as Readonly<Record<string, unknown>>),
  };
};
