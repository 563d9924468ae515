import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { prepareOwnData } from "../../../../scripts/run/import-output";
import { openData } from "../../../../src/data/sql/open";
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
  [["postgres://ada:secret@host/db"], 'There is no kind "postgres://ada@host/db"'],
  [["gleif", __filename, "--data", "mysql://ada:secret@host/db"], "--data must be a folder, or an address"],
  [["gleif", __filename, "--data", "postgres://ada:sec/ret@host/db"], "postgres://ada@host/db cannot be opened"],
  [["gleif", __filename, "--data", "postgres://ada:secret@localhost:1/db"], "cannot be opened: connect ECONNREFUSED"],
  [["gleif", __filename, "--data", __filename], `--data must be a folder, or an address that begins with postgres://`],
])("wrong arguments get one sentence: %j", async (args, sentence) => {
  const complaint = await run(...args).catch((error: unknown) => (error as { readonly stderr: string }).stderr);
  expect(complaint.trim().split("\n")).toEqual([expect.stringContaining(sentence)]);
  expect(complaint).not.toMatch(/secret|sec\/ret/);
  expect(existsSync("x")).toBe(false);
});

it("help says of each kind what it is, where it comes from and what it may be used for", async () => {
  const help = await run("--help");
  expect(help).toContain("gleif.org");
  expect(help.match(/^ {6}from: \S/gm)?.length).toBe(15);
  expect(help.match(/^ {6}use: {2}\S/gm)?.length).toBe(15);
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
    `1 identifier joined nothing because companies contradict or no source confirms the identifier: see ${path.join(data, "conflicts.csv")}.`,
  );
  expect(readFileSync(path.join(data, "conflicts.csv"), "utf8")).toBe(
    `kind,value,reason,rows\nisin,${isinFor(1)},"belongs to the LEIs ${leiFor(1)}, ${leiFor(2)}",own 7; own 8\n`,
  );
});

it("a CSV of Windows is read in its encoding, which somebody checks first, and a list without names says so", async () => {
  const text = `Id;Firma;ISIN\n1;Münchener Rück AG;${isinFor(21)}\n2;Bäcker – Söhne GmbH;${isinFor(22)}\n`;
  const own = files.write("windows.csv", Buffer.from(text.replace("–", "\u0096"), "latin1"));
  const place = path.join(files.folder, "windows");
  const complaint = await run("companies", own, "--data", place).catch(
    (error: unknown) => (error as { readonly stderr: string }).stderr,
  );
  expect(complaint).toContain('The file is not UTF-8 and was read as windows-1252 ("Münchener Rück AG"). Check it');
  const mapping = `${own}.mapping.json`;
  const proposal = JSON.parse(readFileSync(mapping, "utf8")) as object;
  expect(proposal).toMatchObject({ encoding: "windows-1252", columns: { name: "Firma" } });
  expect(await run("companies", own, "--data", place, "--mapping", mapping)).toContain("2 companies in ");
  const database = await openData(place);
  const stored = await database.query("SELECT name FROM companies ORDER BY name");
  await database.close();
  expect(stored.map(({ name }) => name)).toEqual(["Bäcker – Söhne GmbH", "Münchener Rück AG"]);
  writeFileSync(mapping, JSON.stringify({ source: "nameless", encoding: "windows-1252", columns: { isin: "ISIN" } }));
  expect(await run("companies", own, "--data", place, "--mapping", mapping)).toContain(
    "names no column for name: a row makes a company only where another source names it.",
  );
});

it("the command that is proposed keeps the licence, quotes names and leaves out the password", async () => {
  const file = files.write("it's mine.csv", `Id,Name,ISIN\n7,Volta,${isinFor(1)}`);
  const address = "postgres://ada:secret@localhost:1/db";
  const complaint = await run("companies", file, "--data", address, "--licence", "internal use").catch(
    (error: unknown) => (error as { readonly stderr: string }).stderr,
  );
  const quoted = (name: string): string => `'${name.replace("'", "'\\''")}'`;
  expect(complaint).toContain(
    `with the password in the environment variable PGPASSWORD: npm run import -- companies ${quoted(file)} --mapping ${quoted(`${file}.mapping.json`)} --data postgres://ada@localhost:1/db --licence 'internal use'`,
  );
  expect(complaint).not.toContain("secret");
});

it("npm start imports the older file of a folder first, and none again that was imported with another licence", async () => {
  const folder = path.join(files.folder, "ordered");
  const place = path.join(folder, "files", "gleif");
  mkdirSync(place, { recursive: true });
  for (const [name, company, day] of [
    ["a.csv", "Newest", 3],
    ["b.csv", "Newer", 2],
    ["c.csv", "Older", 1],
  ] as const) {
    writeFileSync(path.join(place, name), `LEI,Entity.LegalName\n${leiFor(1)},${company}`);
    utimesSync(path.join(place, name), new Date(), new Date(Date.UTC(2026, 0, day)));
  }
  symlinkSync("nowhere", path.join(place, "dangling.csv"));
  await run("gleif", path.join(place, "c.csv"), "--data", folder, "--licence", "internal");
  await prepareOwnData(folder);
  const database = await openData(folder);
  const rows = await database.query("SELECT record->>'name' AS name FROM companies");
  const imported = await database.query("SELECT name, origin->>'licence' AS licence FROM import_files ORDER BY name");
  await database.close();
  expect(rows).toEqual([{ name: "Newest" }]);
  expect(imported).toEqual([
    { name: "a.csv", licence: "CC0-1.0" },
    { name: "b.csv", licence: "CC0-1.0" },
    { name: "c.csv", licence: "internal" },
  ]);
});

it("a file of the user with the name of the conflicts stays", async () => {
  const folder = path.join(files.folder, "foreign");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "conflicts.csv"), "mine\n");
  const lei = files.write("lei.csv", `LEI,Entity.LegalName\n${leiFor(1)},Volta Motors AG`);
  await run("gleif", lei, "--data", folder);
  expect(readFileSync(path.join(folder, "conflicts.csv"), "utf8")).toBe("mine\n");
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
