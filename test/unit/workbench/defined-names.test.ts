import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import type { WorkbookJson } from "../../../src/workbench/file/workbook-json";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { addDefinedName, changeName, definedNames } from "../../../src/workbench/univer/defined-names";
import { startHost } from "./start-host";

let host: OfficeHost;
let calls = 0;

beforeAll(() => {
  host = startHost();
  host.functions.define({
    functions: [{ id: "TEST.COUNTED", name: "TEST.COUNTED", parameters: [{ name: "value", type: "number" }] }],
  });
  host.functions.associate("TEST.COUNTED", (value) => {
    calls += 1;
    return Number(value) * 10;
  });
});

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 20));
};

const open = async (cells: object, names: WorkbookJson["names"] = []): Promise<void> => {
  await openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells }], names });
  await settled();
};

const value = (address: string): unknown => host.book.values(host.book.area(address))[0]?.[0];

test("a new name that no formula mentions calls no function", async () => {
  await open({ A1: 2, B1: "=TEST.COUNTED(A1)" });
  const before = calls;
  addDefinedName(host.book, { name: "Rate", formula: "S!$A$1", sheetId: undefined });
  await settled();
  expect(calls).toBe(before);
});

test("a formula that mentions a name follows it", async () => {
  await open({ A1: 2, A2: 3, B1: "=TEST.COUNTED(Rate)" });
  addDefinedName(host.book, { name: "Rate", formula: "S!$A$1", sheetId: undefined });
  await settled();
  expect(value("B1")).toBe(20);
  const [name] = definedNames(host.book);
  if (name === undefined) throw new Error("The name is missing.");
  changeName(host.book, { ...name, formula: "S!$A$2" });
  await settled();
  expect(value("B1")).toBe(30);
});

test("a name may mean something else in the next workbook", async () => {
  await open({ A1: 2, B1: "=TEST.COUNTED(Rate)" }, [{ name: "Rate", formula: "S!$A$1" }]);
  expect(value("B1")).toBe(20);
  await open({ A1: 2, A5: 4, B1: "=TEST.COUNTED(Rate)" }, [{ name: "Rate", formula: "S!$A$5" }]);
  expect(value("B1")).toBe(40);
});
