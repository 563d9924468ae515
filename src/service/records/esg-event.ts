import type { Event } from "../data/source";
import type { Members } from "./projection";

/** The address in dashboard links. No server answers there. */
export const dashboardUrl = "https://dashboard.example";

/** What records are made from besides their data: the code of the language that they are translated to. */
export interface RecordContext {
  /** Empty if nothing is translated. */
  readonly language: string;
}

/** A time (milliseconds) in the format of responses: UTC, whole seconds. */
export const isoTime = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** The members of an ESG event record. */
export const esgEventMembers: Members<Event, RecordContext> = {
  id: (event) => event.id,
  case_id: (event) => event.case,
  categories: (event) => event.categories,
  entity_id: (event) => event.company,
  dashboard_url: (event) => `${dashboardUrl}/event/${event.id}`,
  last_activity: (event) => isoTime(event.last),
  score: (event) => event.score,
  start_date: (event) => isoTime(event.start),
  sub_categories: (event) => event.subCategories,
  summary: (event) => event.wording("eng")?.summary ?? "",
  title: (event) => event.wording("eng")?.title ?? "",
  related_documents_count: (event) => event.documents ?? undefined,
  ungc_classification: (event) => event.ungc?.classification,
  ungc_principles: (event) => event.ungc?.principles ?? [],
  ungc_explanation: (event) => event.ungc?.explanation,
  translated_summary: (event, { language }) => event.wording(language)?.summary ?? null,
  translated_title: (event, { language }) => event.wording(language)?.title ?? null,
};
