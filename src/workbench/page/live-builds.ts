import { make } from "./dom";

/** What `npm run dev` says of a build. */
export interface Build {
  /** Counts the builds. */
  readonly serial: number;
  /** Why it failed. The files of the last good build are still there. */
  readonly failure?: string;
  /** Whether the workbench itself has changed. */
  readonly workbench: boolean;
  /** Whether functions.json has changed. */
  readonly metadata: boolean;
  /** The functions whose results may have changed. */
  readonly functions: readonly string[] | "all";
}

/**
 * Follows the builds of `npm run dev`: `reload` replaces the add-in's page. A failed build is shown, and the page goes
 * on. Does nothing in other builds.
 */
export const followBuilds = (page: Window, reload: (build: Build) => Promise<void>): void => {
  const address = page.document.querySelector<HTMLMetaElement>("meta[name=builds]")?.content;
  if (address === undefined) return;
  let lastSerial: number | undefined;
  let reloading = Promise.resolve();
  const failure = make("pre", { id: "failed-build", role: "alert", hidden: true });
  page.document.body.append(failure);
  new EventSource(address).addEventListener("message", ({ data }: MessageEvent<string>) => {
    const build = JSON.parse(data) as Build;
    const hasMissed = lastSerial !== undefined && build.serial > lastSerial + 1;
    // The first message says where the page stands.
    const isNews = lastSerial !== undefined && build.serial > lastSerial;
    lastSerial = build.serial;
    failure.hidden = build.failure === undefined;
    failure.textContent = build.failure ?? "";
    if (!isNews || build.failure !== undefined) return;
    if (build.workbench) page.location.reload();
    else reloading = reloading.then(() => reload(hasMissed ? { ...build, metadata: true, functions: "all" } : build));
  });
};

const openTab = "[role=tab][aria-selected=true]";

/** Notes the open tab of the pane and how far it is scrolled. The result goes back there in the next page. */
export const keepPlace = (frame: Window | null): (() => Promise<void>) => {
  const before = frame?.document.querySelector(openTab)?.textContent;
  const scrolled = scrollers(frame).map(({ scrollTop }) => scrollTop);
  return async () => {
    if (before === undefined) return;
    const tab = await waitFor(() =>
      [...(frame?.document.querySelectorAll<HTMLElement>("[role=tab]") ?? [])].find(
        ({ textContent }) => textContent === before,
      ),
    );
    if (tab?.getAttribute("aria-selected") === "false") tab.click();
    await waitFor(() => {
      const now = scrollers(frame);
      return scrolled.every((top, index) => (now[index]?.scrollHeight ?? 0) > top) ? now : undefined;
    });
    for (const [index, element] of scrollers(frame).entries()) element.scrollTop = scrolled[index] ?? 0;
  };
};

/** Elements of the add-in's page that scroll. */
const scrollers = (frame: Window | null): readonly Element[] =>
  [...(frame?.document.querySelectorAll("*") ?? [])].filter(
    (element) =>
      element.scrollHeight > element.clientHeight &&
      ["auto", "scroll"].includes(frame?.getComputedStyle(element).overflowY ?? ""),
  );

/** Milliseconds. A page that has changed may not have what is looked for. */
const buildTimeout = 2_000;

const waitFor = async <Found>(look: () => Found | undefined): Promise<Found | undefined> => {
  for (const end = performance.now() + buildTimeout; performance.now() < end;) {
    const result = look();
    if (result !== undefined) return result;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined;
};
