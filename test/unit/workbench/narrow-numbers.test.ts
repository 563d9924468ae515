import fc from "fast-check";
import { fitNumber } from "../../../src/workbench/univer/narrow-numbers";

/** Each character takes one unit of the width. */
const room = (width: number) => ({ width, measure: (text: string) => text.length });

describe("a number in a narrow column", () => {
  it("stays as it is where it fits", () => {
    expect(fitNumber(1234.5, "1234.5", room(6))).toBeUndefined();
    expect(fitNumber(undefined, "12/31/2026", room(10))).toBeUndefined();
  });

  it("shows #### that fill the column, and at least one, where its format has no room", () => {
    expect(fitNumber(undefined, "1,234,567.00 €", room(13))).toBe("#".repeat(13));
    expect(fitNumber(undefined, "12/31/2026", room(0.5))).toBe("#");
  });

  it.each([
    [0.333333333333, 6, "0.3333"],
    [1234.5678, 5, "1235"],
    [1234.5678, 6, "1234.6"],
    [12_345_678, 7, "1.2E+07"],
    [12_345_678, 6, "1E+07"],
    [12_345_678, 4, "####"],
    [-0.000_012_345, 8, "-1.2E-05"],
    [1e-9, 3, "###"],
    [0.04, 3, "###"],
  ])("without a format, %d in %d characters is rounded or a power of ten: %s", (value, width, shown) => {
    expect(fitNumber(value, String(value), room(width))).toBe(shown);
  });

  it("never reads as a number that differs by more than the rounding of its last digit", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e300, max: 1e300 }),
        fc.integer({ min: 1, max: 24 }),
        (value, width) => {
          const text = String(value);
          const shown = fitNumber(value, text, room(width)) ?? text;
          expect(shown.length <= width || shown === text).toBe(true);
          if (/^#+$/.test(shown)) return;
          const [factor = "", power = "0"] = shown.split(/e/i);
          const lastDigit = 10 ** (Number(power) - (factor.split(".")[1] ?? "").length);
          expect(Math.abs(Number(shown) - value)).toBeLessThanOrEqual(0.5000001 * lastDigit);
        },
      ),
    );
  });
});
