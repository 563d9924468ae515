import { until } from "../../support/until";
import { freshWorkbench } from "./fresh-workbench";

type Rgb = readonly [number, number, number];

interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const luminance = (color: Rgb): number => {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: Rgb, other: Rgb): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

describe("colors that the engine draws", () => {
  const workbench = freshWorkbench();
  afterEach(() => workbench().call("theme", "light"));

  /** The most frequent color of a region of the grid, and the greatest contrast of another one with it. */
  const look = async (region: Region): Promise<{ readonly ground: Rgb; readonly contrast: number }> => {
    const pixels = await workbench()
      .page.locator("canvas[id^=univer-sheet-main]")
      .evaluate((canvas: HTMLCanvasElement, { left, top, width, height }) => {
        const scale = canvas.width / canvas.clientWidth;
        const data = canvas
          .getContext("2d")
          ?.getImageData(left * scale, top * scale, width * scale, height * scale).data;
        return Array.from(data ?? []);
      }, region);
    const counts = new Map<string, number>();
    for (let at = 0; at < pixels.length; at += 4) {
      const key = pixels.slice(at, at + 3).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const colors = [...counts].toSorted(([, one], [, other]) => other - one);
    const [ground, ...others] = colors.map(([key]) => key.split(",").map(Number) as unknown as Rgb);
    if (ground === undefined) throw new Error("The region has no pixels.");
    return { ground, contrast: Math.max(1, ...others.map((color) => contrast(color, ground))) };
  };

  /** Column headers are 20 pixels high, row headers 46 wide, cells 88 by 22. */
  const headOfTable = { left: 46 + 2, top: 20 + 2, width: 50, height: 18 };
  const filterButton = { left: 46 + 88 - 17, top: 20 + 4, width: 15, height: 15 };

  it.each([
    ["light", "dark"],
    ["dark", "light"],
    ["contrast", "light"],
  ] as const)("let the heads of a table be read, theme %s: on a %s ground", async (theme, ground) => {
    const cells = { A1: "NAME", B1: "Score", A2: "Acme", B2: 7 };
    const tables = [{ name: "Scores", address: "A1:B2" }];
    await workbench().call("open", { name: "Test", sheets: [{ name: "Sheet1", cells, tables }] });
    await workbench().call("select", "D9");
    await workbench().settled();
    await workbench().call("theme", theme);
    await until(
      "the ground is drawn",
      async () => luminance((await look(headOfTable)).ground) < 0.2 === (ground === "dark"),
    );
    // Antialiased letters rarely reach their full color.
    expect((await look(headOfTable)).contrast).toBeGreaterThan(6);
  });

  it.each(["dark", "contrast"] as const)("let the button of a filter be seen, theme %s", async (theme) => {
    const { call, settled } = workbench();
    const sheet = { name: "Sheet1", cells: { A1: "Name", A2: "Acme" }, filter: { address: "A1:A2" } };
    await call("open", { name: "Test", sheets: [sheet] });
    await call("select", "D9");
    await settled();
    await call("theme", theme);
    await until("the button is drawn on a dark ground", async () => luminance((await look(filterButton)).ground) < 0.1);
    // Its lines of one pixel are drawn over two, with half of their color: 3 is what WCAG 1.4.11 demands.
    expect((await look(filterButton)).contrast).toBeGreaterThan(3);
  });
});
