import { matchGoals } from "../../src/data/enrich/sdg-goals";
import { textWords } from "../../src/data/enrich/text-words";
import { hashShare, mean, type QualityLine, readRows, type Row, share } from "./data-sets";

/** Half of the texts, by a hash of their id, were at hand when the phrases were chosen; the other half is for the report. */
const isForTuning = ({ id = "" }: Row): boolean => hashShare(id) < 0.5;

const goals = Array.from({ length: 17 }, (_, position) => position + 1);

/** Accuracy, precision and recall; each the mean over the goals. */
const measure = (rows: readonly Row[]): readonly [number, number, number] => {
  const scores = goals.map((goal) => {
    const judged = rows
      .filter(({ sdg = "" }) => Number(sdg) === goal)
      .map(({ text = "", label = "" }) => ({
        label: label === "True",
        guess: matchGoals(textWords(text)).some((match) => match.goal === goal),
      }));
    const hits = judged.filter(({ label, guess }) => label && guess).length;
    return [
      mean(judged.map(({ label, guess }) => Number(label === guess))),
      hits / Math.max(1, judged.filter(({ guess }) => guess).length),
      hits / Math.max(1, judged.filter(({ label }) => label).length),
    ] as const;
  });
  return [
    mean(scores.map(([each]) => each)),
    mean(scores.map(([, each]) => each)),
    mean(scores.map(([, , each]) => each)),
  ];
};

export const goalLines = (folder: string): readonly QualityLine[] => {
  const rows = readRows(folder, "sdg/sdg-benchmark.half.csv.gz");
  const parts = [
    ["for the report", rows.filter((row) => !isForTuning(row))],
    ["for tuning", rows.filter(isForTuning)],
  ] as const;
  return parts.map(([name, part]) => {
    const [accuracy, precision, recall] = measure(part);
    return {
      task: `SDG benchmark, part ${name}: mean accuracy (precision, recall)`,
      size: `${part.length} texts, 17 goals`,
      result: `${share(accuracy)} (${share(precision)}, ${share(recall)})`,
      aim: "≥ .80",
      reference: "SDG Prospector .88, GPT-4o .87, text2sdg .83, JRC .77, OSDG v1 .70 (whole set)",
    };
  });
};
