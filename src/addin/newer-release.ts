import type { Clock } from "../engine/clock";
import { createStore } from "../engine/store";
import type { PaneRelease } from "./taskpane/pane-deps";

/** Milliseconds between two looks. A page stays open for days in Excel. */
const releaseInterval = 15 * 60_000;

/** The release of a page stands in it: its scripts may come from a newer one already. */
export const readPageRelease = (page: Document): string | undefined =>
  page.querySelector<HTMLMetaElement>('meta[name="release"]')?.content;

/** Looks every 15 minutes; a failed look says nothing. release.json is written by the build. */
export const watchRelease = (
  own: string | undefined,
  fetchFile: (address: string) => Promise<Response>,
  clock: Clock,
): PaneRelease => {
  const isNewer = createStore(false);
  const clockAhead = createStore(NaN);
  const look = async (): Promise<void> => {
    const response = await fetchFile("release.json");
    clockAhead.set(clock.now() - Date.parse(response.headers.get("date") ?? ""));
    const served = response.ok ? ((await response.json()) as { readonly release?: unknown }).release : undefined;
    if (typeof served === "string" && served !== own) isNewer.set(true);
  };
  const lookLater = (): void => {
    clock.after(releaseInterval, () => {
      // It stays true: whoever did not reload still runs the older release.
      if (!isNewer.get())
        void look()
          .catch(() => undefined)
          .finally(lookLater);
    });
  };
  if (own !== undefined && own !== "") lookLater();
  return { isNewer, clockAhead };
};
