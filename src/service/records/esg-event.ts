import { eventSummary, eventTitle } from "../world/event-text";
import { itemAt } from "../common/random";
import { esgTopics, type TextLanguage, type Topic, ungcClassifications, ungcPrinciples } from "../text/topics";
import { instant, type World } from "../world/world";
import type { Members } from "./projection";

/** The address in dashboard links. No server answers there. */
export const dashboardUrl = "https://dashboard.example";

/** What records are made from. `language` is undefined if nothing can be rendered in the requested language. */
export interface RecordContext {
  readonly world: World;
  readonly language: TextLanguage | undefined;
}

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
export const eventClassification = ({ timeline }: World, event: number): string | undefined =>
  ungcClassifications[(timeline.ungc[event] ?? 0) - 1];

const explanation = (world: World, event: number): string | undefined => {
  const classification = eventClassification(world, event);
  if (classification === undefined) return undefined;
  const topics = eventTopics(world, event)
    .map((topic) => topic.value)
    .join(" and ");
  return `Classified as ${classification} because of reports about ${topics} with a score of ${world.timeline.score[event] ?? 0}.`;
};

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** The members of an ESG event record. */
export const esgEventMembers: Members<RecordContext> = {
  id: (event, { world }) => world.ids.event.idOf(event),
  case_id: (event, { world }) => world.ids.case.idOf(world.timeline.caseOf[event] ?? 0),
  categories: (event, { world }) => unique(eventTopics(world, event).map((topic) => topic.category)),
  entity_id: (event, { world }) => world.ids.entity.idOf(world.timeline.entity[event] ?? 0),
  dashboard_url: (event, { world }) => `${dashboardUrl}/event/${world.ids.event.idOf(event)}`,
  last_activity: (event, { world }) => instant(world, world.timeline.last[event] ?? 0),
  score: (event, { world }) => world.timeline.score[event],
  start_date: (event, { world }) => instant(world, world.timeline.start[event] ?? 0),
  sub_categories: (event, { world }) => eventTopics(world, event).map((topic) => topic.value),
  summary: (event, { world }) => eventSummary(world, event, "eng"),
  title: (event, { world }) => eventTitle(world, event, "eng"),
  related_documents_count: (event, { world }) => world.timeline.documents[event],
  ungc_classification: (event, { world }) => eventClassification(world, event),
  ungc_principles: (event, { world }) => eventPrinciples(world, event),
  ungc_explanation: (event, { world }) => explanation(world, event),
  translated_summary: (event, { world, language }) =>
    language === undefined ? null : eventSummary(world, event, language),
  translated_title: (event, { world, language }) =>
    language === undefined ? null : eventTitle(world, event, language),
};
