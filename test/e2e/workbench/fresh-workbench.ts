import { serveFixture, type FixtureServer } from "./fixture-server";
import { closeBrowser, openWorkbench, type WorkbenchPage } from "./page";

/** One workbench for a suite, with an empty sheet before each test; to be called inside `describe`. */
export const freshWorkbench = (): (() => WorkbenchPage) => {
  let server: FixtureServer;
  let bench: WorkbenchPage;

  beforeAll(async () => {
    server = await serveFixture();
    bench = await openWorkbench(`${server.address}?fresh`);
  }, 180_000);
  beforeEach(async () => {
    await bench.call("open", { name: "Test", sheets: [{ name: "Sheet1", cells: {} }] });
    await bench.settled();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.close();
  });
  return () => bench;
};
