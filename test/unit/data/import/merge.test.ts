import type { Origin } from "../../../../src/data/records";
import { mergeRecords, type CompanySource, type SourceRecord } from "../../../../src/data/import/merge";
import { namesAgree } from "../../../../src/data/names/names-agree";
import { companyIdentifiers, type SourceCompany } from "../../../../src/data/import/source-company";
import { seededRandom } from "../../../support/seeded-random";
import { figiFor, isinFor, leiFor } from "./identifiers";

const origin = (source: string): Origin => ({ source, file: "f.csv", date: "2026-01-01T00:00:00Z", licence: "own" });

const row = (
  kind: CompanySource,
  company: Omit<SourceCompany, "key">,
  key = JSON.stringify(company),
): SourceRecord => ({
  ref: `${kind}\t${key}`,
  kind,
  origin: origin(kind),
  company: { key, ...company },
  identifiers: companyIdentifiers({ key, ...company }),
});

const names = (records: readonly SourceRecord[]): readonly string[] =>
  mergeRecords(records)
    .companies.map(({ company }) => company.name)
    .sort();

describe("rows of several sources", () => {
  it("make one company by shared identifiers, each member from the first source by precedence", () => {
    const { companies, conflicts } = mergeRecords([
      row("listings", {
        name: "VOLTA MOT. O.N.",
        isins: [isinFor(1)],
        figis: [figiFor(1)],
        website: "volta.example",
        country: "AT",
      }),
      row("isin-lei", { lei: leiFor(1), isins: [isinFor(1), isinFor(2)] }),
      row("gleif", { lei: leiFor(1), name: "Volta Motors AG", country: "DE", city: "Köln" }),
      row("companies", { lei: leiFor(1), name: "Volta", tickers: [{ symbol: "VOLT", mic: "XETR" }] }),
      row("relationships", { lei: leiFor(1), parentLei: leiFor(2) }),
    ]);
    expect(conflicts).toEqual([]);
    expect(companies).toHaveLength(1);
    const [{ company, parentLei } = {}] = companies;
    expect(parentLei).toBe(leiFor(2));
    expect(company).toMatchObject({
      name: "Volta",
      aliases: ["Volta Motors AG", "VOLTA MOT. O.N."],
      lei: leiFor(1),
      isins: [isinFor(1), isinFor(2)],
      figi: figiFor(1),
      tickers: [{ symbol: "VOLT", mic: "XETR" }],
      country: "DE",
      city: "Köln",
      website: "volta.example",
    });
    expect(company?.origins).toMatchObject({
      id: { source: "companies" },
      country: { source: "gleif" },
      website: { source: "listings" },
    });
    expect(company?.origins).not.toHaveProperty("name");
  });

  it("are never one company by name alone", () => {
    expect(
      names([row("gleif", { lei: leiFor(1), name: "Volta" }), row("listings", { isins: [isinFor(1)], name: "Volta" })]),
    ).toHaveLength(2);
  });

  it("are joined by a ticker only on the same market, and in the United States on any of its markets", () => {
    const sec = row("sec", { cik: "0000000001", name: "Volta Inc", tickers: [{ symbol: "VLT-A", mic: "US" }] });
    const nasdaq = row("listings", { name: "Volta Incorporated", tickers: [{ symbol: "VLT.A", mic: "XNAS" }] });
    const paris = row("listings", { name: "Volta Energie", tickers: [{ symbol: "VLT.A", mic: "XPAR" }] });
    const { companies } = mergeRecords([sec, nasdaq, paris]);
    expect(companies.map(({ company }) => company.tickers)).toEqual(
      expect.arrayContaining([
        [{ symbol: "VLT.A", mic: "XPAR" }],
        [
          { symbol: "VLT-A", mic: null },
          { symbol: "VLT.A", mic: "XNAS" },
        ],
      ]),
    );
  });

  it("with one ISIN and two LEIs stay apart, and the ISIN is listed", () => {
    const { companies, conflicts } = mergeRecords([
      row("gleif", { lei: leiFor(1), name: "A" }),
      row("companies", { lei: leiFor(1), isins: [isinFor(1)], name: "A" }),
      row("listings", { lei: leiFor(2), isins: [isinFor(1)], name: "B" }),
      row("listings", { isins: [isinFor(1)], name: "C" }),
    ]);
    expect(companies.map(({ company }) => company.name).sort()).toEqual(["A", "B", "C"]);
    expect(conflicts).toEqual([
      expect.objectContaining({
        kind: "isin",
        value: isinFor(1),
        reason: `belongs to the LEIs ${leiFor(1)}, ${leiFor(2)}`,
      }),
    ]);
  });

  it("with one FIGI and names of other companies stay apart, and the FIGI is listed", () => {
    const { companies, conflicts } = mergeRecords([
      row("listings", { figis: [figiFor(1)], name: "THYSSENKRUPP SPONS.ADR" }, "a"),
      row("listings", { figis: [figiFor(1)], name: "Telekom Austria AG" }, "b"),
    ]);
    expect(companies).toHaveLength(2);
    expect(conflicts.map(({ reason }) => reason)).toEqual([
      'is given to "THYSSENKRUPP SPONS.ADR" and "Telekom Austria AG"',
    ]);
  });

  it("with one ISIN, and names and countries of other companies, stay apart, and those that agree are one", () => {
    const isins = [isinFor(1)];
    const rows = [
      row("isin-lei", { lei: leiFor(1), isins }),
      row("gleif", { lei: leiFor(1), name: "Blizzard Games, Inc.", country: "US" }),
      row("listings", { name: "BLIZZARD GAMES", isins, country: "US" }),
      row("listings", { name: "Blizzard Games ADR", isins, tickers: [{ symbol: "BLZ", mic: "XMUN" }] }),
      row("listings", { name: "iSlow Corporation Ltd.", isins, country: "SG" }),
    ];
    const { companies, conflicts } = mergeRecords(rows);
    expect(companies.map(({ company: { name, aliases } }) => [name, ...aliases]).sort()).toEqual([
      ["Blizzard Games, Inc.", "BLIZZARD GAMES", "Blizzard Games ADR"],
      ["iSlow Corporation Ltd."],
    ]);
    expect(conflicts).toEqual([
      expect.objectContaining({
        kind: "isin",
        reason: 'is given to "Blizzard Games, Inc." and "iSlow Corporation Ltd."',
      }),
    ]);
    // A company has another name in another script, and later.
    expect(
      names([
        row("gleif", { lei: leiFor(2), name: "東和自動車株式会社", country: "JP", isins: [isinFor(2)] }),
        row("listings", { name: "Towa Motor Corp.", isins: [isinFor(2)], country: "JP" }),
        row("listings", { name: "Former Motor Corp.", isins: [isinFor(2)] }),
      ]),
    ).toEqual(["東和自動車株式会社"]);
  });

  describe("with an ISIN of another country for a company that is listed at home", () => {
    const isin = isinFor(1, "US");
    const fund = (more: Partial<SourceCompany> = {}): Omit<SourceCompany, "key"> => ({
      name: "Oasis Capital - Reit Fund",
      country: "SA",
      isins: [isin],
      tickers: [{ symbol: "4338", mic: "XSAU" }],
      ...more,
    });
    const isinsByName = (records: readonly SourceRecord[]): Readonly<Record<string, readonly string[]>> =>
      Object.fromEntries(mergeRecords(records).companies.map(({ company }) => [company.name, company.isins]));
    const name = fund().name ?? "";

    it("do not use it, and list why", () => {
      const rows = [row("listings", fund())];
      expect(isinsByName(rows)).toEqual({ [name]: [] });
      expect(mergeRecords(rows).conflicts).toEqual([
        {
          kind: "isin",
          value: isin,
          reason: `begins with US, and "${name}" is of SA and listed there: not used for it until another source confirms it`,
          refs: [rows[0]?.ref],
        },
      ]);
      const delisted = fund({ tickers: [], formerMarket: "XSAU" });
      expect(isinsByName([row("listings", delisted)])).toEqual({ [name]: [] });
    });

    it("do not use the FIGIs of its share either, for they were looked up by the ISIN", () => {
      const figisOf = (figis: readonly string[]): unknown =>
        mergeRecords([
          row("listings", fund({ figis })),
          row("listings", { name: "Macrosoft Corporation", country: "US", figis: [figiFor(1)] }),
        ]).companies.map(({ company: { name: each, figi } }) => [each, figi]);
      const other = ["Macrosoft Corporation", figiFor(1)];
      expect(figisOf([figiFor(1)])).toEqual(expect.arrayContaining([[name, null], other]));
      expect(figisOf([figiFor(2), figiFor(1)])).toEqual(expect.arrayContaining([[name, null], other]));
      // The FIGI of the listing itself stands beside two: they are of the listing.
      const own = [2, 3, 4].map(figiFor);
      expect(figisOf(own)).toEqual(expect.arrayContaining([[name, own[0]], other]));
    });

    it("do not use one that neither the company's country nor the market explains, unless another row has it", () => {
      const trust = { name: "Unicorn AIM VCT plc", country: "CA", isins: [isin] };
      const listing = row("listings", { ...trust, tickers: [{ symbol: "UAV", mic: "XLON" }] });
      expect(isinsByName([listing])).toEqual({ [trust.name]: [] });
      expect(mergeRecords([listing]).conflicts[0]?.reason).toContain("is of CA and listed in GB: not used for it");
      const second = row("listings", { ...trust, tickers: [{ symbol: "0UAV", mic: "XPAR" }] });
      expect(isinsByName([listing, second])).toEqual({ [trust.name]: [isin] });
      // German exchanges trade shares of all countries.
      const german = row("listings", { ...trust, tickers: [{ symbol: "UAV", mic: "XMUN" }] });
      expect(isinsByName([german])).toEqual({ [trust.name]: [isin] });
    });

    it("use an American one of a row that says it is a receipt", () => {
      const receipt = (value: string) =>
        isinsByName([
          row("listings", { name: "OASIS UNSP.ADR 1/4", country: "DE", isins: [value], formerMarket: "XMUN" }),
        ]);
      expect(receipt(isin)).toEqual({ "OASIS UNSP.ADR 1/4": [isin] });
      expect(receipt(isinFor(1, "AT"))).toEqual({ "OASIS UNSP.ADR 1/4": [] });
    });

    it("leave it to the company that another source gives it", () => {
      const others = [
        row("isin-lei", { lei: leiFor(1), isins: [isin] }),
        row("gleif", { lei: leiFor(1), name: "Macrosoft Corporation", country: "US" }),
      ];
      expect(isinsByName([row("listings", fund()), ...others])).toEqual({
        [name]: [],
        "Macrosoft Corporation": [isin],
      });
      // Countries that agree confirm nothing where names do not.
      const german = row("listings", { name: "MACROSOFT DL-,001", country: "SA", isins: [isin] });
      expect(isinsByName([row("listings", fund()), german])).toEqual({ [name]: [], "MACROSOFT DL-,001": [isin] });
    });

    it("use it where another market, a register or the firm's own list confirms it", () => {
      const receipt = row("listings", {
        name: "OASIS CAP.REIT ADR",
        isins: [isin],
        tickers: [{ symbol: "OAS", mic: "XMUN" }],
      });
      expect(Object.values(isinsByName([row("listings", fund()), receipt]))).toEqual([[isin]]);
      const register = [
        row("isin-lei", { lei: leiFor(1), isins: [isin] }),
        row("gleif", { lei: leiFor(1), name: "OASIS REIT", country: "SA" }),
      ];
      expect(isinsByName([row("listings", fund()), ...register])).toEqual({ "OASIS REIT": [isin] });
      expect(isinsByName([row("companies", fund())])).toEqual({ [name]: [isin] });
    });

    it("use that of a usual domicile", () => {
      const [cayman, jersey] = [isinFor(2, "KY"), isinFor(3, "JE")];
      const rows = [
        row("listings", { name: "A", country: "HK", isins: [cayman], tickers: [{ symbol: "0001", mic: "XHKG" }] }),
        row("listings", { name: "B", country: "GB", isins: [jersey], tickers: [{ symbol: "B", mic: "XLON" }] }),
        row("listings", { name: "C", country: "JP", isins: [cayman], tickers: [{ symbol: "0001", mic: "XJPX" }] }),
      ];
      expect(isinsByName(rows)).toEqual({ A: [cayman], B: [jersey], C: [] });
    });
  });

  it("keep no contradictory ISIN of a list where a better source has it for another company", () => {
    const isins = [isinFor(1)];
    const { companies, conflicts } = mergeRecords([
      row("isin-lei", { lei: leiFor(1), isins }),
      row("gleif", { lei: leiFor(1), name: "Nordwind AG", country: "DE" }),
      row("listings", { name: "Acme Ltd", country: "SG", isins }),
    ]);
    expect(companies.map(({ company }) => [company.name, company.isins]).sort()).toEqual([
      ["Acme Ltd", []],
      ["Nordwind AG", isins],
    ]);
    expect(conflicts).toHaveLength(1);
  });

  it("that are a chain between two LEIs stay apart", () => {
    const chain = [
      row("gleif", { lei: leiFor(1), name: "A", isins: [isinFor(1)] }),
      row("listings", { name: "B", isins: [isinFor(1), isinFor(2)] }),
      row("gleif", { lei: leiFor(2), name: "C", isins: [isinFor(2)] }),
    ];
    expect(names(chain)).toEqual(["A", "B", "C"]);
    expect(
      mergeRecords(chain)
        .conflicts.map(({ value }) => value)
        .sort(),
    ).toEqual([isinFor(1), isinFor(2)].sort());
  });

  it("make the same companies in whatever order they come", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seededRandom(seed);
      const below = (most: number): number => Math.floor(random() * most);
      const some = <T>(part: number, value: () => T): T[] => (random() < part ? [value()] : []);
      const kinds = ["companies", "gleif", "isin-lei", "sec", "listings"] as const;
      const rows = Array.from({ length: 40 }, (_, index) => {
        const number = below(12);
        const [lei] = some(0.4, () => leiFor(number));
        const [cik] = some(0.3, () => String(1 + number).padStart(10, "0"));
        return row(
          kinds[below(kinds.length)] ?? "listings",
          {
            name: `${["Volta", "Acme", "Nordwind"][number % 3] ?? ""} ${below(3)}`,
            isins: some(0.5, () => isinFor(random() < 0.9 ? number : below(12))),
            figis: some(0.3, () => figiFor(random() < 0.9 ? number : below(12))),
            tickers: some(0.3, () => ({ symbol: `T${random() < 0.9 ? number : below(12)}`, mic: "XETR" })),
            ...(lei !== undefined && { lei }),
            ...(cik !== undefined && { cik }),
          },
          String(index),
        );
      });
      const shuffled = rows
        .map((each) => ({ each, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ each }) => each);
      const sorted = (records: readonly SourceRecord[]): readonly string[] =>
        mergeRecords(records)
          .companies.map(({ company }) => JSON.stringify(company))
          .sort();
      expect(sorted(shuffled)).toEqual(sorted(rows));
      expect(mergeRecords(shuffled).conflicts).toEqual(mergeRecords(rows).conflicts);
    }
  });
});

it.each([
  ["OKTA INC. CL.A  O.N.", "Okta, Inc.", true],
  ["INTL BUS. MACH.", "International Business Machines Corp", true],
  ["Société Générale SA", "SOCIETE GENERALE", true],
  ["Deutsche Bank AG", "Commerzbank AG", false],
  ["Alpha Holdings Ltd", "Beta Holdings Ltd", false],
])("compares the names %s and %s", (one, other, agree) => {
  expect(namesAgree(one, other)).toBe(agree);
});
