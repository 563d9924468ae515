import { createSeededRandom, type SeededRandom } from "../common/random";
import { type Identity, createIdentity, type Profile, createProfile } from "./entity";
import { createFixtures } from "./fixtures";
import { sectionCodes } from "./industries";

/** An entity that a coverage extension added to the catalogue. */
export interface AddedEntity {
  readonly identity: Identity;
  readonly profile: Profile;
}

/** The catalogue of entities by ordinal: those of the fictitious world, then those added later. */
export interface Catalogue {
  /** The number of entities of the fictitious world. */
  readonly original: number;
  readonly count: () => number;
  readonly identity: (ordinal: number) => Identity;
  readonly profile: (ordinal: number) => Profile;
  /** One bit per ISIC section, A first. */
  readonly sectionBits: (ordinal: number) => number;
  readonly add: (entity: AddedEntity) => number;
}

const identitySectionBits = (identity: Identity): number =>
  identity.sections.reduce((bits, section) => bits | (1 << sectionCodes.indexOf(section)), 0);

/** Creates the catalogue. Identities are computed once, profiles at each use. */
export const createCatalogue = (seed: number, original: number): Catalogue => {
  const random: SeededRandom = createSeededRandom(seed, "entity");
  const fixtures = createFixtures(original);
  const identities: Identity[] = [];
  const bits = new Map<number, number>();
  const addedEntities: AddedEntity[] = [];
  for (let ordinal = 0; ordinal < original; ordinal += 1) identities.push(createIdentity(random, ordinal, fixtures));
  // The fields of one record ask for the same profile one after another.
  let last: { readonly ordinal: number; readonly profile: Profile } | undefined;
  const identity = (ordinal: number): Identity => {
    const identityAtOrdinal = identities[ordinal] ?? addedEntities[ordinal - original]?.identity;
    if (identityAtOrdinal === undefined) throw new Error(`no entity ${ordinal}`);
    return identityAtOrdinal;
  };
  return {
    original,
    count: () => original + addedEntities.length,
    identity,
    profile: (ordinal) => {
      if (last?.ordinal !== ordinal) {
        const profileAtOrdinal = addedEntities[ordinal - original]?.profile;
        last = {
          ordinal,
          profile: profileAtOrdinal ?? createProfile(random, { ordinal, identity: identity(ordinal), fixtures }),
        };
      }
      return last.profile;
    },
    sectionBits: (ordinal) => {
      const known = bits.get(ordinal);
      if (known !== undefined) return known;
      const profileAtOrdinal = identitySectionBits(identity(ordinal));
      bits.set(ordinal, profileAtOrdinal);
      return profileAtOrdinal;
    },
    add: (entity) => {
      addedEntities.push(entity);
      return original + addedEntities.length - 1;
    },
  };
};
