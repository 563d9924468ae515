import type { TextCondition } from "../http/conditions";
import { sectionCodes } from "../world/industries";

const bitsOf = (sections: readonly string[]): number =>
  sections.reduce((bits, section) => bits | (1 << sectionCodes.indexOf(section)), 0);

/** A test of an entity's section bits: eq and in want one of the sections, neq and nin none; undefined without conditions. */
export const sectionTest = (conditions: readonly TextCondition[]): ((bits: number) => boolean) | undefined => {
  if (conditions.length === 0) return undefined;
  const wanted = conditions.map(({ operator, values }) => ({
    none: operator === "neq" || operator === "nin",
    bits: bitsOf(values),
  }));
  return (bits) => wanted.every((each) => ((bits & each.bits) !== 0) !== each.none);
};
