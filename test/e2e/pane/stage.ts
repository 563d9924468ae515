import type { Locator, Page } from "playwright-core";
import { closeBrowser, launch } from "../workbench/page";
import { openView } from "../open-view";
import { servePane, type PaneServer } from "./serve";

interface Demo {
  readonly client_id: string;
  readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
  readonly universes: readonly { readonly universe_id: string; readonly universe_name: string }[];
  readonly entities: readonly { readonly isin: string | null; readonly name: string }[];
}

/** The pane in Chromium over a service of its own. */
export interface PaneStage {
  readonly demo: Demo;
  readonly open: (query?: string) => Promise<Page>;
  readonly calls: () => Promise<Readonly<Record<string, number>>>;
  readonly resetCalls: () => Promise<unknown>;
  readonly closePages: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const openStage = async (port: number): Promise<PaneStage> => {
  const server: PaneServer = await servePane(port, "test");
  const browser = await launch();
  const demo = (await (await fetch(`${server.address}/_local/demo`)).json()) as Demo;
  const pages: Page[] = [];
  const closePages = async (): Promise<void> => {
    for (const page of pages.splice(0)) await page.close();
  };
  return {
    demo,
    open: async (query = "") => {
      const page = await browser.newPage({ viewport: { width: 320, height: 760 }, reducedMotion: "reduce" });
      pages.push(page);
      await page.goto(`${server.address}/?client=${demo.client_id}${query}`);
      return page;
    },
    calls: async () => {
      const counted = (await (await fetch(`${server.address}/_local/calls`)).json()) as {
        routes: Record<string, number>;
      };
      return counted.routes;
    },
    resetCalls: () => fetch(`${server.address}/_local/calls`, { method: "DELETE" }),
    closePages,
    close: async () => {
      await closePages();
      await closeBrowser();
      await server.close();
    },
  };
};

export const signIn = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Use the demo account" }).click();
  await page.getByRole("heading", { name: "Start" }).waitFor();
  // Most journeys begin with the universes, and not with the start view.
  await openView(page, "Universes");
  await page.getByRole("heading", { name: "Universes" }).waitFor();
};

export const addUniverse = async (page: Page, { demo }: PaneStage): Promise<void> => {
  const euBanks = demo.universes.find(({ universe_name }) => universe_name === "EU Banks");
  await page.getByLabel("Universe id").fill(euBanks?.universe_id ?? "");
  await page.getByLabel("Universe id").press("Enter");
  await page.getByText("Added: EU Banks").waitFor();
};

export const tab = (page: Page, name: string): Promise<void> => page.getByRole("tab", { name, exact: true }).click();

/** Opens the form of a function in the tab Formula. */
export const openFunction = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel("Search functions, questions and columns").fill(name);
  await page.getByLabel("Search functions, questions and columns").press("Enter");
  await page.getByRole("button", { name: "Preview 5 rows" }).waitFor();
};

/** The input of an argument, required (`*`) or not. The list under it has the same label. */
export const argumentInput = (page: Page, label: string): Locator =>
  page.locator("input").and(page.getByLabel(new RegExp(`^${label}\\s*\\*?$`)));
