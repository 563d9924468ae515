import fc from "fast-check";
import { createContentNumbering, createNumbering } from "../../../src/service/world/ids";
import { isinCheckDigit, leiCheckDigits, figiCheckDigit, isValidIsin } from "../../../src/facts/check-digits";
import { createWorld } from "../../../src/service/world/world";
import validateIsin from "isin-validator";
import { isValid as isValidLei } from "fast-lei";

const world = createWorld(3, "small", "2026-06-30");
const entities = Array.from({ length: world.catalogue.original }, (_, entity) => world.catalogue.identity(entity));

test("every ISIN and LEI passes a validator not written here", () => {
  for (const { isin, lei } of entities) {
    for (const each of isin) expect([each, validateIsin(each)]).toEqual([each, undefined]);
    if (lei !== undefined) expect([lei, isValidLei(lei)]).toEqual([lei, true]);
  }
});

test("published identifiers have the check digits computed here", () => {
  expect(isinCheckDigit("US037833100")).toBe("5");
  expect(figiCheckDigit("BBG000BLNNH")).toBe("6");
  expect(figiCheckDigit("BBG000B9XRY")).toBe("4");
  expect(leiCheckDigits("5493001KJTIIGC8Y1R")).toBe("12");
  expect(isValidIsin("US0378331006")).toBe(false);
});

test("identifiers of the catalogue cannot be real: reserved prefixes", () => {
  for (const { isin, lei, figi } of entities) {
    expect(isin.every((each) => each.slice(2, 5) === "0ZZ")).toBe(true);
    expect(lei?.startsWith("9999") ?? true).toBe(true);
    expect(figi?.startsWith("BBG0ZZ") ?? true).toBe(true);
  }
});

test("an id leads back to its record and no other does", () => {
  const [events, contents] = [createNumbering(1, "event"), createContentNumbering(1)];
  fc.assert(
    fc.property(fc.nat(0xffffffff), (ordinal) => {
      expect(events.ordinalOf(events.idOf(ordinal))).toBe(ordinal);
      expect(contents.ordinalOf(contents.idOf(ordinal))).toBe(ordinal);
      expect(createNumbering(1, "case").ordinalOf(events.idOf(ordinal))).toBeUndefined();
      expect(events.idOf(ordinal)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }),
  );
});
