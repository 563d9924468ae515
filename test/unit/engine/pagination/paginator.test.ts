import { eventsOf, lineTo } from "../line-to";
import { anyOpening } from "../../../support/virtual-runtime";

test("the call of a page is aborted when all cells that need it are cancelled", async () => {
  const { clock, runtime, calls } = await lineTo(() => new Promise(() => undefined));
  const controller = new AbortController();
  const requestContext = runtime.requestLog.open({ ...anyOpening(), signal: controller.signal });
  const records = runtime.listings.read(eventsOf(1), { limit: 5 }, requestContext).catch(() => "left");
  await clock.advance(50);
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([false]);
  controller.abort();
  await clock.advance(1_000);
  expect(await records).toBe("left");
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true]);
});
