import { addressFormula } from "../../../src/workbench/univer/hyperlink-function";
import { toWebAddress, toLinkTarget, linkText } from "../../../src/workbench/univer/link-targets";

test.each([
  ["https://example.com/a b", "web", "https://example.com/a%20b"],
  ["HTTP://EXAMPLE.com", "web", "http://example.com/"],
  ["mailto:a@b.example?subject=x", "mail", "mailto:a@b.example?subject=x"],
])("%s is opened", (address, kind, url) => {
  expect(toLinkTarget({ address })).toEqual({ kind, url });
});

test.each([
  "javascript:alert(1)",
  " java\tscript:alert(1)",
  "JAVASCRIPT:alert(1)//https://example.com",
  "data:text/html,<script>1</script>",
  "blob:https://example.com/1",
  "file:///c:/x.exe",
  "file://server/share/x.exe",
  "ftp://example.com/x",
  "search-ms://example.com",
  "\\\\server\\share",
  "ms-excel:ofe|u|https://example.com/x.xlsx",
  "vbscript:x",
  "../other.xlsx",
  "other.xlsx",
  "//example.com",
  "http://",
])("%j is shown and never opened", (address) => {
  expect(toLinkTarget({ address })).toEqual({ kind: "refused", reason: "scheme", text: address });
});

test("an address is opened up to 2,083 characters, its place included", () => {
  const address = "https://example.com/".padEnd(2_078, "x");
  expect(toLinkTarget({ address, place: "part" }).kind).toBe("web");
  expect(toLinkTarget({ address, place: "parts" })).toMatchObject({ kind: "refused", reason: "length" });
});

test("a place without an address is one of this workbook, also as openpyxl writes it", () => {
  expect(toLinkTarget({ place: "Sheet1!A1" })).toEqual({ kind: "place", place: "Sheet1!A1" });
  expect(toLinkTarget({ address: "#Sheet1!A1" })).toEqual({ kind: "place", place: "Sheet1!A1" });
  expect(toLinkTarget({ address: "https://example.com", place: "part" })).toEqual({
    kind: "web",
    url: "https://example.com/#part",
  });
  expect(linkText({ address: "https://example.com", place: "part" })).toBe("https://example.com#part");
});

test.each([
  [" https://example.com/x ", "https://example.com/x"],
  ["www.example.com", "https://www.example.com"],
  ["ann@example.com", "mailto:ann@example.com"],
  ["mailto:ann@example.com", "mailto:ann@example.com"],
])("%j is taken as %s", (typed, address) => {
  expect(toWebAddress(typed)).toBe(address);
});

test.each(["", "example", "javascript:alert(1)", "file:///c:/x", "mailto:nobody", "https://", "https://a b.example"])(
  "%j is refused by the dialog",
  (typed) => {
    expect(toWebAddress(typed)).toBeUndefined();
  },
);

test.each([
  ['=HYPERLINK("https://example.com","a, (b)")', '="https://example.com"'],
  ['= hyperlink( A1&IF(B1,"x","y") )', '=A1&IF(B1,"x","y")'],
  ['=HYPERLINK("x")&"y"', undefined],
  ["=HYPERLINK()", undefined],
  ['=IF(A1,HYPERLINK("x"))', undefined],
  ['HYPERLINK("x")', undefined],
  [undefined, undefined],
])("the address of %s is %s", (formula, address) => {
  expect(addressFormula(formula)).toBe(address);
});
