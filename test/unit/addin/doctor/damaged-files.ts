import type { Finding } from "../../../../src/addin/doctor/causes";
import { type DoctorContext, examineWorkbook } from "../../../../src/addin/doctor/doctor";
import { frozenNamespace } from "../../../../src/addin/excel/freeze/frozen-part";
import { createNamespace } from "../../../../src/addin/excel/sheet/namespace";
import { functions } from "../../../../src/formulas/functions";
import { OoxmlPackage } from "../../../../src/ooxml/package";
import type { CellModel, WorkbookModel } from "../../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../../src/ooxml/write-workbook";
import { partsOf } from "../../ooxml/compare-parts";
import { workbookOf } from "../../ooxml/models";

export const addin = { id: "8f0c2f1e-6a0b-4c1d-9f57-3f1b1d7a52c4", version: "0.1.0.0" };
export const custom = functions.map(({ name }) => name);

export const contextWith = (namespace = "", renamed: readonly string[] = []): DoctorContext => ({
  functions,
  namespace,
  nameInCells: createNamespace(namespace, custom).nameInCells,
  renamed,
  ids: [addin.id],
});

/** A listing that spills, a call within another function, and formulas of others. */
export const cells: readonly CellModel[] = [
  { row: 0, column: 0, formula: '=ESG.EVENTS("EU Banks",3)', spill: "A1:B3", value: "Title" },
  { row: 0, column: 1, value: "Score", spilled: true },
  { row: 1, column: 0, value: "A bank & <others>", spilled: true },
  { row: 1, column: 1, value: 5, spilled: true },
  { row: 2, column: 0, value: "Another", spilled: true },
  { row: 2, column: 1, value: 4, spilled: true },
  { row: 4, column: 0, formula: '=IFERROR(ENTITY.GET("DE0007164600","name"),"none")', value: "SAP" },
  { row: 5, column: 0, formula: "=SUM(B2:B3)", value: 9 },
  { row: 6, column: 0, formula: "=ROWS(A1#)", value: 3 },
];

export const healthy: WorkbookModel = {
  ...workbookOf({ cells }, { name: "Own notes", cells: [{ row: 0, column: 0, value: "private text 4711" }] }),
  settings: { "spillway.refresh": { onOpen: true }, "spillway.rowCap": 500 },
  names: [
    { name: "Rate", formula: "0.19" },
    { name: "_Spillway.F1", formula: "Sheet1!$A$9", hidden: true },
  ],
  customXml: [
    {
      xml: `<frozen xmlns="${frozenNamespace}"><formula place="1" state="frozen" text="=ENTITY.GET(&quot;x&quot;)" references="" rows="" frozenAt="1"/></frozen>`,
    },
  ],
};

export const write = (model: WorkbookModel = healthy): Uint8Array => writeWorkbook(model, { custom, addin });

export const sheetPart = "xl/worksheets/sheet1.xml";
export const listPart = "xl/webextensions/taskpanes.xml";
export const addinPart = "xl/webextensions/webextension1.xml";

/** Changes parts of a file by hand. @throws if a change changes nothing */
export const damaged = (bytes: Uint8Array, changes: Readonly<Record<string, (text: string) => string>>): Uint8Array => {
  const parts = OoxmlPackage.read(bytes);
  for (const [name, change] of Object.entries(changes)) {
    const before = parts.text(name);
    const after = change(before);
    if (after === before) throw new Error(`The part ${name} is as it was.`);
    parts.set(name, after);
  }
  return parts.write();
};

/** Changes the first sheet by hand. */
export const sheetWith = (change: (xml: string) => string, bytes = write()): Uint8Array =>
  damaged(bytes, { [sheetPart]: change });

/** Gives the cell A5 another formula and another result. */
export const withA5 = (formula: string, result = "<v>7</v>", attributes = ""): Uint8Array =>
  sheetWith((xml) => xml.replace(/<c r="A5".*?<\/c>/, `<c r="A5"${attributes}><f>${formula}</f>${result}</c>`));

export const context = contextWith();
export const findingsOf = (bytes: Uint8Array, given: DoctorContext = context): readonly Finding[] =>
  examineWorkbook(bytes, given).findings;
/** Cause, place and whether it can be repaired. */
export const short = (bytes: Uint8Array, given?: DoctorContext): unknown[] =>
  findingsOf(bytes, given).map(({ cause, place, repairable }) => [cause, place, repairable ? "yes" : "no"]);
export const detailsOf = (bytes: Uint8Array, given?: DoctorContext): string[] =>
  findingsOf(bytes, given).map(({ detail }) => detail);
export const repair = (bytes: Uint8Array, given: DoctorContext = context): Uint8Array => {
  const copy = examineWorkbook(bytes, given).repaired();
  if (copy === undefined) throw new Error("Nothing was repaired.");
  return copy;
};
export const repairableIn = (bytes: Uint8Array, given?: DoctorContext): readonly Finding[] =>
  findingsOf(bytes, given).filter(({ repairable }) => repairable);
/** The text of the cell A5 in the file. */
export const a5 = (bytes: Uint8Array): string | undefined =>
  /<c r="A5".*?<\/c>/.exec(partsOf(bytes)[sheetPart] ?? "")?.[0];
/** Names of the parts that are not as they were. */
export const changedParts = (before: Uint8Array, after: Uint8Array): string[] => {
  const [old, next] = [partsOf(before), partsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((name) => old[name] !== next[name]);
};
