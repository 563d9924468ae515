import { everyCompany } from "../../data/import/imported-universes";
import type { World } from "../world/world";
import { baseMembers, seededUniverses } from "../world/universes";
import type { Account } from "../world/accounts";

/** A universe. */
export interface Universe {
  readonly ordinal: number;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly owner: string | null;
  readonly company: string;
  /** Companies besides its own that it is linked with. */
  readonly links: readonly string[];
}

/** A universe with the group of entities that it began with. */
type UniverseRow = Universe & { readonly base: string };

export type UniverseChange = Partial<Pick<Universe, "name" | "type" | "description" | "owner" | "company">>;

export type NewUniverse = Omit<Universe, "ordinal" | "id" | "links">;

/** The members of a universe by ordinal, ascending. The version changes with the members. */
export interface Members {
  readonly list: Int32Array;
  readonly has: (entity: number) => boolean;
  readonly version: number;
}

/** Whether an account sees a universe. */
export const isVisibleTo = (account: Account, universe: Universe): boolean => {
  if (universe.owner === account.user) return true;
  if (universe.type === "PRIVATE") return false;
  return [account.company, everyCompany].includes(universe.company) || universe.links.includes(account.company);
};

export const isManagedBy = (account: Account, universe: Universe): boolean =>
  account.manages && universe.type !== "PROVIDER" && universe.owner === account.user;

/** Whether another universe that belongs to the company, or is linked with it, has this name. */
const isNameTaken = (universes: readonly Universe[], company: string, name: string, except?: Universe): boolean =>
  universes.some(
    (universe) =>
      universe.name === name &&
      universe.ordinal !== except?.ordinal &&
      (universe.company === company || universe.links.includes(company)),
  );

/** The universes and their members. */
export interface Universes {
  readonly all: () => Promise<readonly Universe[]>;
  readonly byId: (id: string) => Promise<Universe | undefined>;
  /** The universes with this company among their members. */
  readonly containing: (company: { readonly ordinal: number }) => Promise<readonly Universe[]>;
  readonly countMembers: (universe: Universe) => Promise<number>;
  /** Undefined if the name is taken. */
  readonly create: (universe: NewUniverse) => Promise<Universe | undefined>;
  /** False if the name is taken for the account's company; `checksName` says whether that is asked. */
  readonly update: (
    universe: Universe,
    change: UniverseChange,
    account: Account,
    checksName: boolean,
  ) => Promise<boolean>;
}

/** The universes of the made-up world, whose members are known at once. */
export interface WorldUniverses extends Universes {
  readonly members: (universe: Universe) => Members;
  readonly addMembers: (id: string, entities: readonly number[]) => void;
}

const createMembers = (world: World, rows: readonly UniverseRow[]) => {
  const cache = new Map<number, Members>();
  /** Entities that were added to a universe after its creation. */
  const added = new Map<number, Set<number>>();
  const read = ({ ordinal }: Universe): Members => {
    const known = cache.get(ordinal);
    if (known !== undefined) return known;
    const newMembers = added.get(ordinal) ?? new Set();
    const set = new Set([...baseMembers(world, rows[ordinal]?.base ?? "none"), ...newMembers]);
    const members = {
      list: Int32Array.from(set).sort(),
      has: (entity: number) => set.has(entity),
      version: newMembers.size,
    };
    cache.set(ordinal, members);
    return members;
  };
  const add = ({ ordinal }: Universe, entities: readonly number[]): void => {
    added.set(ordinal, new Set([...(added.get(ordinal) ?? []), ...entities]));
    cache.delete(ordinal);
  };
  return { read, add };
};

/** The universes of the made-up world, in memory. */
export const openUniverses = (world: World): WorldUniverses => {
  const rows: UniverseRow[] = seededUniverses(world).map(({ companies, ...universe }, ordinal) => ({
    ...universe,
    ordinal,
    id: world.ids.universe.idOf(ordinal),
    links: companies,
  }));
  const members = createMembers(world, rows);
  const find = (id: string): Universe | undefined => rows.find((universe) => universe.id === id.toLowerCase());
  return {
    all: () => Promise.resolve([...rows]),
    byId: (id) => Promise.resolve(find(id)),
    containing: ({ ordinal }) => Promise.resolve(rows.filter((universe) => members.read(universe).has(ordinal))),
    countMembers: (universe) => Promise.resolve(members.read(universe).list.length),
    members: members.read,
    create: (universe) => {
      if (isNameTaken(rows, universe.company, universe.name)) return Promise.resolve(undefined);
      const ordinal = rows.length;
      const created = { ...universe, ordinal, id: world.ids.universe.idOf(ordinal), links: [], base: "none" };
      rows.push(created);
      return Promise.resolve(created);
    },
    update: (universe, change, account, checksName) => {
      const row = rows[universe.ordinal];
      const name = change.name ?? universe.name;
      if (row === undefined || (checksName && isNameTaken(rows, account.company, name, universe)))
        return Promise.resolve(false);
      // A change of the company removes all links to other companies (specification, PATCH universes).
      rows[universe.ordinal] = { ...row, ...change, ...(change.company !== undefined && { links: [] }) };
      return Promise.resolve(true);
    },
    addMembers: (id, entities) => {
      const universe = find(id);
      if (universe !== undefined) members.add(universe, entities);
    },
  };
};
