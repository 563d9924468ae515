import type { Site } from "../../data/records";
import { itemAt } from "../common/random";
import { textLanguages } from "../text/topics";

/** A website of the fictitious world. */
export interface WorldSite extends Site {
  /** Position in the languages of documents. */
  readonly language: number;
}

const countriesByLanguage = [
  ["us", "gb", "ie", "au", "ca"],
  ["fr", "be", "ch"],
  ["de", "at", "ch"],
  ["es", "mx", "cl"],
  ["jp"],
];
const words = [
  ["herald", "courier", "ledger", "dispatch", "wire", "observer", "gazette", "chronicle"],
  ["lecourrier", "ladepeche", "lajournee", "lechos"],
  ["tagblatt", "kurier", "rundschau", "anzeiger"],
  ["eldiario", "lagaceta", "elcorreo", "lacronica"],
  ["shimbun", "tsushin", "nippo", "keizai"],
];

const endings = { news: "news", blogs: "blog", discussions: "forum" } as const;

const siteTypeAt = (index: number): Site["type"] => {
  const kind = index % 10;
  if (kind < 7) return "news";
  return kind < 9 ? "blogs" : "discussions";
};

const siteLicenceAt = (index: number): Site["licence"] => {
  if (siteTypeAt(index) !== "news" || index % 5 !== 3) return "standard";
  return index % 20 > 9 ? "premium" : "licensed";
};

const site = (index: number): WorldSite => {
  const language = index < 20 ? 0 : 1 + (index % 4);
  const type = siteTypeAt(index);
  return {
    domain: `${itemAt(words[language] ?? ["press"], index)}-${index + 1}.${endings[type]}.example`,
    type,
    licence: siteLicenceAt(index),
    country: index % 17 === 11 ? null : itemAt(countriesByLanguage[language] ?? ["us"], index),
    language,
    authority: Math.round((0.2 + ((index * 37) % 79) / 100) * 100) / 100,
  };
};

export const sites: readonly WorldSite[] = Array.from({ length: 60 }, (_, index) => site(index));

const positions = (test: (candidate: WorldSite) => boolean): readonly number[] =>
  sites.flatMap((candidate, index) => (test(candidate) ? [index] : []));

/** Positions of the sites in each language of documents. */
export const sitesByLanguage: readonly (readonly number[])[] = textLanguages.map((_, language) =>
  positions((candidate) => candidate.language === language),
);

/** Positions of English news that everyone may read. */
export const standardEnglishNews = positions(
  (each) => each.language === 0 && each.type === "news" && each.licence === "standard",
);
/** Positions of premium news in English. */
export const premiumEnglishNews = positions((each) => each.language === 0 && each.licence === "premium");
