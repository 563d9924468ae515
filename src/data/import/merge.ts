import { namesAgree } from "../names/names-agree";
import type { CompanyRecord, Origin, RankedCode, Ticker } from "../records";
import { foreignMarket } from "./home-market";
import { type Identifier, identifierKinds, type IdentifierKind } from "./identifiers";
import { companyIdentifiers, type SourceCompany } from "./source-company";

/** The kinds of sources of companies. What an earlier one says of a company stands before what a later one says. */
export const precedence = ["companies", "gleif", "relationships", "isin-lei", "sec", "listings"] as const;
export type CompanySource = (typeof precedence)[number];

/** What one row of one source says, and where it stands. */
export interface SourceRecord {
  /** Source and key: names the row in the whole database. */
  readonly ref: string;
  readonly kind: CompanySource;
  readonly origin: Origin;
  readonly company: SourceCompany;
  /** Those of the company. */
  readonly identifiers: readonly Identifier[];
}

/** An identifier that would join companies that are not the same. Nothing was joined by it. */
export interface Conflict {
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly reason: string;
  /** The rows that have it, in order. */
  readonly refs: readonly string[];
}

/** Sets of numbers that grow together. The root of a set is its smallest member, whatever the order of the joins. */
const createSets = (size: number) => {
  const parents = Array.from({ length: size }, (_, index) => index);
  const root = (of: number): number => {
    let at = of;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? at] ?? at;
      at = parents[at] ?? at;
    }
    return at;
  };
  const join = (one: number, other: number): void => {
    const [low, high] = [root(one), root(other)].sort((a, b) => a - b);
    parents[high ?? 0] = low ?? 0;
  };
  return { root, join };
};

/** What is known of a set of rows while they are joined. */
interface Cluster {
  readonly leis: ReadonlySet<string>;
  readonly ciks: ReadonlySet<string>;
  readonly names: readonly string[];
  readonly countries: ReadonlySet<string>;
}

const companyNames = ({ name, aliases = [], formerNames = [] }: SourceCompany): readonly string[] => [
  ...(name === undefined ? [] : [name]),
  ...aliases,
  ...formerNames,
];

const toCluster = (records: readonly SourceRecord[]): Cluster => ({
  leis: new Set(records.flatMap(({ company: { lei } }) => (lei === undefined ? [] : [lei]))),
  ciks: new Set(records.flatMap(({ company: { cik } }) => (cik === undefined ? [] : [cik]))),
  names: records.flatMap(({ company }) => companyNames(company)),
  countries: new Set(records.flatMap(({ company: { country } }) => (country === undefined ? [] : [country]))),
});

const union = <T>(sets: readonly ReadonlySet<T>[]): Set<T> => new Set(sets.flatMap((set) => [...set]));

/** Why clusters are not one company; undefined if they may be. */
const contradiction = (clusters: readonly Cluster[]): string | undefined => {
  const leis = union(clusters.map((cluster) => cluster.leis));
  if (leis.size > 1) return `belongs to the LEIs ${[...leis].sort().join(", ")}`;
  const ciks = union(clusters.map((cluster) => cluster.ciks));
  // One company of one source may have several numbers: they are listed elsewhere.
  if (ciks.size > Math.max(1, ...clusters.map((cluster) => cluster.ciks.size)))
    return `belongs to the CIKs ${[...ciks].sort().join(", ")}`;
  return undefined;
};

const areNamedAlike = (one: Cluster, other: Cluster): boolean =>
  one.names.some((name) => other.names.some((each) => namesAgree(name, each)));

const shareCountry = (one: Cluster, other: Cluster): boolean =>
  [...one.countries].some((country) => other.countries.has(country));

/** Whether it is known that no country of two companies is the same. */
const differInCountry = (one: Cluster, other: Cluster): boolean =>
  one.countries.size > 0 && other.countries.size > 0 && !shareCountry(one, other);

/**
 * Why an identifier is wrong for one of the clusters. Lists get FIGIs and tickers wrong, and they are given to other
 * companies later: names must agree. An ISIN is wrong where neither names nor countries do: a company has another name
 * in another script, or got one later, but not elsewhere.
 */
const disagreement = (kind: IdentifierKind, clusters: readonly Cluster[]): string | undefined => {
  if (kind === "lei" || kind === "cik") return undefined;
  const named = clusters.filter(({ names }) => names.length > 0);
  for (const [at, one] of named.entries())
    for (const other of named.slice(at + 1))
      if (!areNamedAlike(one, other) && (kind !== "isin" || differInCountry(one, other)))
        return `is given to ${[one, other].map(companyName).sort().join(" and ")}`;
  return undefined;
};

