import { highAuthority } from "../world/reliability";
import type { Document, DocumentSignal } from "../data/source";
import { joinSentences } from "../text/statement";
import { dashboardUrl, isoTime, type RecordContext } from "./esg-event";
import type { Members } from "./projection";

/** The text of a document in a language; undefined if it cannot be rendered in it. */
export const documentText = (document: Document, language: string): string | undefined => {
  const wording = document.wording(language);
  return wording === undefined ? undefined : joinSentences(wording.sentences, language);
};

/** The text that replaces premium text for accounts without its licence. */
export const licensedTextPlaceholder = "The download of licensed text is not allowed.";

const shared: Members<DocumentSignal, RecordContext> = {
  id: ({ signal }) => signal.id,
  categories: ({ signal }) => signal.categories,
  country: ({ document }) => document.site.country,
  datamarts_document_id: ({ document }) => document.contentId,
  entity_keywords: ({ signal }) => signal.companyKeywords,
  entity_id: ({ signal }) => signal.company,
  url: ({ document }) => document.url,
  extract_date: ({ document }) => isoTime(document.time),
  language: ({ document }) => document.language,
  cluster_size: ({ signal }) => signal.clusterSize,
  negative: ({ signal }) => signal.sentiment.negative,
  neutral: ({ signal }) => signal.sentiment.neutral,
  polarity: ({ signal }) => signal.sentiment.polarity,
  positive: ({ signal }) => signal.sentiment.positive,
  score: ({ signal }) => signal.score ?? undefined,
  site_type: ({ document }) => document.site.type,
  taxonomy_keywords: ({ signal }) => signal.keywords,
  title: ({ document }) => document.wording(document.language)?.title ?? null,
  is_high_authority_source: ({ document: { site } }) =>
    site.authority === null ? undefined : site.authority >= highAuthority,
  translated_title: ({ document }, { language }) => document.wording(language)?.title ?? null,
};

/** The members of an ESG document record. */
export const esgDocumentMembers: Members<DocumentSignal, RecordContext> = {
  ...shared,
  case_id: ({ signal }) => signal.case,
  event_id: ({ signal }) => signal.event,
  dashboard_url: ({ signal }) => `${dashboardUrl}/controversy/${signal.id}`,
  main_story: ({ document }) => document.wording(document.language)?.mainStory ?? null,
  novelty: ({ signal }) => signal.novelty,
  site: ({ document }) => document.site.domain,
  sub_categories: ({ signal }) => signal.subCategories,
  summary: ({ document }) => document.wording("eng")?.summary ?? null,
  translated_main_story: ({ document }, { language }) => document.wording(language)?.mainStory ?? null,
  translated_summary: ({ document }, { language }) => document.wording(language)?.summary ?? null,
};

/** The members of an SDG document record. */
export const sdgDocumentMembers: Members<DocumentSignal, RecordContext> = {
  ...shared,
  dashboard_url: ({ signal }) => `${dashboardUrl}/positive-impact-event/${signal.id}`,
};
