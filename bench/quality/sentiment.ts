import { scoreSentiment } from "../../src/data/enrich/sentiment";
import { classScores, mean, type QualityLine, readRows, readText, share } from "./data-sets";

const scored = (rows: readonly (readonly [string, string])[]): string => {
  const { accuracy, macroF1 } = classScores(rows.map(([label, text]) => [label, scoreSentiment(text).label]));
  return `${share(accuracy)} / ${share(macroF1)}`;
};

/** Measured only: no rule comes from these sentences, and the program prints none of them. */
const phraseBank = (folder: string): QualityLine => {
  const rows = readText(folder, "sentiment/financial-phrasebank-50agree.half.txt.gz")
    .trim()
    .split("\n")
    .map((line) => {
      const at = line.lastIndexOf("@");
      return [line.slice(at + 1).trim(), line.slice(0, at)] as const;
    });
  return {
    task: "Financial PhraseBank (half), accuracy / macro F1",
    size: `${rows.length} sentences`,
    result: scored(rows),
    aim: "≥ .78 / ≥ .73",
    reference: "FinBERT .86 / .84; always neutral .594 / .25",
  };
};

const twitterLabels = ["negative", "positive", "neutral"];

const twitter = (folder: string): QualityLine => {
  const rows = readRows(folder, "sentiment/twitter-financial-news-valid.half.csv.gz").map(
    ({ text = "", label = "" }) => [twitterLabels[Number(label)] ?? "", text] as const,
  );
  return {
    task: "Twitter financial news, validation (half), accuracy / macro F1",
    size: `${rows.length} texts`,
    result: scored(rows),
    aim: "–",
    reference: "trained on its train set .823 / .756",
  };
};

interface FiqaText {
  readonly sentence: string;
  readonly info: readonly { readonly sentiment_score: string }[];
}

/** FiQA scores targets from -1 to 1: the part of their variance that the polarity explains, and their cosine. */
const fiqa = (folder: string, kind: "headline" | "post"): QualityLine => {
  const texts = JSON.parse(readText(folder, `sentiment/fiqa-task1_${kind}_ABSA_train.json.gz`)) as Readonly<
    Record<string, FiqaText>
  >;
  const pairs = Object.values(texts).flatMap(({ sentence, info }) =>
    info.map(({ sentiment_score: score }) => [Number(score), scoreSentiment(sentence).polarity] as const),
  );
  const average = mean(pairs.map(([score]) => score));
  const left = pairs.reduce((sum, [score, guess]) => sum + (score - guess) ** 2, 0);
  const all = pairs.reduce((sum, [score]) => sum + (score - average) ** 2, 0);
  const product = pairs.reduce((sum, [score, guess]) => sum + score * guess, 0);
  const norm = (values: readonly number[]): number => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  const cosine = product / (norm(pairs.map(([score]) => score)) * norm(pairs.map(([, guess]) => guess)));
  return {
    task: `FiQA ${kind}s, R² / cosine`,
    size: `${pairs.length} targets`,
    result: `${share(1 - left / all)} / ${share(cosine)}`,
    aim: "–",
    reference: kind === "headline" ? "FinBERT R² .55 (its split); SemEval-2017 cosine .68 to .69" : "",
  };
};

export const sentimentLines = (folder: string): readonly QualityLine[] => [
  phraseBank(folder),
  twitter(folder),
  fiqa(folder, "headline"),
  fiqa(folder, "post"),
];
