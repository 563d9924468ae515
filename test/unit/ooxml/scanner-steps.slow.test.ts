import { Session } from "node:inspector";
import { examineWorkbook } from "../../../src/addin/doctor/doctor";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { copyOf, doctorContext, markup, multiplied, places, textPieces, textScanners } from "./text-scanners";
import { rawWorkbook } from "./raw-workbook";

const session = new Session();
const post = (method: string, options: object = {}): unknown => {
  let answer: unknown;
  session.post(method, options, (error, result) => {
    if (error !== null) throw error;
    answer = result;
  });
  return answer;
};

beforeAll(() => {
  session.connect();
  post("Profiler.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  takeSteps();
});
afterAll(() => session.disconnect());

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/**
 * How often the blocks of our own code ran since it was called last: the engine counts each loop and each call. The code of
 * this test is not counted, so nothing is between two counts but the scanner.
 */
const takeSteps = (): number =>
  (post("Profiler.takePreciseCoverage") as Coverage).result
    .filter(({ url }) => /[\\/]src[\\/]/.test(url) && !url.includes("node_modules"))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);

/** The letters that patterns have read: until the end of the match, or of the text. One that begins with `^` or is sticky reads its match. */
let lettersRead = 0;
const { exec } = RegExp.prototype;

const countingExec = function (this: RegExp, text: string): RegExpExecArray | null {
  const from = this.global ? this.lastIndex : 0;
  const match = exec.call(this, text);
  const end = match === null ? text.length : match.index + match[0].length;
  lettersRead += 1 + (this.sticky || this.source.startsWith("^") ? (match?.[0].length ?? 0) : end - from);
  return match;
};

/**
 * The blocks that ran, and the letters that patterns read. Lint refuses patterns that take more than linear time
 * (`regexp/no-super-linear-…`), but not one that reads a growing text again and again.
 */
const countSteps = (run: () => unknown): number => {
  lettersRead = 0;
  RegExp.prototype.exec = countingExec;
  try {
    run();
  } catch {
    // A refusal counts too.
  } finally {
    RegExp.prototype.exec = exec;
  }
  return takeSteps() + lettersRead;
};

const sizes = [8_000, 16_000, 32_000] as const;

/** Twice the text takes at most so many times the steps. What a text costs besides its length lowers the ratio. */
const mostRatio = 2.2;
/** Fewer steps say nothing. */
const fewestSteps = 5_000;

/** The scanners whose steps grow faster than their text, with the steps at 8, 16 and 32 kB. */
const faster = (rows: readonly (readonly [string, (text: string) => unknown, string])[]): string[] =>
  rows.flatMap(([name, run, piece]) => {
    const stepsAt = (length: number): number => {
      // Whole pieces, an even number of them: each text has the same beginning and end, and as many opening as closing quotes.
      const text = piece.repeat(2 * Math.floor(length / piece.length / 2));
      return countSteps(() => run(text));
    };
    // To count takes most of the time, and few scanners take many steps over the longest text.
    if (stepsAt(sizes[2]) < fewestSteps) return [];
    const [first, second, third] = [stepsAt(sizes[0]), stepsAt(sizes[1]), stepsAt(sizes[2])];
    const isLinear = third <= mostRatio * second && second <= mostRatio * Math.max(first, 1);
    return isLinear ? [] : [`${name} ${JSON.stringify(piece)}: ${first}, ${second}, ${third}`];
  });

test("a loop that begins anew at each sign is noticed", () => {
  // `tokenize` of each rest of a text, as a scanner without a position would do it.
  const { tokenize } = textScanners;
  const anew = (text: string): void => {
    for (let at = 0; at < text.length; at += 400) tokenize?.(text.slice(at));
  };
  expect(faster([["anew", anew, "A1+"]])).toHaveLength(1);
});

test.each(Object.entries(textScanners))("the steps of %s grow with its text at most", (name, run) => {
  expect(faster(textPieces.map((piece) => [name, run, piece]))).toEqual([]);
});

const readers: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  read: (bytes) => readWorkbook(bytes, { custom: [] }),
  copy: copyOf,
  doctor: (bytes) => examineWorkbook(bytes, doctorContext),
};

/** Writes a workbook that lost what its sheets have beside cells, and whose cells have other formats. */
const rewrite = (bytes: Uint8Array): unknown => {
  const names = { custom: [] };
  const model = readWorkbook(bytes, names);
  const gone = { links: [], notes: [], threads: [], conditionalFormats: [], dataValidations: [] };
  const sheets = model.sheets.map((sheet) => ({
    ...sheet,
    ...gone,
    cells: sheet.cells.map((cell) => ({ ...cell, format: { ...cell.format, bold: true } })),
  }));
  return writeWorkbook({ ...model, sheets }, names, bytes);
};

const counts = [300, 600, 1_200] as const;

test.each(Object.entries(multiplied))(
  "the steps of reading, writing, copying and examining a file grow with its %s, not with their square",
  (_, file) => {
    const files = counts.map((count) => rawWorkbook(file(count)));
    const steps = Object.entries({ ...readers, rewrite }).map(([name, run]) => {
      files.forEach((bytes) => countSteps(() => run(bytes)));
      return [name, ...files.map((bytes) => countSteps(() => run(bytes)))] as const;
    });
    const quadratic = steps.filter(
      ([, first = 0, second = 0, third = 0]) => third - second > 2.5 * (second - first) + fewestSteps,
    );
    expect(quadratic).toEqual([]);
  },
);

test.each(Object.entries(places))(
  "the steps of reading, copying and examining a file grow with its %s",
  (place, file) => {
    const rows = Object.entries(readers).flatMap(([reader, run]) =>
      markup.map((piece) => [`${reader}, ${place}`, (text: string) => run(rawWorkbook(file(text))), piece] as const),
    );
    expect(faster(rows)).toEqual([]);
  },
);
