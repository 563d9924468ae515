import {
  ClearRangeDataValidationCommand,
  DATA_VALIDATION_PLUGIN_NAME,
  DataValidationCustomFormulaService,
  DataValidationFormulaService,
  SheetDataValidationModel,
} from "@univerjs/sheets-data-validation";
import { overlap, singleCell } from "../../facts/addresses";
import { type DataValidation, listItems } from "../../ooxml/data-validation";
import { type Area } from "./addresses";
import type { SheetExtent } from "./conditional-rules";
import type { Engine } from "./engine";
import type { CellContent } from "./entry";
import { type Accepted, acceptsContent, type ListItem } from "./validation-matching";
import { type EngineValidation, fromEngineValidation, onlyReference, toEngineValidation } from "./validation-rules";

type ValidationCell = Pick<Area, "sheetId"> & { readonly row: number; readonly column: number };

/** The parts of the open workbook that data validation needs. */
interface ListCells {
  readonly engine: Engine;
  readonly unitId: string;
  readonly area: (address: string) => Area;
  readonly values: (area: Area) => CellContent[][];
  readonly text: (area: Area) => string[][];
  readonly formulaAt: (place: ValidationCell) => string | undefined;
  readonly spillFrom: (sheetId: string, row: number, column: number) => Area | undefined;
}

/** The data validation of the open workbook. */
export class SheetDataValidations {
  readonly #book: ListCells;

  constructor(book: ListCells) {
    this.#book = book;
  }

  list(sheetId: string): DataValidation[] {
    return this.#rules(sheetId).flatMap((rule) => fromEngineValidation(rule) ?? []);
  }

  /** The data validation that touches an area. */
  touching(area: Area): DataValidation[] {
    const rules = this.#rules(area.sheetId).filter(({ ranges }) => ranges.some((range) => overlap(range, area)));
    return rules.flatMap((rule) => fromEngineValidation(rule) ?? []);
  }

  /** The data validation of a cell. */
  at({ sheetId, row, column }: ValidationCell): DataValidation | undefined {
    return this.touching({ sheetId, ...singleCell(row, column) })[0];
  }

  /** Takes the data validation from the cells of an area, as a step of undo. */
  clear(area: Area): void {
    const { engine, unitId } = this.#book;
    const { sheetId: subUnitId, ...range } = area;
    engine.api.syncExecuteCommand(ClearRangeDataValidationCommand.id, { unitId, subUnitId, ranges: [range] });
  }