/** The clusters of a wrong ISIN that agree in name or country: one wrong row of a list does not part all others. */
const agreeingParts = (each: SharedValue, clusters: ReadonlyMap<number, Cluster>): readonly SharedValue[] => {
  const { root, join } = createSets(each.roots.length);
  const parts = new Map<number, number[]>();
  const all = each.roots.flatMap((number) => clusters.get(number) ?? []);
  for (const [at, one] of all.entries())
    for (const [earlier, other] of all.slice(0, at).entries())
      if (areNamedAlike(one, other) || shareCountry(one, other)) join(earlier, at);
  for (const [at, number] of each.roots.entries()) parts.set(root(at), [...(parts.get(root(at)) ?? []), number]);
  return [...parts.values()].filter((roots) => roots.length > 1).map((roots) => ({ ...each, roots }));
};

type Sets = ReturnType<typeof createSets>;

/** An identifier of several rows. Rows and clusters are numbers of `sorted`. */
interface SharedValue {
  readonly value: string;
  readonly rows: readonly number[];
  readonly roots: readonly number[];
}

/** The rows that have each identifier, by kind. */
type Holders = Readonly<Record<IdentifierKind, ReadonlyMap<string, readonly number[]>>>;

const findHolders = (records: readonly SourceRecord[]): Holders => {
  const holders = { lei: new Map(), cik: new Map(), isin: new Map(), figi: new Map(), ticker: new Map() } as Record<
    IdentifierKind,
    Map<string, number[]>
  >;
  for (const [index, { identifiers }] of records.entries())
    for (const { kind, value } of identifiers) {
      const rows = holders[kind].get(value);
      if (rows === undefined) holders[kind].set(value, [index]);
      else rows.push(index);
    }
  return holders;
};

/** The identifiers of one kind that rows of several clusters have, in order. */
const sharedValues = (holders: Holders, kind: IdentifierKind, { root }: Sets): readonly SharedValue[] =>
  [...holders[kind]]
    .filter(([, rows]) => rows.length > 1)
    .map(([value, rows]) => ({ value, rows, roots: [...new Set(rows.map(root))] }))
    .filter(({ roots }) => roots.length > 1)
    .sort((a, b) => (a.value < b.value ? -1 : 1));

const clusterMembers = (records: readonly SourceRecord[], { root }: Sets): ReadonlyMap<number, SourceRecord[]> => {
  const groups = new Map<number, SourceRecord[]>();
  for (const [index, record] of records.entries()) {
    const group = groups.get(root(index));
    if (group === undefined) groups.set(root(index), [record]);
    else group.push(record);
  }
  return groups;
};

/**
 * Joins clusters by identifiers of one kind. First each identifier is checked alone, then chains of them: A has X and
 * Y, B has X, C has Y. Returns why identifiers joined nothing.
 */
const joinBy = (
  { records, holders }: { readonly records: readonly SourceRecord[]; readonly holders: Holders },
  kind: IdentifierKind,
  sets: Sets,
): readonly (SharedValue & { readonly reason: string })[] => {
  const shared = sharedValues(holders, kind, sets);
  if (shared.length === 0) return [];
  const groups = clusterMembers(records, sets);
  const roots = new Set(shared.flatMap((each) => each.roots));
  const clusters = new Map([...roots].map((root) => [root, toCluster(groups.get(root) ?? [])]));
  const clustersOf = (numbers: Iterable<number>): readonly Cluster[] =>
    [...numbers].flatMap((number) => clusters.get(number) ?? []);
  const checked = shared.flatMap((each) => {
    const found = clustersOf(each.roots);
    const contradicts = contradiction(found);
    const reason = contradicts ?? disagreement(kind, found);
    const isWrong = kind === "isin" && contradicts === undefined && reason !== undefined;
    const parts = isWrong ? agreeingParts(each, clusters) : [];
    return [{ ...each, reason }, ...parts.map((part) => ({ ...part, reason: undefined }))];
  });
  const chains = createSets(records.length);
  const sound = checked.filter(({ reason }) => reason === undefined);
  for (const each of sound) for (const root of each.roots) chains.join(each.roots[0] ?? root, root);
  const links = new Map<number, number[]>();
  for (const root of new Set(sound.flatMap((each) => each.roots)))
    links.set(chains.root(root), [...(links.get(chains.root(root)) ?? []), root]);
  return checked.flatMap((each) => {
    const [first = 0] = each.roots;
    const chain =
      each.reason === undefined ? contradiction(clustersOf(links.get(chains.root(first)) ?? [])) : undefined;
    const reason = each.reason ?? (chain === undefined ? undefined : `is in a chain that ${chain}`);
    if (reason !== undefined) return [{ ...each, reason }];
    for (const root of each.roots) sets.join(first, root);
    return [];
  });
};

