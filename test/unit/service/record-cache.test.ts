import { createRecordCache } from "../../../src/service/records/projection";

test("a record is serialized once, and again after its shape left the cache", () => {
  const made: string[] = [];
  const make = ({ ordinal }: { readonly ordinal: number }): object => {
    made.push(String(ordinal));
    return { ordinal };
  };
  const cache = createRecordCache(40);
  const by = (shape: string) => (ordinal: number) => cache.serializer(shape, make)({ ordinal });
  const serialize = by("one");
  expect([serialize(1), serialize(1), serialize(2)]).toEqual(['{"ordinal":1}', '{"ordinal":1}', '{"ordinal":2}']);
  expect(made).toEqual(["1", "2"]);
  const other = by("other");
  expect([other(1), other(2), by("one")(1)]).toEqual(['{"ordinal":1}', '{"ordinal":2}', '{"ordinal":1}']);
  expect(made).toEqual(["1", "2", "1", "2", "1"]);
});
