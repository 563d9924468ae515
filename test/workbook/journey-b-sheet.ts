import type { Story } from "./journey-story";

/** The header row of the journey, in A6:F6: the columns wanted. */
export const header = ["last_activity", "score", "title", "entity_id", "ungc_classification", "dashboard_url"];

const options = "headers=no; order=score:desc,last_activity:desc; ungc_classification=violator,watchlist";

/** The formula of A7. */
export const eventsFormula = `=ESG.EVENTS(B1,B2,B3,,,A6:F6,1500,"${options}")`;

/** What is typed before it. */
export const typedCells: Readonly<Record<string, string>> = {
  ...{ B1: "EU Banks", B2: "3", B3: "-30d" },
  ...Object.fromEntries(header.map((name, at) => [`${"ABCDEF"[at] ?? ""}6`, name])),
};

/** Thirty-nine more formulas of the monitor, which ask for eight different things. */
export const otherFormulas: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 39 }, (_, at) => [
    `K${at + 1}`,
    at % 8 < 4
      ? `=ESG.EVENTS(B1,${(at % 4) + 1},"-60d",,,"title",1,"headers=no")`
      : `=UNIVERSE.COUNT(B1,"${["a", "b", "c", "d"][at % 4] ?? ""}")`,
  ]),
);

const day = 86_400_000;

/** Now as an Excel serial, so many days ahead. */
export const serialNow = (ahead = 0): number => Date.now() / day + 25_569 + ahead;

/** The day so many days ago, as the service reads it. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString().slice(0, 10);

/** Adds EU Banks by its id. */
export const addUniverse = async ({ stage, hands, workbench, button, text }: Story): Promise<string> => {
  const { universe_id } = stage.demo.universes.find(({ universe_name }) => universe_name === "EU Banks")!;
  await hands.fill(workbench.pane().getByLabel("Universe id"), universe_id);
  await hands.press(button("Add"));
  await text("Added: EU Banks · Shared · 60 entities");
  return universe_id;
};
