import { createDice, type Dice } from "./dice";
import { identityOf, type Identity } from "./entity";
import { fixturesOf } from "./fixtures";
import { sectionCodes } from "./industries";
import { profileOf, type Profile } from "./profile";

/** An entity that coverage extension added to the catalogue. */
export interface AddedEntity {
  readonly identity: Identity;
  readonly profile: Profile;
}

/** The catalogue of entities by ordinal: those of the made-up world and those added since. */
export interface Catalogue {
  /** Entities of the made-up world. */
  readonly original: number;
  readonly count: () => number;
  readonly identity: (ordinal: number) => Identity;
  readonly profile: (ordinal: number) => Profile;
  /** Bits of the ISIC sections, A first. */
  readonly sectionBits: (ordinal: number) => number;
  readonly add: (entity: AddedEntity) => number;
}

const bitsOf = (identity: Identity): number =>
  identity.sections.reduce((bits, section) => bits | (1 << sectionCodes.indexOf(section)), 0);

/** Makes the catalogue; identities are kept once made, profiles are made when asked for. */
export const createCatalogue = (seed: number, original: number): Catalogue => {
  const dice: Dice = createDice(seed, "entity");
  const fixtures = fixturesOf(original);
  const identities: Identity[] = [];
  const bits = new Map<number, number>();
  const added: AddedEntity[] = [];
  for (let ordinal = 0; ordinal < original; ordinal += 1) identities.push(identityOf(dice, ordinal, fixtures));
  // A record asks for the same profile, field after field.
  let last: { readonly ordinal: number; readonly profile: Profile } | undefined;
  const identity = (ordinal: number): Identity => {
    const found = identities[ordinal] ?? added[ordinal - original]?.identity;
    if (found === undefined) throw new Error(`no entity ${ordinal}`);
    return found;
  };
  return {
    original,
    count: () => original + added.length,
    identity,
    profile: (ordinal) => {
      if (last?.ordinal !== ordinal) {
        const made = added[ordinal - original]?.profile;
        last = { ordinal, profile: made ?? profileOf(dice, { ordinal, identity: identity(ordinal), fixtures }) };
      }
      return last.profile;
    },
    sectionBits: (ordinal) => {
      const known = bits.get(ordinal);
      if (known !== undefined) return known;
      const made = bitsOf(identity(ordinal));
      bits.set(ordinal, made);
      return made;
    },
    add: (entity) => {
      added.push(entity);
      return original + added.length - 1;
    },
  };
};
