import { secondsPerDay } from "../../facts/dates";
import type { Sentence, Signal, Wording } from "../../data/records";
import {
  documentLanguage,
  documentMainStory,
  documentNovelty,
  documentSentences,
  documentSentiment,
  documentStory,
  documentSummary,
  documentTitle,
  documentTopic,
} from "../world/document-text";
import type { Identity, Profile } from "../world/entity";
import { eventSummary, eventTitle } from "../world/event-text";
import { reliabilityScore } from "../world/reliability";
import { sites } from "../world/sites";
import { itemAt } from "../common/random";
import { clientCodes, instant, type World } from "../world/world";
import { isTextLanguage, renderStatement, scoreStatement } from "../text/statement";
import { esgTopics, type Topic, ungcClassifications, ungcPrinciples } from "../text/topics";
import type { Company, Document, DocumentSignal, Event } from "./source";

/** A company of the made-up world. Its members are computed when they are read. */
export class WorldCompany implements Company {
  readonly #world: World;
  readonly ordinal: number;
  readonly duns: string | null;
  readonly cik = null;
  readonly legalForm = null;
  readonly parent = null;
  readonly ultimateParent = null;
  readonly origins = {};

  constructor(world: World, ordinal: number) {
    this.#world = world;
    this.ordinal = ordinal;
    this.duns = this.#identity.duns;
  }

