import { virtualOffice } from "../../../support/virtual-runtime";
import { mapStorage } from "../../../support/map-storage";
import type { RequestLogWriter } from "../../../../src/engine/requests/request-context";
import { Universes } from "../../../../src/engine/state/universes";
import type { DocumentSettings } from "../../../../src/engine/storage";

const banks = { universe_id: "11111111-1111-4111-8111-111111111111", name: "EU Banks" };
const twin = { universe_id: "22222222-2222-4222-8222-222222222222", name: "eu banks" };

const workbook = (): DocumentSettings & { readonly saved: Map<string, unknown> } => {
  const saved = new Map<string, unknown>();
  return { saved, get: (key) => saved.get(key), set: (key, value) => void saved.set(key, value) };
};

const reads: string[] = [];
const requestContext = { log: { dependsOn: (store: string) => void reads.push(store) } as unknown as RequestLogWriter };

const universes = (document = workbook(), storage = mapStorage()): Universes =>
  new Universes({ storage, key: "catalogue", document: () => document, usable: () => true });

beforeEach(() => (reads.length = 0));

test("an id is an id, a name is looked up without case, and the cell depends on the catalogue", () => {
  const known = universes();
  known.add(banks);
  expect(known.idOf(twin.universe_id, requestContext)).toBe(twin.universe_id);
  expect(reads).toEqual([]);
  expect(known.idOf("eu BANKS", requestContext)).toBe(banks.universe_id);
  expect(reads).toEqual(["catalogue"]);
});

test.each([
  ["\u267b\ufe0f Climate", "\u267b Climate"],
  ["\uff25\uff35 Banks", "EU Banks"],
  ["EU\u00a0Banks", "eu banks"],
  ["EU \u200bBanks", "EU  Banks"],
  ["Cre\u0301dit", "CR\u00c9DIT"],
])("a universe that the service calls %p is found by the text that functions read of it: %p", (name, text) => {
  const known = universes();
  known.add({ ...banks, name });
  expect(known.idOf(text, requestContext)).toBe(banks.universe_id);
});

test("an unknown name names the nearest, two of one name give both ids, none selected says what to do", () => {
  const known = universes();
  expect(() => known.idOf("EU Bank", requestContext)).toThrow("Add it in the task pane");
  known.add(banks);
  expect(() => known.idOf("EU Bank", requestContext)).toThrow('Did you mean "EU Banks"?');
  known.add(twin);
  expect(() => known.idOf("EU Banks", requestContext)).toThrow(`${banks.universe_id}, ${twin.universe_id}`);
  expect(() => known.idOf(undefined, requestContext)).toThrow("select one in the task pane");
});

test("the selection and the names travel with the workbook; a colleague's device knows them", async () => {
  const document = workbook();
  const mine = universes(document);
  mine.add(banks);
  mine.select(banks.universe_id);
  const colleague = universes(document);
  await colleague.read();
  expect(colleague.idOf(undefined, requestContext)).toBe(banks.universe_id);
  expect(colleague.idOf("EU Banks", requestContext)).toBe(banks.universe_id);
});

test("opening and calculating write nothing into the workbook", async () => {
  const document = workbook();
  const known = universes(document);
  await known.read();
  known.idOf(banks.universe_id, requestContext);
  expect(document.saved.size).toBe(0);
});

test("a name that is unknown while nobody is signed in asks to sign in, and its cell heals after that", async () => {
  const { runtime, open } = await virtualOffice({ signedIn: false });
  const entry = open({ address: "S!A1" });
  expect(() => runtime.universes.idOf("EU Banks", entry)).toThrow("Please sign in (Spillway pane).");
  expect(entry.entry.reads.has("session")).toBe(true);
});
