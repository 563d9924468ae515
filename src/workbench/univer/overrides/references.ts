import type { Injector } from "@univerjs/core";
import {
  ErrorValueObject,
  IFormulaCurrentConfigService,
  IFormulaRuntimeService,
  LexerTreeBuilder,
} from "@univerjs/engine-formula";
import { tokenize, type Token } from "../../../ooxml/formula-tokens";
import { readTablePart } from "../../../ooxml/structured-references";
import { errorType, type EngineTable, referenceFactory, type TableNode } from "../private-hooks";

/**
 * Gives the engine the references of Excel. Its own grammar has neither `Tab[@ISIN]` nor names of columns with brackets, apostrophes
 * and hashes, reads `Tab[unknown]` from the column beside the table and `Tab[@ISIN]` outside the rows of the table, and ends the
 * name of a sheet at the first exclamation mark (https://github.com/dream-num/univer/pull/6113 has what it reads). Signs that
 * it would misread are handed to its lexer as signs of the private use area of Unicode.
 */
export const readReferencesLikeExcel = (injector: Injector): void => {
  const builder = injector.get(LexerTreeBuilder);
  const build = builder.treeBuilder.bind(builder);
  // Without the suffix transformation the engine reads a formula to change its references, and writes it again.
  builder.treeBuilder = (formula, isCalculated = true, names) =>
    isCalculated ? build(toEngineFormula(formula), true, names && readNames(names)) : build(formula, false, names);
  nameSheets(injector);
  findTables(injector);
};

type Names = NonNullable<Parameters<LexerTreeBuilder["treeBuilder"]>[2]>;

/** Formulas of names take the place of the names. */
const readNames = (names: Names): Names => ({
  ...names,
  getValueByName: (unitId, name) => {
    const value = names.getValueByName(unitId, name);
    return value && { ...value, formulaOrRefString: toEngineFormula(value.formulaOrRefString) };
  },
});

/** A formula in which each reference has the form that the engine's lexer reads. Others stay as they are. */
export const toEngineFormula = (formula: string): string => {
  const hasTwoMarks = formula.indexOf("!") !== formula.lastIndexOf("!");
  const hasQuotesInArray = formula.includes("{") && formula.includes('""');
  if (!formula.includes("[") && !hasQuotesInArray && !(hasTwoMarks && formula.includes("'"))) return formula;
  const isEntered = formula.startsWith("=");
  const tokens = tokenize(isEntered ? formula.slice(1) : formula);
  let isArray = false;
  const texts = tokens.map((token, at) => {
    if (token.text === "{" || token.text === "}") isArray = token.text === "{";
    return isArray && token.kind === "text" ? arrayText(token) : engineText(token, tokens[at - 1], tokens[at + 1]);
  });
  return `${isEntered ? "=" : ""}${texts.join("")}`;
};

/** The lexer leaves one of two quotes out, and then nobody knows where a text of an array ends. */
const arrayText = ({ text }: Token): string => `"${text.slice(1, -1).replaceAll('""', hide('"'))}"`;

const engineText = (token: Token, before: Token | undefined, after: Token | undefined): string => {
  if (token.kind === "bracket" && before?.kind === "name")
    return tableError(token) === undefined ? tablePart(token) : "";
  if (token.kind === "name" && after?.kind === "bracket") return tableError(after) ?? token.text;
  if (!token.text.startsWith("'")) return token.text;
  const end = token.text.lastIndexOf("'!");
  return end <= 0 ? token.text : token.text.slice(0, end).replaceAll("!", hide) + token.text.slice(end);
};

/** The engine's tables end above their totals, and a table made in the workbench has none. */
const tableError = ({ text }: Token): string | undefined =>
  readTablePart(text)?.sections.join() === "#totals" ? "#REF!" : undefined;

const tablePart = ({ text }: Token): string => {
  const part = readTablePart(text);
  if (part === undefined) return text;
  const section = engineSection(part.sections);
  const columns = part.columns.map((name) => `[${name.replaceAll(/[^]/gu, hide)}]`).join(":");
  if (columns === "") return section === undefined ? "" : `[${section}]`;
  return section === undefined ? `[${columns}]` : `[[${section}],${columns}]`;
};

