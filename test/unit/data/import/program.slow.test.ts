import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { prepareOwnData } from "../../../../scripts/run/import-output";
import { runProgram } from "../../../support/run-program";
import { createFiles } from "./files";
import { isinFor, leiFor } from "./identifiers";

const files = createFiles();
afterAll(files.remove);
const data = path.join(files.folder, "data");
const run = (...args: readonly string[]): Promise<string> => runProgram("scripts/run/import.ts", ...args);

it.each([
  [["gleif"], "--data is missing: a folder, or the address of a PostgreSQL database."],
  [["gleif", "--data", "x"], "FILES are missing: npm run import -- KIND FILES…"],
  [["glief", "a", "--data", "x"], 'There is no kind "glief"; there are gleif, relationships, isin-lei, sec,'],
  [["gleif", "nowhere.csv", "--data", "x"], "There is no file nowhere.csv."],
  [["gleif", "a", "--date", "x"], "There is no option --date; there are --data, --mapping,"],
  [["gleif", "--watch", "nowhere", "--data", "x"], "There is no folder nowhere."],
])("wrong arguments get one sentence: %j", async (args, sentence) => {
  const complaint = await run(...args).catch((error: unknown) => (error as { readonly stderr: string }).stderr);
  expect(complaint.trim().split("\n")).toEqual([expect.stringContaining(sentence)]);
  expect(existsSync("x")).toBe(false);
});

it("help says of each kind what it is, where it comes from and what it may be used for", async () => {
  const help = await run("--help");
  expect(help).toContain("gleif.org");
  expect(help.match(/^ {6}from: \S/gm)?.length).toBe(13);
  expect(help.match(/^ {6}use: {2}\S/gm)?.length).toBe(13);
});

it("a CSV of one's own gets a mapping proposed, which then imports it", async () => {
  const lei = files.write("lei.csv", `LEI,Entity.LegalName\n${leiFor(1)},Volta Motors AG`);
  const own = files.write(
    "own.csv",
    `Id;Name;LEI;ISIN\n7;Volta;${leiFor(1)};${isinFor(1)}\n8;Acme;${leiFor(2)};${isinFor(1)}\n9;Beta;;${isinFor(2)}`,
  );
  expect(await run("gleif", lei, "--data", data)).toContain("lei.csv: 1 row: 1 new, 0 changed, 0 unchanged.");
  const proposed = await run("companies", own, "--data", data).catch(
    (error: unknown) => (error as { readonly stderr: string }).stderr,
  );
  const mapping = `${own}.mapping.json`;
  expect(proposed).toContain(
    `${mapping} proposes what the columns of ${own} are. Check it, and run: npm run import --`,
  );
  expect(JSON.parse(readFileSync(mapping, "utf8"))).toEqual({
    source: "own",
    columns: { key: "Id", name: "Name", lei: "LEI", isin: "ISIN" },
  });
  const printed = await run("companies", own, "--data", data, "--mapping", mapping, "--licence", "internal");
  expect(printed).toContain("3 rows: 3 new");
  expect(printed).toContain("3 companies in ");
  expect(printed).toContain(
    `1 identifier joined nothing because companies contradict: see ${path.join(data, "conflicts.csv")}.`,
  );
  expect(readFileSync(path.join(data, "conflicts.csv"), "utf8")).toBe(
    `kind,value,reason,rows\nisin,${isinFor(1)},"belongs to the LEIs ${leiFor(1)}, ${leiFor(2)}",own 7; own 8\n`,
  );
});

it("npm start with a folder without companies says what to download and where to put it, and imports what is there", async () => {
  const empty = path.join(files.folder, "empty");
  const printed = await runProgram("scripts/run/start.ts", "--data", empty);
  expect(printed).toContain(`${empty} holds no companies yet.`);
  expect(printed).toContain(path.join(empty, "files", "gleif"));
  expect(printed).not.toContain("ready ");
  writeFileSync(path.join(empty, "files", "gleif", "lei.csv"), `LEI,Entity.LegalName\n${leiFor(1)},Volta Motors AG`);
  expect(await prepareOwnData(empty)).toBe(true);
});