const companyName = ({ names }: Cluster): string => `"${[...names].sort()[0] ?? ""}"`;

/** ISINs and FIGIs that their rows may not use, by the number of the row. */
type UnusedIdentifiers = ReadonlyMap<number, ReadonlySet<string>>;

interface UnconfirmedIsin {
  readonly value: string;
  readonly row: number;
  readonly reason: string;
}

/**
 * The FIGIs that a row got with its ISIN: those of the share and its country. Where a list has that of the listing too,
 * they were looked up by the listing.
 */
const figisOfIsin = ({ figis = [] }: SourceCompany): readonly string[] => (figis.length < 3 ? figis : []);

/** The ISINs of other countries in lists that no other row has for a company of that name. */
const unconfirmedIsins = (
  records: readonly SourceRecord[],
  holders: Holders,
  sets: Sets,
): readonly UnconfirmedIsin[] => {
  const marketOf = (row: number, isin: string): string | undefined => {
    const record = records[row];
    return record?.kind === "listings" ? foreignMarket(record.company, isin) : undefined;
  };
  const foreign = records.flatMap(({ company: { isins = [], country = "" } }, row) =>
    isins.flatMap((value) => {
      const market = marketOf(row, value);
      return market === undefined ? [] : [{ value, row, country, market }];
    }),
  );
  if (foreign.length === 0) return [];
  const groups = clusterMembers(records, sets);
  const cluster = (row: number): Cluster => toCluster(groups.get(sets.root(row)) ?? []);
  return foreign.flatMap(({ value, row, country, market }) => {
    const own = cluster(row);
    const isHome = market === country;
    // All rows of a company that is listed at home may have the wrong ISIN.
    const confirms = (other: number): boolean =>
      other !== row && !(isHome && marketOf(other, value) === (records[other]?.company.country ?? ""));
    const isConfirmed = (holders.isin.get(value) ?? []).some(
      (other) => confirms(other) && (sets.root(other) === sets.root(row) || areNamedAlike(own, cluster(other))),
    );
    if (isConfirmed) return [];
    const listed = isHome ? "there" : `in ${market}`;
    const reason = `begins with ${value.slice(0, 2)}, and ${companyName(own)} is of ${country} and listed ${listed}: not used for it until another source confirms it`;
    return [{ value, row, reason }];
  });
};

/** The ISINs of a row that are not used, and the FIGIs that came with them. */
const withFigis = (company: SourceCompany | undefined, isins: readonly string[]): readonly string[] =>
  company === undefined || isins.length === 0 ? isins : [...isins, ...figisOfIsin(company)];

/** The identifiers by which a row stands for its company: not those that the company, which has these ISINs, did not get. */
export const usedIdentifiers = (company: SourceCompany, isins: readonly string[]): readonly Identifier[] => {
  const unused = withFigis(
    company,
    (company.isins ?? []).filter((isin) => !isins.includes(isin)),
  );
  return companyIdentifiers(company).filter(({ value }) => !unused.includes(value));
};

const withoutIdentifiers = (records: readonly SourceRecord[], unused: UnusedIdentifiers): readonly SourceRecord[] =>
  unused.size === 0
    ? records
    : records.map((record, row) => {
        const dropped = unused.get(row);
        if (dropped === undefined) return record;
        const isUsed = (value: string): boolean => !dropped.has(value);
        const { isins = [], figis } = record.company;
        return {
          ...record,
          company: { ...record.company, isins: isins.filter(isUsed), ...(figis && { figis: figis.filter(isUsed) }) },
          identifiers: record.identifiers.filter(({ value }) => isUsed(value)),
        };
      });

const unusedByRow = (
  records: readonly SourceRecord[],
  isins: readonly { readonly value: string; readonly row: number }[],
): UnusedIdentifiers => {
  const unused = new Map<number, Set<string>>();
  for (const { value, row } of isins)
    unused.set(row, new Set([...(unused.get(row) ?? []), ...withFigis(records[row]?.company, [value])]));
  return unused;
};

