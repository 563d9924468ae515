import { until } from "../../support/until";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";

describe("the clipboard", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeAll(() => opened().page.context().grantPermissions(["clipboard-read", "clipboard-write"]));
  beforeEach(() => {
    bench = opened();
  });

  /** Pastes what another program has put on the clipboard, at a cell. */
  const paste = async (cell: string, contents: Readonly<Record<string, string>>): Promise<void> => {
    await bench.call("select", cell);
    await bench.page.evaluate((data) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }, contents);
  };
  const shows = (range: string, values: unknown): Promise<void> =>
    until(`${range} shows ${JSON.stringify(values)}`, async () => {
      return JSON.stringify(await bench.values(range)) === JSON.stringify(values);
    });
  const clickCell = (column: number, row: number): Promise<void> =>
    bench.page
      .locator("canvas[id^=univer-sheet-main]")
      .click({ position: { x: 46 + column * 88 + 30, y: 20 + row * 22 - 8 } });

  it("gives the rows and cells of a text, with its signs, quotes and blank lines", async () => {
    await clickCell(0, 1);
    await paste("A1", { "text/plain": '\tISIN\r\nSmith <Jones> & Co\tAT&amp;T\r\n\r\n"two\nlines"\t0x1F\r\n' });
    await shows("A1:B4", [
      ["", "ISIN"],
      ["Smith <Jones> & Co", "AT&amp;T"],
      ["", ""],
      ["two\nlines", "0x1F"],
    ]);
  });

  it("takes the values of a part of a spill, and lets a spill with its formula spill again", async () => {
    await bench.enterAll({ A1: "=FIXTURE.ROWS(3,2)" });
    await clickCell(0, 2);
    await bench.page.keyboard.press("Shift+ArrowRight");
    await bench.page.keyboard.press("Shift+ArrowDown");
    await bench.page.keyboard.press("Control+c");
    await until("the clipboard has the values", async () => {
      const text = await bench.page.evaluate(() => navigator.clipboard.readText());
      return text === "row 2\t2\nrow 3\t3";
    });
    await clickCell(4, 2);
    await bench.page.keyboard.press("Control+v");
    await shows("E2:F3", [
      ["row 2", 2],
      ["row 3", 3],
    ]);
    expect((await bench.cell("E2")).formula).toBeUndefined();
  });

  it("gives windows and programs that read HTML the values of the cells, not only their texts", async () => {
    await bench.enterAll({ A1: "'0012", B1: "'1E5", A2: "=1/3", B2: "TRUE", A3: "two\nlines", B3: "=NA()" });
    const values = await bench.values("A1:B3");
    await clickCell(0, 1);
    await bench.call("select", "A1:B3");
    await bench.page.keyboard.press("Control+c");
    let html = "";
    await until("the clipboard has the cells", async () => {
      html = await bench.page.evaluate(async () => {
        try {
          const [item] = await navigator.clipboard.read();
          const copied = await item?.getType("text/html");
          return (await copied?.text()) ?? "";
        } catch {
          // The copy is not there yet, or it has just come.
          return "";
        }
      });
      return html.includes("0012");
    });
    // Another window does not know the cells of this copy.
    await paste("D1", { "text/html": html.replace(/ data-copy-id="[^"]*"/, "") });
    await shows("D1:E3", values);
  });

  it("drops what runs in HTML of another program", async () => {
    const style = String.raw`<style><!--.xl65 {mso-number-format:"0\.00";}--></style>`;
    await clickCell(0, 1);
    await paste("A1", {
      "text/html": `<html><head>${style}</head><body><table><tr><td class=xl65>1.5</td><td onclick="window.ran = 1"><img src=x onerror="window.ran = 2">text</td></tr></table></body></html>`,
    });
    await shows("A1:B1", [[1.5, "text"]]);
    expect(await bench.page.evaluate(() => "ran" in window)).toBe(false);
  });

  /** HTML attributes with JSON, as Google Sheets writes them. */
  const sheetsCell = (text: string, value: object, format?: object): string =>
    [
      `<td data-sheets-value='${JSON.stringify(value)}'`,
      format === undefined ? "" : ` data-sheets-numberformat='${JSON.stringify(format)}'`,
      `>${text}</td>`,
    ].join("");

  it.each<[program: string, html: string, values: unknown]>([
    [
      "Google Sheets",
      `<google-sheets-html-origin><table><tr>${[
        sheetsCell("0012", { 1: 2, 2: "0012" }),
        sheetsCell("1.234,50", { 1: 3, 3: 1234.5 }, { 1: 2, 2: "#,##0.00" }),
        sheetsCell("31.01.2026", { 1: 3, 3: 46053 }, { 1: 5, 2: "dd.mm.yyyy" }),
        sheetsCell("a<br/>b", { 1: 2, 2: "a\nb" }),
      ].join("")}</tr></table></google-sheets-html-origin>`,
      [["0012", 1234.5, 46053, "a\nb"]],
    ],
    [
      "LibreOffice",
      `<table><tr><td sdnum="1033;0;@">0012</td><td sdval="1234.5" sdnum="1031;1031;#.##0,00">1.234,50</td><td sdval="46053" sdnum="1031;1031;TT.MM.JJJJ">31.01.2026</td><td sdval="1" sdnum="1033;0;BOOLEAN">TRUE</td></tr></table>`,
      [["0012", 1234.5, 46053, true]],
    ],
    [
      "Word, with paragraphs",
      `<p>before</p><table><tr><td><p>Line one</p><p>Line two</p></td><td><p>x<o:p></o:p></p></td></tr></table><p>after</p>`,
      [
        ["before", ""],
        ["Line one\nLine two", "x"],
        ["after", ""],
      ],
    ],
    [
      "Outlook, with tables in cells",
      `<table><tr><td>A</td><td><table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table></td><td>C</td></tr><tr><td>x</td><td>y</td><td>z</td></tr></table>`,
      [
        ["A", 1, 2, "C"],
        ["", 3, 4, ""],
        ["x", "y", "", "z"],
      ],
    ],
    [
      "a page with two tables",
      `<table><tr><td>a</td></tr></table><p>between</p><table><tr><td>b</td></tr></table>`,
      [["a"], ["between"], ["b"]],
    ],
    [
      "a page with merged cells that go on for ever",
      `<table><tr><td rowspan=70000 colspan=2>A</td><td>B</td></tr><tr><td>C</td></tr></table>`,
      [
        ["A", "", "B"],
        ["", "", "C"],
      ],
    ],
  ])("gives the cells of %s", async (_, html, values) => {
    await clickCell(0, 1);
    await paste("A1", { "text/html": `<html><body>${html}</body></html>` });
    const rows = values as readonly (readonly unknown[])[];
    await shows(`A1:${"ABCD".charAt((rows[0]?.length ?? 1) - 1)}${rows.length}`, values);
  });

  it("keeps the values and number formats of HTML of Excel", async () => {
    const style = String.raw`<style><!--td {mso-number-format:General;} .xl65 {mso-number-format:"0\.00";} .xl66 {mso-number-format:"\@";} .xl67 {mso-number-format:"dd\.mm\.yyyy";}--></style>`;
    const row = [
      `<td class=xl65 align=right>1.50</td><td class=xl65>1.5</td><td class=xl66>0012</td><td class=xl67>31.01.2026</td>`,
      `<td style='mso-number-format:"0\.0%"'><font color="#ff0000">12.5%</font></td><td class=xl65 x:num="1.4999">1.50</td><td>0012</td><td class=xl65><span style='mso-spacerun:yes'>&nbsp; </span>2.00</td>`,
    ].map((cells) => `<tr>${cells}</tr>`);
    await clickCell(0, 1);
    await paste("A1", { "text/html": `<html><head>${style}</head><body><table>${row.join("")}</table></body></html>` });
    await shows("A1:D2", [
      [1.5, 1.5, "0012", 46053],
      [0.125, 1.4999, 12, 2],
    ]);
    const texts = await Promise.all(["A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2"].map((cell) => bench.cell(cell)));
    expect(texts.map(({ text }) => text)).toEqual([
      "1.50",
      "1.50",
      "0012",
      "31.01.2026",
      "12.5%",
      "1.50",
      "12",
      "2.00",
    ]);
    await bench.page.keyboard.press("Control+z");
    await shows("A1:D1", [["", "", "", ""]]);
  });
});
