import { hostFindings } from "../axe";
import { until } from "../../support/until";
import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";
import { cellFormats, enteredCells } from "../../support/sheet-cells";

describe("links of cells", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(async () => {
    bench = opened();
    await bench.page.context().route("https://example.com/**", (route) => route.fulfill({ body: "the site" }));
  });

  const run = <Result>(batch: (context: Excel.RequestContext) => Promise<Result>): Promise<Result | string> =>
    runBatch(bench, batch, {});
  const savedSheet = async () => (await bench.call("save")).sheets[0]!;
  const note = () => bench.page.locator("#cell-note").textContent();
  const point = (column: number, row: number) => ({ position: { x: 46 + column * 88 + 30, y: 20 + row * 22 - 8 } });
  const sheet = () => bench.page.locator("canvas[id^=univer-sheet-main]");
  const click = (column: number, row: number, options = {}): Promise<void> =>
    sheet().click({ ...point(column, row), ...options });
  const selected = () => bench.page.locator("[data-u-comp=defined-name] input").inputValue();

  it("are set, read and cleared by the object model", async () => {
    await bench.enterAll({ A1: "plain", B1: "kept" });
    const told = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const cell = sheet.getRange("A1");
      const none = sheet.getRange("Z9").load("hyperlink");
      cell.hyperlink = { address: "https://example.com/", screenTip: "Site", textToDisplay: "The site" };
      sheet.getRange("B1").hyperlink = { documentReference: "Sheet1!A1" };
      sheet.getRange("C1:C3").hyperlink = { address: "mailto:a@b.example" };
      const [one, two, three] = ["A1", "B1", "C1:C3"].map((address) =>
        sheet.getRange(address).load("hyperlink,values"),
      );
      const mixed = sheet.getRange("A1:B1").load("hyperlink");
      cell.format.font.load("color,underline");
      await context.sync();
      const seen = [none.hyperlink, one?.hyperlink, two?.hyperlink, three?.hyperlink, three?.values, mixed.hyperlink];
      const look = [cell.format.font.color, cell.format.font.underline];
      sheet.getRange("C2").clear("Contents");
      const after = ["A1", "B1", "C1", "C2", "C3"].map((address) =>
        sheet.getRange(address).load("hyperlink,values,format/font/color"),
      );
      await context.sync();
      return [
        seen,
        look,
        after.map((range) => [range.hyperlink, range.values[0]?.[0] as unknown, range.format.font.color]),
      ];
    });
    const mail = { address: "mailto:a@b.example", textToDisplay: "a@b.example" };
    expect(told).toEqual([
      [
        null,
        { address: "https://example.com/", screenTip: "Site", textToDisplay: "The site" },
        { documentReference: "Sheet1!A1", textToDisplay: "kept" },
        mail,
        [["a@b.example"], [""], [""]],
        null,
      ],
      ["#0563C1", "Single"],
      [
        [{ address: "https://example.com/", screenTip: "Site", textToDisplay: "The site" }, "The site", "#0563C1"],
        [{ documentReference: "Sheet1!A1", textToDisplay: "kept" }, "kept", "#0563C1"],
        [mail, "a@b.example", "#0563C1"],
        [null, "", "#0563C1"],
        [{ ...mail, textToDisplay: "" }, "", "#0563C1"],
      ],
    ]);
  });

  it("refuse what leads nowhere and what a protected sheet refuses, with Excel's codes", async () => {
    const codes = await bench.pane().evaluate(async () => {
      const code = (hyperlink: unknown): Promise<string> =>
        Excel.run(async (context) => {
          const sheet = context.workbook.worksheets.getActiveWorksheet();
          if (hyperlink === "protect") sheet.protection.protect();
          else sheet.getRange("A1").hyperlink = hyperlink as Excel.RangeHyperlink;
          await context.sync();
          return "no error";
        }).catch((error: unknown) => (error as { code: string }).code);
      const wrong = [
        {},
        { textToDisplay: "x" },
        { address: "" },
        "https://example.com",
        { address: 5 },
        { adress: "x" },
      ];
      return [
        await Promise.all(wrong.map(code)),
        await code({ address: "https://example.com" }),
        await code("protect"),
        await code({ address: "https://example.com" }),
      ];
    });
    expect(codes).toEqual([Array(6).fill("InvalidArgument"), "no error", "no error", "AccessDenied"]);
    await bench.call("protect", "Sheet1", false);
  });

  it("are followed by a click and selected by a longer one, and only pages, mails and places are opened", async () => {
    await bench.call("open", {
      name: "Links",
      sheets: [
        {
          name: "Sheet1",
          cells: { A1: "web", A2: "place", A3: "script", A4: "file", A5: "long", A6: "nowhere", B1: "name" },
          links: [
            { range: "A1", address: "https://example.com/page", place: "part" },
            { range: "A2", place: "Other!C3" },
            { range: "A3", address: "java\tscript:alert(document.cookie)" },
            { range: "A4", address: "file:///etc/passwd" },
            { range: "A5", address: `https://example.com/${"x".repeat(3_000)}` },
            { range: "A6", place: "Gone!A1" },
            { range: "B1", address: "#Target" },
          ],
        },
        { name: "Other", cells: {} },
      ],
      names: [{ name: "Target", formula: "Other!$D$4" }],
      active: "Sheet1",
    });
    await bench.settled();
    const context = bench.page.context();
    const [page] = await Promise.all([context.waitForEvent("page"), click(0, 1)]);
    await page.waitForURL("https://example.com/page#part");
    expect(await page.evaluate("window.opener")).toBeNull();
    await page.close();
    const pages = context.pages().length;
    await click(0, 1, { delay: 700 });
    expect(await selected()).toBe("A1");
    await click(0, 3);
    await until("the script is refused", async () => (await note())?.includes("not opened") === true);
    expect(await note()).toContain("javascript".replace("javas", "java\ts"));
    await click(0, 4);
    await until("the file is refused", async () => (await note())?.includes("file:///etc/passwd") === true);
    await click(0, 5);
    await until("the long one is refused", async () => (await note())?.includes("2,083") === true);
    await click(0, 6);
    await until("the lost place is named", async () => (await note())?.includes('"Gone!A1"') === true);
    expect(context.pages()).toHaveLength(pages);
    await click(1, 1);
    await until("the name is found", async () => (await selected()) === "D4");
    await bench.call("activate", "Sheet1");
    await click(0, 2);
    await until("the place is found", async () => (await selected()) === "C3");
  });

  it("of HYPERLINK() show their text, and lead where their formula says now", async () => {
    await bench.enterAll({ A1: "page", B1: '=HYPERLINK("https://example.com/"&A1,"Go")', C1: "=B1" });
    await bench.settled();
    expect((await bench.read("B1:C1"))[0]?.map(({ value }) => value)).toEqual(["Go", "Go"]);
    await bench.enterAll({ A1: "other" });
    await bench.settled();
    const [page] = await Promise.all([bench.page.context().waitForEvent("page"), click(1, 1)]);
    await page.waitForURL("https://example.com/other");
    await page.close();
    await sheet().hover(point(1, 1));
    await until("the address is told", async () =>
      ((await bench.page.locator("#sheet").getAttribute("title")) ?? "").startsWith("https://example.com/other"),
    );
  });

  it("of a HYPERLINK() that spills are drawn and followed in each of its cells", async () => {
    await bench.enterAll({ A1: "one", A2: "two", B1: '=HYPERLINK("https://example.com/"&A1:A2,A1:A2)' });
    await bench.shows("B2", "two");
    const look = await run(async (context) => {
      const font = context.workbook.worksheets.getActiveWorksheet().getRange("B2").format.font.load("color,underline");
      await context.sync();
      return [font.color, font.underline];
    });
    expect(look).toEqual(["#0563C1", "Single"]);
    await sheet().hover(point(1, 2));
    await until("the address is told", async () =>
      ((await bench.page.locator("#sheet").getAttribute("title")) ?? "").startsWith("https://example.com/two"),
    );
    const [page] = await Promise.all([bench.page.context().waitForEvent("page"), click(1, 2)]);
    await page.waitForURL("https://example.com/two");
    await page.close();
  });

  it("come with what is typed as a web or mail address, and undo takes first the link, then the text", async () => {
    const { keyboard } = bench.page;
    await bench.enterAll({ C1: "x" });
    await click(0, 1);
    const links = async () => ((await savedSheet()).links ?? []).map(({ range, address }) => `${range} ${address}`);
    for (const [text, count] of [
      ["www.example.com", 1],
      ["a@b.example", 2],
      ["'https://example.com/", 2],
      ["see example.com", 2],
      ["=1+1", 2],
    ] as const) {
      await keyboard.type(text);
      await keyboard.press("Enter");
      await until(`there are ${count} links`, async () => (await links()).length === count);
    }
    await bench.shows("A5", 2);
    expect(await links()).toEqual(["A1 https://www.example.com", "A2 mailto:a@b.example"]);
    expect((await bench.values("A1:A4")).flat()).toEqual([
      "www.example.com",
      "a@b.example",
      "https://example.com/",
      "see example.com",
    ]);
    expect(cellFormats(await savedSheet())["A1"]).toEqual({ color: "#0563C1", underline: true });
    for (let count = 1; count <= 3; count += 1) await bench.call("undo");
    expect(await links()).toHaveLength(2);
    await bench.call("undo");
    expect(await links()).toEqual(["A1 https://www.example.com"]);
    expect((await bench.values("A2:A2"))[0]?.[0]).toBe("a@b.example");
    await bench.call("undo");
    expect((await bench.values("A1:A2")).flat()).toEqual(["www.example.com", ""]);
  });

  it("are copied with their cells, and replaced by what is pasted over them", async () => {
    const cells = { A1: "site", B1: "plain" };
    const links = [{ range: "A1", address: "https://example.com/" }];
    await bench.call("open", { name: "Links", sheets: [{ name: "Sheet1", cells, links }] });
    await bench.settled();
    const { keyboard } = bench.page;
    await click(0, 1, { delay: 700 });
    await keyboard.press("Control+c");
    await click(3, 4);
    await keyboard.press("Control+v");
    await bench.shows("D4", "site");
    const ranges = async () => ((await savedSheet()).links ?? []).map(({ range }) => range);
    expect(await ranges()).toEqual(["A1", "D4"]);
    await click(1, 1);
    await keyboard.press("Control+c");
    await click(3, 4, { delay: 700 });
    await keyboard.press("Control+v");
    await bench.shows("D4", "plain");
    expect(await ranges()).toEqual(["A1"]);
    await bench.call("undo");
    expect(await ranges()).toEqual(["A1", "D4"]);
  });

  it("are inserted, changed and removed by keys, and axe finds nothing in any theme", async () => {
    const { page } = bench;
    await bench.enterAll({ A1: "Report", A2: 3 });
    await bench.call("select", "A1");
    const dialog = page.locator("dialog.form");
    await click(0, 1);
    await page.keyboard.press("Control+k");
    await dialog.waitFor();
    await page.keyboard.type("javascript:alert(1)");
    await page.keyboard.press("Enter");
    expect(await dialog.getByRole("alert").textContent()).toContain('"javascript:alert(1)" cannot be opened');
    for (const theme of ["light", "dark", "contrast"] as const) {
      await bench.call("theme", theme);
      const violations = await hostFindings(page, theme);
      if (process.env["SCREENSHOTS"] !== undefined)
        await page.screenshot({ path: `screenshots/link-dialog-${theme}.png` });
      expect([theme, violations]).toEqual([theme, []]);
    }
    await dialog.getByRole("textbox", { name: "Address" }).fill("www.example.com");
    await dialog.getByLabel("ScreenTip").fill("The site");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect((await savedSheet()).links).toEqual([{ range: "A1", address: "https://www.example.com", tip: "The site" }]);
    expect(cellFormats(await savedSheet())["A1"]).toEqual({ color: "#0563C1", underline: true });
    await until("the note names the address", async () => (await note())?.includes("https://www.example.com") === true);
    for (const theme of ["light", "dark", "contrast"] as const) {
      await bench.call("theme", theme);
      await page.waitForTimeout(300);
      if (process.env["SCREENSHOTS"] !== undefined) await page.screenshot({ path: `screenshots/link-${theme}.png` });
    }
    await bench.call("theme", "light");
    await page.keyboard.press("Control+k");
    await dialog.getByLabel("Link to").selectOption("place");
    await dialog.getByLabel("Cell, range or name").fill("Nowhere!A1");
    await page.keyboard.press("Enter");
    expect(await dialog.getByRole("alert").textContent()).toContain('"Nowhere!A1" is no cell');
    await dialog.getByLabel("Cell, range or name").fill("Sheet1!B2");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect((await savedSheet()).links).toMatchObject([{ range: "A1", place: "Sheet1!B2" }]);
    await bench.call("openXlsx", await bench.call("saveXlsx"), "Again");
    await bench.settled();
    expect((await savedSheet()).links).toMatchObject([{ range: "A1", place: "Sheet1!B2", tip: "The site" }]);
    await bench.call("select", "A1");
    await page.keyboard.press("Control+k");
    await dialog.getByRole("button", { name: "Remove link" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await savedSheet()).links).toEqual([]);
    expect(enteredCells(await savedSheet())["A1"]).toBe("Report");
  });
});
