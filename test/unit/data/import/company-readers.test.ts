import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { sampleRows } from "../../../../src/data/import/csv";
import { isinLeiRecords, leiRecords, relationshipRecords } from "../../../../src/data/import/gleif";
import { mappedEvents } from "../../../../src/data/import/imported-events";
import {
  eventFields,
  mappedCompanies,
  proposeMapping,
  readMapping,
  universeFields,
} from "../../../../src/data/import/mapping";
import { secCompanies } from "../../../../src/data/import/sec";
import { createFiles, readAll } from "./files";
import { figiFor, isinFor, leiFor } from "./identifiers";

const files = createFiles();
afterAll(files.remove);

const leiHeader =
  '"LEI","Entity.LegalName","Entity.OtherEntityNames.OtherEntityName.1","Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.1","Entity.LegalAddress.City","Entity.LegalAddress.Country","Entity.HeadquartersAddress.City","Entity.HeadquartersAddress.Country","Entity.RegistrationAuthority.RegistrationAuthorityID","Entity.RegistrationAuthority.RegistrationAuthorityEntityID","Entity.LegalForm.EntityLegalFormCode","Registration.RegistrationStatus"';
const leiRow = (lei: string, name: string, status = "ISSUED"): string =>
  `"${lei}","${name}","Old ""${name}""","","Dublin","IE","Köln","DE","RA000242","HRB 1","6QQB","${status}"`;
const leiCsv = [leiHeader, leiRow(leiFor(1), "Volta Motors AG"), leiRow(leiFor(2), "Acme, SE")].join("\r\n");

const volta = {
  key: leiFor(1),
  lei: leiFor(1),
  name: "Volta Motors AG",
  aliases: ['Old "Volta Motors AG"'],
  country: "DE",
  city: "Köln",
  legalForm: "6QQB",
  registrations: [{ value: "HRB 1", description: "RA000242" }],
};

const leiXml = (record: string): string =>
  `<?xml version="1.0" encoding="utf-8"?><lei:LEIData xmlns:lei="http://www.gleif.org/data/schema/leidata/2016"><lei:LEIHeader><lei:RecordCount>1</lei:RecordCount></lei:LEIHeader><lei:LEIRecords>${record}</lei:LEIRecords></lei:LEIData>`;
const leiRecord = `<lei:LEIRecord><lei:LEI>${leiFor(1)}</lei:LEI><lei:Entity><lei:LegalName xml:lang="de">Volta Motors AG</lei:LegalName><lei:OtherEntityNames><lei:OtherEntityName type="PREVIOUS_LEGAL_NAME">Old "Volta Motors AG"</lei:OtherEntityName></lei:OtherEntityNames><lei:LegalAddress><lei:City>Dublin</lei:City><lei:Country>IE</lei:Country></lei:LegalAddress><lei:HeadquartersAddress><lei:City>Köln</lei:City><lei:Country>DE</lei:Country></lei:HeadquartersAddress><lei:RegistrationAuthority><lei:RegistrationAuthorityID>RA000242</lei:RegistrationAuthorityID><lei:RegistrationAuthorityEntityID>HRB 1</lei:RegistrationAuthorityEntityID></lei:RegistrationAuthority><lei:LegalForm><lei:EntityLegalFormCode>6QQB</lei:EntityLegalFormCode></lei:LegalForm></lei:Entity><lei:Registration><lei:RegistrationStatus>ISSUED</lei:RegistrationStatus></lei:Registration></lei:LEIRecord>`;

describe("LEI records", () => {
  it.each([
    ["a CSV", strToU8(leiCsv)],
    ["a gzipped CSV", gzipSync(leiCsv)],
    ["a zipped CSV", zipSync({ "lei2.csv": strToU8(leiCsv) })],
    ["a CSV in UTF-16 with a byte order mark", Buffer.from(`\ufeff${leiCsv}`, "utf16le")],
    ["a CSV with two spaces in a name", strToU8(leiCsv.replace("Volta Motors AG", "Volta  Motors AG"))],
    ["an XML file", strToU8(leiXml(leiRecord))],
    ["a zipped XML file", zipSync({ "lei2.xml": strToU8(leiXml(leiRecord)) })],
  ])("say the same in %s", async (_form, content) => {
    const { records, bad } = await readAll(leiRecords(files.open("lei", content)));
    expect(records[0]).toEqual(volta);
    expect(bad).toEqual([]);
  });

  it("are refused with their line where the LEI is wrong or its registration was withdrawn", async () => {
    const wrong = `${leiFor(3).slice(0, 19)}${leiFor(3).endsWith("0") ? "1" : "0"}`;
    const text = [
      leiHeader,
      leiRow(leiFor(1), "A\nB"),
      leiRow(wrong, "C"),
      leiRow(leiFor(4), "D", "ANNULLED"),
      '"only","three","values"',
      leiRow(leiFor(5), "E"),
    ].join("\n");
    const { records, bad } = await readAll(leiRecords(files.open("lei.csv", text)));
    expect(records.map(({ lei }) => lei)).toEqual([leiFor(1), leiFor(5)]);
    expect(bad).toEqual([
      `5: the LEI ${wrong} has a wrong check digit`,
      `6: the registration of the LEI ${leiFor(4)} is ANNULLED`,
      "7: has 3 values, the header has 12",
    ]);
  });
});

