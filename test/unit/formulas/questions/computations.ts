import {
  type Cell,
  cell,
  groupsOf,
  largestFirst,
  latestFirst,
  type Plain,
  type PlainService,
  type Rows,
  sectionOf,
  serial,
  textsOf,
  within,
  yearAgo,
} from "./plain";
import { portfolio, valuesOf } from "./sample";

/** What a formula must show, computed from answers of the service over HTTP and nothing of the add-in. */
export type Compute = (service: PlainService) => Promise<Rows>;

export const isins = portfolio.map(([isin]) => isin);
export const weights = portfolio.map(([, weight]) => weight);
export const analysis = valuesOf({ id: "" }).analysis;

export const idOf = (company: Plain): string => String(company["id"]);
export const isSevere = ({ score }: Plain): boolean => Number(score) >= 4;
export const of = (records: readonly Plain[], company: Plain): readonly Plain[] =>
  records.filter(({ entity_id }) => entity_id === company["id"]);
export const categoriesOf = (record: Plain): readonly string[] => textsOf(record["categories"]);
export const pillars = ["E", "S", "G"];
export const countIn = (records: readonly Plain[], category: string): number =>
  records.filter((record) => categoriesOf(record).includes(category)).length;

/** The events of a year. */
export const eventsOfYear = async (service: PlainService, universe?: string): Promise<readonly Plain[]> =>
  within(await service.events(universe), "start_date", yearAgo());

/** The universe that has every company of the list. */
export const everyCompany = valuesOf({ id: "events-beside-list" }).universe;

/** A row for each company of the list. */
export const forList = async (service: PlainService, row: (company: Plain) => readonly Cell[]): Promise<Rows> =>
  (await service.companiesOf(isins)).map(row);

/** The values of a member of the company of a record. */
export const companyKeys =
  (companies: ReadonlyMap<string, Plain>, read: (company: Plain) => unknown) =>
  ({ entity_id }: Plain): readonly string[] => {
    const value = cell(read(companies.get(String(entity_id)) ?? {}));
    return value === "" ? [] : [String(value)];
  };

/** The service spells countries in small letters; cells show them as people write them. */
export const countryOf = (company: Plain): string =>
  String(cell(company["country"])).replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** `SDG:7` as cells show it. */
export const goalName = (goal: string): string => goal.replace(":", " ");
export const sectorOf = (company: Plain): string => sectionOf(company)?.join(" ") ?? "";

/** Records by company, in the order of summaries, with name and id. */
export const byCompany = async (service: PlainService, records: readonly Plain[]) => {
  const companies = await service.companies();
  const nameOf = (id: string): string => String(companies.get(id)?.["name"]);
  const { compare } = new Intl.Collator("en", { numeric: true });
  return groupsOf(records, ({ entity_id }) => [String(entity_id)])
    .map(([id, own]) => ({ id, name: nameOf(id), own }))
    .sort((one, other) => other.own.length - one.own.length || compare(one.name, other.name));
};

export const nameOf = async (service: PlainService) => {
  const companies = await service.companies();
  return ({ entity_id }: Plain): Cell => cell(companies.get(String(entity_id))?.["name"]);
};

/** Columns of an event: its date, company, score and title. */
export const eventRows = async (
  service: PlainService,
  events: readonly Plain[],
  date = "last_activity",
): Promise<Rows> => {
  const name = await nameOf(service);
  return events.map((event) => [serial(event[date]), name(event), cell(event["score"]), cell(event["title"])]);
};

export const bySeverity = (events: readonly Plain[]): readonly Plain[] =>
  largestFirst(latestFirst(events, "last_activity"), ({ score }) => Number(score));

export const latestSevere = async (service: PlainService): Promise<Plain> =>
  latestFirst(
    (await service.events()).filter(({ score }) => score === 5),
    "last_activity",
  )[0] ?? {};
