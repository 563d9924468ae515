import { readFileSync } from "node:fs";
import type { Frame, Page } from "playwright-core";
import type { WorkbenchPage } from "./workbench/page";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export type Theme = "light" | "dark" | "contrast";

/** `npm test` looks at each view in this theme, `npm run test:slow` in the others. */
export const firstTheme: readonly Theme[] = ["light"];
export const otherThemes: readonly Theme[] = ["dark", "contrast"];

/** Runs in the page: resolves when colours that change in steps have changed. */
const finishTransitions = async (): Promise<void> => {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
};

/** A part of a page: a selector, or what is included and excluded. Parts of frames are left out. */
export type Part = string | { readonly include: readonly string[][]; readonly exclude: readonly string[][] };

/** The rules that colors decide. Structure, names and roles are the same in every theme: to look at them in one is enough. */
export const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * What axe objects to in a page, each with the first element concerned.
 * @param part what is looked at; the whole document by default
 * @param rules all by default
 */
export const axeFindings = async (
  place: Frame | Page,
  part?: Part,
  rules?: readonly string[],
): Promise<readonly string[]> => {
  if ((await place.evaluate("typeof axe")) === "undefined") await place.evaluate(axe);
  await place.evaluate(finishTransitions);
  const options = {
    iframes: part === undefined,
    resultTypes: ["violations"],
    ...(rules !== undefined && { runOnly: { type: "rule", values: rules } }),
  };
  return place.evaluate<readonly string[]>(
    `axe.run(${part === undefined ? "document" : JSON.stringify(part)}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html.slice(0, 200)))`,
  );
};

/** What axe objects to on the page of the workbench, without the add-in in it; by all rules in the light theme, in others by those that depend on it. */
export const hostFindings = (page: Page, theme = "light"): Promise<readonly string[]> =>
  axeFindings(page, { include: [["body"]], exclude: [["#pane iframe"]] }, theme === "light" ? undefined : colorRules);

/** Looks at the workbench in a theme, and returns to the light one. High contrast is what a system sets that forces its colours. */
export const inTheme = async <Seen>(
  { page, call }: WorkbenchPage,
  theme: Theme,
  look: () => Promise<Seen>,
): Promise<Seen> => {
  if (theme === "contrast") await page.emulateMedia({ forcedColors: "active" });
  else await call("theme", theme);
  const seen = await look();
  await page.emulateMedia({ forcedColors: null });
  await call("theme", "light");
  return seen;
};
