import { commands, type CommandDeps } from "../../../../src/addin/commands";
import { commandIds } from "../../../../src/addin/commands/command-ids";

/** Runs a command and returns what it did, in order. */
const run = async (id: string, refreshed: Awaited<ReturnType<CommandDeps["refresh"]>>): Promise<readonly string[]> => {
  const done: string[] = [];
  const deps: CommandDeps = {
    refresh: (scope) => {
      done.push(`refresh ${scope.toString()}`);
      return Promise.resolve(refreshed);
    },
    format: (scope) => {
      done.push(`format ${scope.toString()}`);
      return Promise.resolve({ results: refreshed.formulas, refused: refreshed.refused });
    },
    stop: () => void done.push("stop"),
    showPane: (view) => Promise.resolve(void done.push(`show ${view}`)),
    notify: (sentence) => void done.push(sentence),
  };
  await commands.find((command) => command.id === id)?.run(deps);
  return done;
};

test("every command does what its name says", async () => {
  const done = commands.map(async ({ id }) => [id, await run(id, { formulas: 1, refused: [] })] as const);
  expect(Object.fromEntries(await Promise.all(done))).toEqual({
    resolveSelection: ["show resolve"],
    refreshSelection: ["refresh selection"],
    refreshSheet: ["refresh sheet"],
    refreshWorkbook: ["refresh workbook"],
    formatResult: ["format selection"],
    stop: ["stop"],
  });
});

test("a refresh that finds nothing, or is refused, notifies the user", async () => {
  expect(await run("refreshSheet", { formulas: 0, refused: ["The sheet is protected."] })).toEqual([
    "refresh sheet",
    "There is no Spillway formula to refresh.",
    "The sheet is protected.",
  ]);
});

test("a format that finds no result, or a protected sheet, notifies the user", async () => {
  expect(await run("formatResult", { formulas: 0, refused: [] })).toEqual([
    "format selection",
    "There is no Spillway result with several cells in the selection. Select a cell of one, then choose Format result.",
  ]);
  expect(await run("formatResult", { formulas: 0, refused: ["The sheet is protected."] })).toEqual([
    "format selection",
    "The sheet is protected.",
  ]);
});

test("a refresh that cannot begin shows the pane, which offers to try again", async () => {
  expect(await run("refreshSheet", { formulas: 0, refused: [], reason: "failed" })).toEqual([
    "refresh sheet",
    "show status",
  ]);
});

test("every command that is registered has an action", () => {
  expect(commands.map(({ id }) => id)).toEqual(commandIds);
});
