import fc from "fast-check";
import type { Cause } from "../../../../src/addin/doctor/causes";
import { examineWorkbook } from "../../../../src/addin/doctor/doctor";
import { OoxmlError } from "../../../../src/ooxml/ooxml-error";
import { OoxmlPackage } from "../../../../src/ooxml/package";
import { readWorkbook } from "../../../../src/ooxml/read-workbook";
import type { CellModel } from "../../../../src/ooxml/workbook-model";
import { byHand } from "../../ooxml/by-hand";
import { partsOf } from "../../ooxml/compare-parts";
import { workbookOf } from "../../ooxml/models";
import {
  addin,
  changedParts,
  context,
  custom,
  damaged,
  findingsOf,
  healthy,
  repair,
  sheetPart,
  sheetWith,
  withA5,
  write,
} from "./damaged-files";

describe("a healthy workbook", () => {
  test("has no findings, and nothing is repaired", () => {
    const { findings, formulas, repaired } = examineWorkbook(write(), context);
    expect(findings).toEqual([]);
    expect(formulas).toBe(2);
    expect(repaired()).toBeUndefined();
  });

  test("of any cells and settings, as the workbench writes it, has no findings", () => {
    const formula = fc.constantFrom(
      '=ESG.EVENTS("a<b",A1)',
      "=ENTITY.GET(A1:A3)",
      '=1+LEN(ENTITY.GET("x"))',
      '="ESG.EVNTS("&A1',
      "=SUM(A1:B9)",
      "=LET(x,A1,x*2)",
      "=MY.MACRO(A1)",
      undefined,
    );
    const error = fc.constantFrom("#N/A", "#VALUE!", "#DIV/0!").map((one) => ({ error: one }));
    const value = fc.oneof(fc.string({ maxLength: 9 }), fc.integer(), fc.boolean(), error);
    const places = fc.uniqueArray(fc.tuple(fc.nat(20), fc.nat(9), formula, value), {
      selector: ([row, column]) => `${row} ${column}`,
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        places,
        fc.dictionary(fc.stringMatching(/^spillway\.[a-z]{3,8}$/), fc.jsonValue()),
        (drawn, settings) => {
          const models = drawn
            .map(([row, column, typed, given]): CellModel => ({
              row,
              column,
              value: given,
              ...(typed !== undefined && { formula: typed }),
            }))
            .toSorted((one, other) => one.row - other.row || one.column - other.column);
          const kept = Object.fromEntries(Object.entries(settings).filter(([name]) => name !== "spillway.token"));
          const bytes = write({ ...workbookOf({ cells: models }), settings: kept });
          expect(findingsOf(bytes).filter(({ cause }) => cause !== "secret")).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

test("findings have no values of cells", () => {
  const bytes = withA5("ENTITY.GET(&quot;x&quot;)", "<v>#NAME?</v>", ' t="e"');
  const told = JSON.stringify(findingsOf(bytes).map(({ formula, ...finding }) => [finding, formula === undefined]));
  expect(told).toContain("Sheet1!A5");
  expect(told).not.toMatch(/4711|A bank|Another|EU Banks/);
});

test("a workbook that is calculated by hand is told", () => {
  const manual = damaged(write(), { "xl/workbook.xml": (xml) => xml.replace("<calcPr", '<calcPr calcMode="manual"') });
  expect([examineWorkbook(manual, context).isManual, examineWorkbook(write(), context).isManual]).toEqual([
    true,
    false,
  ]);
});

test("a repair of cells leaves the workbook's part as another program has written it: indented, without a declaration", () => {
  const parts = OoxmlPackage.read(withA5('LEN(ENTITY.GET("x"))'));
  const [, xml = ""] = /^<\?xml[^>]*>\s*(.*)$/s.exec(parts.text("xl/workbook.xml")) ?? [];
  parts.set("xl/workbook.xml", new TextEncoder().encode(xml.replaceAll("><", ">\n  <")));
  const bytes = parts.write();
  expect(changedParts(bytes, repair(bytes))).toEqual([sheetPart]);
});

test("a workbook without a part of the add-in is told, and is no finding", () => {
  const bytes = write({ ...healthy, settings: {} });
  const { isNamed, findings } = examineWorkbook(bytes, context);
  expect([isNamed, findings, examineWorkbook(write(), context).isNamed]).toEqual([false, [], true]);
});

test.each([
  ["nothing", new Uint8Array()],
  ["a text", new TextEncoder().encode("name,score\n")],
  ["half of a file", write().slice(0, 3_000)],
])("%s ends with one sentence", (_, bytes) => {
  expect(() => examineWorkbook(bytes, context)).toThrow(OoxmlError);
});

test("for any damages together: the copy has nothing to repair, other formulas and all other parts stay", () => {
  const damages: readonly ((xml: string) => string)[] = [
    (xml) => xml.replace('<c r="A1" t="str" cm="1">', '<c r="A1" t="str">'),
    (xml) => xml.replace("_xldudf_ESG_EVENTS", "ESG.EVENTS"),
    (xml) => xml.replace("_xldudf_ENTITY_GET", "[3]!_xldudf__xldudf_ENTITY_GET"),
    (xml) => xml.replace('<c r="A5" t="str"', '<c r="A5" t="e"').replace("<v>SAP</v>", "<v>#BUSY!</v>"),
    (xml) => xml.replace("</row>", '<c r="H1" t="e"><f>_xldudf_ESG_EVNTS(1)</f><v>#NAME?</v></c></row>'),
  ];
  for (const damage of damages) expect(findingsOf(sheetWith(damage))).not.toEqual([]);
  fc.assert(
    fc.property(fc.subarray([...damages], { minLength: 1 }), fc.boolean(), (drawn, isUnlinked) => {
      const parts = OoxmlPackage.read(sheetWith((xml) => drawn.reduce((text, damage) => damage(text), xml)));
      if (isUnlinked)
        parts.unrelate("", parts.relations("").find(({ kind }) => kind === "webextensiontaskpanes")?.id ?? "");
      const bytes = parts.write();
      const { findings, repaired } = examineWorkbook(bytes, context);
      const copy = repaired();
      if (copy === undefined) {
        expect(findings.every(({ repairable }) => !repairable)).toBe(true);
        return;
      }
      const left: Cause[] = findingsOf(copy).map(({ cause }) => cause);
      expect(left).toEqual(findings.filter(({ repairable }) => !repairable).map(({ cause }) => cause));
      const mayChange = [sheetPart, "_rels/.rels"];
      expect(changedParts(bytes, copy).filter((name) => !mayChange.includes(name))).toEqual([]);
      const [before, after] = [write(), copy].map((file) => readWorkbook(file, { custom, addin }));
      const known = (sheet: typeof before): unknown =>
        sheet?.sheets[0]?.cells.filter(({ row, column }) => column < 7 && row !== 4);
      expect(known(after)).toEqual(known(before));
      expect(after?.settings).toEqual(before?.settings);
    }),
    { numRuns: 60 },
  );
});

test("files of other programs have no findings, and a formula in XML with prefixes is repaired", () => {
  for (const [name, bytes] of Object.entries(byHand)) expect([name, findingsOf(bytes)]).toEqual([name, []]);
  const parts = OoxmlPackage.read(byHand["strict"] ?? new Uint8Array());
  const cell = '<x:c r="C2" t="d"><x:v>2026-05-17</x:v></x:c>';
  const broken = '<x:c r="C2" t="e"><x:f>LEN(ENTITY.GET("a"))</x:f><x:v>#NAME?</x:v></x:c>';
  parts.set("pages/one.xml", parts.text("pages/one.xml").replace(cell, broken));
  const copy = repair(parts.write());
  expect(findingsOf(copy)).toEqual([]);
  expect(partsOf(copy)["pages/one.xml"]).toContain('<x:c r="C2"><x:f>LEN(_xldudf_ENTITY_GET("a"))</x:f></x:c></x:row>');
});

test("a file with any damage in its XML is examined and repaired, or ends with a sentence", () => {
  const whole = write();
  const names = OoxmlPackage.read(whole).names.filter((name) => /\.(xml|rels)$/.test(name));
  const noise = fc.constantFrom("", "<", ">", '"', "&", "/", "\u0000", "rId9", "</x>", "99999999999", "#REF!");
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), fc.nat(40), noise, (name, at, length, text) => {
      const parts = OoxmlPackage.read(whole);
      const xml = parts.text(name);
      const start = at % xml.length;
      parts.set(name, new TextEncoder().encode(xml.slice(0, start) + text + xml.slice(start + length)));
      try {
        const { findings, repaired } = examineWorkbook(parts.write(), context);
        const copy = repaired();
        expect(copy !== undefined).toBe(findings.some(({ repairable }) => repairable));
        if (copy !== undefined) expect(findingsOf(copy).filter(({ repairable }) => repairable)).toEqual([]);
      } catch (error) {
        if (!(error instanceof OoxmlError)) throw error;
      }
    }),
    { numRuns: 300 },
  );
});