describe("relationships", () => {
  const header =
    "Relationship.StartNode.NodeID,Relationship.EndNode.NodeID,Relationship.RelationshipType,Relationship.RelationshipStatus";
  it("give the parents of companies, those that have ended none, those of funds nothing", async () => {
    const [child, parent] = [leiFor(1), leiFor(2)];
    const text = [
      header,
      `${child},${parent},IS_DIRECTLY_CONSOLIDATED_BY,ACTIVE`,
      `${child},${parent},IS_ULTIMATELY_CONSOLIDATED_BY,ACTIVE`,
      `${child},${leiFor(3)},IS_DIRECTLY_CONSOLIDATED_BY,INACTIVE`,
      `${child},${parent},IS_FUND-MANAGED_BY,ACTIVE`,
    ].join("\n");
    const { records } = await readAll(relationshipRecords(files.open("rr.csv", text)));
    expect(records.map(({ parentLei, ultimateParentLei }) => [parentLei, ultimateParentLei])).toEqual([
      [parent, undefined],
      [undefined, parent],
      [undefined, undefined],
    ]);
  });
});

it("collects the ISINs of a company in one record", async () => {
  const text = ["LEI,ISIN", ...[1, 2, 3].map((each) => `${leiFor(each < 3 ? 1 : 2)},${isinFor(each)}`)].join("\n");
  const { records } = await readAll(isinLeiRecords(files.open("isin.csv", text)));
  expect(records.map(({ lei, isins }) => [lei, isins])).toEqual([
    [leiFor(1), [isinFor(1), isinFor(2)]],
    [leiFor(2), [isinFor(3)]],
  ]);
});

it("reads both lists of the SEC", async () => {
  const plain = files.open("company_tickers.json", '{"0":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."}}');
  const withExchange = files.open(
    "company_tickers_exchange.json",
    '{"fields":["cik","name","ticker","exchange"],"data":[[320193,"Apple Inc.","AAPL","Nasdaq"],[0,"Nobody","X","NYSE"]]}',
  );
  const apple = { key: "0000320193 AAPL", cik: "0000320193", name: "Apple Inc." };
  expect((await readAll(secCompanies(plain))).records).toEqual([
    { ...apple, tickers: [{ symbol: "AAPL", mic: "US" }] },
  ]);
  expect(await readAll(secCompanies(withExchange))).toEqual({
    records: [{ ...apple, tickers: [{ symbol: "AAPL", mic: "XNAS" }] }],
    bad: ['2: "0" is no CIK'],
  });
});