  /** Whether a cell has a content that its data validation accepts, with the last results of its formulas. */
  isValid(place: ValidationCell): boolean {
    const rule = this.#ruleAt(place);
    return rule === undefined || acceptsContent(this.#accepted(place, rule), this.#content(place));
  }

  /** As `isValid`, after the formulas of the rule are calculated. */
  async check(place: ValidationCell): Promise<boolean> {
    const rule = this.#ruleAt(place);
    if (rule === undefined) return true;
    const { injector } = this.#book.engine;
    const { sheetId, row, column } = place;
    const formulas = injector.get(DataValidationCustomFormulaService);
    await Promise.all([
      formulas.getCellFormulaValue(this.#book.unitId, sheetId, rule.uid, row, column),
      formulas.getCellFormula2Value(this.#book.unitId, sheetId, rule.uid, row, column),
      injector.get(DataValidationFormulaService).getRuleFormulaResult(this.#book.unitId, sheetId, rule.uid),
    ]);
    return this.isValid(place);
  }

  #ruleAt({ sheetId, row, column }: ValidationCell): EngineValidation | undefined {
    return this.#rules(sheetId).find(({ ranges }) => ranges.some((range) => overlap(range, singleCell(row, column))));
  }

  /** What a rule accepts in a cell, with the results of its formulas. */
  #accepted({ sheetId, row, column }: ValidationCell, rule: EngineValidation): Accepted {
    const { injector } = this.#book.engine;
    const formulas = injector.get(DataValidationCustomFormulaService);
    const [first, second] = [
      formulas.getCellFormulaValueSync(this.#book.unitId, sheetId, rule.uid, row, column),
      formulas.getCellFormula2ValueSync(this.#book.unitId, sheetId, rule.uid, row, column),
    ];
    const validation = fromEngineValidation(rule);
    return {
      rule: validation,
      operands: [first?.v, second?.v],
      items: validation?.type === "list" ? this.#items(sheetId, rule) : [],
    };
  }

  /** The items of the list that a cell offers. */
  itemsAt(place: ValidationCell): ListItem[] {
    const rule = this.#ruleAt(place);
    return rule === undefined ? [] : this.#items(place.sheetId, rule);
  }

  /** The items of a rule. */
  items(sheetId: string, id: string): ListItem[] {
    const rule = this.#rules(sheetId).find(({ uid }) => uid === id);
    return rule === undefined ? [] : this.#items(sheetId, rule);
  }

  #items(sheetId: string, rule: EngineValidation): ListItem[] {
    const { engine, unitId } = this.#book;
    const [formula = ""] = fromEngineValidation(rule)?.formulas ?? [];
    const literals = listItems(formula);
    if (literals !== undefined) return literals.map((label) => ({ label, isTyped: true }));
    const area = this.#sourceArea(sheetId, formula);
    if (area !== undefined) {
      const texts = this.#book.text(area).flat();
      return distinctItems(
        this.#book
          .values(area)
          .flatMap((row) => row)
          .map((value, index) => ({ label: texts[index] ?? "", value })),
      );
    }
    const results = engine.injector
      .get(DataValidationFormulaService)
      .getRuleFormulaResultSync(unitId, sheetId, rule.uid);
    const cells = results?.[0]?.result?.[0]?.[0] ?? [];
    return distinctItems(
      cells
        .flat()
        .flatMap((cell) =>
          cell?.v === undefined || cell.v === null ? [] : [{ label: String(cell.v), value: cell.v }],
        ),
    );
  }

  #sourceArea(sheetId: string, formula: string): Area | undefined {
    const reference = onlyReference(formula);
    if (reference === undefined) return undefined;
    try {
      const source = this.#book.area(reference.address.replaceAll("$", ""));
      const area = { ...source, sheetId: reference.address.includes("!") ? source.sheetId : sheetId };
      return reference.isSpill ? this.#book.spillFrom(area.sheetId, area.startRow, area.startColumn) : area;
    } catch {
      return undefined;
    }
  }

  #content({ sheetId, row, column }: ValidationCell): string | number | boolean | null {
    const area = { sheetId, ...singleCell(row, column) };
    const value = this.#book.values(area)[0]?.[0] ?? "";
    return value === "" && this.#book.formulaAt({ sheetId, row, column }) === undefined ? null : value;
  }

  #rules(sheetId: string): readonly EngineValidation[] {
    const { engine, unitId } = this.#book;
    return engine.injector.get(SheetDataValidationModel).getRules(unitId, sheetId);
  }
}

/** A list shows each text once. */
const distinctItems = (items: readonly ListItem[]): ListItem[] => {
  const labels = new Set<string>([""]);
  return items.filter(({ label }) => {
    const isNew = !labels.has(label);
    labels.add(label);
    return isNew;
  });
};

/** The part of the engine's data with the data validation of all sheets, by the id of the sheet. */
export const dataValidationsResource = (
  sheets: ReadonlyMap<string, { readonly validations: readonly DataValidation[]; readonly size: SheetExtent }>,
): { readonly name: string; readonly data: string } => ({
  name: DATA_VALIDATION_PLUGIN_NAME,
  data: JSON.stringify(
    Object.fromEntries(
      [...sheets].map(([id, { validations, size }]) => [id, validations.map((one) => toEngineValidation(one, size))]),
    ),
  ),
});
