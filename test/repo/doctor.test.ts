import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { endProgram, type EndedProgram } from "../support/run-program";
import { damaged, addinPart, sheetWith, withA5, write } from "../unit/addin/doctor/damaged-files";
import { partsOf } from "../unit/ooxml/compare-parts";

jest.setTimeout(60_000);

describe("npm run doctor", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "doctor-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const place = (name: string, bytes?: Uint8Array): string => {
    const file = path.join(folder, name);
    if (bytes !== undefined) writeFileSync(file, bytes);
    return file;
  };
  const doctor = (...args: readonly string[]): Promise<EndedProgram> =>
    endProgram(["--import", "tsx", "scripts/run/doctor.ts"], ...args);

  const broken = (): Uint8Array => withA5('LEN([2]!ENTITY.GET("secret plan"))', "<v>#NAME?</v>", ' t="e"');

  it("ends with 0 for a healthy file", async () => {
    const { code, printed } = await doctor(place("healthy.xlsx", write()));
    expect([code, printed]).toEqual([
      0,
      "healthy.xlsx: 2 cells with formulas of Spillway, 0 findings, 0 repairable.\n",
    ]);
  });

  it("lists findings by cause with their cells and ends with 1; formulas only if it is told to, values never", async () => {
    const file = place("broken.xlsx", broken());
    const [plain, whole] = await Promise.all([doctor(file), doctor(file, "--formulas")]);
    expect(plain.code).toBe(1);
    expect(plain.printed).toContain("Function name that leads to another file: 1 (linked-name)\n");
    expect(plain.printed).toContain("  Sheet1!A5  [2]!ENTITY.GET instead of _xldudf_ENTITY_GET.  repairable: yes\n");
    expect(plain.printed).toContain("  Sheet1!A5  #NAME? was saved.  repairable: yes\n");
    expect(plain.printed).not.toMatch(/secret plan|EU Banks|private text|A bank/);
    expect(whole.printed).toContain('repairable: yes  =LEN([2]!ENTITY.GET("secret plan"))\n');
    expect(whole.printed).not.toMatch(/private text|A bank/);
  });

  it("writes a repaired copy, examines it again and ends with 0; the file itself stays", async () => {
    const bytes = broken();
    const file = place("input.xlsx", bytes);
    const copy = place("copy.xlsx");
    const { code, printed } = await doctor(file, "--repair", copy);
    expect(code).toBe(0);
    expect(printed).toContain(`2 repairs in ${copy}. It was examined again: 0 findings are left.`);
    expect(Buffer.compare(readFileSync(file), bytes)).toBe(0);
    const [before, after] = [partsOf(bytes), partsOf(readFileSync(copy))];
    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    expect(changed).toEqual(["xl/worksheets/sheet1.xml"]);
    expect((await doctor(copy)).code).toBe(0);
  });

  it("ends with 1 where findings are left in the copy", async () => {
    const bytes = sheetWith((xml) => xml.replace("</row>", '<c r="H1"><f>ESG.EVNTS(1)</f></c></row>'), broken());
    const { code, printed } = await doctor(place("both.xlsx", bytes), "--repair", place("left.xlsx"));
    expect([code, printed.includes("1 finding is left.")]).toEqual([1, true]);
  });

  it("writes no copy where nothing can be repaired", async () => {
    const copy = place("none.xlsx");
    const { code, printed } = await doctor(place("fine.xlsx", write()), "--repair", copy);
    expect([code, existsSync(copy)]).toEqual([0, false]);
    expect(printed).toContain("Nothing can be repaired, so no file was written.");
  });

  it("overwrites another file only with --force, and the file itself never", async () => {
    const file = place("again.xlsx", broken());
    const other = place("other.xlsx", new TextEncoder().encode("kept"));
    const refused = await doctor(file, "--repair", other);
    expect(refused).toEqual({
      code: 2,
      printed: "",
      complained: `${other} exists: name another file, or add --force.\n`,
    });
    expect(readFileSync(other, "utf8")).toBe("kept");
    expect((await doctor(file, "--repair", other, "--force")).code).toBe(0);
    const itself = await doctor(file, "--repair", file, "--force");
    expect([itself.code, itself.complained]).toEqual([
      2,
      "--repair never overwrites the file itself: name another one.\n",
    ]);
  });

  it("prints a report for a ticket as JSON, without the folder of the file and without a secret", async () => {
    const bytes = damaged(broken(), {
      [addinPart]: (xml) => xml.replace('value="500"', 'value="{&quot;token&quot;:&quot;k-4711&quot;}"'),
    });
    const { code, printed } = await doctor(place("ticket.xlsx", bytes), "--json");
    expect(code).toBe(1);
    expect(JSON.parse(printed)).toMatchObject({
      file: "ticket.xlsx",
      formulas: 2,
      manualCalculation: false,
      namesAddin: true,
      counts: { "linked-name": 1, "saved-error": 1, secret: 1 },
      findings: [
        { cause: "linked-name", place: "Sheet1!A5", repairable: true },
        {},
        { cause: "secret", repairable: false },
      ],
    });
    expect(printed).not.toMatch(/4711|secret plan/);
    expect(printed).not.toContain(folder);
  });

  it.each([
    ["no file", [], "Name one file: npm run doctor -- FILE.xlsx [--repair OUT.xlsx]"],
    ["a file that is not there", ["absent.xlsx"], "absent.xlsx cannot be read: ENOENT."],
    ["an unknown option", ["x.xlsx", "--mend"], "There is no option --mend; there are --repair, --force"],
    ["what is no workbook", ["package.json"], "The file"],
  ])("ends with 2 and one sentence for %s", async (_, args, sentence) => {
    const { code, printed, complained } = await doctor(...args);
    expect([code, printed, complained.trimEnd().split("\n").length]).toEqual([2, "", 1]);
    expect(complained).toContain(sentence);
  });

  it("refuses an ending under which Excel would not open the copy", async () => {
    const { code, complained } = await doctor(place("ending.xlsx", broken()), "--repair", place("copy.xlsm"));
    expect([code, complained]).toEqual([2, "The copy must end with .xlsx, as Excel would not open it otherwise.\n"]);
  });
});
