import type { Database } from "./database";

/** How many documents each company has had translated. */
export interface Quotas {
  /** Adds to what a company used, unless it would exceed the limit. Returns what was used before if it would. */
  readonly charge: (company: string, count: number, limit: number) => Promise<{ readonly used: number } | undefined>;
}

export const openQuotas = (database: Database): Quotas => ({
  charge: (company, count, limit) => {
    const used = Number(database.get("SELECT used FROM quotas WHERE company = ?", [company])?.["used"] ?? 0);
    if (used + count > limit) return Promise.resolve({ used });
    database.run("INSERT OR REPLACE INTO quotas (company, used) VALUES (?, ?)", [company, used + count]);
    return Promise.resolve(undefined);
  },
});
