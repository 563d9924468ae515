import { drawFor, type Dice, type Draw } from "./dice";
import type { Identity } from "./entity";
import type { Fixtures } from "./fixtures";
import { industryCodes, isicTree, unspscCodes, type IsicNode, type RankedCode } from "./industries";

/** What an entity is like, beyond its identity. */
export interface Profile {
  readonly description: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly country: string | null;
  readonly employee_count: number | null;
  readonly revenue: readonly { readonly value: number; readonly currency: string; readonly date: string }[];
  readonly isic4: readonly IsicNode[];
  readonly industry_codes: readonly { readonly description: string; readonly values: readonly RankedCode[] }[];
  readonly unspsc: readonly RankedCode[];
  /** Days before the world's day. */
  readonly createdDaysAgo: number;
}

const revenueOf = (draw: Draw, currency: string): Profile["revenue"] => {
  if (draw.chance(0.1)) return [];
  const years = 1 + draw.below(5);
  const size = 10 ** (6 + draw.unit() * 5);
  return Array.from({ length: years }, (_, back) => ({
    value: Math.round(size * (1 - back * 0.04 + draw.unit() * 0.05)),
    currency,
    date: `${2025 - back}-12-31`,
  }));
};

/** Whose profile it is, and where the world has its awkward entities. */
export interface ProfileOf {
  readonly ordinal: number;
  readonly identity: Identity;
  readonly fixtures: Fixtures;
}

const describe = (identity: Identity, city: string, trees: readonly IsicNode[]): string => {
  const trade = trees[0]?.description.toLowerCase() ?? "several industries";
  return `${identity.name} is a fictional company based in ${city}, active in ${trade}.`;
};

/** What the entity is like; a pure function of the dice and its identity, with gaps for the awkward ones. */
export const profileOf = (dice: Dice, { ordinal, identity, fixtures: { awkward } }: ProfileOf): Profile => {
  const draw = drawFor(dice, ordinal, 500);
  const [city, region] = draw.pick(identity.country.cities);
  const turn = draw.below(24);
  const isic4 = identity.sections.map((section, index) => isicTree(section, turn + index, index * 2 + 1));
  const section = identity.sections[0];
  const first = isic4[0];
  const sparse = ordinal >= awkward.first && ordinal < awkward.first + awkward.count;
  const unknownPlace = sparse && ordinal % 5 === 0;
  return {
    description: sparse && ordinal % 2 === 1 ? null : describe(identity, city, isic4),
    city: unknownPlace ? null : city,
    region: unknownPlace ? null : region,
    country: unknownPlace ? null : identity.country.code,
    employee_count: draw.chance(0.06) ? null : Math.round(10 ** (0.5 + draw.unit() * 4.8)),
    revenue: revenueOf(draw, identity.country.currency),
    isic4,
    industry_codes: section === undefined || first === undefined ? [] : industryCodes(section, first),
    unspsc: section === undefined ? [] : unspscCodes(section, turn),
    createdDaysAgo: 400 + draw.below(2_400),
  };
};
