import type { KnownUniverse } from "../../../../../../src/engine/state/universes";
import { universeArgument } from "../../../../../../src/addin/taskpane/features/universes/universe";

const id = "3f2b8c1e-5d4a-4e7b-9a6c-0d1e2f3a4b5c";
const other = "11111111-2222-3333-4444-555555555555";
const universe = (name: string, universe_id = id): KnownUniverse => ({ universe_id, name });

test.each([
  ["EU Banks", '"EU Banks"'],
  ['the "big" ones', '"the ""big"" ones"'],
  ["=cmd|' /C calc'!A0", `"=cmd|' /C calc'!A0"`],
  ["@x", '"@x"'],
])("the universe %s is a text argument of a formula", (name, argument) => {
  expect(universeArgument(universe(name), [universe(name)])).toBe(argument);
});

test.each([
  ["two of one name", universe("EU Banks"), [universe("EU Banks"), universe("eu banks", other)]],
  ["a name longer than a formula's text", universe("x".repeat(256)), []],
  ["a name that a formula takes for an id", universe(other), []],
])("%s: the formula contains the id", (_, one, catalogue) => {
  expect(universeArgument(one, catalogue)).toBe(`"${id}"`);
});
