import { createInstance, seededAnalyses } from "./analyses/analyses";
import type { Clock } from "./common/clock";
import type { CompanyRecord, DocumentRecord, EventRecord, Mention, Origin, Signal } from "../data/records";
import type { Queries } from "../data/sql/database";
import { writeCompanies, writeDocuments, writeEvents } from "../data/sql/write";
import { joinSentences } from "./text/statement";
import { textLanguages } from "./text/topics";
import { insertTask } from "./store/sql-state";
import { seededTasks } from "./store/tasks";
import type { Account } from "./world/accounts";
import { baseMembers, seededUniverses } from "./world/universes";
import { instant, type World } from "./world/world";
import type { Company, DocumentSignal, Event } from "./data/source";
import { WorldCompany, WorldEvent, worldSignal } from "./data/world-records";

const worldOrigin = (world: World): Origin => ({
  source: "made-up world",
  file: `size ${world.size}, seed ${world.seed}`,
  date: instant(world, 0),
  licence: "CC0-1.0",
});

/** The members of a company that are computed when they are read, as a plain record. */
export const companyRecord = (company: Company): CompanyRecord => ({
  id: company.id,
  name: company.name,
  aliases: company.aliases,
  lei: company.lei,
  figi: company.figi,
  cik: company.cik,
  duns: company.duns,
  isins: company.isins,
  tickers: company.tickers,
  country: company.country,
  region: company.region,
  city: company.city,
  website: company.website,
  description: company.description,
  legalForm: company.legalForm,
  parent: company.parent,
  ultimateParent: company.ultimateParent,
  employeeCount: company.employeeCount,
  revenue: company.revenue,
  isic4: company.isic4,
  industryCodes: company.industryCodes,
  unspsc: company.unspsc,
  registrations: company.registrations,
  clientCodes: company.clientCodes,
  createdAt: company.createdAt,
  unlicensed: company.unlicensed,
  origins: company.origins,
});

const signalRecord = (signal: Signal): Signal => ({
  id: signal.id,
  kind: signal.kind,
  company: signal.company,
  companyKeywords: signal.companyKeywords,
  event: signal.event,
  case: signal.case,
  categories: signal.categories,
  subCategories: signal.subCategories,
  keywords: signal.keywords,
  score: signal.score,
  rule: signal.rule,
  evidence: signal.evidence,
  sentiment: signal.sentiment,
  clusterSize: signal.clusterSize,
  reliability: signal.reliability,
  novelty: signal.novelty,
});

const isoSeconds = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

const documentRecord = (world: World, { document, signal }: DocumentSignal): DocumentRecord => {
  const own = document.wording(document.language);
  const { domain, type, licence, country, authority } = document.site;
  const [company = { id: "", name: "" }] = document.companies;
  const mentions = document.sentences.flatMap(({ text }, sentence): Mention[] => {
    const start = text.indexOf(company.name);
    return start === -1 ? [] : [{ company: company.id, text: company.name, sentence, start }];
  });
  // The linker knows the company of each document of the made-up world, named or not.
  const unnamed: Mention = { company: company.id, text: company.name, sentence: 0, start: 0 };
  return {
    source: {
      contentId: document.contentId,
      url: document.url,
      title: own?.title ?? null,
      text: joinSentences(own?.sentences ?? [], document.language),
      time: isoSeconds(document.time),
      language: document.language,
      site: { domain, type, licence, country, authority },
      origin: worldOrigin(world),
    },
    enrichment: {
      version: 1,
      language: document.language,
      quality: document.quality,
      sentences: document.sentences,
      mentions: mentions.length > 0 ? mentions : [unnamed],
      topics: signal.kind === "sdg" ? signal.categories : signal.subCategories,
      cluster: world.ids.content.idOf(world.corpus.cluster[document.ordinal] ?? document.ordinal),
      signals: [signalRecord(signal)],
      summary: own?.summary ?? null,
      mainStory: own?.mainStory ?? null,
      translations: Object.fromEntries(
        textLanguages
          .filter((language) => language !== document.language)
          .map((language) => {
            const { title = null, sentences = [], summary = null, mainStory = null } = document.wording(language) ?? {};
            return [language, { title, sentences, summary, mainStory }];
          }),
      ),
    },
  };
};

const eventRecord = (event: Event): EventRecord => {
  const { title = "", summary = "" } = event.wording("eng") ?? {};
  return {
    id: event.id,
    case: event.case,
    company: event.company,
    title,
    summary,
    start: isoSeconds(event.start),
    last: isoSeconds(event.last),
    score: event.score,
    categories: event.categories,
    subCategories: event.subCategories,
    documents: event.documents,
    ungc: event.ungc,
    translations: Object.fromEntries(
      textLanguages
        .filter((language) => language !== "eng")
        .map((language) => {
          const wording = event.wording(language);
          return [language, { title: wording?.title ?? "", summary: wording?.summary ?? "" }];
        }),
    ),
  };
};

const batchSize = 2_000;

const inBatches = async (count: number, write: (ordinals: readonly number[]) => Promise<void>): Promise<void> => {
  for (let begin = 0; begin < count; begin += batchSize)
    await write(Array.from({ length: Math.min(batchSize, count - begin) }, (_, index) => begin + index));
};

/** Writes the whole made-up world, with its universes, tasks and analyses, into an empty database. Call it in a transaction. */
export const exportWorld = async (queries: Queries, world: World, account: Account, clock: Clock): Promise<void> => {
  const { catalogue, corpus, timeline, seed, midnight, ids } = world;
  await inBatches(catalogue.original, (ordinals) =>
    writeCompanies(
      queries,
      ordinals.map((ordinal) => companyRecord(new WorldCompany(world, ordinal))),
    ),
  );
  await inBatches(corpus.count, (ordinals) =>
    writeDocuments(
      queries,
      ordinals.map((ordinal) => documentRecord(world, worldSignal(world, ordinal))),
    ),
  );
  await inBatches(timeline.count, (ordinals) =>
    writeEvents(
      queries,
      ordinals.map((ordinal) => eventRecord(new WorldEvent(world, ordinal))),
    ),
  );
  for (const [ordinal, universe] of seededUniverses(world).entries()) {
    const { name, type, description, owner, company, companies, base } = universe;
    const [row] = await queries.query(
      `INSERT INTO universes (id, name, type, description, owner, company, links) VALUES ($1, $2, $3, $4, $5, $6, $7)
         RETURNING ordinal`,
      [ids.universe.idOf(ordinal), name, type, description, owner, company, companies],
    );
    const members = baseMembers(world, base).map((member) => ids.entity.idOf(member));
    await queries.query(
      `INSERT INTO universe_members (universe, company)
         SELECT $1::bigint, ordinal FROM companies WHERE id = ANY($2::uuid[])`,
      [row?.["ordinal"] as number, members],
    );
  }
  for (const task of seededTasks({ seed, account, midnight, clock })) await insertTask(queries, task);
  for (const [ordinal, { company, request, state }] of seededAnalyses(world).entries())
    await queries.query("INSERT INTO analyses (instance, company, request, state) VALUES ($1, $2, $3, $4)", [
      createInstance(seed, ordinal),
      company,
      JSON.stringify(request),
      state === "ready" ? "in progress" : state,
    ]);
};
