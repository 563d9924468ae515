import { AddinError } from "../../engine/http/addin-error";
import type { FunctionDefinition } from "../../formulas/define/definition";
import type { FormulaResult } from "../../formulas/table/formula-result";

/** Texts of a record that the service translates. */
const translatedTexts: ReadonlySet<string> = new Set(["title", "main_story", "summary", "text"]);

const refuse = (sentence: string): AddinError => new AddinError("invalid-argument", sentence);

const placeIn = ({ parameters }: FunctionDefinition, name: string): number =>
  parameters.findIndex((parameter) => parameter.name === name);

const cellsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flatMap(cellsIn) : [value]);

/** Whether a call asks for translations, however its options are put together. `values`: as Excel hands them over. */
export const asksForTranslation = (definition: FunctionDefinition, values: readonly unknown[]): boolean =>
  definition.options.some(({ key }) => key === "translate") &&
  cellsIn(values[placeIn(definition, "options")]).some((cell) => /translate/i.test(JSON.stringify(cell ?? "")));

/**
 * The same call without translation, to count what would be translated.
 * @throws AddinError where the options are no single text
 */
export const withoutTranslation = (definition: FunctionDefinition, values: readonly unknown[]): readonly unknown[] => {
  const [options, fields] = [placeIn(definition, "options"), placeIn(definition, "fields")];
  const cells = cellsIn(values[options]);
  if (cells.length !== 1 || typeof cells[0] !== "string")
    throw refuse("Write the options of a function that translates as one text.");
  const original = (value: unknown): unknown =>
    typeof value === "string" ? value.replaceAll(/\btranslated[_ ]/gi, "") : value;
  return values.map((value, place) => {
    if (place === options) return String(cells[0]).replaceAll(/(?<=^|;)\s*translate\s*=[^;]*(?:;|$)/gi, "");
    if (place !== fields) return value;
    return Array.isArray(value)
      ? value.map((row: unknown) => (Array.isArray(row) ? row.map(original) : original(row)))
      : original(value);
  });
};

/** How many texts a call would translate. `records`: how many of them the service was read. */
export const countTranslations = ({ rowCount, records: { columns } }: FormulaResult, records = 0): number => {
  const texts = new Set(columns.map(({ name }) => name).filter((name) => translatedTexts.has(name)));
  return Math.max(rowCount, records) * Math.max(1, texts.size);
};
