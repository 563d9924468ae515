import type { PlainKey } from "../../../i18n/t";
import type { ViewName } from "./pane-state";

/** A place of the pane, with its views in the order of their tabs. The first one opens where none was open before. */
export interface Place {
  readonly name: PlainKey;
  readonly views: readonly [ViewName, ...ViewName[]];
}

const otherPlaces: readonly Place[] = [
  { name: "view.start", views: ["start"] },
  { name: "view.settings", views: ["settings", "support"] },
];

/** The places with a tab, in their order. Start and Settings have a button. */
export const tabPlaces: readonly Place[] = [
  { name: "chrome.companies", views: ["resolve", "company", "universes"] },
  { name: "view.build", views: ["build"] },
  { name: "view.analyses", views: ["analyses"] },
  { name: "chrome.workbook", views: ["status", "changes", "where-from", "editions"] },
];

/** The place that has a view. @throws Error for a view without a place. */
export const findPlace = (view: ViewName): Place => {
  const place = [...otherPlaces, ...tabPlaces].find(({ views }) => views.includes(view));
  if (place === undefined) throw new Error(`The view ${view} has no place.`);
  return place;
};