/** Where a better source than lists has a contradictory ISIN, the companies of lists that it did not join have it not. */
const overruledIsins = (
  records: readonly SourceRecord[],
  contradictory: readonly SharedValue[],
  { root }: Sets,
): UnusedIdentifiers =>
  unusedByRow(
    records,
    contradictory.flatMap(({ value, rows }) => {
      const better = new Set(rows.filter((row) => records[row]?.kind !== "listings").map(root));
      return better.size === 0 ? [] : rows.filter((row) => !better.has(root(row))).map((row) => ({ value, row }));
    }),
  );

/** A company with one LEI and several CIKs stays one; somebody should look at it. */
const severalCiks = (group: readonly SourceRecord[]): readonly Conflict[] => {
  // One row has one. Most companies are one row.
  if (group.length === 1) return [];
  const { leis, ciks } = toCluster(group);
  const [lei] = leis;
  if (ciks.size < 2 || lei === undefined) return [];
  const refs = group.filter(({ company }) => company.cik !== undefined).map(({ ref }) => ref);
  return [{ kind: "lei", value: lei, reason: `has the CIKs ${[...ciks].sort().join(", ")}`, refs }];
};

/** Sorts the rows into groups of one company each. The order of the rows does not matter. */
const groupRecords = (
  records: readonly SourceRecord[],
): { readonly groups: readonly (readonly SourceRecord[])[]; readonly conflicts: readonly Conflict[] } => {
  const all = [...records].sort((a, b) => (a.ref < b.ref ? -1 : 1));
  const sets = createSets(all.length);
  const allHolders = findHolders(all);
  for (const { rows } of sharedValues(allHolders, "lei", sets)) for (const row of rows) sets.join(rows[0] ?? row, row);
  const unconfirmed = unconfirmedIsins(all, allHolders, sets);
  const sorted = withoutIdentifiers(all, unusedByRow(all, unconfirmed));
  const holders = unconfirmed.length === 0 ? allHolders : findHolders(sorted);
  const toConflict = (
    kind: IdentifierKind,
    { value, reason, rows }: Pick<SharedValue, "value" | "rows"> & { readonly reason: string },
  ): Conflict => ({ kind, value, reason, refs: rows.map((row) => all[row]?.ref ?? "") });
  const joined = identifierKinds
    .filter((kind) => kind !== "lei")
    .flatMap((kind) => joinBy({ records: sorted, holders }, kind, sets).map((each) => ({ kind, each })));
  const contradictory = joined.flatMap(({ kind, each }) => (kind === "isin" ? [each] : []));
  const used = withoutIdentifiers(sorted, overruledIsins(sorted, contradictory, sets));
  const groups = [...clusterMembers(used, sets).values()];
  const conflicts = [
    ...unconfirmed.map(({ value, reason }) =>
      toConflict("isin", { value, reason, rows: allHolders.isin.get(value) ?? [] }),
    ),
    ...joined.map(({ kind, each }) => toConflict(kind, each)),
    ...groups.flatMap(severalCiks),
  ];
  return { groups, conflicts };
};

/**
 * A company that several rows make. Ids are given where it is stored. Its name is empty if only relationships or ISINs
 * are known: it waits for a row with a name.
 */
export interface MergedCompany {
  readonly records: readonly SourceRecord[];
  readonly parentLei: string | null;
  readonly ultimateParentLei: string | null;
  readonly company: Omit<CompanyRecord, "id" | "parent" | "ultimateParent">;
}

/** By precedence; of one kind the newest first. */
const byPrecedence = (a: SourceRecord, b: SourceRecord): number =>
  precedence.indexOf(a.kind) - precedence.indexOf(b.kind) ||
  (a.origin.date === b.origin.date ? 0 : a.origin.date > b.origin.date ? -1 : 1) ||
  (a.ref < b.ref ? -1 : 1);

const mergeTickers = (records: readonly SourceRecord[]): readonly Ticker[] => {
  const all = new Map<string, Ticker>();
  for (const { company } of records)
    for (const { symbol, mic } of company.tickers ?? []) all.set(`${symbol} ${mic ?? ""}`, { symbol, mic });
  const onMarket = new Set(
    [...all.values()].filter(({ mic }) => mic !== null && mic !== "US").map(({ symbol }) => symbol),
  );
  const tickers = [...all.values()]
    // `US` and no market say less than a market.
    .filter(({ symbol, mic }) => (mic !== null && mic !== "US") || !onMarket.has(symbol))
    .map(({ symbol, mic }) => ({ symbol, mic: mic === "US" ? null : mic }));
  return [...new Map(tickers.map((ticker) => [`${ticker.symbol} ${ticker.mic ?? ""}`, ticker])).values()];
};

