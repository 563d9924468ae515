import { yieldEvery } from "../common/clock";
import { createListingCache } from "../common/listing-cache";
import { numberTest } from "../http/conditions";
import { compareBy, type SortColumn, sortInSlices } from "../listing/order";
import { cutListing, type SliceRequest } from "../listing/page";
import { createContentIndex } from "../search/content-index";
import { createEntityFilter, sectionTest } from "../search/entity-filter";
import type { EntitySearch } from "../search/entity-search";
import { isVisibleTo, type Members, type WorldUniverses } from "../store/universes";
import { sdgTopics, textLanguages } from "../text/topics";
import { readOrdinals } from "../world/ids";
import { type Reliability, worldReliability } from "../world/reliability";
import { sites } from "../world/sites";
import type { World } from "../world/world";
import type { CompanyMatches, DataSource, Document, DocumentFilter, DocumentScan, EventFilter } from "./source";
import {
  eventClassification,
  eventPrinciples,
  eventTopics,
  WorldCompany,
  WorldDocument,
  WorldEvent,
  worldSignal,
} from "./world-records";

type Test = (ordinal: number) => boolean;

/** Maximum of ordinals in the cache of computed listings. */
const cachedOrdinals = 8_000_000;

const overlap = (values: readonly string[], of: (event: number) => readonly (string | undefined)[]): Test[] => {
  if (values.length === 0) return [];
  const set = new Set<string | undefined>(values);
  return [(event) => of(event).some((value) => set.has(value))];
};

const documentTests = (world: World, filter: DocumentFilter): Test[] => {
  const { corpus, timeline, midnight, ids, catalogue } = world;
  const [inScore, inTime] = [numberTest(filter.score), numberTest(filter.time)];
  const tests: Test[] = [];
  if (filter.score.length > 0) tests.push((document) => inScore(corpus.score[document] ?? 0));
  if (filter.time.length > 0) tests.push((document) => inTime(midnight + (corpus.time[document] ?? 0) * 1000));
  if (filter.cases.length > 0) {
    const ordinals = readOrdinals(filter.cases, ids.case);
    tests.push((document) => ordinals.has(timeline.caseOf[corpus.event[document] ?? -1] ?? -1));
  }
  if (filter.events.length > 0) {
    const ordinals = readOrdinals(filter.events, ids.event);
    tests.push((document) => ordinals.has(corpus.event[document] ?? -1));
  }
  if (filter.categories.length > 0) {
    const categories = new Set(filter.categories);
    tests.push((document) => categories.has(sdgTopics[corpus.topic[document] ?? 0]?.category ?? ""));
  }
  const inSection = sectionTest(filter.sector);
  if (inSection !== undefined) tests.push((document) => inSection(catalogue.sectionBits(corpus.entity[document] ?? 0)));
  return tests;
};

/** Tests of columns come first, tests of computed values last. */
const eventTests = (world: World, filter: EventFilter): Test[] => {
  const { timeline, midnight, catalogue, ids } = world;
  const milliseconds = (seconds: number | undefined): number => midnight + (seconds ?? 0) * 1000;
  const tests: Test[] = [];
  const [inScore, inStart, inLast] = [numberTest(filter.score), numberTest(filter.start), numberTest(filter.last)];
  if (filter.score.length > 0) tests.push((event) => inScore(timeline.score[event] ?? 0));
  if (filter.start.length > 0) tests.push((event) => inStart(milliseconds(timeline.start[event])));
  if (filter.last.length > 0) tests.push((event) => inLast(milliseconds(timeline.last[event])));
  if (filter.cases.length > 0) {
    const ordinals = readOrdinals(filter.cases, ids.case);
    tests.push((event) => ordinals.has(timeline.caseOf[event] ?? -1));
  }
  const inSection = sectionTest(filter.sector);
  if (inSection !== undefined) tests.push((event) => inSection(catalogue.sectionBits(timeline.entity[event] ?? 0)));
  return [
    ...tests,
    ...overlap(filter.categories, (event) => eventTopics(world, event).map((topic) => topic.category)),
    ...overlap(filter.subCategories, (event) => eventTopics(world, event).map((topic) => topic.value)),
    ...overlap(filter.classifications, (event) => [eventClassification(world, event)]),
    ...overlap(filter.principles, (event) => eventPrinciples(world, event)),
  ];
};

