import { cellAddress, parseAddress } from "../../../../facts/addresses";
import type { CellContent } from "../../../excel/sheet/ranges";
import { countryNameOrCode } from "../../../../formulas/arguments/filters";
import { isIdentifier } from "../../../../formulas/arguments/identifiers";
import { t } from "../../../../i18n/t";

/**
 * The members of a company in a coverage request. The specification names `external_id` only and says that there are
 * others: these are the ones of the contract.
 */
export const coverageMembers = ["external_id", "name", "isin", "lei", "country", "website"] as const;

/** Entities per request and open tasks per account (specification, "Limits"). */
export const mostEntities = 25;
export const mostQueued = 3;

/** The interval between reads of the task list, in milliseconds. */
export const pollInterval = 20_000;

type CoverageMember = (typeof coverageMembers)[number];

export type CoverageEntity = Readonly<Partial<Record<CoverageMember, string>> & { external_id: string }>;

/** The companies of a text, or why it cannot be sent. */
export interface CoverageCompanies {
  readonly entities: readonly CoverageEntity[];
  readonly problem: string | undefined;
}

/** The longest text of a company, as in other places of the add-in: longer ones are paragraphs in the wrong cell. */
const longestText = 256;

/** Cells as lines of text: one line a row, with tabs between the columns. */
export const linesOfCells = (values: readonly (readonly CellContent[])[]): string =>
  values
    .map((row) => row.map((cell) => String(cell).replace(/\s+/g, " ").trim()).join("\t"))
    .join("\n")
    .trimEnd();

/** A company that a form offers to request. */
export type SuggestedCompany = Readonly<Partial<Record<CoverageMember, string>>>;

/** Companies as the text of a form: a table of the members that any of them has; one identifier per line where that is all. */
export const toCoverageTable = (companies: readonly SuggestedCompany[]): string => {
  const columns = coverageMembers.filter((member) => companies.some((company) => company[member] !== undefined));
  const rows = companies.map((company) => columns.map((member) => company[member] ?? ""));
  return linesOfCells(
    columns.length === 1 && columns[0] === "external_id" ? rows : [columns.map(coverageLabel), ...rows],
  );
};

/** The name of a member in words; the first line of a table may use it, or the name that the service has for it. */
export const coverageLabel = (member: CoverageMember): string => t(`coverage.member.${member}`);

/** The labels of all members, for a sentence. */
export const coverageLabels = (): string => coverageMembers.map(coverageLabel).join(", ");

const findCoverageMember = (header: string): CoverageMember | undefined => {
  const name = header.trim().toLowerCase();
  return coverageMembers.find(
    (member) => member === name.replace(/[ -]/g, "_") || coverageLabel(member).toLowerCase() === name,
  );
};

class Unreadable extends Error {}

/** Where a value stands: its cell, or its line and column where the text was typed. */
type NameCell = (row: number, column: number) => string;

const placesIn = (address: string | undefined): NameCell => {
  const area = address === undefined ? undefined : parseAddress(address);
  return (row, column) =>
    area === undefined
      ? t("coverage.place", { row: row + 1, column: column + 1 })
      : cellAddress(area.sheet, area.startRow + row, area.startColumn + column);
};

const readHeader = (header: readonly string[], placeOf: NameCell): readonly CoverageMember[] =>
  header.map((name, column) => {
    const member = findCoverageMember(name);
    if (member === undefined)
      throw new Unreadable(t("coverage.unknownColumn", { place: placeOf(0, column), name, allowed: coverageLabels() }));
    if (header.findIndex((other) => findCoverageMember(other) === member) < column)
      throw new Unreadable(t("coverage.columnTwice", { place: placeOf(0, column), name: coverageLabel(member) }));
    return member;
  });

/** A value as the service spells it. */
const spellValue = (member: CoverageMember, text: string, place: () => string): string => {
  if (text.length > longestText)
    throw new Unreadable(t("coverage.tooLong", { place: place(), most: longestText, length: text.length }));
  if (member === "country") return countryNameOrCode(text);
  if (member !== "isin" && member !== "lei") return text;
  if (!isIdentifier(member, text)) throw new Unreadable(t(`coverage.not.${member}`, { place: place(), value: text }));
  return text.toUpperCase();
};

const readCompany = (
  cells: readonly string[],
  columns: readonly CoverageMember[],
  row: number,
  placeOf: NameCell,
): CoverageEntity | undefined => {
  const known: Partial<Record<CoverageMember, string>> = {};
  cells.forEach((cell, column) => {
    const [member, text] = [columns[column], cell.trim()];
    if (text === "") return;
    if (member === undefined)
      throw new Unreadable(
        t("coverage.unknownColumn", { place: placeOf(0, column), name: "", allowed: coverageLabels() }),
      );
    known[member] = spellValue(member, text, () => placeOf(row, column));
  });
  if (Object.keys(known).length === 0) return undefined;
  const external_id = known.external_id ?? known.isin ?? known.lei ?? known.name;
  if (external_id === undefined) throw new Unreadable(t("coverage.incomplete", { place: placeOf(row, 0) }));
  return { ...known, external_id };
};

/**
 * Parses one identifier per line, or a table whose first line names members. A company without `external_id` is sent
 * under its ISIN, LEI or name. `address` is the range that the text was read from, for the cells in sentences.
 */
export const readCompanies = (text: string, address?: string): CoverageCompanies => {
  const rows = text.split(/\r?\n/).map((line) => line.split("\t"));
  const [first = [], ...others] = rows;
  const isTable = rows.some((cells) => cells.length > 1) || findCoverageMember(first[0] ?? "") !== undefined;
  const placeOf = placesIn(address);
  try {
    const columns = isTable ? readHeader(trimHeader(first), placeOf) : (["external_id"] as const);
    const skipped = isTable ? 1 : 0;
    const found = (isTable ? others : rows).flatMap(
      (cells, at) => readCompany(cells, columns, at + skipped, placeOf) ?? [],
    );
    const distinct = new Map(found.map((entity) => [JSON.stringify(entity), entity]));
    return { entities: [...distinct.values()], problem: undefined };
  } catch (error) {
    if (error instanceof Unreadable) return { entities: [], problem: error.message };
    throw error;
  }
};

/** A header without the blank cells at its end. */
const trimHeader = (header: readonly string[]): readonly string[] =>
  header.slice(0, header.findLastIndex((name) => name.trim() !== "") + 1);
