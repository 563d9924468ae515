import { joinSentences, renderStatement, type Statement, type Subject } from "../text/render";
import { fillStory, storyKeys, type StoryKind } from "../text/story";
import { drawFor } from "./dice";
import type { Country } from "./places";
import { itemAt } from "./item-at";
import { esgTopics, type TextLanguage } from "./topics";
import { rememberLast } from "./remember-last";
import type { World } from "./world";

const placesByCountry = new Map<string, readonly string[]>();

/** The places of a company's statements: the cities of its country, as names. */
export const placesOf = (country: Country): readonly string[] => {
  const known = placesByCountry.get(country.code);
  if (known !== undefined) return known;
  const made = country.cities.map(([city]) => city.replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase()));
  placesByCountry.set(country.code, made);
  return made;
};

interface EventStory {
  readonly statements: readonly Statement[];
  readonly subject: Subject;
}

const createStory = (world: World, event: number): EventStory => {
  const { timeline, catalogue } = world;
  const identity = catalogue.identity(timeline.entity[event] ?? 0);
  const kind: StoryKind = { positive: false, score: timeline.score[event] ?? 3, places: placesOf(identity.country) };
  const draw = drawFor(world.dice.event, event, 20_000);
  const subject = { company: identity.name, topic: itemAt(esgTopics, timeline.topic[event] ?? 0) };
  return {
    statements: fillStory(storyKeys(draw, kind), kind.places, (position) =>
      world.dice.event.bits(event, 30_000 + position),
    ),
    subject,
  };
};

const storyOf = rememberLast(createStory);

/** The title of an event in a language. */
export const eventTitle = (world: World, event: number, language: TextLanguage): string => {
  const { statements, subject } = storyOf(world, event);
  return renderStatement(itemAt(statements, 0), subject, language);
};

/** The summary of an event in a language: its lead, two facts and the outlook. */
export const eventSummary = (world: World, event: number, language: TextLanguage): string => {
  const { statements, subject } = storyOf(world, event);
  const chosen = [...statements.slice(1, 4), ...statements.slice(-1)];
  return joinSentences(
    [...new Set(chosen)].map((statement) => renderStatement(statement, subject, language)),
    language,
  );
};
