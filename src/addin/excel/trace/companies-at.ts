import { parseArgument } from "../../../formulas/arguments/argument";
import { supports } from "../host";
import { rangeAt, runExcel } from "../run-excel";
import type { WhereFrom } from "./where-from";

/** What a cell says about companies. */
export interface CompaniesAt {
  readonly address: string;
  /** The companies of the records behind the cell, in their order. */
  readonly companies: readonly { readonly id: string; readonly name: string }[];
  /** More rows are behind the cell than were looked at. */
  readonly isCut: boolean;
  /** A text that may name a company, or the id of an entity card. Undefined where there are companies, and for any other cell. */
  readonly text: string | undefined;
}

/** The companies of the records behind a cell; where there are none, what its value names. Makes no call. */
export const companiesAt = async (
  address: string,
  trace: (address: string) => Promise<WhereFrom>,
): Promise<CompaniesAt> => {
  const { sources } = await trace(address);
  const companies = new Map<string, string>();
  for (const { entityId, company, title } of sources.flatMap(({ records }) => records))
    if (entityId !== undefined && !companies.has(entityId)) companies.set(entityId, company === "" ? title : company);
  const isCut = sources.some(
    ({ records, rowsUsed, rowsWithoutRecord }) => records.length > 0 && records.length + rowsWithoutRecord < rowsUsed,
  );
  return {
    address,
    companies: [...companies].map(([id, name]) => ({ id, name })),
    isCut,
    text: companies.size > 0 ? undefined : await readCellText(address),
  };
};

/** The id of an entity card, or the text of the cell. An older Excel gives only the name of a card. */
const readCellText = (address: string): Promise<string | undefined> =>
  runExcel(async (context) => {
    const cell = rangeAt(context, address).getCell(0, 0).load({ values: true });
    const withCard = supports("ExcelApi", "1.16") ? cell.load({ valuesAsJson: true }) : undefined;
    await context.sync();
    const [[content] = []] = (withCard === undefined ? cell.values : withCard.valuesAsJson) as unknown[][];
    const [[value] = []] = parseArgument(content).rows;
    // An error value begins with #, and so does no name of a company.
    return typeof value === "string" && !value.startsWith("#") ? value : undefined;
  });
