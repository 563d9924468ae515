import { textOf } from "./analysis";
import { idsOf, startCorpus } from "./corpus";
import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { AnalysisDocument } from "./shapes";

const { found, idsWhere, subjects, whole } = startCorpus(startClient());
const holds = (text: string, keyword: string): boolean => text.toLowerCase().includes(keyword.toLowerCase());
const commonWord = (): string => {
  const counts = new Map<string, number>();
  for (const document of whole())
    for (const word of new Set(
      textOf(document)
        .toLowerCase()
        .match(/\b[a-z]{6,}\b/g) ?? [],
    ))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  const half = whole().length / 2;
  const best = [...counts]
    .filter(([, count]) => count < whole().length)
    .sort((a, b) => Math.abs(a[1] - half) - Math.abs(b[1] - half))[0];
  return best?.[0] ?? "";
};
const hasWord = (document: AnalysisDocument, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "iu").test(textOf(document));

const occurrences = (document: AnalysisDocument, keyword: string): number =>
  textOf(document).match(new RegExp(`(?<![\\p{L}\\p{N}])${keyword}(?![\\p{L}\\p{N}])`, "giu"))?.length ?? 0;

proves(["dataset.entities", "purpose.1"], "every document holds a keyword of an entity", () => {
  expect(whole().length).toBeGreaterThan(5);
  expect(whole().length).toBeLessThan(500);
  const keywords = subjects().flatMap((each) => each.keywords);
  for (const document of whole()) expect(keywords.some((keyword) => holds(textOf(document), keyword))).toBe(true);
});

proves(["dataset.entities"], "the keywords are looked for, whatever the name of the entity", async () => {
  const entities = subjects().map(({ keywords }, index) => ({ entity_of_interest: `Zzyzx ${index}`, keywords }));
  expect(idsOf(await found({}, entities))).toEqual(idsOf(whole()));
});

proves(
  ["dataset.start_date", "dataset.end_date", "purpose.1"],
  "documents lie within the dates, both days included",
  async () => {
    const days = whole()
      .map(({ extract_date = "" }) => extract_date.slice(0, 10))
      .sort();
    const [from = "", to = ""] = [days[Math.floor(days.length / 4)], days[Math.floor(days.length / 1.5)]];
    const inside = await found({ start_date: from, end_date: to });
    expect(idsOf(inside)).toEqual(
      idsWhere(({ extract_date = "" }) => extract_date.slice(0, 10) >= from && extract_date.slice(0, 10) <= to),
    );
  },
);

proves(["dataset.keywords_exclude"], "keywords_exclude drops documents with the word, whatever its case", async () => {
  const word = commonWord();
  expect(word).not.toBe("");
  expect(idsOf(await found({ keywords_exclude: [word.toUpperCase()] }))).toEqual(
    idsWhere((document) => !hasWord(document, word)),
  );
});

proves(
  ["dataset.co_mentions"],
  "co_mentions keeps documents with at least one of them, whatever its case",
  async () => {
    const word = commonWord();
    expect(idsOf(await found({ co_mentions: [word.toUpperCase(), "no such word at all"] }))).toEqual(
      idsWhere((document) => hasWord(document, word)),
    );
    expect(await found({ co_mentions: ["no such word at all"] })).toEqual([]);
  },
);

proves(
  ["dataset.concepts", "dataset.concepts_filter", "purpose.1"],
  "concepts drops nothing, concepts_filter drops documents without the concepts",
  async () => {
    const word = commonWord();
    const workers = ["quality-score", "raw-matcher", "concept"];
    expect(idsOf(await found({ workers, concepts: { Topic: [word] } }))).toEqual(idsOf(whole()));
    expect(idsOf(await found({ workers, concepts_filter: { Topic: [word.toUpperCase()] } }))).toEqual(
      idsWhere((document) => hasWord(document, word)),
    );
  },
);

choice(
  ["dataset.concepts_filter"],
  "a filter without concepts, or whose concepts have no keywords, drops nothing",
  async () => {
    const workers = ["quality-score", "raw-matcher", "concept"];
    for (const concepts_filter of [{}, { Topic: [] }])
      expect(idsOf(await found({ workers, concepts_filter }))).toEqual(idsOf(whole()));
  },
);

proves(
  ["dataset.min_repeat"],
  "min_repeat 1 is the default; a higher one keeps documents that repeat a keyword",
  async () => {
    const keyword = commonWord();
    const entities = [{ entity_of_interest: keyword, keywords: [keyword] }];
    const recent = { start_date: "2026-06-15" };
    const [one, explicit, two, many] = await Promise.all(
      [{}, { min_repeat: 1 }, { min_repeat: 2 }, { min_repeat: 1_000 }].map((change) =>
        found({ ...recent, ...change }, entities),
      ),
    );
    expect(idsOf(explicit ?? [])).toEqual(idsOf(one ?? []));
    expect(idsOf(two ?? [])).toEqual(idsOf((one ?? []).filter((document) => occurrences(document, keyword) >= 2)));
    expect((two ?? []).length).toBeLessThan((one ?? []).length);
    expect(many).toEqual([]);
  },
);

proves(
  ["dataset.min_match"],
  "min_match 1 is the default; a higher one wants that many keywords of the entity",
  async () => {
    const word = commonWord();
    const entities = subjects()
      .slice(0, 1)
      .map((each) => ({ ...each, keywords: [each.keywords[0] ?? "", word] }));
    const recent = { start_date: "2026-06-15" };
    const either = await found({ ...recent, min_match: 1 }, entities);
    expect(either.length).toBeLessThan(500);
    const both = await found({ ...recent, min_match: 2 }, entities);
    expect(idsOf(both)).toEqual(
      idsOf(
        either.filter((document) => hasWord(document, word) && holds(textOf(document), entities[0]?.keywords[0] ?? "")),
      ),
    );
    expect(both.length).toBeLessThan(either.length);
    expect(idsOf(await found(recent, entities))).toEqual(idsOf(either));
  },
);

proves(["dataset.search_in"], "search_in title wants the keyword in the title", async () => {
  const keywords = subjects().flatMap((each) => each.keywords);
  expect(idsOf(await found({ search_in: ["title"] }))).toEqual(
    idsWhere(({ title = "" }) => keywords.some((keyword) => holds(title, keyword))),
  );
  expect(idsOf(await found({ search_in: ["title", "text"] }))).toEqual(idsOf(whole()));
});

proves(
  ["dataset.search_in"],
  "search_in title limits entity keywords only: a co-mention may be in the text",
  async () => {
    const keywords = subjects().flatMap((each) => each.keywords);
    const named = whole().filter(({ title = "" }) => keywords.some((keyword) => holds(title, keyword)));
    const wordsOf = (document: AnalysisDocument): string[] =>
      textOf(document)
        .toLowerCase()
        .match(/\b[a-z]{6,}\b/g) ?? [];
    const word = named.flatMap((each) => wordsOf(each).filter((part) => !holds(each.title ?? "", part)))[0] ?? "";
    expect(word).not.toBe("");
    expect(idsOf(await found({ search_in: ["title"], co_mentions: [word] }))).toEqual(
      idsOf(named.filter((document) => hasWord(document, word))),
    );
  },
);

choice(["dataset.min_match"], "a document stays when any of the entities matches", async () => {
  const first = subjects().slice(0, 1);
  const both = await found({}, subjects().slice(0, 2));
  expect(both.length).toBeGreaterThan((await found({}, first)).length);
});
