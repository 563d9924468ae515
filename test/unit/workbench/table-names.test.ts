import { makeExcel } from "../../../src/workbench/excel/excel-global";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { until } from "../../support/until";
import { startHost } from "./start-host";

let host: OfficeHost;

beforeAll(() => {
  host = startHost();
});
beforeEach(async () => {
  const cells = { A1: "Name", A2: "a", B1: "Weight", B2: 7, D1: "Key", D2: "k" };
  const tables = [
    { name: "T", address: "A1:B2" },
    { name: "Other", address: "D1:D2" },
  ];
  const names = [{ name: "Rate", formula: "S!$B$2" }];
  await openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells, tables }], names });
});

const rename = (name: string): Promise<string> =>
  (makeExcel(host) as typeof Excel).run(async (context) => {
    const table = context.workbook.tables.getItem("T");
    table.name = name;
    table.load({ name: true });
    await context.sync();
    return table.name;
  });

test.each(["S", "MyBook", "Übersicht_1", "t"])(
  "a table can get the name %s, and formulas find it by that",
  async (name) => {
    expect(await rename(name)).toBe(name);
    host.book.write(host.book.area("F1"), [[`=SUM(${name}[Weight])`]]);
    await until("the sum is there", () => host.book.values(host.book.area("F1"))[0]?.[0] === 7);
  },
);

test.each([
  ["Other", "ItemAlreadyExists"],
  ["rate", "ItemAlreadyExists"],
  ["My book", "InvalidArgument"],
  ["A1", "InvalidArgument"],
])("the name %s is refused, and the table keeps its own", async (name, code) => {
  await expect(rename(name)).rejects.toMatchObject({ code });
  expect(host.book.tables.list().map((table) => table.name)).toEqual(["T", "Other"]);
});
