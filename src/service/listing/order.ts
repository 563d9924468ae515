/** A column to order by; records whose value equals `missing` come last in both directions. */
export interface OrderedBy {
  readonly value: (ordinal: number) => number;
  readonly missing?: number;
}

type Compare = (a: number, b: number) => number;

const stepOf = (item: string, columns: Readonly<Record<string, OrderedBy>>): Compare => {
  const [field = "", direction] = item.split(":");
  const column = columns[field];
  if (column === undefined) return () => 0;
  const { value, missing } = column;
  const sign = direction === "desc" ? -1 : 1;
  return (a, b) => {
    const [first, second] = [value(a), value(b)];
    if (first === second) return 0;
    if (first === missing) return 1;
    if (second === missing) return -1;
    return (first < second ? -1 : 1) * sign;
  };
};

/** Compares by `<field>:<direction>` items, then by the rank that the ids have, so that the order is total. */
export const compareBy = (
  order: readonly string[],
  columns: Readonly<Record<string, OrderedBy>>,
  rankOf: (ordinal: number) => number,
): Compare => {
  const steps = order.map((item) => stepOf(item, columns));
  return (a, b) => {
    for (const step of steps) {
      const difference = step(a, b);
      if (difference !== 0) return difference;
    }
    return rankOf(a) - rankOf(b);
  };
};
