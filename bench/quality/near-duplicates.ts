import { groupNearDuplicates } from "../../src/data/enrich/near-duplicates";
import { hashShare, type QualityLine, readRows, share } from "./data-sets";

/** The text with a part of its words dropped, by a hash of place and seed. */
const dropWords = (text: string, part: number, seed: string): string =>
  text
    .split(/(?<=\s)/)
    .filter((_, position) => hashShare(`${seed} ${position}`) >= part)
    .join("");

export const nearDuplicateLines = (folder: string): readonly QualityLine[] => {
  const articles = ["wikinews-2019.csv.gz", "wikinews-2020.csv.gz"]
    .flatMap((file) => readRows(folder, `documents/${file}`))
    .map(({ url = "", text = "" }) => ({ url, text }));
  return [0.02, 0.05, 0.1, 0.15].map((part) => {
    // All on one day, so that every pair is compared.
    const texts = articles.flatMap(({ url, text }) => [
      { id: url, day: "2020-01-01", text },
      { id: `${url}#edited`, day: "2020-01-01", text: dropWords(text, part, url) },
    ]);
    const groups = groupNearDuplicates(texts);
    const pairs = groups.flatMap((group) =>
      group.flatMap((one, position) => group.slice(position + 1).map((other) => [one, other] as const)),
    );
    const right = pairs.filter(([one, other]) => one.replace("#edited", "") === other.replace("#edited", "")).length;
    return {
      task: `near-duplicates, ${Math.round(part * 100)} % of words dropped: recall; false pairs`,
      size: `${articles.length} articles`,
      result: `${share(right / articles.length)}; ${pairs.length - right}`,
      aim: part === 0.1 ? "≥ .9; 0" : "–",
      reference: "MinHash of 64, words: 1.00 / .93 / .52 at 2 / 5 / 10 %",
    };
  });
};
