import { ICommandService } from "@univerjs/core";
import { chartsLosingFormats, notesLost, listUnshown } from "../../ooxml/unshown";
import { withoutMembers } from "../../ooxml/workbook-model";
import type { OfficeHost } from "../office/office-host";
import { t, type TextKey } from "../texts";

const movingCommands =
  /^sheet\.mutation\.(insert-row|remove-rows?|insert-col|remove-col|move-rows|move-columns?|reorder-range)/;

/** Notes on which sheets cells have other addresses than in the file that was opened. */
export const followMoves = ({ book, origin }: OfficeHost): void => {
  book.engine.injector.get(ICommandService).onCommandExecuted((command) => {
    const { subUnitId } = (command.params ?? {}) as { readonly subUnitId?: string };
    const sheet = subUnitId === undefined ? undefined : origin.sheets.get(subUnitId);
    if (subUnitId !== undefined && sheet?.part !== undefined && movingCommands.test(command.id))
      origin.sheets.set(subUnitId, { ...sheet, moved: true });
  });
};

/** What an .xlsx file loses when the open workbook is saved, in sentences. */
export const listLosses = (host: OfficeHost): string[] => [
  ...lossesOfCharts(host),
  ...lossesOfMoves(host),
  ...lossesOfRules(host),
  ...lossesOfNotes(host),
];

const lossesOfCharts = ({ book, charts, origin }: OfficeHost): string[] => {
  if (origin.source === undefined) return [];
  const drawnCharts = book.workbook
    .getSheets()
    .flatMap((sheet) => charts.list(sheet.getSheetId()).map((chart) => withoutMembers(chart, "id")));
  return chartsLosingFormats(origin.source, drawnCharts).map((name) => t("losses.chart", { name }));
};

/** Excel has either a note or a thread of comments in a cell, and threads are kept. */
const lossesOfNotes = (host: OfficeHost): string[] => {
  const { book } = host;
  const unread = notesAtUnreadComments(host);
  return book.workbook.getSheets().flatMap((sheet) => {
    const [id, name] = [sheet.getSheetId(), sheet.getSheetName()];
    const threads = new Set([...book.threads.list(id).map(({ cell }) => cell), ...(unread.get(id) ?? [])]);
    const cells = book.notes.list(id).flatMap(({ cell }) => (threads.has(cell) ? [cell] : []));
    return cells.length === 0 ? [] : [t("losses.notes", { sheet: name, cells: cells.join(", ") })];
  });
};

/** The cells of comments that cannot be read and stay in the file, by sheet. */
const notesAtUnreadComments = ({ book, origin }: OfficeHost): ReadonlyMap<string, readonly string[]> => {
  const notes = new Map<string, readonly string[]>();
  for (const [id, { part }] of origin.sheets)
    if (part !== undefined && isSheetOpen(book, id)) {
      const cells = book.notes.list(id).map(({ cell }) => cell);
      if (cells.length > 0) notes.set(part, cells);
    }
  if (origin.source === undefined || notes.size === 0) return new Map();
  const lostNotes = notesLost(origin.source, notes);
  return new Map(
    [...origin.sheets].map(([id, { part = "" }]) => [id, isSheetOpen(book, id) ? (lostNotes.get(part) ?? []) : []]),
  );
};

const lossesOfMoves = ({ book, origin }: OfficeHost): string[] => {
  if (origin.source === undefined) return [];
  return listUnshown(origin.source).flatMap(({ part, features }) => {
    const [sheetId, sheet] = [...origin.sheets].find(([id, one]) => one.part === part && isSheetOpen(book, id)) ?? [];
    const keepsRules = sheet?.keepsConditionalFormats === true && !features.includes("conditional formats");
    const keepsValidation = sheet?.keepsDataValidations === true && !features.includes("data validation");
    const list = [
      ...(keepsRules ? ["conditional formats"] : []),
      ...(keepsValidation ? ["data validation"] : []),
      ...features,
    ]
      .map(featureName)
      .join(", ");
    if (list === "") return [];
    if (sheetId === undefined) return gone([...origin.sheets.values()], part, list);
    const name = book.sheet(sheetId).getSheetName();
    return sheet?.moved === true ? [t("losses.moved", { sheet: name, features: list })] : [];
  });
};

const featureTexts: Readonly<Record<string, TextKey & `feature.${string}`>> = {
  "conditional formats": "feature.conditionalFormats",
  "data validation": "feature.dataValidation",
  links: "feature.links",
  filters: "feature.filters",
  "images and shapes": "feature.images",
  "charts of other kinds": "feature.otherCharts",
  comments: "feature.comments",
  "pivot tables": "feature.pivots",
};

const featureName = (feature: string): string => {
  const key = featureTexts[feature];
  return key === undefined ? feature : t(key);
};

const lossesOfRules = ({ book, origin }: OfficeHost): string[] =>
  book.workbook.getSheets().flatMap((sheet) => {
    const [id, name] = [sheet.getSheetId(), sheet.getSheetName()];
    const isFull =
      origin.sheets.get(id)?.keepsConditionalFormats === true && book.conditionalFormats.list(id).length > 0;
    const isFullOfValidation =
      origin.sheets.get(id)?.keepsDataValidations === true && book.dataValidations.list(id).length > 0;
    return [
      ...(isFull ? [t("losses.rules-full", { sheet: name })] : []),
      ...(isFullOfValidation ? [t("losses.validations-full", { sheet: name })] : []),
      ...(book.conditionalFormats.hasOthers(id) ? [t("losses.rules-unknown", { sheet: name })] : []),
    ];
  });

const isSheetOpen = (book: OfficeHost["book"], sheetId: string): boolean =>
  book.workbook.getSheets().some((sheet) => sheet.getSheetId() === sheetId);

/** A sheet that is a chart has no cells and is not opened; a sheet with cells that is not open was deleted. */
const gone = (sheets: readonly { readonly part?: string }[], part: string, list: string): string[] =>
  sheets.some((sheet) => sheet.part === part) ? [t("losses.deleted", { features: list })] : [];
