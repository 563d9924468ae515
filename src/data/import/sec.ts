import { readCik } from "./identifiers";
import { ImportError, type BadRow, type ReadRow } from "./import-error";
import { readEach } from "./gleif";
import { jsonFile } from "./json";
import { toTicker, withoutBlanks, type SourceCompany } from "./source-company";
import type { SourceFile } from "./source-file";

interface SecRow {
  readonly cik: unknown;
  readonly ticker: unknown;
  readonly name: unknown;
  readonly exchange: unknown;
}

/** `company_tickers.json` is a map of objects, `company_tickers_exchange.json` has a list of fields and rows. */
const secRows = (file: SourceFile, value: unknown): readonly SecRow[] => {
  if (typeof value !== "object" || value === null) throw new ImportError(`${file.path} is no list of the SEC.`);
  const { fields, data } = value as { readonly fields?: readonly string[]; readonly data?: readonly unknown[][] };
  if (fields !== undefined && data !== undefined) {
    const at = (row: readonly unknown[], name: string): unknown => row[fields.indexOf(name)];
    return data.map((row) => ({
      cik: at(row, "cik"),
      ticker: at(row, "ticker"),
      name: at(row, "name"),
      exchange: at(row, "exchange"),
    }));
  }
  return Object.values(value as Record<string, Record<string, unknown> | null>).map((row) => ({
    cik: row?.["cik_str"],
    ticker: row?.["ticker"],
    name: row?.["title"],
    exchange: undefined,
  }));
};

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** The companies and tickers of the SEC: `company_tickers.json` or `company_tickers_exchange.json`. */
export async function* secCompanies(file: SourceFile): AsyncGenerator<ReadRow<SourceCompany> | BadRow, void> {
  const rows = secRows(file, await jsonFile(file));
  yield* readEach(
    rows.map((record, index) => ({ line: index + 1, record })),
    (row) => {
      const cik = readCik(text(row.cik));
      const name = text(row.name).trim();
      if (name === "") throw new Error(`the CIK ${cik} has no name`);
      const ticker = text(row.ticker);
      return withoutBlanks<SourceCompany>({
        key: `${cik} ${ticker}`,
        cik,
        name,
        // Without an exchange: a ticker belongs to one security in all of the United States.
        tickers: ticker === "" ? [] : [toTicker(ticker, text(row.exchange) || "US")],
      });
    },
    (row) => JSON.stringify(row),
  );
}