const mergeAliases = (name: string, records: readonly SourceRecord[]): readonly string[] => {
  const seen = new Set([name.toLowerCase()]);
  return records
    .flatMap(({ company }) => companyNames(company))
    .filter((alias) => !seen.has(alias.toLowerCase()) && seen.add(alias.toLowerCase()));
};

/** A share class's FIGI names the company's share on all markets; the others name it on one. */
const mainFigi = (figis: readonly string[]): string | null =>
  figis.find((figi) => figi.startsWith("BBG001")) ?? figis[0] ?? null;

/** Reads members by precedence, and notes where each came from. */
const memberReader = (records: readonly SourceRecord[]) => {
  const origins: Partial<Record<keyof CompanyRecord, Origin>> = {};
  const note = (member: keyof CompanyRecord, record: SourceRecord | undefined): void => {
    // The origin of the first row stands for all members that it gave.
    if (record !== undefined && record !== records[0]) origins[member] = record.origin;
  };
  return {
    origins,
    note,
    first: <K extends keyof SourceCompany>(
      field: K,
      member: keyof CompanyRecord,
    ): NonNullable<SourceCompany[K]> | null => {
      const record = records.find(({ company }) => company[field] !== undefined);
      note(member, record);
      return record?.company[field] ?? null;
    },
    all: <T>(read: (company: SourceCompany) => readonly T[] | undefined, member: keyof CompanyRecord): readonly T[] => {
      note(
        member,
        records.find(({ company }) => read(company) !== undefined),
      );
      return records.flatMap(({ company }) => read(company) ?? []);
    },
  };
};

/** Classifications of all sources; of one name that of the first source. */
const mergeIndustries = (records: readonly SourceRecord[]): CompanyRecord["industryCodes"] => {
  const industries = new Map<string, RankedCode>();
  for (const { company } of records)
    for (const [scheme, text] of Object.entries(company.industries ?? {}))
      if (!industries.has(scheme)) industries.set(scheme, { code: text, description: text, priority: 1 });
  return [...industries].map(([description, code]) => ({ description, values: [code] }));
};

const mergeCompany = (group: readonly SourceRecord[]): MergedCompany => {
  const records = [...group].sort(byPrecedence);
  const { origins, note, first, all } = memberReader(records);
  const name = first("name", "name") ?? "";
  // Country, region and city of one source: together they are a place.
  const place = records.find(({ company: { country, city } }) => country !== undefined || city !== undefined);
  const { country = null, region = null, city = null } = place?.company ?? {};
  for (const member of ["country", "region", "city"] as const) note(member, place);
  note(
    "industryCodes",
    records.find(({ company }) => company.industries !== undefined),
  );
  note(
    "tickers",
    records.find(({ company }) => company.tickers !== undefined),
  );
  const registrations = all(({ registrations: each }) => each, "registrations");
  const dates = records.map(({ origin: { date } }) => date);
  return {
    records,
    parentLei: first("parentLei", "parent"),
    ultimateParentLei: first("ultimateParentLei", "ultimateParent"),
    company: {
      name,
      aliases: mergeAliases(name, records),
      lei: first("lei", "lei"),
      figi: mainFigi(all(({ figis }) => figis, "figi")),
      cik: first("cik", "cik")?.replace(/^0+/, "") ?? null,
      duns: first("duns", "duns"),
      isins: [...new Set(all(({ isins: each }) => each, "isins"))],
      tickers: mergeTickers(records),
      country,
      region,
      city,
      website: first("website", "website"),
      description: first("description", "description"),
      legalForm: first("legalForm", "legalForm"),
      employeeCount: first("employeeCount", "employeeCount"),
      revenue: [],
      isic4: [],
      industryCodes: mergeIndustries(records),
      unspsc: [],
      registrations: [...new Map(registrations.map((each) => [`${each.description} ${each.value}`, each])).values()],
      clientCodes: {},
      createdAt: dates.sort()[0] ?? "",
      unlicensed: false,
      origins: { ...(records[0] !== undefined && { id: records[0].origin }), ...origins },
    },
  };
};

/**
 * Makes companies from the rows of all sources: rows that share an identifier are one company, unless identifiers that
 * a company has once (LEI, CIK) contradict, or the names of a FIGI or ticker do. Names alone join nothing. The order of
 * the rows does not matter.
 */
export const mergeRecords = (
  records: readonly SourceRecord[],
): { readonly companies: readonly MergedCompany[]; readonly conflicts: readonly Conflict[] } => {
  const { groups, conflicts } = groupRecords(records);
  return { companies: groups.map(mergeCompany), conflicts };
};
