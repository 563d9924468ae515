import { mapStorage } from "../../bench/map-storage";
import { allNumbers, fatOffice, numbersOf } from "./fat-service";

const pages = 13;
const parkedParts = (map: ReadonlyMap<string, unknown>): readonly string[] =>
  [...map.keys()].filter((key) => key.includes(" parked "));

test("what another page of the account fetched again is taken over without a call, though the parts of before are gone", async () => {
  const map = new Map<string, unknown>();
  const one = await fatOffice(mapStorage(map));
  await one.read();
  await one.clock.advance(15_000);
  const before = parkedParts(map);
  const other = await fatOffice(mapStorage(map));
  await other.clock.advance(60_000);
  await other.read({ opening: { reloadSince: other.clock.now() } });
  await other.clock.advance(15_000);
  expect(parkedParts(map).filter((key) => before.includes(key))).toEqual([]);
  expect(numbersOf((await one.read()).records)).toEqual(allNumbers);
  await one.clock.advance(15_000);
  expect([one.calls(), other.calls()]).toEqual([pages, pages]);
  expect(numbersOf((await other.read()).records)).toEqual(allNumbers);
  expect(parkedParts(map)).toHaveLength(before.length);
  expect(other.calls()).toBe(pages);
});
