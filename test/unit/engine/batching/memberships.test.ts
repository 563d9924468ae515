import type { Membership } from "../../../../src/engine/batching/memberships";
import { lineTo } from "../line-to";
import { anyOpening } from "../../../support/virtual-runtime";
import { universeOf } from "../../../support/virtual-data";

const universe = universeOf(1, 10);

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
