import type { Membership } from "../../../../src/engine/batching/memberships";
import { lastPage, lineTo } from "../line-to";
import { anyOpening } from "../../../support/virtual-runtime";
import { universeOf } from "../../../support/virtual-data";

const universe = universeOf(1, 10);

const knownSize = (entities: number | undefined) => ({
  universe_id: universe,
  name: "Known",
  ...(entities !== undefined && { entities }),
});

describe("more than 100 ids of one universe", () => {
  const ids = Array.from({ length: 250 }, (_, index) => `id ${index}`);
  const odd = new Set(ids.filter((_, index) => index % 2 === 1));

  test.each([
    ["are asked about in one call for all its members where it is known to fit into a page", 1_000, 250, 1],
    ["are asked about 100 a call where it is larger", 1_001, 250, 3],
    ["are asked about 100 a call where its size is not known", undefined, 250, 3],
    ["are asked about 100 a call where it was just created, and is filled now", 0, 250, 3],
    ["that are 100 are asked about by their ids", 1_000, 100, 1],
  ])("%s", async (_, entities, count, most) => {
    const { clock, runtime, calls } = await lineTo((request) => {
      const asked = new URL(request.url).searchParams.getAll("entity_id").map((text) => text.slice(3));
      return Promise.resolve(
        lastPage((asked.length === 0 ? ids : asked).filter((id) => odd.has(id)).map((id) => ({ id }))),
      );
    });
    runtime.universes.add(knownSize(entities));
    const request = runtime.requestLog.open(anyOpening());
    const some = ids.slice(0, count);
    const answers = await clock.run(
      Promise.all(some.map((id) => runtime.memberships.membership(universe, id, request))),
    );
    expect(answers.map(({ isMember }) => isMember)).toEqual(some.map((id) => odd.has(id)));
    expect(calls).toHaveLength(most);
    expect(new URL(calls[0]?.url ?? "").searchParams.has("entity_id")).toBe(most > 1 || count === 100);
  });
});

/** A service whose pages about a universe are these, then the last one for ever, each with a new cursor. */
const membersIn = async (pages: readonly (readonly string[])[]) => {
  const { clock, runtime, calls } = await lineTo(() => {
    const ids = pages[Math.min(calls.length, pages.length) - 1] ?? [];
    const data = ids.map((id) => ({ id }));
    return Promise.resolve(
      Response.json({ data, size: 100, has_next: true, count: data.length, search_after: `cursor ${calls.length}` }),
    );
  });
  const contains = (id: string): Promise<Membership> =>
    clock.run(runtime.memberships.membership(universe, id, runtime.requestLog.open(anyOpening())));
  return { contains, calls };
};

test.each([
  ["empty", [["one"], []], 4],
  ["the same", [["one"]], 4],
])("pages about a universe that are %s for ever end with a sentence, never with FALSE", async (_, pages, most) => {
  const { contains, calls } = await membersIn(pages);
  await expect(contains("other")).rejects.toMatchObject({
    message: expect.stringContaining("repeats pages or sends empty ones") as string,
  });
  expect(calls).toHaveLength(most);
});
