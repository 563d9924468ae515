import { mapStorage } from "../../bench/map-storage";
import type { Trace } from "../../src/runtime/inquiry";
import { KnownUniverses } from "../../src/runtime/known-universes";
import type { DocumentSettings } from "../../src/runtime/storage";

const banks = { universe_id: "11111111-1111-4111-8111-111111111111", name: "EU Banks" };
const twin = { universe_id: "22222222-2222-4222-8222-222222222222", name: "eu banks" };

const workbook = (): DocumentSettings & { readonly told: Map<string, unknown> } => {
  const told = new Map<string, unknown>();
  return { told, get: (key) => told.get(key), set: (key, value) => void told.set(key, value) };
};

const reads: string[] = [];
const inquiry = { trace: { reads: (store: string) => void reads.push(store) } as unknown as Trace };

const universes = (document = workbook(), storage = mapStorage()): KnownUniverses =>
  new KnownUniverses({ storage, key: "catalogue", document: () => document });

beforeEach(() => (reads.length = 0));

test("an id is an id, a name is looked up without case, and the cell depends on the catalogue", () => {
  const known = universes();
  known.add(banks);
  expect(known.idOf(twin.universe_id, inquiry)).toBe(twin.universe_id);
  expect(reads).toEqual([]);
  expect(known.idOf("eu BANKS", inquiry)).toBe(banks.universe_id);
  expect(reads).toEqual(["catalogue"]);
});

test("an unknown name names the nearest, two of one name give both ids, none selected says what to do", () => {
  const known = universes();
  expect(() => known.idOf("EU Bank", inquiry)).toThrow("Add it in the task pane");
  known.add(banks);
  expect(() => known.idOf("EU Bank", inquiry)).toThrow('Nearest: "EU Banks"');
  known.add(twin);
  expect(() => known.idOf("EU Banks", inquiry)).toThrow(`${banks.universe_id}, ${twin.universe_id}`);
  expect(() => known.idOf(undefined, inquiry)).toThrow("select one in the task pane");
});

test("the selection and the names travel with the workbook; a colleague's device knows them", async () => {
  const document = workbook();
  const mine = universes(document);
  mine.add(banks);
  mine.select(banks.universe_id);
  const colleague = universes(document);
  await colleague.read();
  expect(colleague.idOf(undefined, inquiry)).toBe(banks.universe_id);
  expect(colleague.idOf("EU Banks", inquiry)).toBe(banks.universe_id);
});

test("opening and calculating write nothing into the workbook", async () => {
  const document = workbook();
  const known = universes(document);
  await known.read();
  known.idOf(banks.universe_id, inquiry);
  expect(document.told.size).toBe(0);
});
