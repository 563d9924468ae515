import { unquoteSheet } from "../facts/sheet-names";
import { formulaUses } from "./formulas";
import type { OpenWorkbook } from "./open-workbook";
import { childOf, type XmlElement } from "./xml";

/** A defined name of a file. */
export interface DefinedName {
  readonly name: string;
  readonly formula: string;
  /** The index of the sheet that alone knows the name. */
  readonly sheet: number | undefined;
  readonly attributes: XmlElement["attributes"];
}

/** Finds the defined names that formulas mean, and which of them use our functions, directly or by another name. */
export class OwnNames {
  /** In the order of the file. */
  readonly list: readonly DefinedName[];
  readonly #own = new Set<DefinedName>();
  readonly #byKey = new Map<string, DefinedName>();
  readonly #sheets: ReadonlyMap<string, number>;
  readonly #isOwnFunction: (call: string) => boolean;
  readonly #functions: ReadonlySet<string>;

  /**
   * @param isOwnFunction whether a called function is ours, by its name as a formula has it
   * @param functions the names in capitals under which ours are passed without a call
   */
  constructor(open: OpenWorkbook, isOwnFunction: (call: string) => boolean, functions: ReadonlySet<string>) {
    this.#isOwnFunction = isOwnFunction;
    this.#functions = functions;
    this.#sheets = new Map(open.sheets.map(({ name }, index) => [name.toLowerCase(), index]));
    const names = childOf(open.root, "definedNames")?.children ?? [];
    this.list = names.map(({ attributes, text }) => {
      const local = attributes["localSheetId"];
      return {
        name: attributes["name"] ?? "",
        formula: text,
        sheet: local === undefined ? undefined : Number(local),
        attributes,
      };
    });
    for (const one of this.list) this.#byKey.set(nameKey(one.name, one.sheet), one);
    this.#findOwn();
  }

  /** The name that a text such as `Rate` or `Sheet1!Rate` means in a formula on a sheet. */
  find(text: string, sheet: number | undefined): DefinedName | undefined {
    const bang = text.lastIndexOf("!");
    const name = text.slice(bang + 1);
    const owner = bang === -1 ? sheet : this.#sheets.get(unquoteSheet(text.slice(0, bang)).toLowerCase());
    return (owner === undefined ? undefined : this.#byKey.get(nameKey(name, owner))) ?? this.#byKey.get(nameKey(name));
  }

  isOwn(name: DefinedName): boolean {
    return this.#own.has(name);
  }

  /** Whether a formula on a sheet uses our functions, in whatever form, or a name that does. */
  isOwnFormula(formula: string, sheet: number | undefined): boolean {
    if (this.#own.size === 0 && !/_xl|\.|#REF!\(/i.test(formula)) return false;
    const { calls, names } = formulaUses(formula);
    return this.#usesFunction(calls, names) || names.some((name) => this.#isOwnName(name, sheet));
  }

  #isOwnName(text: string, sheet: number | undefined): boolean {
    const name = this.find(text, sheet);
    return name !== undefined && this.#own.has(name);
  }

  #usesFunction(calls: readonly string[], names: readonly string[]): boolean {
    return (
      calls.some(this.#isOwnFunction) ||
      names.some((name) => this.#functions.has(name.slice(name.lastIndexOf("!") + 1)))
    );
  }

  /** A name may name another one. Each is read once. */
  #findOwn(): void {
    const users = new Map<DefinedName, DefinedName[]>();
    const open: DefinedName[] = [];
    for (const one of this.list) {
      const { calls, names } = formulaUses(one.formula);
      if (this.#usesFunction(calls, names)) open.push(one);
      for (const text of new Set(names)) {
        const visibleName = this.find(text, one.sheet);
        if (visibleName === undefined) continue;
        const list = users.get(visibleName);
        if (list === undefined) users.set(visibleName, [one]);
        else list.push(one);
      }
    }
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (this.#own.has(one)) continue;
      this.#own.add(one);
      open.push(...(users.get(one) ?? []));
    }
  }
}

const nameKey = (name: string, sheet?: number): string => `${sheet ?? ""}!${name.toUpperCase()}`;
