import { isObject } from "../../facts/json";
import { csvRows, type CsvRow } from "./csv";
import { readEach } from "./gleif";
import { readCik, readFigi, readIsin, readLei, readMic } from "./identifiers";
import { ImportError, type BadRow, type ReadRow } from "./import-error";
import { readCountry, toTicker, withoutBlanks, type SourceCompany } from "./source-company";
import type { SourceFile } from "./source-file";

/** What a column of a firm's CSV can be. */
export const companyFields = [
  "key",
  "name",
  "alias",
  "lei",
  "cik",
  "isin",
  "figi",
  "ticker",
  "mic",
  "duns",
  "country",
  "region",
  "city",
  "website",
  "description",
  "employees",
  "parentLei",
  "delisted",
  "test",
] as const;

/** What identifies a company, so that a row about it finds it. */
const identifierFields = ["lei", "cik", "isin", "figi", "ticker", "mic"] as const;

/** What a column of a CSV of events can be. */
export const eventFields = [
  "key",
  ...identifierFields,
  "title",
  "summary",
  "category",
  "subCategory",
  "score",
  "start",
  "last",
  "documents",
] as const;

/** What a column of a CSV of universes can be: each row is a member. */
export const universeFields = ["universe", ...identifierFields] as const;

export type MappedField = (typeof companyFields | typeof eventFields | typeof universeFields)[number];

/** Which columns of a CSV are what. A mapping file is this as JSON. */
export interface Mapping {
  /** Names the source: a second file of the same source replaces its rows. */
  readonly source: string;
  /** One column, or several that hold values of the same kind. */
  readonly columns: Readonly<Partial<Record<MappedField, string | readonly string[]>>>;
  /** Values that hold for each row, such as the market of a list of one exchange. */
  readonly values?: Readonly<Partial<Record<MappedField, string>>>;
  /** Columns with classifications, by what the classification is called. */
  readonly industries?: Readonly<Record<string, string>>;
  /** Columns with registration numbers and the firm's own codes, by the name of the code. */
  readonly codes?: Readonly<Record<string, string>>;
  /** The encoding of the text, such as `windows-1252`; UTF-8 without it. */
  readonly encoding?: string;
  /** Whether tickers end with a dot and letters of the exchange, `SAP.DE`. */
  readonly tickerSuffix?: boolean;
}

