import { AddinError } from "../error/addin-error";

type Load<Item, Value> = (items: readonly Item[]) => Promise<readonly (Value | Error)[]>;

/** `entities.3.isin`, `body.documents[3]`: which item of the body a complaint is about. */
const indexOf = (field: string): number | undefined => {
  const found = /\b(?:entities|documents)\W+(\d+)/.exec(field);
  return found === null ? undefined : Number(found[1]);
};

const blamed = (error: AddinError, count: number): ReadonlySet<number> => {
  const indexes = (error.details.issues ?? []).map(({ field }) => indexOf(field));
  return new Set(indexes.filter((index) => index !== undefined && index < count) as number[]);
};

/** Loads a batch; where the service refuses it for some items, the others are loaded without them: one bad cell spoils no other. */
export const loadApart = async <Item, Value>(
  items: readonly Item[],
  load: Load<Item, Value>,
): Promise<readonly (Value | Error)[]> => {
  try {
    return await load(items);
  } catch (error) {
    if (!(error instanceof AddinError) || error.code !== "rejected" || items.length < 2) throw error;
    const bad = blamed(error, items.length);
    if (bad.size === 0 || bad.size === items.length) return halves(items, load);
    const good = items.filter((_, index) => !bad.has(index));
    const values = [...(await loadApart(good, load))];
    return items.map((_, index) => (bad.has(index) ? error : (values.shift() as Value | Error)));
  }
};

const halves = async <Item, Value>(
  items: readonly Item[],
  load: Load<Item, Value>,
): Promise<readonly (Value | Error)[]> => {
  const middle = Math.ceil(items.length / 2);
  const alone = async (part: readonly Item[]): Promise<readonly (Value | Error)[]> => {
    try {
      return await loadApart(part, load);
    } catch (error) {
      if (error instanceof AddinError && error.code === "rejected") return part.map(() => error);
      throw error;
    }
  };
  return [...(await alone(items.slice(0, middle))), ...(await alone(items.slice(middle)))];
};
