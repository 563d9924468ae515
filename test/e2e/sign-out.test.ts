import { until } from "../support/until";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
}, 240_000);
afterAll(() => stage.close());

const signOut = async (workbench: WorkbenchPage): Promise<void> => {
  const pane = workbench.pane();
  await pane.getByRole("button", { name: "Sign out…" }).click();
  await pane.getByRole("button", { name: "Sign out", exact: true }).click();
};

test("signing out ends 30 slow calls at once, sent and queued, here and in another window", async () => {
  const first = await stage.open();
  await signIn(first);
  const second = await stage.open("?fresh", { sameBrowserAs: first });
  await signIn(second);
  const [universe] = stage.demo.universes;
  const formulas = (minScore: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [
        `${String.fromCharCode(65 + index)}1`,
        `=ESG.EVENTS("${universe!.universe_id}",${minScore},"2026-01-${10 + index}",,,"id",5,"headers=no")`,
      ]),
    );
  await first.pane().getByRole("button", { name: "Settings" }).click();
  await first.pane().getByRole("button", { name: "Sign out…" }).waitFor();
  await stage.faults({ latencyMs: 50_000 });
  const sentences = async (workbench: WorkbenchPage): Promise<readonly (string | undefined)[]> =>
    (await workbench.read("A1:O1")).flat().map(({ error }) => error?.message);
  const sent: string[] = [];
  first.page.context().on("request", (request) => {
    if (/\/v3\/|oauth/.test(request.url())) sent.push(request.url());
  });
  // `enterCells` returns when the cells have their values.
  const entered = Promise.all([first.call("enterCells", formulas(1)), second.call("enterCells", formulas(2))]);
  // Each page uses four connections of the six; the other calls wait in its queue.
  await until("eight calls are on their way", () => sent.length === 8);
  await signOut(first);
  // The service would hold every call for 50 s: cells that end earlier did not wait for it.
  for (const workbench of [first, second])
    await until(
      "all cells ask to sign in",
      async () => (await sentences(workbench)).every((sentence) => sentence?.includes("sign in") === true),
      20,
    );
  expect(sent).toHaveLength(8);
  await entered;
  await second.pane().getByText("You signed out in another window.").waitFor();
  await stage.faults({});
  await signIn(second);
  await until("the cells of the other window heal", async () =>
    (await sentences(second)).every((sentence) => sentence === undefined || sentence === "No rows."),
  );
}, 300_000);