  get #identity(): Identity {
    return this.#world.catalogue.identity(this.ordinal);
  }

  get #profile(): Profile {
    return this.#world.catalogue.profile(this.ordinal);
  }

  get id(): string {
    return this.#world.ids.entity.idOf(this.ordinal);
  }

  get name(): string {
    return this.#identity.name;
  }

  get aliases(): readonly string[] {
    return this.#identity.alias;
  }

  get lei(): string | null {
    return this.#identity.lei ?? null;
  }

  get figi(): string | null {
    return this.#identity.figi ?? null;
  }

  get isins(): readonly string[] {
    return this.#identity.isin;
  }

  get tickers(): Company["tickers"] {
    return this.#identity.ticker.map((symbol) => ({ symbol, mic: null }));
  }

  get country(): string | null {
    return this.#profile.country ?? null;
  }

  get region(): string | null {
    return this.#profile.region ?? null;
  }

  get city(): string | null {
    return this.#profile.city ?? null;
  }

  get website(): string | null {
    return this.#identity.website ?? null;
  }

  get description(): string | null {
    return this.#profile.description ?? null;
  }

  get employeeCount(): number | null {
    return this.#profile.employee_count ?? null;
  }

  get revenue(): Company["revenue"] {
    return this.#profile.revenue;
  }

  get isic4(): Company["isic4"] {
    return this.#profile.isic4;
  }

  get industryCodes(): Company["industryCodes"] {
    return this.#profile.industry_codes;
  }

  get unspsc(): Company["unspsc"] {
    return this.#profile.unspsc;
  }

  get registrations(): Company["registrations"] {
    return this.#identity.registrations;
  }

  get clientCodes(): Company["clientCodes"] {
    const clients = [0, 1].map((client) => this.#world.ids.company.idOf(client));
    return Object.fromEntries(clients.map((client) => [client, clientCodes(this.#world, client, this.ordinal)]));
  }

  get createdAt(): string {
    return instant(this.#world, -this.#profile.createdDaysAgo * secondsPerDay);
  }

  get unlicensed(): boolean {
    return this.#world.fixtures.unlicensed.includes(this.ordinal);
  }
}

/** A document of the made-up world. */
export class WorldDocument implements Document {
  readonly #world: World;
  readonly ordinal: number;

  constructor(world: World, ordinal: number) {
    this.#world = world;
    this.ordinal = ordinal;
  }

  get contentId(): string {
    return this.#world.ids.content.idOf(this.ordinal);
  }

  get #seconds(): number {
    return this.#world.corpus.time[this.ordinal] ?? 0;
  }

  /** Null if the source gave none. */
  get url(): string | null {
    if (((this.#world.corpus.marks[this.ordinal] ?? 0) & 2) !== 0) return null;
    const day = instant(this.#world, this.#seconds).slice(0, 10);
    return `https://${this.site.domain}/${day}/${this.contentId.slice(0, 10)}`;
  }

  get time(): number {
    return this.#world.midnight + this.#seconds * 1000;
  }

  get site(): Document["site"] {
    return itemAt(sites, this.#world.corpus.site[this.ordinal] ?? 0);
  }

  get language(): string {
    return documentLanguage(this.#world, this.ordinal);
  }

  get quality(): number {
    return this.#world.corpus.quality[this.ordinal] ?? 0;
  }

  get companies(): Document["companies"] {
    const company = this.#world.corpus.entity[this.ordinal] ?? 0;
    return [{ id: this.#world.ids.entity.idOf(company), name: this.#world.catalogue.identity(company).name }];
  }

  get sentences(): readonly Sentence[] {
    const [world, document] = [this.#world, this.ordinal];
    const language = documentLanguage(world, document);
    const { title, sentences, subject } = documentStory(world, document);
    const heading = documentTitle(world, document, language);
    const written = sentences.map((statement): Sentence => ({
      text: renderStatement(statement, subject, language),
      type: 1,
      results: scoreStatement(statement.key, subject.topic),
    }));
    if (heading === null) return written;
    return [{ text: heading, type: 0, results: scoreStatement(title.key, subject.topic) }, ...written];
  }

  wording(language: string): Wording | undefined {
    if (!isTextLanguage(language)) return undefined;
    const [world, document] = [this.#world, this.ordinal];
    return {
      get title() {
        return documentTitle(world, document, language);
      },
      get sentences() {
        return documentSentences(world, document, language);
      },
      get summary() {
        return documentSummary(world, document, language);
      },
      get mainStory() {
        return documentMainStory(world, document, language);
      },
    };
  }
}

/** What a document of the made-up world says about its company: one signal each. */
class WorldSignal implements Signal {
  readonly #world: World;
  readonly #document: number;
  readonly rule = null;
  readonly evidence = null;

  constructor(world: World, document: number) {
    this.#world = world;
    this.#document = document;
  }

  get #topic(): Topic {
    return documentTopic(this.#world, this.#document);
  }

  get #event(): number {
    return this.#world.corpus.event[this.#document] ?? -1;
  }

  get id(): string {
    return this.#world.ids.document.idOf(this.#document);
  }

  get kind(): "esg" | "sdg" {
    return this.#document < this.#world.corpus.esgCount ? "esg" : "sdg";
  }

  get company(): string {
    return this.#world.ids.entity.idOf(this.#world.corpus.entity[this.#document] ?? 0);
  }

  get companyKeywords(): readonly string[] {
    const { name, alias } = this.#world.catalogue.identity(this.#world.corpus.entity[this.#document] ?? 0);
    return [name, ...alias.slice(0, 1)];
  }

  get event(): string | null {
    return this.#event === -1 ? null : this.#world.ids.event.idOf(this.#event);
  }

  get case(): string | null {
    return this.#event === -1 ? null : this.#world.ids.case.idOf(this.#world.timeline.caseOf[this.#event] ?? 0);
  }

  get categories(): readonly string[] {
    return [this.#topic.category];
  }

  get subCategories(): readonly string[] {
    return this.kind === "esg" ? [this.#topic.value] : [];
  }

  get keywords(): readonly string[] {
    return this.#topic.keywords;
  }

  get score(): number {
    return this.#world.corpus.score[this.#document] ?? 1;
  }

  get sentiment(): Signal["sentiment"] {
    return documentSentiment(this.#world, this.#document);
  }

  /** One SDG document in ten has no cluster. The specification allows zero there. */
  get clusterSize(): number {
    if (this.kind === "sdg" && this.#document % 10 === 3) return 0;
    return this.#world.corpus.clusterSize[this.#document] ?? 1;
  }

  get reliability(): number {
    return reliabilityScore(this.#world, this.#document);
  }

  get novelty(): string | null {
    return documentNovelty(this.#world, this.#document);
  }
}

export const worldSignal = (world: World, document: number): DocumentSignal => ({
  ordinal: document,
  document: new WorldDocument(world, document),
  signal: new WorldSignal(world, document),
});

/** The one or two topics of an event. */
export const eventTopics = ({ timeline }: World, event: number): Topic[] => {
  const [first = 0, second = 255] = [timeline.topic[event], timeline.second[event]];
  const topics = second === 255 || second === first ? [first] : [first, second];
  return topics.map((position) => itemAt(esgTopics, position));
};

/** The UN Global Compact principles that an assessed event concerns. */
export const eventPrinciples = (world: World, event: number): string[] => {
  if ((world.timeline.ungc[event] ?? 0) === 0) return [];
  const positions = new Set(eventTopics(world, event).flatMap((topic) => topic.principles));
  return [...positions].sort((a, b) => a - b).map((position) => ungcPrinciples[position] ?? "");
};

/** The UN Global Compact classification; undefined without an assessment. */
export const eventClassification = ({ timeline }: World, event: number) =>
  ungcClassifications[(timeline.ungc[event] ?? 0) - 1];

/** An event of the made-up world. */
export class WorldEvent implements Event {
  readonly #world: World;
  readonly ordinal: number;

  constructor(world: World, ordinal: number) {
    this.#world = world;
    this.ordinal = ordinal;
  }

  get #topics(): readonly Topic[] {
    return eventTopics(this.#world, this.ordinal);
  }

  get id(): string {
    return this.#world.ids.event.idOf(this.ordinal);
  }

  get case(): string {
    return this.#world.ids.case.idOf(this.#world.timeline.caseOf[this.ordinal] ?? 0);
  }

  get company(): string {
    return this.#world.ids.entity.idOf(this.#world.timeline.entity[this.ordinal] ?? 0);
  }

  get start(): number {
    return this.#world.midnight + (this.#world.timeline.start[this.ordinal] ?? 0) * 1000;
  }

  get last(): number {
    return this.#world.midnight + (this.#world.timeline.last[this.ordinal] ?? 0) * 1000;
  }

  get score(): number {
    return this.#world.timeline.score[this.ordinal] ?? 1;
  }

  get categories(): readonly string[] {
    return [...new Set(this.#topics.map(({ category }) => category))];
  }

  get subCategories(): readonly string[] {
    return this.#topics.map(({ value }) => value);
  }

  get documents(): number {
    return this.#world.timeline.documents[this.ordinal] ?? 0;
  }

  get ungc(): Event["ungc"] {
    const classification = eventClassification(this.#world, this.ordinal);
    if (classification === undefined) return null;
    const topics = this.subCategories.join(" and ");
    return {
      classification,
      principles: eventPrinciples(this.#world, this.ordinal),
      explanation: `Classified as ${classification} because of reports about ${topics} with a score of ${this.score}.`,
    };
  }

  wording(language: string): ReturnType<Event["wording"]> {
    if (!isTextLanguage(language)) return undefined;
    const [world, event] = [this.#world, this.ordinal];
    return {
      get title() {
        return eventTitle(world, event, language);
      },
      get summary() {
        return eventSummary(world, event, language);
      },
    };
  }
}
