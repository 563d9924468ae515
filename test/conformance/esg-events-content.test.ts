import { choice, proves } from "./proves";
import { startClient } from "./service-client";
import type { EsgEvent, Page } from "./shapes";

const client = startClient();
const path = async (query = ""): Promise<string> =>
  `/v3/universes/${await client.universe("EU Banks")}/esg/events${query}`;
const events = async (query = ""): Promise<EsgEvent[]> => client.all<EsgEvent>(await path(`?${query}`));
const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const wordsOf = (event: EsgEvent): string[] => words(`${event.title} ${event.summary}`);

const findCommon = async (): Promise<{ word: string; whole: EsgEvent[] }> => {
  const whole = await events();
  const counts = new Map<string, number>();
  for (const event of whole) for (const word of new Set(wordsOf(event))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const found = [...counts]
    .filter(([word, count]) => word.length > 6 && count > 1 && count < whole.length / 2)
    .sort((a, b) => b[1] - a[1])[0];
  if (!found) throw new Error("no word occurs in some events only");
  return { word: found[0], whole };
};
let held: ReturnType<typeof findCommon> | undefined;
/** A word that some of the events hold, and all events. */
const common = (): ReturnType<typeof findCommon> => (held ??= findCommon());

proves(
  ["universe-esg-events.content", "universe-esg-events.content-forms"],
  "content finds the word in title and summary, whatever its case",
  async () => {
    const { word, whole } = await common();
    const found = (await events(`fields=id&content=${encodeURIComponent(word)}`)).map(({ id }) => id);
    for (const event of whole.filter((each) => wordsOf(each).includes(word))) expect(found).toContain(event.id);
    expect(found.length).toBeLessThan(whole.length);
    expect((await events(`fields=id&content=${encodeURIComponent(word.toUpperCase())}`)).map(({ id }) => id)).toEqual(
      found,
    );
  },
);

proves(["universe-esg-events.content"], "content searches the title and the summary, each of them", async () => {
  const whole = await events();
  for (const [where, elsewhere] of [
    ["title", "summary"],
    ["summary", "title"],
  ] as const) {
    const alone = ({ [where]: text, [elsewhere]: other }: EsgEvent): string[] => {
      const starts = words(other).map((word) => word.slice(0, 4));
      return words(text).filter((word) => word.length > 5 && !starts.includes(word.slice(0, 4)));
    };
    const event = whole.find((each) => alone(each).length > 0);
    if (event === undefined) throw new Error(`no event has a word in its ${where} only`);
    const found = await events(`fields=id&content=${encodeURIComponent(alone(event)[0] ?? "")}`);
    expect([where, found.map(({ id }) => id)]).toEqual([where, expect.arrayContaining([event.id])]);
  }
});

proves(
  ["universe-esg-events.content-forms"],
  "content finds other forms of the word, never a part of a longer one",
  async () => {
    const { word, whole } = await common();
    const ids = new Set((await events(`fields=id&content=${encodeURIComponent(word)}`)).map(({ id }) => id));
    const found = whole.filter(({ id }) => ids.has(id));
    for (const event of found) expect(wordsOf(event).some((each) => each.slice(0, 4) === word.slice(0, 4))).toBe(true);
    const all = [...new Set(whole.flatMap(wordsOf))];
    // The end of a word of the corpus with which no word begins.
    const ends = all.filter((each) => each.length > 6).map((each) => each.slice(2));
    const inner = ends.filter((end) => !all.some((each) => each.startsWith(end.slice(0, 4)))).slice(0, 20);
    expect(inner.length).toBe(20);
    for (const end of inner)
      expect([end, await events(`fields=id&content=${encodeURIComponent(end)}`)]).toEqual([end, []]);
  },
);

proves(
  ["universe-esg-events.content-forms"],
  "plural, -ing and singular of one word find the same events",
  async () => {
    const [fine, fines, fining] = await Promise.all(
      ["spill", "spills", "spilling"].map((form) => events(`fields=id&content=${form}`)),
    );
    expect(fine?.length).toBeGreaterThan(0);
    expect(fines).toEqual(fine);
    expect(fining).toEqual(fine);
  },
);

proves(["universe-esg-events.content-symbols"], "symbols in the query are ignored", async () => {
  const { word } = await common();
  const plain = (await events(`fields=id&content=${encodeURIComponent(word)}`)).map(({ id }) => id);
  for (const dressed of [
    `"${word}"`,
    `(${word})`,
    `${word}*`,
    `+${word}!`,
    `${word}:`,
    `-${word}`,
    `^${word}`,
    `{${word}}`,
  ])
    expect((await events(`fields=id&content=${encodeURIComponent(dressed)}`)).map(({ id }) => id)).toEqual(plain);
});

choice(["universe-esg-events.content-symbols"], "a query of nothing but symbols finds nothing", async () => {
  const { status, body } = await client.get<Page<EsgEvent>>(await path(`?content=${encodeURIComponent('"*()')}`));
  expect([status, body.count]).toEqual([200, 0]);
});

proves(
  ["universe-esg-events.content-symbols"],
  "accented letters are preserved: they are not the plain letter",
  async () => {
    const { word, whole } = await common();
    const accented = word.replace(/[aeiou]/, (vowel) => ({ a: "á", e: "é", i: "í", o: "ó", u: "ú" })[vowel] ?? vowel);
    const holders = whole.filter((event) => wordsOf(event).includes(accented)).map(({ id }) => id);
    expect((await events(`fields=id&content=${encodeURIComponent(accented)}`)).map(({ id }) => id)).toEqual(holders);
  },
);

choice(["universe-esg-events.content-terms"], "every word of one term has to occur", async () => {
  const { word, whole } = await common();
  const other = whole.flatMap(wordsOf).find((each) => each.length > 6 && each.slice(0, 4) !== word.slice(0, 4)) ?? "";
  const found = async (term: string): Promise<string[]> =>
    (await events(`fields=id&content=${encodeURIComponent(term)}`)).map(({ id }) => id);
  const [first, second, both] = [await found(word), await found(other), await found(`${word} ${other}`)];
  expect(both).toEqual(first.filter((id) => second.includes(id)));
  expect(both.length).toBeLessThan(Math.max(first.length, second.length));
});

choice(
  ["universe-esg-events.content-terms"],
  "several terms are searched separately: each brings its own events",
  async () => {
    const whole = await events();
    const rare = [...new Set(whole.flatMap((event) => wordsOf(event).filter((word) => word.length > 6)))];
    const [one = "", two = ""] = [rare[0], rare[rare.length - 1]];
    const [first, second, both] = await Promise.all(
      [
        `content=${encodeURIComponent(one)}`,
        `content=${encodeURIComponent(two)}`,
        `content=${encodeURIComponent(one)}&content=${encodeURIComponent(two)}`,
      ].map(events),
    );
    const union = new Set([...(first ?? []), ...(second ?? [])].map(({ id }) => id));
    expect(union.size).toBeGreaterThan(Math.max(first?.length ?? 0, second?.length ?? 0));
    expect(new Set((both ?? []).map(({ id }) => id))).toEqual(union);
  },
);
