import { until } from "../../support/until";
import { freshWorkbench } from "./fresh-workbench";

interface Drawing {
  drawn?: string[];
}

describe("a column that is too narrow", () => {
  const opened = freshWorkbench();

  /** Keeps the texts that the page draws from now on. */
  const watch = (): Promise<void> =>
    opened().page.evaluate(() => {
      const page = window as unknown as Drawing;
      const isWatched = page.drawn !== undefined;
      const texts = (page.drawn = []) as string[];
      if (isWatched) return;
      const draw = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        (page.drawn ?? texts).push(text);
        draw.call(this, text, ...place);
      };
    });
  const drawn = (): Promise<readonly string[]> =>
    opened().page.evaluate(() => (window as unknown as Drawing).drawn ?? []);

  const workbook = (width: number) => ({
    name: "Narrow",
    sheets: [
      {
        name: "Sheet1",
        cells: {
          A1: 1_234_567.89,
          A2: 46_387,
          A3: 1_234_567,
          A4: true,
          A5: "a long text",
          A6: 12,
          A8: "=SEQUENCE(2,1,987654321)",
          B8: "",
        },
        formats: {
          A1: { numberFormat: "#,##0.00" },
          A2: { numberFormat: "yyyy-mm-dd" },
          "A8:A9": { numberFormat: "#,##0" },
        },
        widths: { A: width },
      },
    ],
  });

  it.each(["light", "dark", "contrast"] as const)(
    "shows #### for numbers, dates, truth values and spilled results, and texts as they are, theme %s",
    async (theme) => {
      const { call, settled, page, screenshot } = opened();
      await call("theme", theme);
      await watch();
      await call("open", workbook(30));
      await settled();
      await until("#### is drawn", async () => (await drawn()).filter((text) => /^#+$/.test(text)).length >= 5);
      const texts = await drawn();
      expect(texts).toContain("a long text");
      expect(texts).toContain("12");
      for (const wrong of ["1,234,567.89", "2026-12-31", "1234567", "TRUE", "987,654,321", "987,654,322"])
        expect(texts).not.toContain(wrong);
      // Values and texts stay as they are, as in Excel.
      expect((await call("read", "A1:A2")).flat().map(({ text }) => text)).toEqual(["1,234,567.89", "2026-12-31"]);
      await page.locator("canvas[id^=univer-sheet-main]").hover({ position: { x: 60, y: 30 } });
      await until(
        "the title has the number",
        async () => (await page.title()) !== "" && (await title()) === "1,234,567.89",
      );
      await screenshot("narrow-numbers");
      await call("theme", "light");
    },
  );

  const title = (): Promise<string | null> => opened().page.locator("#sheet").getAttribute("title");

  it("shows the numbers again when it is wide enough", async () => {
    const { call, settled } = opened();
    await watch();
    await call("open", workbook(140));
    await settled();
    await until("the numbers are drawn", async () => {
      const texts = await drawn();
      return ["1,234,567.89", "2026-12-31", "1234567", "TRUE", "987,654,322"].every((text) => texts.includes(text));
    });
    expect((await drawn()).filter((text) => /^#+$/.test(text))).toEqual([]);
  });
});
