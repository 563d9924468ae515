import { isinCheckDigit } from "./check-digits";
import { createDice, drawFor } from "./dice";
import { holdingsRange } from "./universes";
import type { World } from "./world";

const duplicates = 50;
const unknown = 3;
const wrong = 2;
const blanks = 3;

const unknownIsin = (index: number): string => {
  const body = `DE0ZZ99990${index}`;
  return body + isinCheckDigit(body);
};

const misspelt = (isin: string): string => isin.slice(0, 11) + String((Number(isin.slice(11)) + 1) % 10);

/** Moves every cell of a list to a place drawn from the seed. */
const shuffle = (cells: readonly string[], seed: number): string[] => {
  const draw = drawFor(createDice(seed, "text"), 1, 0);
  const shuffled = [...cells];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = draw.below(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] ?? "", shuffled[last] ?? ""];
  }
  return shuffled;
};

/**
 * A column of ISINs as somebody would paste it: 1,200 cells from size small up, of which 3 are blank, 50 repeat another, 2 have a
 * wrong check digit, and of the 1,145 others 1,130 are known once, 12 have three candidates and 3 are unknown. `test` has a short one.
 */
export const demoHoldings = (world: World): string[] => {
  const { catalogue, fixtures } = world;
  const firstIsin = (entity: number): string => catalogue.identity(entity).isin[0] ?? "";
  const [first, end] = holdingsRange(fixtures);
  const { triplets } = fixtures;
  const known = Array.from({ length: end - first }, (_, index) => firstIsin(first + index));
  const ambiguous = Array.from({ length: triplets.groups }, (_, group) => firstIsin(triplets.first + group * 3));
  const repeated = known.slice(0, triplets.groups > 0 ? duplicates : 5);
  const strange = Array.from({ length: unknown }, (_, index) => unknownIsin(index));
  const bad = known.slice(-wrong).map(misspelt);
  return shuffle(
    [...known, ...ambiguous, ...repeated, ...strange, ...bad, ...Array.from({ length: blanks }, () => "")],
    world.seed,
  );
};
