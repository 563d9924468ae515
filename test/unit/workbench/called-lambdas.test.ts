import { enterCells } from "../../../src/workbench/automation";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import { readRange } from "../../../src/workbench/functions/read-cells";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { startHost } from "./start-host";

let host: OfficeHost;

beforeAll(async () => {
  host = startHost();
  await openWorkbookJson(host, { name: "Book", sheets: [{ name: "Sheet1", cells: { A1: 3, A2: 5 } }] });
});

const shownBy = async (formula: string): Promise<unknown> => {
  enterCells(host.book, { C1: formula });
  for (let quiet = 0; quiet < 4; quiet = host.functions.unsettled ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const rows = readRange(host.book, host.functions, "C1:D3").map((row) => row.map(({ value }) => value));
  const filled = rows.flat().filter((value) => value !== "");
  return filled.length === 1 ? filled[0] : filled;
};

describe("a LAMBDA that LET has named", () => {
  test.each([
    ["=LET(f,LAMBDA(x,x+1),f(A1))", 4],
    ["=LET( F , LAMBDA( x , x + 1 ) , f( A1 ) * 2 )", 8],
    ["=LET(f,LAMBDA(x,x+1),f(f(A1)))", 5],
    ["=LET(f,LAMBDA(x,x*x),f(A1+1))", 16],
    ["=LET(f,LAMBDA(x,-x),f(A1+1))", -4],
    ["=LET(f,LAMBDA(x,x%),f(A1+1))", 0.04],
    ["=LET(f,LAMBDA(x,y,x-y),f(A2,A1))", 2],
    ["=LET(f,LAMBDA(1+1),f())", 2],
    ["=LET(f,LAMBDA(r,SUM(r)),f(A1:A2))", 8],
    ["=LET(f,LAMBDA(x,TEST.ROWS(x)),f(A1))", ["row 1", 1, "row 2", 2, "row 3", 3]],
    ["=LET(a,2,f,LAMBDA(x,x+a),f(A1))", 5],
    ["=LET(f,LAMBDA(x,x+1),g,LAMBDA(x,f(x)*2),g(A1))", 8],
    ["=LET(f,LAMBDA(x,x+1),LET(g,LAMBDA(y,f(y)*2),g(A1)))", 8],
    ["=LET(f,LAMBDA(x,x+1),MAP(A1:A2,LAMBDA(v,f(v))))", [4, 6]],
    ["=LET(f,LAMBDA(x,x+1),MAP(A1:A2,f))", [4, 6]],
    ["=LET(f,LAMBDA(x,SUM(MAP(A1:A2,LAMBDA(v,v+x)))),MAP(A1:A2,LAMBDA(a,f(a))))", [14, 18]],
    // The name of a variable is given twice.
    ["=LET(x,A1,f,LAMBDA(y,y*x),MAP(A1:A2,LAMBDA(x,f(x))))", [9, 15]],
    ["=LET(w,10,f,LAMBDA(x,SUM(MAP(A1:A2,LAMBDA(w,w+x)))),f(w))", 28],
  ])("is called by its name: %s", async (formula, result) => {
    expect(await shownBy(formula)).toEqual(result);
  });

  test.each([
    ["=LET(f,LAMBDA(x,y,x+y),f(A1))", "#VALUE!"],
    ["=LET(f,LAMBDA(x,f(x)),f(A1))", "#NAME?"],
    ["=LET(f,LAMBDA(x,SUM(MAP(A1:A2,LAMBDA(v,v+x)))),MAP(A1:A2,LAMBDA(a,SUM(MAP(A1:A2,LAMBDA(b,f(b)))))))", "#NAME?"],
    ["=LET(f,LAMBDA(x,x+x),g,LAMBDA(x,f(f(f(f(f(x)))))),g(g(g(g(A1)))))", "#NAME?"],
  ])("and cannot be called so is an error: %s", async (formula, error) => {
    expect(await shownBy(formula)).toBe(error);
  });

  test("calls a custom function once for the same arguments", async () => {
    const before = host.functions.invocations;
    expect(await shownBy("=LET(f,LAMBDA(x,ROWS(x)+ROWS(x)),f(TEST.ROWS(4)))")).toBe(8);
    expect(host.functions.invocations - before).toBe(1);
  });
});

describe("variables", () => {
  test.each([
    ["=LET(x,1,LET(x,x+1,x))", 2],
    ["=LAMBDA(x,LET(x,x+1,x))(A1)", 4],
    ["=LET(w,10,SUM(MAP(A1:A2,LAMBDA(w,w+1))))", 10],
    ["=LET(a,1,LAMBDA(x,x+a)(A1))", 4],
    ["=LET(Aa,A1,aA*2)", 6],
    ["=LET(a,A1,b,a+1,b*a)", 12],
  ])("of LET and LAMBDA may have one name, and are found: %s", async (formula, result) => {
    expect(await shownBy(formula)).toBe(result);
  });
});
