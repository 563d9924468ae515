import {
  AddCfCommand,
  ConditionalFormattingRuleModel,
  ConditionalFormattingService,
  DeleteCfCommand,
  SetCfCommand,
  SHEET_CONDITIONAL_FORMATTING_PLUGIN,
} from "@univerjs/sheets-conditional-formatting";
import { overlap, subtractRange } from "../../facts/addresses";
import type { CellFormat } from "../../ooxml/cell-format";
import type { ConditionalFormat } from "../../ooxml/conditional-format";
import { type Area } from "./addresses";
import { fromStyle } from "./cell-style";
import {
  toCellRange,
  type EngineRule,
  fromEngineRule,
  toHexColor,
  rangeText,
  type SheetExtent,
  toEngineRule,
  withRanges,
} from "./conditional-rules";
import type { Engine, Sheet } from "./engine";

/** What a conditional format makes of a cell. */
export interface ConditionalLook extends Pick<CellFormat, "bold" | "italic" | "color" | "fill"> {
  readonly bar?: number;
  readonly icon?: string;
}

/** The parts of the open workbook that conditional formats need. */
interface RuleSheets {
  readonly engine: Engine;
  readonly unitId: string;
  readonly sheet: (id: string) => Sheet;
}

/** The conditional formats of the open workbook. The first of a sheet has the highest priority. */
export class SheetConditionalFormats {
  readonly #book: RuleSheets;
  #made = 0;

  constructor(book: RuleSheets) {
    this.#book = book;
  }

  list(sheetId: string): ConditionalFormat[] {
    return this.#rules(sheetId).flatMap((rule) => fromEngineRule(rule) ?? []);
  }

  /** Whether somebody made formats that files cannot hold: icons of several sets, for example. */
  hasOthers(sheetId: string): boolean {
    return this.#rules(sheetId).some((rule) => fromEngineRule(rule) === undefined);
  }

  /** The formats that touch an area. */
  touching(area: Area): ConditionalFormat[] {
    const ids = new Set(
      this.#rules(area.sheetId).flatMap(({ cfId, ranges }) => (ranges.some((one) => overlap(one, area)) ? [cfId] : [])),
    );
    return this.list(area.sheetId).filter(({ id }) => ids.has(id));
  }

  find(sheetId: string, id: string): ConditionalFormat | undefined {
    return this.list(sheetId).find((format) => format.id === id);
  }

  /** Adds a format in front of the others and returns its id. */
  add(sheetId: string, format: Omit<ConditionalFormat, "id">): string {
    this.#made += 1;
    const id = `format-${this.#made}-${Math.trunc(performance.now())}`;
    this.#run(AddCfCommand.id, sheetId, { rule: toEngineRule({ ...format, id }, this.#size(sheetId)) });
    return id;
  }

  replace(sheetId: string, format: ConditionalFormat): void {
    this.#run(SetCfCommand.id, sheetId, { cfId: format.id, rule: toEngineRule(format, this.#size(sheetId)) });
  }

  remove(sheetId: string, id: string): void {
    this.#run(DeleteCfCommand.id, sheetId, { cfId: id });
  }

  /** Takes the conditional formats from the cells of an area. */
  clear(area: Area): void {
    for (const format of this.touching(area)) {
      const left = format.ranges.flatMap((range) => subtractRange(toCellRange(range), area).map(rangeText));
      if (left.length === 0) this.remove(area.sheetId, format.id);
      else this.replace(area.sheetId, withRanges(format, left));
    }
  }

  /** What conditional formats make of a cell now. */
  look(sheetId: string, row: number, column: number): ConditionalLook {
    const { engine, unitId } = this.#book;
    const style = engine.injector.get(ConditionalFormattingService).composeStyle(unitId, sheetId, row, column);
    const { bold, italic, color, fill } = (style?.style && fromStyle(style.style)) ?? {};
    const bar = style?.dataBar?.value;
    const icon = style?.iconSet && `${style.iconSet.iconType} ${style.iconSet.iconId}`;
    return {
      ...(bold !== undefined && { bold }),
      ...(italic !== undefined && { italic }),
      ...(color !== undefined && { color: toHexColor(color) }),
      ...(fill !== undefined && { fill: toHexColor(fill) }),
      ...(bar !== undefined && { bar }),
      ...(icon !== undefined && { icon }),
    };
  }

  #rules(sheetId: string): readonly EngineRule[] {
    const { engine, unitId } = this.#book;
    return engine.injector.get(ConditionalFormattingRuleModel).getSubunitRules(unitId, sheetId) ?? [];
  }

  #size(sheetId: string): SheetExtent {
    const sheet = this.#book.sheet(sheetId);
    return { rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() };
  }

  #run(command: string, sheetId: string, params: object): void {
    const { engine, unitId } = this.#book;
    engine.api.syncExecuteCommand(command, { unitId, subUnitId: sheetId, ...params });
  }
}

/** The part of the engine's data with the conditional formats of all sheets, by the id of the sheet. */
export const conditionalFormatsResource = (
  sheets: ReadonlyMap<string, { readonly formats: readonly ConditionalFormat[]; readonly size: SheetExtent }>,
): { readonly name: string; readonly data: string } => ({
  name: SHEET_CONDITIONAL_FORMATTING_PLUGIN,
  data: JSON.stringify(
    Object.fromEntries(
      [...sheets].map(([id, { formats, size }]) => [id, formats.map((format) => toEngineRule(format, size))]),
    ),
  ),
});
