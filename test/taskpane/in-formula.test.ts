import type { KnownUniverse } from "../../src/runtime/universes";
import { inFormula } from "../../src/taskpane/universes/in-formula";

const id = "3f2b8c1e-5d4a-4e7b-9a6c-0d1e2f3a4b5c";
const other = "11111111-2222-3333-4444-555555555555";
const universe = (name: string, universe_id = id): KnownUniverse => ({ universe_id, name });

test.each([
  ["EU Banks", '"EU Banks"'],
  ['the "big" ones', '"the ""big"" ones"'],
  ["=cmd|' /C calc'!A0", `"=cmd|' /C calc'!A0"`],
  ["@x", '"@x"'],
])("%s is named in a formula as a text", (name, written) => {
  expect(inFormula(universe(name), [universe(name)])).toBe(written);
});

test.each([
  ["two of one name", universe("EU Banks"), [universe("EU Banks"), universe("eu banks", other)]],
  ["a name longer than a formula's text", universe("x".repeat(256)), []],
  ["a name that a formula takes for an id", universe(other), []],
])("%s: the id stands in the formula", (_, one, catalogue) => {
  expect(inFormula(one, catalogue)).toBe(`"${id}"`);
});