/** Undefined for the rows without the header. */
const engineSection = (sections: readonly string[]): string | undefined => {
  if (sections.includes("#this row")) return "#This Row";
  if (sections.includes("#all")) return "#All";
  if (sections.includes("#headers")) return sections.includes("#data") ? "#All" : "#Headers";
  return undefined;
};

const privateUse = 0xe0_00;

/** ASCII signs that are neither letters nor digits become signs without a meaning; all else stays. */
const hide = (sign: string): string =>
  /^[\0-\x7f]$/.test(sign) && !/^[A-Za-z0-9]$/.test(sign) ? String.fromCharCode(privateUse + sign.charCodeAt(0)) : sign;

/** A text with the signs that `toEngineFormula` hid. */
export const show = (text: string): string =>
  text.replaceAll(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - privateUse));

type SheetIds = ReturnType<IFormulaCurrentConfigService["getSheetNameMap"]>;

/** Lets the engine find a sheet by its name with hidden exclamation marks. */
const nameSheets = (injector: Injector): void => {
  const config = injector.get(IFormulaCurrentConfigService);
  const read = config.getSheetNameMap.bind(config);
  const known = new WeakMap<SheetIds, SheetIds>();
  config.getSheetNameMap = () => {
    const ids = read();
    const named = known.get(ids) ?? withHiddenNames(ids);
    known.set(ids, named);
    return named;
  };
};

const withHiddenNames = (ids: SheetIds): SheetIds =>
  Object.fromEntries(
    Object.entries(ids).map(([unitId, sheets]) => [
      unitId,
      {
        ...sheets,
        ...Object.fromEntries(Object.entries(sheets ?? {}).map(([name, id]) => [name.replaceAll("!", hide), id])),
      },
    ]),
  );

/** Finds tables and their columns without regard to case, and gives an error for what is not there. */
const findTables = (injector: Injector): void => {
  const references = referenceFactory(injector);
  const runtime = injector.get(IFormulaRuntimeService);
  const readTables = references._getTableMap.bind(references);
  const makeNode = references._getTableReferenceNode.bind(references);
  let isKnown = true;
  const findColumn = (table: EngineTable, name: string): number | undefined => {
    const written = show(name).toLowerCase();
    for (const [title, index] of table.titleMap) if (title.toLowerCase() === written) return index;
    isKnown = false;
    return undefined;
  };
  references._getTableMap = () => {
    const tables = readTables();
    if (tables === undefined || tables.size === 0) return tables;
    const find = (name: string): EngineTable | undefined => tables.get(name) ?? entryOf(tables, name.toLowerCase());
    return {
      size: tables.size,
      has: (name: string) => find(name) !== undefined,
      get: (name: string) => {
        const table = find(name);
        return table && { ...table, titleMap: { get: (title: string) => findColumn(table, title) } };
      },
    } as unknown as typeof tables;
  };
  references._getTableReferenceNode = (...parameters) => {
    isKnown = true;
    const node = makeNode(...parameters);
    if (node === undefined) return node;
    const table =
      readTables()?.get(tableName(parameters[0])) ?? entryOf(readTables(), tableName(parameters[0]).toLowerCase());
    guardNode(node, isKnown, table, () => runtime.currentRow);
    return node;
  };
};

const tableName = (token: string): string => token.split("[", 1)[0] ?? "";

const entryOf = (tables: ReadonlyMap<string, EngineTable> | undefined, name: string): EngineTable | undefined => {
  for (const [each, table] of tables ?? []) if (each.toLowerCase() === name) return table;
  return undefined;
};

const guardNode = (
  node: TableNode,
  isKnown: boolean,
  table: EngineTable | undefined,
  currentRow: () => number,
): void => {
  const execute = node.execute.bind(node);
  node.execute = () => {
    const row = currentRow();
    const isInTable = table !== undefined && row > table.range.startRow && row <= table.range.endRow;
    if (!isKnown) node.setValue(ErrorValueObject.create(errorType("#REF!")));
    else if (node._tableReferenceObject?.isCurrentRowForRange() === true && !isInTable)
      node.setValue(ErrorValueObject.create(errorType("#VALUE!")));
    else execute();
  };
};
