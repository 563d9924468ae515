import type { Edition } from "../../../../src/formulas/editions/edition-store";
import { checkEditionName, editionNamed } from "../../../../src/formulas/editions/edition-names";

const now = Date.parse("2026-11-24T08:00:00Z");
const workbook = { workbook: "one", family: "one", isOfFile: false };
const existing: readonly Edition[] = [{ ...workbook, id: "one", at: now, name: "Q3 report", answers: [], bytes: 0 }];

const refusal = (name: string, own?: string): string => {
  try {
    return `accepted ${checkEditionName(name, existing, now, own)}`;
  } catch (error) {
    return (error as Error).message;
  }
};

test.each(["Q4 report", "September 2026", "Bericht für Q3 – final", "O3", "Board (30 Sep 2026)", "H1 2026"])(
  "%s can be a name",
  (name) => {
    expect(refusal(name)).toBe(`accepted ${name}`);
  },
);

test.each([
  "2026-09-30",
  "2026-09",
  "30.09.2026",
  "03/04/2026",
  "20260930",
  "46295",
  "today",
  "ytd",
  "-30d",
  "30 Sep 2026",
  "30. September 2026",
  "Sep 30, 2026",
  "30 septembre 2026",
])("%s is refused, because asof would read it, or a person would, as a day", (name) => {
  expect(refusal(name)).toMatch(/would be read as a day|no commas/);
});

test("a name has 1 to 60 characters, on one line, without signs that separate options", () => {
  expect(refusal("  ")).toBe("Give the edition a name.");
  expect(refusal("x".repeat(61))).toBe("A name has at most 60 characters; this one has 61.");
  for (const sign of [";", ",", "'", '"'])
    expect(refusal(`Q3${sign} final`)).toBe(
      `A name has no commas, semicolons, quotation marks or line breaks; this one has ${sign}`,
    );
  expect(refusal(" Q4\n  final ")).toBe("accepted Q4 final");
});

test("a name exists once, without case; the edition that has it may be written in another case", () => {
  expect(refusal("q3 REPORT")).toBe(
    "There is an edition “Q3 report” already. Choose another name, or rename that one first.",
  );
  expect(refusal("Q3 Report", "one")).toBe("accepted Q3 Report");
});

test("a name is found by the text that functions read of it: without what is invisible, with other spaces and letters", () => {
  const named = existing.map((one) => ({ ...one, name: "Q3 \u267b\ufe0f\u00a0report" }));
  expect(editionNamed("q3 \u267b  report", named)).toBe(named[0]);
});
