import { examineWorkbook } from "../../../src/addin/doctor/doctor";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { rawWorkbook } from "./raw-workbook";
import { copyOf, doctorContext, markup, places, textPieces, textScanners } from "./text-scanners";

const rounds = [8_000, 16_000, 32_000];

/** Milliseconds of the processor, the best of three. */
const processorTime = (run: () => unknown): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = process.cpuUsage();
      try {
        run();
      } catch {
        // A refusal counts too.
      }
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    }),
  );

/** Lines with the times for 8, 16 and 32 kB, those that grow most first. */
const table = (title: string, rows: readonly (readonly [string, (text: string) => unknown, string])[]): string => {
  const measured = rows.map(([name, run, piece]) => {
    const times = rounds.map((length) => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      return processorTime(() => run(text));
    });
    const [first = 0, second = 0, third = 0] = times;
    return {
      line: `${name.padEnd(44)} ${times.map((ms) => ms.toFixed(1).padStart(8)).join("")}  ×${(second / Math.max(first, 0.1)).toFixed(1)} ×${(third / Math.max(second, 0.1)).toFixed(1)}`,
      third,
    };
  });
  const sorted = measured.toSorted((one, other) => other.third - one.third).slice(0, 40);
  return [title, ...sorted.map(({ line }) => line)].join("\n");
};

it("prints how the processor time of each scanner grows with its text", () => {
  const formulaRows = Object.entries(textScanners).flatMap(([name, run]) =>
    textPieces.map((piece) => [`${name} ${JSON.stringify(piece)}`, run, piece] as const),
  );
  const readers: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
    read: (bytes) => readWorkbook(bytes, { custom: [] }),
    copy: copyOf,
    doctor: (bytes) => examineWorkbook(bytes, doctorContext),
  };
  const fileRows = Object.entries(places).flatMap(([place, file]) =>
    Object.entries(readers).flatMap(([reader, run]) =>
      markup.map(
        (piece) =>
          [
            `${reader}, ${place} ${JSON.stringify(piece)}`,
            (text: string) => run(rawWorkbook(file(text))),
            piece,
          ] as const,
      ),
    ),
  );
  process.stdout.write(
    `${table("Texts: ms at 8, 16 and 32 kB, and ratios", formulaRows)}\n${table("Files", fileRows)}\n`,
  );
  expect(formulaRows.length).toBeGreaterThan(0);
}, 400_000);
