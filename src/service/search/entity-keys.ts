import type { Account } from "../accounts";
import type { World } from "../world/world";
import { entityTexts, type View } from "./entity-values";

/** Finds entities by the very value of a key, without case. */
export interface EntityKeys {
  readonly find: (key: string, value: string, account: Account) => readonly number[];
  readonly warm: () => void;
  /** Takes in an entity that was added to the catalogue. */
  readonly add: (entity: number) => void;
}

const indexed = ["name", "alias", "duns", "figi", "isin", "ticker", "lei", "website", "registration_code"];

type Index = Map<string, number | number[]>;

const put = (index: Index, value: string, entity: number): void => {
  const found = index.get(value);
  if (found === undefined) index.set(value, entity);
  else if (typeof found === "number") index.set(value, found === entity ? found : [found, entity]);
  else if (found.at(-1) !== entity) found.push(entity);
};

/** Makes the index; the parts are built when they are first needed. Private codes have one part per company. */
export const createEntityKeys = (world: World): EntityKeys => {
  const parts = new Map<string, Index>();
  const anyone: View = { world, account: { company: "" } as Account };
  const fill = (index: Index, entity: number, { key, view }: { key: string; view: View }): void => {
    for (const value of entityTexts[key]?.(entity, view) ?? []) put(index, value.toLowerCase(), entity);
  };
  const part = (key: string, view: View): Index => {
    const name = key === "client_code" ? `client_code ${view.account.company}` : key;
    const known = parts.get(name);
    if (known !== undefined) return known;
    const index: Index = new Map();
    for (let entity = 0; entity < world.catalogue.count(); entity += 1) fill(index, entity, { key, view });
    parts.set(name, index);
    return index;
  };
  return {
    find: (key, value, account) => {
      if (key === "entity_id") {
        const entity = world.ids.entity.ordinalOf(value);
        return entity !== undefined && entity < world.catalogue.count() ? [entity] : [];
      }
      const found = part(key, { world, account }).get(value.toLowerCase()) ?? [];
      return typeof found === "number" ? [found] : found;
    },
    warm: () => {
      for (const key of indexed) part(key, anyone);
    },
    add: (entity) => {
      for (const [name, index] of parts) if (indexed.includes(name)) fill(index, entity, { key: name, view: anyone });
    },
  };
};
