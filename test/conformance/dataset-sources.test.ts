import { proves } from "./proves";
import { idsOf, startCorpus } from "./corpus";
import { startClient } from "./service-client";
import type { AnalysisDocument } from "./shapes";

const { found, idsWhere, subjects, whole } = startCorpus(startClient());

proves(["dataset.countries"], "countries keeps documents of sites of the countries", async () => {
  const country =
    whole()
      .map((document) => document["the service"]?.country)
      .find((each) => each != null) ?? "";
  expect(country).toMatch(/^[a-z]{2}$/i);
  expect(idsOf(await found({ countries: [country] }))).toEqual(
    idsWhere((document) => document["the service"]?.country === country),
  );
});

proves(["dataset.languages"], "documents are English by default, of the named languages otherwise", async () => {
  expect(new Set(whole().map(({ language }) => language))).toEqual(new Set(["english"]));
  const every = await found({ languages: ["english", "french", "german"] });
  expect(new Set(every.map(({ language }) => language))).toEqual(new Set(["english", "french", "german"]));
  const french = idsOf(every.filter(({ language }) => language === "french"));
  expect(idsOf(await found({ languages: ["french"] }))).toEqual(french);
});

proves(
  ["dataset.qscore", "limit.qscore", "analysis-document.qscore"],
  "documents below qscore are dropped, 50 by default, none without the worker quality-score",
  async () => {
    for (const { qscore } of whole()) expect(qscore).toBeGreaterThanOrEqual(0);
    const scores = whole().map(({ qscore = 0 }) => qscore);
    const middle = scores.sort((a, b) => a - b)[Math.floor(scores.length / 2)] ?? 0;
    expect(idsOf(await found({ qscore: middle }))).toEqual(idsWhere(({ qscore = 0 }) => qscore >= middle));
    expect(idsOf(await found({ qscore: undefined }))).toEqual(idsWhere(({ qscore = 0 }) => qscore >= 50));
    expect(idsOf(await found({ qscore: 100, workers: ["raw-matcher"] }))).toEqual(idsOf(whole()));
  },
);

proves(["dataset.sentiments_filter"], "sentiments_filter compares the means, and the polarity itself", async () => {
  const middle =
    whole()
      .map(({ document_negative }) => document_negative?.mean ?? 0)
      .sort((a, b) => a - b)[Math.floor(whole().length / 2)] ?? 0;
  expect(idsOf(await found({ sentiments_filter: { negative: { min: middle } } }))).toEqual(
    idsWhere(({ document_negative }) => (document_negative?.mean ?? -1) >= middle),
  );
  expect(idsOf(await found({ sentiments_filter: { polarity: { min: -1, max: 0 } } }))).toEqual(
    idsWhere(({ document_polarity = 2 }) => document_polarity >= -1 && document_polarity <= 0),
  );
  expect(idsOf(await found({ sentiments_filter: { positive: { max: 0.1 }, neutral: { min: 0.1 } } }))).toEqual(
    idsWhere(
      ({ document_positive, document_neutral }) =>
        (document_positive?.mean ?? 2) <= 0.1 && (document_neutral?.mean ?? -1) >= 0.1,
    ),
  );
});

proves(
  ["dataset.site_type", "version.3"],
  "standard_news documents carry site_type news; the deprecated news means the same",
  async () => {
    const news = await found({ site_type: ["standard_news"] });
    expect(new Set(news.map((document) => document["the service"]?.site_type))).toEqual(new Set(["news"]));
    expect(idsOf(await found({ site_type: ["news"] }))).toEqual(idsOf(news));
    expect(idsOf(await found({ site_type: ["blogs"] }))).toEqual(
      idsWhere((document) => document["the service"]?.site_type === "blogs"),
    );
    expect(idsOf(await found({ site_type: ["standard_news", "blogs", "discussions"] }))).toEqual(idsOf(whole()));
  },
);

proves(["dataset.sites", "dataset.sites_exclude"], "sites keeps and sites_exclude drops base domains", async () => {
  const site = whole()[0]?.["the service"]?.site ?? "";
  const domain = site.split(".").slice(-2).join(".");
  const of = (document: AnalysisDocument): boolean =>
    document["the service"]?.site === domain || document["the service"]?.site.endsWith(`.${domain}`) === true;
  expect(idsOf(await found({ sites: [domain] }))).toEqual(idsWhere(of));
  expect(idsOf(await found({ sites_exclude: [domain] }))).toEqual(idsWhere((document) => !of(document)));
});

proves(
  ["dataset.similarity_threshold", "limit.similarity"],
  "documents whose entity scores below similarity_threshold are dropped, one of exactly that similarity stays; 0 is the default",
  async () => {
    const workers = ["quality-score", "raw-matcher", "entity-similarity"];
    const context = "court workers climate recall fraud pollution strike unexpected settlement investigation";
    const entities = subjects().map((each) => ({ ...each, context }));
    const all = await found({ workers }, entities);
    const similarityOf = ({ sentences = [] }: AnalysisDocument): number =>
      Math.max(...sentences.flatMap(({ matches }) => matches.map(({ similarity }) => Number(similarity))));
    const values = [...new Set(all.map(similarityOf))].sort((a, b) => a - b);
    expect(values.length).toBeGreaterThan(2);
    expect(idsOf(all)).toEqual(idsOf(await found({ workers, similarity_threshold: 0 }, entities)));
    const middle = values[Math.floor(values.length / 2)] ?? 0;
    expect(idsOf(await found({ workers, similarity_threshold: middle }, entities))).toEqual(
      idsOf(all.filter((document) => similarityOf(document) >= middle)),
    );
  },
);

proves(
  ["dataset.similarity_threshold", "limit.similarity"],
  "a higher similarity_threshold never keeps more documents, 0 keeps all",
  async () => {
    const workers = ["quality-score", "raw-matcher", "entity-similarity"];
    const sizes = await Promise.all(
      [0, 0.5, 0.8, 1].map(async (similarity_threshold) => (await found({ workers, similarity_threshold })).length),
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes[0]).toBe((await found({ workers })).length);
  },
);
