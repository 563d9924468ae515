import type { OfficeHost } from "../office/office-host";
import { t } from "../texts/t";
import { choice, type MenuGroup, switches } from "./menu";

/** The groups of the Developer menu: where versions of Excel differ, and what helps whoever works on an add-in. */
export const developerGroups = (host: OfficeHost): readonly MenuGroup[] => [
  choice(
    t("developer.emptyCells"),
    { null: t("developer.emptyNull"), zero: t("developer.emptyZero") },
    () => host.functions.emptyCells,
    (as) => {
      host.functions.emptyCells = as;
    },
  ),
  switches(t("developer.functions"), [
    {
      label: t("developer.cached"),
      isOn: () => host.functionCache.use === "cached",
      set: (on) => {
        host.functionCache.use = on ? "cached" : "fresh";
      },
    },
  ]),
];
