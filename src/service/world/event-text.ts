import { joinSentences, renderStatement, type Statement, type Subject } from "../text/statement";
import { fillStory, storyKeys, type StoryKind } from "../text/story";
import { samplerFor, itemAt } from "../common/random";
import type { Country } from "./places";
import { esgTopics, type TextLanguage } from "../text/topics";
import { memoizeLast } from "../common/memoize-last";
import type { World } from "./world";

const placesByCountry = new Map<string, readonly string[]>();

/** The capitalised names of a country's cities, for the slots of statements. */
export const countryPlaces = (country: Country): readonly string[] => {
  const known = placesByCountry.get(country.code);
  if (known !== undefined) return known;
  const cities = country.cities.map(([city]) => city.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase()));
  placesByCountry.set(country.code, cities);
  return cities;
};

interface EventStory {
  readonly statements: readonly Statement[];
  readonly subject: Subject;
}

const createEventStory = (world: World, event: number): EventStory => {
  const { timeline, catalogue } = world;
  const identity = catalogue.identity(timeline.entity[event] ?? 0);
  const kind: StoryKind = {
    positive: false,
    score: timeline.score[event] ?? 3,
    places: countryPlaces(identity.country),
  };
  const sampler = samplerFor(world.random.event, event, 20_000);
  const subject = { company: identity.name, topic: itemAt(esgTopics, timeline.topic[event] ?? 0) };
  return {
    statements: fillStory(storyKeys(sampler, kind), kind.places, (position) =>
      world.random.event.bits(event, 30_000 + position),
    ),
    subject,
  };
};

const eventStory = memoizeLast(createEventStory);

export const eventTitle = (world: World, event: number, language: TextLanguage): string => {
  const { statements, subject } = eventStory(world, event);
  return renderStatement(itemAt(statements, 0), subject, language);
};

/** The summary of an event in a language: lead, two facts, outlook. */
export const eventSummary = (world: World, event: number, language: TextLanguage): string => {
  const { statements, subject } = eventStory(world, event);
  const parts = [...statements.slice(1, 4), ...statements.slice(-1)];
  return joinSentences(
    [...new Set(parts)].map((statement) => renderStatement(statement, subject, language)),
    language,
  );
};
