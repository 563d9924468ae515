import { readTablePart } from "../../../src/ooxml/structured-references";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import { toEngineFormula } from "../../../src/workbench/univer/overrides/references";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { until } from "../../support/until";
import { startHost } from "./start-host";

describe("the brackets of a structured reference", () => {
  it.each<[string, string[], string[]]>([
    ["[]", [], []],
    ["[ISIN]", [], ["ISIN"]],
    ["[ Two words ]", [], ["Two words"]],
    ["[@]", ["#this row"], []],
    ["[@ISIN]", ["#this row"], ["ISIN"]],
    ["[@[Two words]]", ["#this row"], ["Two words"]],
    ["[@[A]:[B]]", ["#this row"], ["A", "B"]],
    ["[#All]", ["#all"], []],
    ["[[#This  Row],[A]]", ["#this row"], ["A"]],
    ["[[#Headers],[#Data],[A]:[C]]", ["#headers", "#data"], ["A", "C"]],
    ["[ [#Data] , [A] ]", ["#data"], ["A"]],
    ["[Total '[€']]", [], ["Total [€]"]],
    ["[[a'#b]]", [], ["a#b"]],
    ["[Owner''s]", [], ["Owner's"]],
    ["[[x, y: z]]", [], ["x, y: z"]],
  ])("of %s are read", (text, sections, columns) => expect(readTablePart(text)).toEqual({ sections, columns }));

  it.each(["ISIN", "[[A]", "[[A][B]]", "[[A]:[B]:[C]]", "[@[#Data]]", "[[A],]"])("are not in %s", (text) =>
    expect(readTablePart(text)).toBeUndefined(),
  );
});

describe("a formula", () => {
  it.each(["=A1+SUM(B1:B2)", '="Tab[@x]"', "='It''s'!A1", "=[1]Sheet1!A1", '=T&"[@a]!b!"'])(
    "without names that the engine misreads stays: %s",
    (formula) => expect(toEngineFormula(formula)).toBe(formula),
  );
});

describe("in the engine", () => {
  let host: OfficeHost;
  const titles = ["ISIN", "Total [€]", "Owner's", "a#b", "x, y: z", "two\nlines", "@home", 'say "yes"', "a(b)"];
  const columns: Record<string, string | number> = Object.fromEntries(
    titles.flatMap((title, at): [string, string | number][] => {
      const column = String.fromCharCode(65 + at);
      return [
        [`${column}1`, title.startsWith("@") ? `'${title}` : title],
        [`${column}2`, at + 1],
        [`${column}3`, 10 * (at + 1)],
      ];
    }),
  );
  beforeAll(async () => {
    host = startHost();
    const sheets = ["S", "Q3!x", "a!b!", "It's!", "R&D (x), y", "50%", "a#b"].map((name, at) => ({
      name,
      cells: at === 0 ? columns : { A1: 100 * at, A2: 1 },
      ...(at === 0 && { tables: [{ name: "Tab", address: "A1:I3" }] }),
    }));
    await openWorkbookJson(host, { name: "Book", sheets, names: [{ name: "Own", formula: "SUM(Tab[Owner''s])" }] });
  });
  const shows = async (cell: string, formula: string, value: unknown): Promise<void> => {
    host.book.write(host.book.area(cell), [[formula]]);
    await until(
      `${formula} shows ${String(value)}`,
      () => host.book.values(host.book.area(cell))[0]?.[0] === value,
      10,
    );
  };

  it.each<[string, unknown]>([
    ["=SUM(Tab[ISIN])", 11],
    ["=SUM(tab[isin])", 11],
    ["=Tab[@ISIN]", 1],
    ["=Tab[[#This Row],[ISIN]]+1", 2],
    ["=Tab[@[Total '[€']]]", 2],
    ["=SUM(Tab[Total '[€']])", 22],
    ["=SUM(Tab[Owner''s])", 33],
    ["=SUM(Tab[a'#b])", 44],
    ["=SUM(Tab[[x, y: z]])", 55],
    ["=SUM(Tab[two\nlines])", 66],
    ["=SUM(Tab['@home])", 77],
    ['=SUM(Tab[say "yes"])', 88],
    ["=SUM(Tab[a(b)])", 99],
    ["=SUM(Tab[@[ISIN]:[Owner''s]])", 6],
    ["=SUM(Tab[[Total '[€']]:[a'#b]])", 99],
    ["=SUM(Tab[])", 495],
    ["=SUM(Tab)", 495],
    ["=SUM(Tab[@])", 45],
    ["=Tab[[#Headers],[Owner''s]]", "Owner's"],
    ["=ROWS(Tab[[#Headers],[#Data],[ISIN]])", 3],
    ["=ROWS(Tab[#All])", 3],
    ["=SUM(Tab[[#Totals],[ISIN]])", "#REF!"],
    ["=SUM(Tab[Nothing])", "#REF!"],
    ["=Own*2", 66],
    ["='Q3!x'!A1", 100],
    ["=SUM('a!b!'!A1:A2)", 201],
    ["='It''s!'!A1", 300],
    ["='R&D (x), y'!A1", 400],
    ["='50%'!A1+'a#b'!A1", 1100],
    ['=COLUMNS({"TYSON FOODS, INC.";"B"})', 1],
    ['=INDEX({"TYSON FOODS, INC.","a;b";"say ""x, y""",2},1,2)', "a;b"],
    ['=INDEX({"TYSON FOODS, INC.","a;b";"say ""x, y""",2},2,1)', 'say "x, y"'],
    ['=TEXTJOIN("|",TRUE,{"say ""x, y""","z"})', 'say "x, y"|z'],
    ['=TEXTJOIN("|",TRUE,{"a""b","e";"c""","""d"})', 'a"b|e|c"|"d'],
    ['=TEXTJOIN("|",TRUE,{"""","{x}",";",""""""})&"{""}"', '"|{x}|;|""{"}'],
    ['=TEXTJOIN("|",TRUE,IF({1,0,1},{"x,""y","n","z}"},"-"))', 'x,"y|-|z}'],
  ])("%s shows its value", (formula, value) => shows("K2", formula, value));

  it.each<[string, string]>([
    ["=[@ISIN]", "=Tab[@ISIN]"],
    ["=[@[Total '[€']]]*2+SUM([ISIN])", "=Tab[@[Total '[€']]]*2+SUM(Tab[ISIN])"],
    ['=Tab[@ISIN]&"[@ISIN]"', '=Tab[@ISIN]&"[@ISIN]"'],
    ["=[1]S!A1", "=[1]S!A1"],
  ])("%s in a cell of the table is %s", (formula, stored) => {
    host.book.write(host.book.area("B3"), [[formula]]);
    expect(host.book.formulaAt({ sheetId: host.book.area("B3").sheetId, row: 2, column: 1 })).toBe(stored);
    host.book.write(host.book.area("B3"), [[20]]);
  });

  it("a row outside the table has no value of the table's row", () => shows("K9", "=Tab[@ISIN]", "#VALUE!"));

  it("a formula follows the cells that it names", async () => {
    await shows("L2", "=Tab[@[Total '[€']]]+'Q3!x'!A1", 102);
    host.book.write(host.book.area("B2"), [[5]]);
    await until("the column counts", () => host.book.values(host.book.area("L2"))[0]?.[0] === 105, 10);
    host.book.write(host.book.area("'Q3!x'!A1"), [[200]]);
    await until("the other sheet counts", () => host.book.values(host.book.area("L2"))[0]?.[0] === 205, 10);
  });
});
