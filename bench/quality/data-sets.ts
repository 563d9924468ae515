import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import Papa from "papaparse";

/** A file of the data folder as text; compressed ones are unpacked. */
export const readText = (folder: string, file: string): string => {
  const bytes = readFileSync(path.join(folder, file));
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
};

export type Row = Readonly<Record<string, string>>;

/** The rows of a CSV file with a head. */
export const readRows = (folder: string, file: string): readonly Row[] =>
  Papa.parse<Row>(readText(folder, file).trim(), { header: true }).data;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** A number between 0 and 1 that follows from the text alone (FNV-1a), for splits that stay. */
export const hashShare = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};

/** Accuracy and the mean F1 of the classes, for pairs of a label and a prediction. */
export const classScores = (
  pairs: readonly (readonly [string, string])[],
): { readonly accuracy: number; readonly macroF1: number } => {
  const classes = [...new Set(pairs.map(([label]) => label))];
  const scores = classes.map((name) => {
    const hits = pairs.filter(([label, guess]) => label === name && guess === name).length;
    const both = pairs.filter(([label]) => label === name).length + pairs.filter(([, guess]) => guess === name).length;
    return both === 0 ? 0 : (2 * hits) / both;
  });
  return {
    accuracy: mean(pairs.map(([label, guess]) => Number(label === guess))),
    macroF1: mean(scores),
  };
};

/** A line of the table: a task, its size, what came out, the aim and what others publish. */
export interface QualityLine {
  readonly task: string;
  readonly size: string;
  readonly result: string;
  readonly aim: string;
  readonly reference: string;
}

export const share = (value: number, digits = 3): string => value.toFixed(digits);
