import { yieldEvery } from "../common/clock";
import { stemWord, splitWords } from "../../data/words";
import { eventSummary, eventTitle } from "../world/event-text";
import type { World } from "../world/world";

/** Finds events by the words of their title and summary. */
export interface ContentIndex {
  /** Events that match any of the terms. Every word of a term must occur, in any form of the word. */
  readonly find: (terms: readonly string[]) => Promise<ReadonlySet<number>>;
  readonly warm: () => Promise<void>;
}

type Postings = Map<string, number[]>;

const build = async (world: World): Promise<Postings> => {
  const postings: Postings = new Map();
  const yieldIfDue = yieldEvery();
  for (let event = 0; event < world.timeline.count; event += 1) {
    const text = `${eventTitle(world, event, "eng")} ${eventSummary(world, event, "eng")}`;
    for (const stem of new Set(splitWords(text).map(stemWord))) {
      const documents = postings.get(stem);
      if (documents === undefined) postings.set(stem, [event]);
      else documents.push(event);
    }
    if (event % 64 === 0) await yieldIfDue();
  }
  return postings;
};

const matchTerm = (postings: Postings, term: string): readonly number[] => {
  const lists = [...new Set(splitWords(term).map(stemWord))].map((stem) => postings.get(stem) ?? []);
  const [first = [], ...others] = lists.sort((a, b) => a.length - b.length);
  const sets = others.map((list) => new Set(list));
  return first.filter((event) => sets.every((set) => set.has(event)));
};

/** Creates the index. It is built at the first search, in time slices. */
export const createContentIndex = (world: World): ContentIndex => {
  let postings: Promise<Postings> | undefined;
  const ready = (): Promise<Postings> => (postings ??= build(world));
  return {
    find: async (terms) => {
      const index = await ready();
      return new Set(terms.flatMap((term) => matchTerm(index, term)));
    },
    warm: async () => {
      await ready();
    },
  };
};
