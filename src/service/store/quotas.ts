/** How many documents each company has had translated. */
export interface Quotas {
  /** Adds to what a company used, unless it would exceed the limit. Returns what was used before if it would. */
  readonly charge: (company: string, count: number, limit: number) => Promise<{ readonly used: number } | undefined>;
}

/** The quotas of the made-up world, in memory. */
export const openQuotas = (): Quotas => {
  const usedBy = new Map<string, number>();
  return {
    charge: (company, count, limit) => {
      const used = usedBy.get(company) ?? 0;
      if (used + count > limit) return Promise.resolve({ used });
      usedBy.set(company, used + count);
      return Promise.resolve(undefined);
    },
  };
};
