import type { Account } from "../world/accounts";
import type { Monitoring } from "../data/monitoring";
import type { Company, DataSource } from "../data/source";
import { countryName } from "../world/places";
import { project, type Members, type RecordCache } from "./projection";

/** What entity records are made from. Private codes depend on the account. */
interface EntityContext {
  readonly account: Account;
  /** By ordinal, why the data cannot say that nothing happened to a company. */
  readonly unmonitored: ReadonlyMap<number, string>;
}

/** The private code of a company that says why it is not one to which nothing happened. */
const unmonitoredCode = "not_monitored";

const known = <T>(value: T | null): T | undefined => value ?? undefined;

/** The members of an entity record. */
const entityMembers: Members<Company, EntityContext> = {
  id: (company) => company.id,
  description: (company) => known(company.description),
  name: (company) => company.name,
  figi: (company) => known(company.figi),
  isin: (company) => company.isins,
  ticker: (company) => company.tickers.map(({ symbol }) => symbol),
  alias: (company) => company.aliases,
  website: (company) => known(company.website),
  country: ({ country }) => (country === null ? undefined : countryName(country)),
  employee_count: (company) => known(company.employeeCount),
  revenue: (company) => company.revenue,
  isic4: (company) => company.isic4,
  industry_codes: (company) => company.industryCodes,
  unspsc: (company) => company.unspsc,
  city: (company) => known(company.city),
  region: (company) => known(company.region),
  lei: (company) => known(company.lei),
  client_code: (company, { account, unmonitored }) => {
    const codes = company.clientCodes[account.company] ?? {};
    const why = unmonitored.get(company.ordinal);
    return why === undefined ? codes : { ...codes, [unmonitoredCode]: why };
  },
  registration_codes: (company) => company.registrations,
  created_at: (company) => company.createdAt,
};

const universeCount = "related_universe_count";

/**
 * Serializes companies. Records with private codes are cached per client; the count of universes changes too often to be
 * cached.
 */
export const serializeCompanies = async (
  companies: readonly Company[],
  {
    data,
    records,
    monitoring,
  }: { readonly data: DataSource; readonly records: RecordCache; readonly monitoring: Monitoring },
  account: Account,
  fields: readonly string[],
): Promise<(company: Company) => string> => {
  const unmonitored = fields.includes("client_code")
    ? await monitoring.unmonitored(companies)
    : new Map<number, string>();
  const make = project(entityMembers, fields, { account, unmonitored });
  if (!fields.includes(universeCount)) {
    const reader = fields.includes("client_code") ? account.company : "";
    return records.serializer(`entity ${reader} ${fields.join()}`, make);
  }
  const counts = await data.countUniverses(companies, account);
  const byOrdinal = new Map(companies.map(({ ordinal }, position) => [ordinal, counts[position]]));
  return (company) => JSON.stringify({ ...make(company), [universeCount]: byOrdinal.get(company.ordinal) ?? 0 });
};
