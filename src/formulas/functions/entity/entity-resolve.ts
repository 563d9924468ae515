import type { EntityQuery } from "../../../engine/batching/entity-query";
import { type Argument, type Cell, readLine, pairUp, cellText } from "../../arguments/argument";
import { countryNameOrCode, textCondition } from "../../arguments/filters";
import { entityList, narrowed, searchFor, searchKeys } from "../../arguments/entities";
import { isNoEntity } from "../../arguments/entity-text";
import { choice, choiceParameter, fields, optionalList } from "../../arguments/parameters";
import { defineFunction } from "../../define/define-function";
import { alignRows } from "../../table/table-builder";
import { inTargetCell } from "../../table/target-cell";
import { showColumns } from "../../table/layout";
import { headerIn, resolutionColumns, resolveRow, resolveInvalid, unresolved } from "./resolution";

let knownCountries: ReadonlySet<string> | undefined;

/** The English names of all countries. */
const countryNames = (): ReadonlySet<string> => (knownCountries ??= new Set(allCodes().map(countryNameOrCode)));

const alphabet = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

const allCodes = (): readonly string[] => alphabet.flatMap((first) => alphabet.map((second) => first + second));

/** The condition of a hint: a country (name or two letters), else a name. */
const readHint = (cell: Cell): EntityQuery => {
  const text = cellText(cell);
  if (text === "") return {};
  const country = countryNameOrCode(text);
  return countryNames().has(country) ? { country } : { name: textCondition("name", cell) };
};

/** The condition of one item of a list. @throws CellError where one of its cells is an error. */
type ReadHint = () => EntityQuery;

/**
 * The conditions of the hints beside each id, each read when called; several columns of a row are one condition.
 * @throws AddinError `invalid-argument` where the lists differ in length.
 */
export const hintsBeside = (ids: readonly Cell[], hints: Argument | undefined): readonly ReadHint[] => {
  if (hints === undefined) return ids.map(() => () => ({}));
  const across = hints.rows.length === 1 && ids.length > 1;
  const rows = across ? (hints.rows[0] ?? []).map((cell) => [cell]) : hints.rows;
  pairUp({ name: "ids", cells: ids }, { name: "hints", cells: rows.map((row) => row[0]) });
  return rows.map((row) => () => Object.assign({}, ...row.map(readHint)) as EntityQuery);
};

/** The list with "n/a" and the like as blank cells. Header words stay, for a review. */
const withoutMissing = ({ rows }: Argument): Argument => ({
  rows: rows.map((row) => row.map((cell) => (isNoEntity(cell) && headerIn(cell) === undefined ? undefined : cell))),
});

/** `ENTITY.RESOLVE`: one row per input cell, in order: the entity and how certain the match is. 500 distinct cells share one call. */
export const entityResolve = defineFunction({
  name: "ENTITY.RESOLVE",
  help: {
    description: "Finds the company for each identifier or name of a list: one row per cell, in the same order.",
    synonyms: "resolve, map, mapping, isin, lei, figi, ticker, holdings, portfolio list, match list, identify",
    parameters: {
      ids: "The list: ISINs, LEIs, FIGIs, ids or names, in one column or row. A name that no company has is searched again among other names and similar names: one more call for up to 100 of them.",
      hints: "Country or name for each item of the list. It helps to choose between candidates.",
    },
    examples: [
      {
        formula: '=ENTITY.RESOLVE({"SE0ZZ0000012";"FR0ZZ0000020";"DE0ZZ0000001"})',
        shows:
          "Id, name, status (exact, single, ambiguous, none, invalid, header, blank, chosen), number of candidates and what matched.",
      },
    ],
  },
  parameters: {
    ids: { ...entityList("entities"), clean: withoutMissing },
    by: choiceParameter(choice(searchKeys)),
    // A blank hint means no hint for its row, so blank hints are no empty list.
    hints: { ...optionalList("range"), list: false },
    fields,
  },
  layout: "aligned",
  options: {},
  routes: ["searchEntities"],
  columns: resolutionColumns,
  calculate: async (invocation) => {
    const { ids, by, hints } = invocation.values;
    const tableColumns = showColumns(invocation, resolutionColumns, invocation.values.fields);
    const cells = readLine(invocation, ids, "ids");
    const beside = hintsBeside(cells, hints);
    const rows = await Promise.all(
      cells.map((cell, index) =>
        inTargetCell(invocation, () => {
          const search = searchFor(cell, by);
          const hint = beside[index]?.() ?? {};
          if (search.state === "blank")
            return search.header === undefined
              ? unresolved("blank")
              : resolveInvalid(invocation, search.header, "header", tableColumns);
          if (search.state === "invalid") return resolveInvalid(invocation, search.written, "invalid", tableColumns);
          return resolveRow(invocation, narrowed(search, hint), tableColumns);
        }),
      ),
    );
    return alignRows(invocation, rows, tableColumns);
  },
});
