import type { Frame, Locator, Page } from "playwright-core";

/** The place of each view that has others beside it. */
const places: Readonly<Record<string, string>> = {
  Resolve: "Companies",
  "Company file": "Companies",
  Universes: "Companies",
  Status: "This workbook",
  Changes: "This workbook",
  "Where from": "This workbook",
  Editions: "This workbook",
};

/** What to press, one after the other, to open a view from anywhere. */
export const waysTo = (pane: Frame | Page, view: string): readonly Locator[] => {
  const tab = (name: string): Locator => pane.getByRole("tab", { name, exact: true });
  if (view === "Support") return [pane.getByRole("button", { name: "Settings", exact: true }), tab(view)];
  const place = places[view];
  return place === undefined ? [tab(view)] : [tab(place), tab(view)];
};

/** Opens a view by mouse. */
export const openView = async (pane: Frame | Page, view: string): Promise<void> => {
  for (const control of waysTo(pane, view)) await control.click();
};
