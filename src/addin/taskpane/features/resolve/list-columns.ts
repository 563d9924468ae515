import { formatAddress, parseAddress } from "../../../../facts/addresses";
import { isHeader } from "../../../../formulas/arguments/entity-text";
import { identify, isIdentifier } from "../../../../formulas/arguments/identifiers";
import type { CellContent, RangeContent } from "../../../excel/sheet/ranges";
import type { Workbook } from "../../../excel/sheet/workbook";

/** What a column beside a list says about its companies. */
const listMembers = ["name", "isin", "lei", "country", "website"] as const;

type ListMember = (typeof listMembers)[number];

/** What the sheet says about one company. */
export type CompanyFacts = Readonly<Partial<Record<ListMember, string>>>;

/** The headers of such columns, in the languages of the add-in. */
const memberHeaders: Readonly<Record<ListMember, ReadonlySet<string>>> = {
  name: new Set([
    ...["name", "company", "company name", "issuer", "issuer name", "entity", "entity name", "security name"],
    ...["nom", "société", "entreprise", "émetteur", "firma", "unternehmen", "unternehmensname", "firmenname"],
    ...["emittent", "nombre", "empresa", "emisor"],
  ]),
  isin: new Set(["isin", "isins", "isin code", "isin-code"]),
  lei: new Set(["lei", "leis", "lei code", "lei-code"]),
  country: new Set(["country", "domicile", "country of domicile", "pays", "land", "país", "pais"]),
  website: new Set(["website", "web site", "url", "homepage", "site web", "webseite", "sitio web"]),
};

const findMember = (header: CellContent | undefined): ListMember | undefined => {
  // Results of our functions call the columns of companies "Entity ISIN".
  const text = String(header ?? "")
    .trim()
    .toLowerCase()
    .replaceAll("_", " ")
    .replace(/^entity (?=isin$|lei$|country$|website$)/, "");
  return listMembers.find((member) => memberHeaders[member].has(text));
};

/** The columns of a selection with the fewest doubts first. */
const memberOrder: readonly (ListMember | undefined)[] = ["isin", "lei", "name", undefined, "website", "country"];

/** The list of a selection: its only row or column, else the column with the most identifiers, else the one whose header names it best. */
export const readCompanyList = ({
  address,
  values,
  rowCount,
  columnCount,
}: RangeContent): { readonly inputs: readonly CellContent[]; readonly address: string } => {
  const area = parseAddress(address);
  if (rowCount < 2 || columnCount < 2 || area === undefined) return { inputs: values.flat(), address };
  const columns = Array.from({ length: columnCount }, (_, at) => {
    const inputs = values.map((row) => row[at] ?? "");
    const isOfOther = isIdOfOther(inputs[0], values[0] ?? []);
    const identifiers = inputs.filter((cell) => {
      const found = typeof cell === "string" ? identify(cell) : undefined;
      return found?.valid === true && !(isOfOther && found.kind === "entity_id");
    }).length;
    const filled = inputs.filter((cell) => typeof cell === "string" && cell.trim() !== "").length;
    return { at, inputs, identifiers, rank: memberOrder.indexOf(findMember(inputs[0])), filled };
  });
  const [best] = columns.toSorted(
    (one, other) => other.identifiers - one.identifiers || one.rank - other.rank || other.filled - one.filled,
  );
  if (best === undefined) return { inputs: values.flat(), address };
  const column = area.startColumn + best.at;
  return { inputs: best.inputs, address: formatAddress({ ...area, startColumn: column, endColumn: column }) };
};

/** Whether a header such as "Case ID" says that its ids are not those of companies. "ID" beside "Entity name" is that of an event. */
const isIdOfOther = (header: CellContent | undefined, headers: readonly CellContent[]): boolean => {
  if (typeof header !== "string" || !/\bids?$/i.test(header.trim())) return false;
  return !isHeader(header) || (/^ids?$/i.test(header.trim()) && headers.some((each) => /^entity /i.test(String(each))));
};

/** Columns are looked for in so many from the left. */
const mostColumns = 100;

/**
 * What the columns beside a list in one column say about its companies, by the position in the list. Their headers stand in the row above
 * the list, or in its first row.
 */
export const readFactsBeside = async (
  workbook: Pick<Workbook, "read">,
  address: string,
  withHeader: boolean,
): Promise<(position: number) => CompanyFacts> => {
  const area = parseAddress(address);
  const headerRow = area === undefined ? -1 : area.startRow - (withHeader ? 0 : 1);
  if (area === undefined || headerRow < 0 || area.startColumn !== area.endColumn) return () => ({});
  const heads = await workbook.read(
    formatAddress({ ...area, startRow: headerRow, endRow: headerRow, startColumn: 0, endColumn: mostColumns - 1 }),
  );
  const left = parseAddress(heads.address)?.startColumn ?? 0;
  const columns = (heads.values[0] ?? []).flatMap((head, at) => {
    const member = findMember(head);
    return member === undefined || left + at === area.startColumn ? [] : [{ member, column: left + at }];
  });
  const read = await Promise.all(
    columns.map(async ({ member, column }) => {
      const range = await workbook.read(formatAddress({ ...area, startColumn: column, endColumn: column }));
      return { member, values: range.values, offset: (parseAddress(range.address)?.startRow ?? 0) - area.startRow };
    }),
  );
  return (position) =>
    Object.fromEntries(
      read.flatMap(({ member, values, offset }) => {
        const text = String(values[position - offset]?.[0] ?? "").trim();
        return isUsableText(member, text) ? [[member, text]] : [];
      }),
    );
};

const isUsableText = (member: ListMember, text: string): boolean => {
  if (text === "" || text.length > 256 || /^(?:[-–—?.]+|n\/a|#.*)$/i.test(text)) return false;
  return (member !== "isin" && member !== "lei") || isIdentifier(member, text);
};
