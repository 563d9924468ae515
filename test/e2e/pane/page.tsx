// A page that shows the pane with the real runtime over the service behind the same origin, and a workbook of cells in a map.
import type { PaneTheme } from "../../../src/addin/taskpane/pane-deps";
import { systemClock } from "../../../src/engine/clock";
import { loadTranslation } from "../../../src/i18n/translations";
import { createMemoryPane, type MemoryPane } from "../../pane/memory-pane";

const { origin, searchParams } = new URL(location.href);
const locale = searchParams.get("locale") ?? "en-GB";

void loadTranslation(locale, "pane").then(() => {
  const pane = createMemoryPane({
    origin,
    clientId: searchParams.get("client") ?? "",
    send: (request) => fetch(request),
    clock: systemClock,
    theme: (searchParams.get("theme") ?? "light") as PaneTheme,
    locale,
  });
  pane.show();
  Object.assign(window, { pane });
});

export type PanePage = MemoryPane;