/** What programs write where there is no identifier. */
const noIdentifier = /^(?:#?n\/?a|null|none|nan|k\.\s?a\.|-+|–|—|\.|0+)$/i;
const placeholderFields: readonly MappedField[] = ["lei", "cik", "isin", "figi", "duns", "parentLei"];

const withoutPlaceholders = (field: MappedField, texts: readonly string[]): readonly string[] =>
  placeholderFields.includes(field) ? texts.filter((text) => !noIdentifier.test(text)) : texts;

/** Headers in the four languages of the add-in. */
const headers: Readonly<Record<MappedField, RegExp>> = {
  key: /^(?:id|key|internal.?id|company.?id|issuer.?id|event.?id|schlüssel)$/i,
  name: /^(?:company.?|issuer.?|entity.?|legal.?)?name$|^security(?:.?name)?$|^issuer$|^company$|^title$|^emittent(?:.?name)?$|^(?:firma|firmenname|unternehmen|gesellschaft)(?:sname)?$|^(?:wertpapier)?bezeichnung$|^wertpapier(?:name)?$|^émetteur$|^société$|^nom$|^raison sociale$|^emisor$|^sociedad$|^nombre$|^razón social$/i,
  alias: /^(?:alias|aliases|short.?name|other.?names?|also known as|kurzname|kurzbezeichnung|nom court|nombre corto)$/i,
  lei: /lei/i,
  cik: /^cik(?:_str)?$|central index key/i,
  isin: /isin/i,
  figi: /figi/i,
  ticker: /ticker|symbol|^símbolo$|kürzel/i,
  mic: /^mic$|market identifier|exchange|^börse(?:nplatz)?$|^handelsplatz$|^place(?: de cotation)?$|^marché$|^bolsa$|^mercado$/i,
  duns: /^d-?u-?n-?s/i,
  country: /country|domicile|jurisdiction|^(?:sitz)?land$|^domizil$|^pays$|^país$/i,
  region: /^(?:region|state|province|bundesland|kanton|région|provincia)$/i,
  city: /^(?:city|town|headquarters.*|ort|stadt|sitz|ville|siège|ciudad|sede)$/i,
  website: /website|^url$|web.?site|homepage|^internet$|^webseite$|^sitio web$/i,
  description: /^(?:description|business|summary|beschreibung|descripción)$/i,
  employees: /employee|headcount|mitarbeiter|beschäftigte|effectif|empleados/i,
  parentLei: /parent.*lei|lei.*parent/i,
  delisted: /^(?:delisted|delistet|status|listing.?status)$/i,
  test: /^test.?issue$/i,
  title: /^(?:event.?)?(?:title|headline)$|^event$|^(?:titel|überschrift|ereignis|titre|título)$/i,
  summary: /^(?:summary|description|text|abstract|zusammenfassung|beschreibung|résumé|resumen)$/i,
  category: /^(?:category|esg|pillar|esg.?category|kategorie|catégorie|categoría)$/i,
  subCategory: /^(?:sub.?category|topic|theme|issue|thema|thème|tema)$/i,
  score: /^(?:score|severity|intensity|bewertung|schwere|gravité|gravedad)$/i,
  start: /^(?:start|begin|begins|from|date|event.?date|start.?date|occurred|datum|beginn|von|début|fecha|inicio)$/i,
  last: /^(?:last|end|ends|to|until|end.?date|last.?activity|updated|ende|bis|fin)$/i,
  documents: /^(?:documents|articles|related.?documents(?:.?count)?|dokumente|artikel|documentos)$/i,
  universe:
    /^(?:universe|portfolio|fund|watch.?list|list|group)(?:.?name)?$|^(?:universum|fonds|depot|liste|univers|portefeuille|cartera|fondo)$/i,
};

/** Headers of who issued a security. A list that names the security too names the company there. */
const issuerHeader =
  /issuer|company|entity|legal|emittent|firma|unternehmen|gesellschaft|émetteur|société|raison|emisor|sociedad|razón/i;

const accepts =
  (read: (text: string) => unknown) =>
  (text: string): boolean => {
    try {
      return read(text) !== undefined;
    } catch {
      return false;
    }
  };

/** What the values of a column must be, where that can be seen. */
const shapes: Readonly<Partial<Record<MappedField, (text: string) => boolean>>> = {
  lei: accepts(readLei),
  parentLei: accepts(readLei),
  isin: accepts(readIsin),
  figi: accepts(readFigi),
  cik: accepts(readCik),
  mic: (text) => readMic(text) !== "",
  country: (text) => readCountry(text) !== undefined,
  ticker: accepts((text) => toTicker(text, "XXXX")),
  employees: (text) => /^\d[\d,.' ]*$/.test(text),
  duns: (text) => /^[\d-]{9,11}$/.test(text),
  delisted: (text) =>
    /^(?:[01yn]|yes|no|true|false|ja|nein|(?:in|un)?(?:active|aktiv)|(?:de)?listed|delistet)$/i.test(text),
  website: (text) => /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+/.test(text),
};

/** The part of the values, without empty ones, that a field accepts. 0 for an empty column. */
const fit = (field: MappedField, values: readonly string[]): number => {
  const test = shapes[field];
  if (values.length === 0) return 0;
  return test === undefined ? 1 : values.filter(test).length / values.length;
};

/** Rows with the same key replace one another: a number of issuers in a list of securities is no key. */
const areDifferent = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** Identifiers that are seen by their values, whatever the header says. */
const recognisable: readonly MappedField[] = ["lei", "isin", "figi"];
/** Fields that may have several columns. */
const repeated: readonly MappedField[] = ["alias", "figi", "isin"];

const proposeColumns = (rows: readonly CsvRow[], fields: readonly MappedField[]): Mapping["columns"] => {
  const names = rows[0]?.columns ?? [];
  const values = new Map(
    names.map((name) => [name, rows.map((row) => row.value(name)).filter((value) => value !== "")]),
  );
  const filled = (field: MappedField, name: string): readonly string[] =>
    withoutPlaceholders(field, values.get(name) ?? []);
  const free = new Set(names);
  const columns: Partial<Record<MappedField, string | string[]>> = {};
  const order: readonly MappedField[] = [
    ...fields.filter((field) => field === "parentLei"),
    ...fields.filter((field) => field !== "parentLei"),
  ];
  for (const field of order) {
    const fits = (name: string): boolean =>
      fit(field, filled(field, name)) >= 0.8 && (field !== "key" || areDifferent(values.get(name) ?? []));
    const named = names.filter((name) => free.has(name) && headers[field].test(name) && fits(name));
    const seen = recognisable.includes(field)
      ? names.filter((name) => free.has(name) && !named.includes(name) && fits(name))
      : [];
    // Where a list names a security and its issuer, the issuer is the company.
    if (field === "name") named.sort((one, other) => Number(issuerHeader.test(other)) - Number(issuerHeader.test(one)));
    const chosen = [...named, ...seen];
    const first = chosen[0];
    if (first === undefined) continue;
    const most = repeated.includes(field) && chosen.length > 1 ? chosen : [first];
    for (const name of most) free.delete(name);
    columns[field] = most.length > 1 ? most : first;
  }
  return columns;
};

/** Headers of classifications. */
const industryHeader = /sector|industry|sub-?industry|nace|sic|naics|branche|sektor|secteur/i;

/** Headers of national numbers of securities. */
const codeHeader = /^(?:wkn|valor(?:en.?nummer)?|sedol|cusip|cif|siren)$/i;

/** The market of a list that has no column for it, as far as header and name of the file tell. */
const proposeMarket = (
  file: SourceFile,
  columns: readonly string[],
  mapped: Mapping["columns"],
): string | undefined => {
  if (mapped.ticker === undefined || mapped.mic !== undefined) return undefined;
  if (/nasdaq/i.test(file.name)) return "XNAS";
  // Lists with numbers of the SEC, and those of American exchanges.
  return mapped.cik !== undefined || columns.some((name) => /^(?:act|cqs|nasdaq) symbol$/i.test(name))
    ? "US"
    : undefined;
};

/** Proposes a mapping from the header and the first rows. */
export const proposeMapping = (
  file: SourceFile,
  rows: readonly CsvRow[],
  fields: readonly MappedField[] = companyFields,
): Mapping => {
  const names = rows[0]?.columns ?? [];
  const columns = proposeColumns(rows, fields);
  const used = new Set(Object.values(columns).flat());
  const industries =
    fields === companyFields ? names.filter((name) => industryHeader.test(name) && !used.has(name)) : [];
  const codes = fields === companyFields ? names.filter((name) => codeHeader.test(name) && !used.has(name)) : [];
  const mic = proposeMarket(file, names, columns);
  const tickers = rows.map((row) => row.value(typeof columns.ticker === "string" ? columns.ticker : ""));
  const suffixed = tickers.filter((ticker) => /.\.[A-Z]{1,3}$/.test(ticker)).length;
  return {
    source: file.name.replace(/\.(?:csv|tsv|txt|gz|zip)\b.*$/i, ""),
    columns,
    ...(mic !== undefined && { values: { mic } }),
    ...(industries.length > 0 && { industries: Object.fromEntries(industries.map((name) => [name, name])) }),
    ...(codes.length > 0 && { codes: Object.fromEntries(codes.map((name) => [name, name])) }),
    ...(file.encoding !== undefined && { encoding: file.encoding }),
    ...(suffixed > tickers.length / 2 && { tickerSuffix: true }),
  };
};

/** Whether rows of a mapping can be joined to companies: by name alone they never are. */
export const hasIdentifier = ({ columns, values }: Mapping): boolean =>
  (["lei", "cik", "isin", "figi"] as const).some((field) => columns[field] !== undefined) ||
  (columns.ticker !== undefined && (columns.mic ?? values?.mic) !== undefined);

const isTexts = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((each) => typeof each === "string");

const isEncoding = (name: unknown): boolean => {
  try {
    return typeof name === "string" && new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
};

/** What is wrong with the parts of a mapping; undefined if nothing is. */
const partFault = (
  { columns, ...texts }: Readonly<Record<"columns" | "values" | "industries" | "codes", unknown>>,
  known: readonly MappedField[],
): string | undefined => {
  const fields = [columns, texts.values].flatMap((part) => (isObject(part) ? Object.keys(part) : []));
  const unknown = fields.find((field) => !known.some((each) => each === field));
  if (unknown !== undefined) return `there is no field "${unknown}"; there are ${known.join(", ")}`;
  const part = Object.entries(texts).find(([, each]) => !isTexts(each));
  if (part !== undefined) return `${part[0]} must be an object of texts`;
  const column = Object.entries(columns as object).find(
    ([, names]) => ![names].flat().every((each) => typeof each === "string"),
  );
  return column && `columns.${column[0]} must be the name of a column, or a list of names`;
};

/** Checks the JSON of a mapping file. @throws ImportError that names the member */
export const readMapping = (path: string, value: unknown, fields: readonly MappedField[] = companyFields): Mapping => {
  const wrong = (what: string): ImportError => new ImportError(`${path}: ${what}.`);
  if (!isObject(value)) throw wrong("a mapping is an object with source and columns");
  const {
    source,
    columns,
    values = {},
    industries = {},
    codes = {},
    tickerSuffix = false,
    encoding = "utf-8",
    ...others
  } = value;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) throw wrong(`there is no member "${unknown}"`);
  if (typeof source !== "string" || source === "") throw wrong("source must be a text");
  if (!isObject(columns)) throw wrong("columns must be an object");
  if (typeof tickerSuffix !== "boolean") throw wrong("tickerSuffix must be true or false");
  if (!isEncoding(encoding)) throw wrong("encoding must be the name of an encoding, such as windows-1252");
  const fault = partFault({ columns, values, industries, codes }, fields);
  if (fault !== undefined) throw wrong(fault);
  return value as unknown as Mapping;
};

/** What lists add to the name of a company for its security. */
const securityWords =
  /(?: -|,)? (?:class [a-z] )?(?:(?:american )?depositary shares|(?:common|ordinary|capital) (?:stock|shares?)|common units)(?:[ ,].*)?$|( - ).*$/i;

/** What German masters add: the kind of share, and that the company is being wound up. */
const germanWords =
  /[ ,](?:(?:inhaber|namens|stamm|vorzugs)-?\s?aktien\b.*|(?:st|vz)\.(?:\s?a\.?)?|i\.\s?[ila]\.|in (?:insolvenz|liquidation|abwicklung))$/i;

const formerWords = /\((?:vormals|früher|ehemals|formerly|former|fka|f\/k\/a|ex|anciennement|antes)[:. -]([^()]+)\)$/i;

const withoutEnding = (text: string): string => {
  let end = text.length;
  while (end > 0 && " ,".includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** A name in a list without what is no part of it, and the name that the list says it had before. */
const splitName = (text: string): { readonly name: string; readonly former: readonly string[] } => {
  const former = formerWords
    .exec(text)?.[1]
    ?.replace(/^[:. -]+/, "")
    .trim();
  const current = text.replace(formerWords, "").trimEnd();
  const company = current.replace(securityWords, "");
  const short = company.replace(germanWords, "");
  const name = (short === company ? company : withoutEnding(short)).trim();
  return { name: name === "" ? text : name, former: former === undefined ? [] : [former] };
};

const splitList = (text: string): readonly string[] =>
  text
    .split(/[;|]/)
    .map((each) => each.trim())
    .filter((each) => each !== "");

const isYes = (text: string): boolean => /^(?:y|yes|true|1|ja|delisted|delistet|inactive|inaktiv)$/i.test(text);

const noTexts: readonly string[] = [];

/** The cells of a row by field. */
export class MappedRow {
  private readonly mapping: Mapping;
  private readonly row: CsvRow;

  constructor(mapping: Mapping, row: CsvRow) {
    this.mapping = mapping;
    this.row = row;
  }

  /** The first value that a field has; empty if it has none. */
  cell(field: MappedField): string {
    return this.cells(field)[0] ?? "";
  }

  list(field: MappedField): readonly string[] {
    const cells = this.cells(field);
    return cells.length === 0 ? noTexts : cells.flatMap(splitList);
  }

  /** What `read` makes of the first value; empty if there is none. */
  read(field: MappedField, read: (text: string) => string | undefined): string {
    const text = this.cell(field);
    return text === "" ? "" : (read(text) ?? "");
  }

  private cells(field: MappedField): readonly string[] {
    const { columns, values } = this.mapping;
    const column = columns[field];
    const texts =
      typeof column === "string" ? this.texts(column) : (column ?? noTexts).flatMap((each) => this.texts(each));
    const value = values?.[field] ?? "";
    const known = withoutPlaceholders(field, texts);
    return known.length > 0 || value === "" ? known : [value];
  }

  private texts(column: string): readonly string[] {
    // A cell of several lines is one value.
    const text = this.row.value(column).replace(/\s+/g, " ");
    return text === "" ? noTexts : [text];
  }
}

const noColumns: Readonly<Record<string, string>> = {};

const namedCells = (row: CsvRow, columns = noColumns): Readonly<Record<string, string>> =>
  withoutBlanks(Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, row.value(column)])));

/** The columns of a file that a mapping names. */
export const mappedColumns = ({ columns, industries = {}, codes = {} }: Mapping): readonly string[] =>
  [columns, industries, codes].flatMap((part) => Object.values(part).flat());

/** A row as it is shown in the file of bad rows. */
export const rowText = (row: CsvRow): string => row.columns.map((name) => row.value(name)).join(",");

/** The ticker of a row; without the ending of the exchange where the mapping says that there is one. */
const tickerSymbol = ({ tickerSuffix }: Mapping, cell: string): string =>
  tickerSuffix === true ? cell.replace(/\.[A-Z]{1,3}$/, "") : cell;

/** The identifiers of the company that a row is about. @throws Error where one is none */
export const readIdentifiers = (mapping: Mapping, row: CsvRow): SourceCompany => {
  const cells = new MappedRow(mapping, row);
  const symbol = tickerSymbol(mapping, cells.cell("ticker"));
  return withoutBlanks<SourceCompany>({
    key: "",
    lei: cells.read("lei", readLei),
    cik: cells.read("cik", readCik),
    isins: cells.list("isin").map(readIsin),
    figis: [...new Set(cells.list("figi").map(readFigi))],
    tickers: symbol === "" ? [] : [toTicker(symbol, cells.cell("mic"))],
  });
};

/** What stands before three digits separates thousands, whatever the language. */
const readCount = (text: string): number =>
  Math.round(Number(text.replace(/[.,' \u00a0\u202f](?=\d{3}(?!\d))/g, "").replace(/[^\d.]/g, "")));

const toCompany = (mapping: Mapping, row: CsvRow): SourceCompany => {
  const cells = new MappedRow(mapping, row);
  if (isYes(cells.cell("test"))) throw new Error("is a test issue of the exchange");
  const { lei, cik, isins, figis, tickers } = readIdentifiers(mapping, row);
  const { name, former } = splitName(cells.cell("name"));
  // A delisted security's ticker may be another company's by now.
  const isDelisted = isYes(cells.cell("delisted"));
  const codes = Object.entries(namedCells(row, mapping.codes));
  const country = cells.read("country", readCountry);
  // One literal: objects that are spread into others take twice the time here and wherever they are read.
  const company = {
    lei,
    cik,
    isins,
    figis,
    tickers: isDelisted ? undefined : tickers,
    name,
    aliases: [...cells.list("alias"), ...former],
    formerMarket: isDelisted ? cells.read("mic", readMic) : undefined,
    duns: cells.cell("duns").replace(/\D/g, ""),
    country,
    region: cells.cell("region"),
    city: cells.cell("city"),
    website: cells.cell("website"),
    description: cells.cell("description"),
    employeeCount: readCount(cells.cell("employees")) || undefined,
    industries: namedCells(row, mapping.industries),
    registrations: codes.map(([description, value]) => ({ value, description })),
    parentLei: cells.read("parentLei", readLei),
    key: cells.cell("key"),
  };
  if (name === "" && lei === undefined && isins === undefined) throw new Error("has neither name, LEI nor ISIN");
  company.key ||= rowKey(company, tickerSymbol(mapping, cells.cell("ticker")));
  return withoutBlanks<SourceCompany>(company);
};

type MemberCells = { readonly [Member in keyof SourceCompany]?: SourceCompany[Member] | undefined };

/** The name of a row of a source without keys: what it lists, a security or a company. */
const rowKey = ({ tickers, isins, lei, cik, name, country, region, city }: MemberCells, symbol: string): string => {
  const join = (parts: readonly (string | undefined)[], mark: string): string => parts.filter(Boolean).join(mark);
  const listing = symbol === "" ? "" : `${tickers?.[0]?.mic ?? ""}:${symbol}`;
  // Two companies with one name are two, as far as the list tells them apart.
  return join([listing, isins?.[0], lei ?? cik], " ") || join([name, country, region, city], ", ");
};

/** The companies or securities of a CSV. @throws ImportError if the file lacks a column of the mapping */
export async function* mappedCompanies(
  file: SourceFile,
  mapping: Mapping,
): AsyncGenerator<ReadRow<SourceCompany> | BadRow, void> {
  const { columns } = mapping;
  const keys = new Set<string>();
  yield* readEach(
    csvRows(file, mappedColumns(mapping)),
    (row) => {
      const company = toCompany(mapping, row);
      if (columns.key === undefined) return company;
      if (keys.has(company.key))
        throw new Error(
          `has the key "${company.key.slice(0, 40)}" of an earlier row; map a column that names each row`,
        );
      keys.add(company.key);
      return company;
    },
    rowText,
  );
}