/** The records of these companies that pass all tests, in time slices. */
const recordsWithin = async (offsets: Int32Array, entities: Int32Array, tests: readonly Test[]): Promise<number[]> => {
  const yieldIfDue = yieldEvery();
  const ordinals: number[] = [];
  for (const [position, entity] of entities.entries()) {
    const end = offsets[entity + 1] ?? 0;
    for (let record = offsets[entity] ?? 0; record < end; record += 1)
      if (tests.every((test) => test(record))) ordinals.push(record);
    if (position % 64 === 0) await yieldIfDue();
  }
  return ordinals;
};

/** Documents by reliability: a short list is sorted, a long one is picked out of the order of all documents. */
const ranked = async (documents: readonly number[], { rank, order }: Reliability): Promise<Int32Array> => {
  if (documents.length * 16 < order.length)
    return Int32Array.from(documents, (document) => rank[document] ?? 0)
      .sort()
      .map((position) => order[position] ?? 0);
  const yieldIfDue = yieldEvery();
  const selected = new Uint8Array(order.length);
  for (const document of documents) selected[document] = 1;
  const ranks = new Int32Array(documents.length);
  let count = 0;
  for (let position = 0; position < order.length; position += 1) {
    const document = order[position] ?? 0;
    if (selected[document] === 1) ranks[count++] = document;
    if (position % 65_536 === 0) await yieldIfDue();
  }
  return ranks;
};

const eventOrder = ({ timeline, ids }: World, order: readonly string[]) => {
  const columns: Readonly<Record<string, SortColumn>> = {
    score: { value: (event) => timeline.score[event] ?? 0 },
    last_activity: { value: (event) => timeline.last[event] ?? 0 },
    start_date: { value: (event) => timeline.start[event] ?? 0 },
    // Zero is no assessment: last in both directions.
    ungc_classification: { value: (event) => timeline.ungc[event] ?? 0, missing: 0 },
  };
  return compareBy(order.length > 0 ? order : ["last_activity:desc"], columns, ids.event.rankOf);
};

const nameOrder = ({ catalogue, ids }: World, descending: boolean) => {
  const sign = descending ? -1 : 1;
  return (a: number, b: number): number => {
    const [first, second] = [catalogue.identity(a).name, catalogue.identity(b).name];
    return (first === second ? ids.entity.rankOf(a) - ids.entity.rankOf(b) : first < second ? -1 : 1) * sign;
  };
};

/** The members whose signals an account may read. */
const licensedMembers = ({ fixtures }: World, members: Members): Int32Array =>
  fixtures.unlicensed.some((entity) => members.has(entity))
    ? members.list.filter((entity) => !fixtures.unlicensed.includes(entity))
    : members.list;

const batchSize = 256;

/** Tests days, languages, sites and quality of a document by the columns of the corpus alone. */
const scanTest = ({ corpus, midnight }: World, scan: DocumentScan): Test => {
  const { time, quality, language, site } = corpus;
  const [from, to] = [(scan.from - midnight) / 1000, (scan.to - midnight) / 1000];
  const languages = new Set([...scan.languages].map((code) => (textLanguages as readonly string[]).indexOf(code)));
  const included = new Set(
    [...sites.keys()].filter((position) => sites[position] !== undefined && scan.isIncluded(sites[position])),
  );
  return (document) => {
    const at = time[document] ?? 0;
    if (at < from || at >= to || (quality[document] ?? 0) < scan.leastQuality) return false;
    return languages.has(language[document] ?? 0) && included.has(site[document] ?? 0);
  };
};

