import {
  documentLanguage,
  documentMainStory,
  documentNovelty,
  documentSentiment,
  documentSummary,
  documentTitle,
  documentTopic,
} from "../world/document-text";
import { highAuthority } from "../world/reliability";
import { itemAt } from "../common/random";
import { sites, type Site } from "../world/sites";
import { instant, type World } from "../world/world";
import { dashboardUrl, type RecordContext } from "./esg-event";
import type { Members } from "./projection";

/** The text that replaces premium text for accounts without its licence. */
export const licensedTextPlaceholder = "The download of licensed text is not allowed.";

export const documentSite = ({ corpus }: World, document: number): Site => itemAt(sites, corpus.site[document] ?? 0);

/** The URL of a document; null if the source gave none. */
export const documentUrl = (world: World, document: number): string | null => {
  if (((world.corpus.marks[document] ?? 0) & 2) !== 0) return null;
  const slug = world.ids.content.idOf(document).slice(0, 10);
  return `https://${documentSite(world, document).domain}/${instant(world, world.corpus.time[document] ?? 0).slice(0, 10)}/${slug}`;
};

const entityKeywords = (world: World, document: number): string[] => {
  const { name, alias } = world.catalogue.identity(world.corpus.entity[document] ?? 0);
  return [name, ...alias.slice(0, 1)];
};

const shared: Members<RecordContext> = {
  id: (document, { world }) => world.ids.document.idOf(document),
  categories: (document, { world }) => [documentTopic(world, document).category],
  country: (document, { world }) => documentSite(world, document).country,
  datamarts_document_id: (document, { world }) => world.ids.content.idOf(document),
  entity_keywords: (document, { world }) => entityKeywords(world, document),
  entity_id: (document, { world }) => world.ids.entity.idOf(world.corpus.entity[document] ?? 0),
  url: (document, { world }) => documentUrl(world, document),
  extract_date: (document, { world }) => instant(world, world.corpus.time[document] ?? 0),
  language: (document, { world }) => documentLanguage(world, document),
  negative: (document, { world }) => documentSentiment(world, document).negative,
  neutral: (document, { world }) => documentSentiment(world, document).neutral,
  polarity: (document, { world }) => documentSentiment(world, document).polarity,
  positive: (document, { world }) => documentSentiment(world, document).positive,
  score: (document, { world }) => world.corpus.score[document],
  site_type: (document, { world }) => documentSite(world, document).type,
  taxonomy_keywords: (document, { world }) => documentTopic(world, document).keywords,
  title: (document, { world }) => documentTitle(world, document, documentLanguage(world, document)),
  is_high_authority_source: (document, { world }) => documentSite(world, document).authority >= highAuthority,
  translated_title: (document, { world, language }) =>
    language === undefined ? null : documentTitle(world, document, language),
};

/** The members of an ESG document record. */
export const esgDocumentMembers: Members<RecordContext> = {
  ...shared,
  case_id: (document, { world }) => {
    const event = world.corpus.event[document] ?? -1;
    return event === -1 ? null : world.ids.case.idOf(world.timeline.caseOf[event] ?? 0);
  },
  event_id: (document, { world }) => {
    const event = world.corpus.event[document] ?? -1;
    return event === -1 ? null : world.ids.event.idOf(event);
  },
  cluster_size: (document, { world }) => world.corpus.clusterSize[document],
  dashboard_url: (document, { world }) => `${dashboardUrl}/controversy/${world.ids.document.idOf(document)}`,
  main_story: (document, { world }) => documentMainStory(world, document, documentLanguage(world, document)),
  novelty: (document, { world }) => documentNovelty(world, document),
  site: (document, { world }) => documentSite(world, document).domain,
  sub_categories: (document, { world }) => [documentTopic(world, document).value],
  summary: (document, { world }) => documentSummary(world, document, "eng"),
  translated_main_story: (document, { world, language }) =>
    language === undefined ? null : documentMainStory(world, document, language),
  translated_summary: (document, { world, language }) =>
    language === undefined ? null : documentSummary(world, document, language),
};

/** The members of an SDG document record. */
export const sdgDocumentMembers: Members<RecordContext> = {
  ...shared,
  // One in ten has no cluster. The specification allows zero here.
  cluster_size: (document, { world }) => (document % 10 === 3 ? 0 : world.corpus.clusterSize[document]),
  dashboard_url: (document, { world }) => `${dashboardUrl}/positive-impact-event/${world.ids.document.idOf(document)}`,
};
