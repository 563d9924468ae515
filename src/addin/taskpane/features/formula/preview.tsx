import { makeStyles, mergeClasses, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { serialToUnix } from "../../../../facts/dates";
import { AddinError } from "../../../../engine/http/addin-error";
import { RequestLog } from "../../../../engine/requests/request-log";
import type { Runtime } from "../../../../engine/runtime";
import type { FunctionDefinition, ResultShape } from "../../../../formulas/define/definition";
import type { CellValue, FormattedCell, Matrix } from "../../../../formulas/table/matrix";
import { t } from "../../../../i18n/t";
import type { Workbook } from "../../../excel/sheet/workbook";
import type { PaneDeps } from "../../pane-deps";
import { paneInvocation } from "../../state/function-call";
import { isExpression, referencedAddress, referencedColumn, toArgument, textsOfConstant } from "./formula-input";

const useStyles = makeStyles({
  frame: {
    overflowX: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  table: { ...typographyStyles.caption1, borderCollapse: "collapse" },
  cell: {
    padding: `2px ${tokens.spacingHorizontalS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    maxWidth: "180px",
    overflow: "hidden",
    textOverflow: "ellipsis",
    whiteSpace: "nowrap",
  },
  header: {
    backgroundColor: tokens.colorNeutralBackground3,
    fontWeight: tokens.fontWeightSemibold,
    textAlign: "left",
  },
});

export interface FirstRows {
  readonly matrix: Matrix;
  readonly headers: ResultShape["headers"];
}

export const PreviewTable = ({ preview }: { readonly preview: FirstRows }): ReactNode => {
  const styles = useStyles();
  const { matrix, headers } = preview;
  const cellOf = (value: CellValue, row: number, column: number): ReactNode => {
    const [inRow, inColumn] = [headers === "first row" && row === 0, headers === "first column" && column === 0];
    if (!inRow && !inColumn)
      return (
        <td key={column} className={styles.cell}>
          {previewText(value)}
        </td>
      );
    return (
      <th key={column} scope={inRow ? "col" : "row"} className={mergeClasses(styles.cell, styles.header)}>
        {previewText(value)}
      </th>
    );
  };
  const label = t("pane.rows", { count: countRecords(preview) });
  return (
    // A region that scrolls sideways must be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.frame} role="region" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <tbody>
          {matrix.map((cells, row) => (
            <tr key={row}>{cells.map((value, column) => cellOf(value, row, column))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** A share or a date as Excel shows it; any other number without its format. */
const formatCell = ({ value, numberFormat }: FormattedCell): string => {
  if (numberFormat.endsWith("%")) return `${(100 * value).toFixed(1)}%`;
  const moment = new Date(serialToUnix(value, false));
  if (!numberFormat.includes("y") || Number.isNaN(moment.getTime())) return String(value);
  const quarter = /"(.*)"/.exec(numberFormat);
  if (quarter !== null) return moment.toISOString().slice(0, 4) + (quarter[1] ?? "");
  return moment.toISOString().slice(0, numberFormat.length).replace("T", " ");
};

const previewText = (cell: CellValue): string => {
  if (typeof cell !== "object") return String(cell);
  if (cell instanceof Error) return cell.message;
  return cell.kind === "entity" ? cell.text : formatCell(cell);
};

/** Rows in the preview, without the header. */
const previewRows = 5;

const host = { formattedValues: true, entityCards: false, maxCharacters: 1_900_000, maxCells: 5_000_000 } as const;

/** Whether every argument is a constant, a list of texts or a reference. Other expressions need Excel. */
export const canPreview = (definition: FunctionDefinition, inputs: readonly string[]): boolean =>
  !definition.streaming &&
  definition.parameters.every(({ control }) => control !== "cell") &&
  inputs.every(
    (text) =>
      !isExpression(text) ||
      [referencedAddress, referencedColumn, textsOfConstant].some((read) => read(text) !== undefined),
  );

const headerOption = "headers=yes";

const optionsPlace = ({ parameters }: FunctionDefinition): number =>
  parameters.findIndex(({ name }) => name === "options");

/** The call with its header row, where it has none because its rows are those of a list; otherwise undefined. */
export const withHeaderRow = (
  definition: FunctionDefinition,
  inputs: readonly string[],
  formula: string,
  now: number,
): string | undefined => {
  const given = definition.parameters.map(({ matrix }, index) => {
    const text = inputs[index] ?? "";
    // The list decides nothing about the layout; another reference is read as if it were left out.
    if (isExpression(text)) return matrix ? "x" : null;
    return text === "" ? null : text;
  });
  try {
    const { aligned, headers } = definition.shape(given, now);
    if (!aligned || headers !== "none") return undefined;
  } catch {
    return undefined;
  }
  const gap = optionsPlace(definition) - inputs.length + 1;
  return gap > 0
    ? formula.replace(/\)$/, `${",".repeat(gap)}"${headerOption}")`)
    : formula.replace(/"\)$/, `; ${headerOption}")`);
};

type WorkbookReader = Pick<Workbook, "read" | "readTable" | "place">;

/** The value of an argument. References are read from the workbook. */
const readArgumentValue = async (text: string, numeric: boolean, workbook: WorkbookReader): Promise<unknown> => {
  const texts = textsOfConstant(text);
  if (texts !== undefined) return texts.map((one) => [one]);
  const column = referencedColumn(text);
  if (column !== undefined) return valuesOfColumn(column, workbook);
  const address = referencedAddress(text);
  if (address === undefined) return toArgument(text, numeric) ?? null;
  const active = workbook.place.get()?.activeCell ?? "";
  const sheet = active.slice(0, active.lastIndexOf("!") + 1);
  const { values } = await workbook.read(address.includes("!") ? address : sheet + address);
  const cells = values.map((row) => row.map((cell) => (cell === "" ? null : cell)));
  return cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : cells;
};

/** @throws AddinError `not-found` */
const valuesOfColumn = async (
  { table: name, column }: NonNullable<ReturnType<typeof referencedColumn>>,
  workbook: WorkbookReader,
): Promise<unknown> => {
  const table = await workbook.readTable(name);
  const at = table?.header.findIndex((title) => title.toLowerCase() === column.toLowerCase()) ?? -1;
  if (table === undefined || at === -1)
    throw new AddinError("not-found", t("build.noColumn", { column: `${name}[${column}]` }));
  return table.rows.map((row) => [row[at] === "" ? null : row[at]]);
};

const cutRows = (value: unknown): unknown => (Array.isArray(value) ? value.slice(0, previewRows + 1) : value);

/** The first rows of a result, and how many records the service has, where it said so. */
export interface PreviewResult {
  readonly shown: FirstRows;
  readonly total: number | undefined;
}

const unlisted = ({ clock }: Runtime): RequestLog =>
  new RequestLog({ clock, aliveAt: () => clock.now(), busy: () => undefined });

const runPreview = async (
  definition: FunctionDefinition,
  inputs: readonly string[],
  { runtime, workbook }: PaneDeps,
  { signal, memoryOnly }: { readonly signal: AbortSignal; readonly memoryOnly: boolean },
): Promise<PreviewResult> => {
  const given = await Promise.all(
    definition.parameters.map(async ({ control, matrix }, index) => {
      const value = await readArgumentValue(inputs[index] ?? "", control === "number", workbook);
      return matrix ? cutRows(value) : value;
    }),
  );
  const usual = definition.shape(given, runtime.clock.now());
  const options = optionsPlace(definition);
  const text = given[options] ?? "";
  // Rows of a list have no header in the cells, but here they stand alone.
  if (usual.aligned && usual.headers === "none" && typeof text === "string" && !text.includes("headers"))
    given[options] = [text, headerOption].filter((each) => each !== "").join("; ");
  const { headers, aligned } = definition.shape(given, runtime.clock.now());
  const values = definition.parameters.map(({ control }, index) =>
    control === "limit" && !aligned ? smallest(inputs[index] ?? "") : given[index],
  );
  // Looking at memory is no request of the person, so it is in no list of requests, also where the universe does not exist (yet).
  const requestLog = memoryOnly ? unlisted(runtime) : runtime.requestLog;
  const call = paneInvocation({ ...runtime, requestLog }, signal);
  const { cells, height } = await definition.invoke(values, { ...call, host, preview: memoryOnly });
  if (height === 0) throw new AddinError("no-rows", t("table.noRows"));
  const entry = requestLog.entries
    .get()
    .findLast(({ what, address, status }) => what === definition.name && address === undefined && status === "done");
  return { shown: firstRows(cells, headers), total: entry?.total };
};

/** Runs the function for a few rows. @throws AddinError `no-rows` for an empty result. */
export const preview = (
  definition: FunctionDefinition,
  inputs: readonly string[],
  deps: PaneDeps,
  signal: AbortSignal,
): Promise<PreviewResult> => runPreview(definition, inputs, deps, { signal, memoryOnly: false });

/** The first rows where memory has all that they need; otherwise undefined. Makes no call. */
export const previewFromMemory = async (
  definition: FunctionDefinition,
  inputs: readonly string[],
  deps: PaneDeps,
  signal: AbortSignal,
): Promise<PreviewResult | undefined> => {
  const result = await runPreview(definition, inputs, deps, { signal, memoryOnly: true }).catch(() => undefined);
  const isAnswer = result !== undefined && result.shown.matrix[0]?.[0] !== t("runtime.preview");
  return isAnswer ? result : undefined;
};

const firstRows = (matrix: Matrix, headers: FirstRows["headers"]): FirstRows => {
  const shownLines = previewRows + (headers === "none" ? 0 : 1);
  const isTransposed = headers === "first column";
  return {
    matrix: isTransposed ? matrix.map((row) => row.slice(0, shownLines)) : matrix.slice(0, shownLines),
    headers,
  };
};

/** How many records a preview has, headers left out. */
export const countRecords = ({ matrix, headers }: FirstRows): number => {
  const records = headers === "first column" ? (matrix[0]?.length ?? 0) : matrix.length;
  return headers === "none" ? records : Math.max(0, records - 1);
};

const smallest = (text: string): number => {
  const limit = Number(text);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, previewRows) : previewRows;
};