/** The made-up world as a source of the routes. */
export const createWorldSource = (world: World, universes: WorldUniverses, search: EntitySearch): DataSource => {
  const { corpus, catalogue, ids, timeline } = world;
  const content = createContentIndex(world);
  const listings = createListingCache(cachedOrdinals);
  const company = (ordinal: number): WorldCompany => new WorldCompany(world, ordinal);
  const signal = (document: number) => worldSignal(world, document);
  const timeOf = (document: number): number => world.midnight + (corpus.time[document] ?? 0) * 1000;

  async function* inBatches(ordinals: Iterable<number>): AsyncGenerator<readonly Document[]> {
    const yieldIfDue = yieldEvery();
    let batch: Document[] = [];
    for (const ordinal of ordinals) {
      batch.push(new WorldDocument(world, ordinal));
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
      await yieldIfDue();
    }
    if (batch.length > 0) yield batch;
  }

  async function* scanDocuments(scan: DocumentScan): AsyncGenerator<readonly Document[]> {
    const fits = scanTest(world, scan);
    const yieldIfDue = yieldEvery();
    for (let begin = 0; begin < corpus.count; begin += batchSize) {
      const batch: Document[] = [];
      for (let document = begin; document < Math.min(corpus.count, begin + batchSize); document += 1)
        if (fits(document)) batch.push(new WorldDocument(world, document));
      if (batch.length > 0) yield batch;
      else await yieldIfDue();
    }
  }

  return {
    isFixed: true,
    company: (id) => {
      const ordinal = ids.entity.ordinalOf(id);
      return Promise.resolve(ordinal === undefined || ordinal >= catalogue.count() ? undefined : company(ordinal));
    },
    listCompanies: async ({ key, universe, account, conditions, descending }, page) => {
      const members = universes.members(universe);
      const compare = nameOrder(world, descending);
      const ordinals = await listings.getOrCompute(`${key} ${members.version}`, async () => {
        const filter = createEntityFilter(conditions);
        const yieldIfDue = yieldEvery();
        const matching: number[] = [];
        for (const entity of members.list) {
          if (filter(entity, { world, account })) matching.push(entity);
          if (entity % 128 === 0) await yieldIfDue();
        }
        return sortInSlices(Int32Array.from(matching), compare);
      });
      return { ...cutListing({ ordinals, compare }, page, company), total: ordinals.length };
    },
    searchCompanies: async function* (queries, account, most): AsyncGenerator<CompanyMatches> {
      const find = search.finder(account, most);
      for (const query of queries) {
        const { total, best } = await find(query);
        yield { total, best: best.map(company) };
      }
    },
    companiesByName: async (text, most) => (await search.byName(text, most)).map(company),
    companyByExactName: (name) => {
      const ordinal = search.byExactName(name);
      return Promise.resolve(ordinal === undefined ? undefined : company(ordinal));
    },
    countUniverses: async (companies, account) => {
      const visible = (await universes.all()).filter((universe) => isVisibleTo(account, universe));
      return companies.map(
        ({ ordinal }) => visible.filter((universe) => universes.members(universe).has(ordinal)).length,
      );
    },
    isUnlicensed: (universe) => {
      const members = universes.members(universe);
      return Promise.resolve(members.list.length > 0 && licensedMembers(world, members).length === 0);
    },
    listEsgDocuments: async ({ key, universe, filter }, page) => {
      const members = universes.members(universe);
      const { rank, order } = worldReliability(world);
      const ordinals = await listings.getOrCompute(`${key} ${members.version}`, async () => {
        const entities = licensedMembers(world, members);
        return ranked(await recordsWithin(corpus.esgOffsets, entities, documentTests(world, filter)), { rank, order });
      });
      return cutListing({ ordinals, compare: (a, b) => (rank[a] ?? 0) - (rank[b] ?? 0) }, page, signal);
    },
    listSdgDocuments: async ({ company: { ordinal }, filter, order }, page: SliceRequest) => {
      const columns = {
        score: { value: (document: number) => corpus.score[document] ?? 0 },
        extract_date: { value: (document: number) => corpus.time[document] ?? 0 },
      };
      const compare = compareBy(order, columns, ids.document.rankOf);
      const tests = documentTests(world, filter);
      const documents = await recordsWithin(corpus.sdgOffsets, Int32Array.of(ordinal), tests);
      return cutListing({ ordinals: Int32Array.from(documents).sort(compare), compare }, page, signal);
    },
    signal: (kind, id) => {
      const document = ids.document.ordinalOf(id);
      const [first, end] = kind === "esg" ? [0, corpus.esgCount] : [corpus.esgCount, corpus.count];
      const isHere = document !== undefined && document >= first && document < end;
      return Promise.resolve(isHere ? signal(document) : undefined);
    },
    listEvents: async ({ key, universe, filter, order }, page) => {
      const members = universes.members(universe);
      const compare = eventOrder(world, order);
      const ordinals = await listings.getOrCompute(`${key} ${members.version}`, async () => {
        const tests = eventTests(world, filter);
        if (filter.content.length > 0) {
          const events = await content.find(filter.content);
          tests.push((event) => events.has(event));
        }
        const matching = await recordsWithin(timeline.offsets, licensedMembers(world, members), tests);
        return sortInSlices(Int32Array.from(matching), compare);
      });
      return cutListing({ ordinals, compare }, page, (event) => new WorldEvent(world, event));
    },
    documents: (requests) =>
      Promise.resolve(
        requests.map(({ contentId, time }) => {
          const document = ids.content.ordinalOf(contentId);
          const isHere = document !== undefined && document < corpus.count && timeOf(document) === time;
          return isHere ? new WorldDocument(world, document) : undefined;
        }),
      ),
    scanDocuments,
    readDocuments: inBatches,
  };
};
