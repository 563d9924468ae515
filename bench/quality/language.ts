import { loadLanguageDetector } from "../../src/data/enrich/language";
import { mean, type QualityLine, readText, share } from "./data-sets";

/** The languages of business news, by ISO 639-1, with the code that the detector answers. */
const languages: Readonly<Record<string, string>> = {
  cs: "cze",
  da: "dan",
  de: "ger",
  el: "gre",
  en: "eng",
  es: "spa",
  fi: "fin",
  fr: "fre",
  he: "heb",
  hu: "hun",
  it: "ita",
  ja: "jpn",
  ko: "kor",
  nb: "nor",
  nl: "dut",
  pl: "pol",
  pt: "por",
  ro: "rum",
  ru: "rus",
  sv: "swe",
  th: "tha",
  tr: "tur",
  uk: "ukr",
  zh: "chi",
};

export const languageLine = async (folder: string): Promise<QualityLine> => {
  const detect = await loadLanguageDetector();
  const rows = readText(folder, "language-id/lingua-sentences.tsv.gz")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .filter(([code = ""]) => code in languages);
  return {
    task: "language",
    size: `${rows.length} sentences, ${Object.keys(languages).length} languages`,
    result: share(mean(rows.map(([code = "", text = ""]) => Number(detect(text) === languages[code])))),
    aim: "≥ .99",
    reference: "eld large .993",
  };
};
