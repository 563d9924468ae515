import { worker } from "../worker";

export interface FixtureServer {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the workbench with a small add-in of its own, so that its tests need neither the product nor the service.
 * @param files texts in place of files, by path
 */
export const serveFixture = async (files: Readonly<Record<string, string>> = {}): Promise<FixtureServer> => {
  if (worker === undefined) throw new Error("The fixture is for tests with a browser.");
  const { openStage, closeStage } = worker;
  const origin = await openStage({ fixture: files });
  return { address: `${origin}/workbench/`, close: () => closeStage(origin) };
};