describe("a CSV of one's own", () => {
  const text = [
    "Ref;Issuer name;Number;Second number;Domicile;Symbol;MIC;Sector",
    `7;Volta Motors AG;${isinFor(1)};${figiFor(1)};Germany;VOLT.DE;XETR;Cars`,
    `8;Acme SE;${isinFor(2)};;France;ACM.PA;XPAR;Steel`,
  ].join("\n");

  it("gets a mapping proposed from its header and its values", async () => {
    const file = files.open("master.csv", text);
    expect(proposeMapping(file, await sampleRows(file))).toEqual({
      source: "master",
      columns: {
        name: "Issuer name",
        isin: "Number",
        figi: "Second number",
        country: "Domicile",
        ticker: "Symbol",
        mic: "MIC",
      },
      industries: { Sector: "Sector" },
      tickerSuffix: true,
    });
  });

  it.each([
    ["Volta SE (vormals Volta AG)", "Volta SE", ["Volta AG"]],
    ["Acme plc (formerly: Beta Ltd.)", "Acme plc", ["Beta Ltd."]],
    ["Volta AG Inhaber-Aktien o.N.", "Volta AG", undefined],
    ["Volta AG Vz.", "Volta AG", undefined],
    ["Volta AG i.I.", "Volta AG", undefined],
    ["Acme Inc. - Common Stock", "Acme Inc.", undefined],
    ["St. Gobain", "St. Gobain", undefined],
    ["Volta (Schweiz) AG", "Volta (Schweiz) AG", undefined],
  ])("takes %s apart", async (written, name, aliases) => {
    const file = files.open("names.csv", `Name,ISIN\n"${written}",${isinFor(1)}`);
    const { records } = await readAll(mappedCompanies(file, proposeMapping(file, await sampleRows(file))));
    expect(records).toEqual([expect.objectContaining({ name })]);
    expect(records[0]?.aliases).toEqual(aliases);
  });

  it("of a German firm gets its mapping proposed, with the issuer as the company, and reads its values", async () => {
    const rows = [
      "WKN;ISIN;Bezeichnung;Emittent;LEI;Land;Börsenplatz;Kurs;Branche;Ort;Mitarbeiter;Status",
      `716460;${isinFor(1)};VOLTA 0,5% 24;Volta Motoren AG;${leiFor(1)};Deutschland;XETR;1.234,56;Auto;Köln;107.415;aktiv`,
      `747206;${isinFor(2)};ACME O.N.;Acme AG;n/a;Österreich;XWBO;0,01;Bau;Wien;;delistet`,
      ";k. A.;Kasse;;;;;1,00;;;;",
    ];
    const file = files.open("stamm.csv", rows.join("\r\n"));
    const mapping = proposeMapping(file, await sampleRows(file));
    expect(mapping).toEqual({
      source: "stamm",
      columns: {
        name: "Emittent",
        lei: "LEI",
        isin: "ISIN",
        mic: "Börsenplatz",
        country: "Land",
        city: "Ort",
        employees: "Mitarbeiter",
        delisted: "Status",
      },
      industries: { Branche: "Branche" },
      codes: { WKN: "WKN" },
    });
    const { records, bad } = await readAll(mappedCompanies(file, mapping));
    expect(records).toMatchObject([
      { name: "Volta Motoren AG", lei: leiFor(1), country: "DE", city: "Köln", employeeCount: 107_415 },
      { name: "Acme AG", isins: [isinFor(2)], country: "AT", formerMarket: "XWBO" },
    ]);
    expect(records[1]).not.toHaveProperty("lei");
    expect(bad).toEqual(["4: has neither name, LEI nor ISIN"]);
  });

  it("of events or universes gets a mapping of its own fields proposed, and is read with the reasons of bad rows", async () => {
    const rows = [
      "Event ID,ISIN,Headline,Pillar,Topic,Severity,Date",
      `a,${isinFor(1)},A fire,Social,safety,4,2026-03-01`,
      `b,${isinFor(2)},A leak,E,waste,3,2026-03-02T10:00:00Z`,
      `c,${isinFor(2)},,E,waste,3,2026-03-02`,
      `d,${isinFor(2)},A fine,X,waste,3,2026-03-02`,
      `e,${isinFor(2)},A fine,G,waste,2.5,2026-03-02`,
      "f,US0000000000,A fine,G,waste,2,2026-03-02",
    ];
    const file = files.open("events.csv", rows.slice(0, 3).join("\n"));
    const mapping = proposeMapping(file, await sampleRows(file), eventFields);
    expect(mapping).toEqual({
      source: "events",
      columns: {
        key: "Event ID",
        isin: "ISIN",
        title: "Headline",
        category: "Pillar",
        subCategory: "Topic",
        score: "Severity",
        start: "Date",
      },
    });
    const { records, bad } = await readAll(mappedEvents(files.open("all.csv", rows.join("\n")), mapping));
    expect(records).toMatchObject([
      {
        key: "a",
        category: "S",
        score: 4,
        start: "2026-03-01T00:00:00Z",
        last: "2026-03-01T00:00:00Z",
        documents: null,
      },
      { key: "b", category: "E", summary: "A leak", company: { isins: [isinFor(2)] } },
    ]);
    expect(bad).toEqual([
      "4: has no title",
      '5: has the category "X"; it must be E, S or G',
      '6: has the score "2.5"; it must be a whole number from 1 to 5',
      "7: the ISIN US0000000000 has a wrong check digit",
    ]);
    const portfolio = files.open("portfolio.csv", `Portfolio,Holding\nEurope,${isinFor(1)}`);
    expect(proposeMapping(portfolio, await sampleRows(portfolio), universeFields).columns).toEqual({
      universe: "Portfolio",
      isin: "Holding",
    });
  });

  it("is read through a mapping", async () => {
    const mapping = readMapping("mapping.json", {
      source: "master",
      columns: { key: "Ref", name: "Issuer name", isin: "Number", country: "Domicile", ticker: "Symbol", mic: "MIC" },
      tickerSuffix: true,
    });
    const { records } = await readAll(mappedCompanies(files.open("master.csv", text), mapping));
    expect(records[0]).toEqual({
      key: "7",
      name: "Volta Motors AG",
      isins: [isinFor(1)],
      tickers: [{ symbol: "VOLT", mic: "XETR" }],
      country: "DE",
    });
  });

  it("gets no key proposed that several rows share, and refuses a second row with a key", async () => {
    const securities = `Issuer ID,Name,ISIN\n7,Volta,${isinFor(1)}\n7,Volta,${isinFor(2)}\n8,Acme,${isinFor(3)}`;
    const file = files.open("securities.csv", securities);
    const proposal = proposeMapping(file, await sampleRows(file));
    expect(proposal.columns).toEqual({ name: "Name", isin: "ISIN" });
    expect((await readAll(mappedCompanies(file, proposal))).records.map(({ isins }) => isins)).toEqual(
      [1, 2, 3].map((number) => [isinFor(number)]),
    );
    const keyed = { ...proposal, columns: { ...proposal.columns, key: "Issuer ID" } };
    const { records, bad } = await readAll(mappedCompanies(file, keyed));
    expect([records.map(({ key }) => key), bad]).toEqual([
      ["7", "8"],
      ['3: has the key "7" of an earlier row; map a column that names each row'],
    ]);
  });

  it("is no zip archive because its header begins with PK", async () => {
    const file = files.open("keys.csv", "PK,Name\n7,Volta");
    const mapping = { source: "keys", columns: { key: "PK", name: "Name" } };
    expect((await readAll(mappedCompanies(file, mapping))).records).toEqual([{ key: "7", name: "Volta" }]);
  });

  it("tells rows without identifiers apart by their place", async () => {
    const file = files.open("names.csv", "Name,Country,City\nAcme,France,Paris\nAcme,Germany,Berlin");
    const { records } = await readAll(
      mappedCompanies(file, { source: "names", columns: { name: "Name", country: "Country", city: "City" } }),
    );
    expect(new Set(records.map(({ key }) => key)).size).toBe(2);
  });

  it.each([
    ["12,500", 12_500],
    ["12.500", 12_500],
    ["1 234 567", 1_234_567],
    ["1'234", 1_234],
    ["980", 980],
    ["1234.0", 1_234],
  ])("has %s employees", async (written, count) => {
    const file = files.open("staff.csv", `Name;Employees\nAcme;${written}`);
    const mapping = { source: "staff", columns: { name: "Name", employees: "Employees" } };
    expect((await readAll(mappedCompanies(file, mapping))).records).toMatchObject([{ employeeCount: count }]);
  });

  it("is read with both ends of lines in one file", async () => {
    const file = files.open("mixed.csv", `Name,ISIN\r\nVolta,${isinFor(1)}\nAcme,x\r\n"Be\nta",${isinFor(2)}\nGamma,x`);
    const { records, bad } = await readAll(
      mappedCompanies(file, { source: "mixed", columns: { name: "Name", isin: "ISIN" } }),
    );
    expect(records.map(({ name }) => name)).toEqual(["Volta", "Be ta"]);
    expect(bad).toEqual(['3: "x" is no ISIN', '6: "x" is no ISIN']);
  });

  it("is refused where it lacks a column of the mapping", async () => {
    const reading = readAll(
      mappedCompanies(files.open("master.csv", text), { source: "master", columns: { lei: "LEI" } }),
    );
    await expect(reading).rejects.toThrow(
      /master\.csv has no column "LEI"; it has Ref, Issuer name, Number, Second number, Domicile, Symbol, MIC, Sector\.$/,
    );
  });

  it("does not take the ticker of a delisted security, nor a test issue", async () => {
    const list = [
      "Symbol,Company Name,Test Issue,delisted",
      "AAA,Alpha Inc,N,True",
      "ZZZ,Test,Y,False",
      "BBB,Beta,N,False",
    ];
    const file = files.open("nasdaq-listed.csv", list.join("\n"));
    const { records, bad } = await readAll(mappedCompanies(file, proposeMapping(file, await sampleRows(file))));
    expect(records.map(({ name, tickers }) => [name, tickers])).toEqual([
      ["Alpha Inc", undefined],
      ["Beta", [{ symbol: "BBB", mic: "XNAS" }]],
    ]);
    expect(bad).toEqual(["3: is a test issue of the exchange"]);
  });

  it.each([
    [{ columns: {} }, "source must be a text"],
    [{ source: "a", columns: { isni: "x" } }, 'there is no field "isni"'],
    [{ source: "a", columns: { isin: 3 } }, "columns.isin must be the name of a column, or a list of names"],
    [{ source: "a", columns: {}, colums: {} }, 'there is no member "colums"'],
  ])("has a mapping whose faults are named: %j", (mapping, sentence) => {
    expect(() => readMapping("m.json", mapping)).toThrow(`m.json: ${sentence}`);
  });
});
