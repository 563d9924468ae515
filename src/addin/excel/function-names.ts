import { nearest } from "../../i18n/nearest";
import { toFileName, mapCalls } from "../../ooxml/formulas";

/**
 * How a formula in a file names a function.
 * - `right`: as Excel stores it.
 * - `wrong`: one of the catalogue in a form that Excel does not find. `link`: the name leads to another file.
 * - `namespace`: of a release with another namespace; `renamed` if the user said that it is meant.
 * - `unknown`: it begins like one of ours, and there is none.
 * - `lost`: a program has replaced the name with `#REF!`.
 */
export type StoredName =
  | { readonly kind: "right"; readonly name: string }
  | { readonly kind: "wrong"; readonly name: string; readonly link: boolean }
  | { readonly kind: "namespace"; readonly name: string; readonly namespace: string; readonly renamed: boolean }
  | { readonly kind: "unknown"; readonly nearest: string | undefined }
  | { readonly kind: "lost" };

/** A call in a formula. */
export interface StoredCall {
  /** The name as the file has it. */
  readonly text: string;
  readonly stored: StoredName;
  /** The name as it should be, if a repair may write it. */
  readonly repaired: string | undefined;
}

/** Prefixes that programs put before names of functions, also twice. */
const filePrefixes = /^(?:_xlfn\.|_xlws\.|_xludf\.|_xll\.|_xldudf_)+/i;
const namespaced = /^([A-Z][A-Z0-9]{0,31})[._](.+)$/;

const withLowLines = (name: string): string => name.replaceAll(".", "_");

/** Recognizes the names of our functions in the formulas of a file, also those in a wrong form. */
export class FunctionNames {
  /** As cells have them. */
  readonly inCells: readonly string[];
  readonly #byFileName: ReadonlyMap<string, string>;
  readonly #withoutNamespace: ReadonlyMap<string, string>;
  readonly #families: ReadonlySet<string>;
  readonly #namespace: string;
  readonly #renamed: ReadonlySet<string>;

  /**
   * @param names without a namespace
   * @param nameInCells puts the namespace before a name
   * @param renamed namespaces whose functions are meant to be ours; `""` is none
   */
  constructor(
    names: readonly string[],
    namespace: string,
    nameInCells: (name: string) => string,
    renamed: readonly string[],
  ) {
    this.inCells = names.map(nameInCells);
    this.#byFileName = new Map(this.inCells.map((name) => [withLowLines(name), name]));
    this.#withoutNamespace = new Map(names.map((name) => [withLowLines(name), nameInCells(name)]));
    this.#families = new Set(names.map((name) => name.slice(0, name.indexOf("."))));
    this.#namespace = namespace;
    this.#renamed = new Set(renamed.map((one) => one.toUpperCase()));
  }

  /** The calls of a formula that are ours or look so. */
  callsOf(formula: string): StoredCall[] {
    const calls: StoredCall[] = [];
    mapCalls(formula, (text) => {
      const stored = this.read(text);
      if (stored !== undefined) calls.push({ text, stored, repaired: repairedName(stored) });
      return text;
    });
    return calls;
  }

  /** The formula with the names that a repair may write. */
  repair(formula: string): string {
    return mapCalls(formula, (text) => {
      const stored = this.read(text);
      return (stored === undefined ? undefined : repairedName(stored)) ?? text;
    });
  }

  /** Undefined if the name has nothing to do with our functions. */
  read(text: string): StoredName | undefined {
    if (text === "#REF!") return { kind: "lost" };
    const unqualified = text.slice(text.lastIndexOf("!") + 1);
    const prefix = filePrefixes.exec(unqualified)?.[0] ?? "";
    const core = unqualified.slice(prefix.length).toUpperCase();
    // Without a prefix, a name with low lines is of a macro or of the user.
    if (!core.includes(".") && !/_xldudf_|_xll\./i.test(prefix)) return undefined;
    const plain = withLowLines(core);
    const name = this.#byFileName.get(plain);
    if (name === undefined) return this.#readOther(core, plain);
    return text.toUpperCase() === toFileName(name).toUpperCase()
      ? { kind: "right", name }
      : { kind: "wrong", name, link: text !== unqualified };
  }

  #readOther(core: string, plain: string): StoredName | undefined {
    const [, namespace = "", rest = ""] = namespaced.exec(core) ?? [];
    const found = [
      ["", plain],
      [namespace, withLowLines(rest)],
    ].flatMap(([given = "", key = ""]) => {
      const name = this.#withoutNamespace.get(key);
      return name === undefined ? [] : [{ given, name }];
    })[0];
    if (found !== undefined)
      return {
        kind: "namespace",
        name: found.name,
        namespace: found.given,
        renamed: this.#renamed.has(found.given),
      };
    const begin = this.#namespace === "" || namespace !== this.#namespace ? plain : withLowLines(rest);
    if (!this.#families.has(begin.slice(0, begin.indexOf("_")))) return undefined;
    return { kind: "unknown", nearest: this.#byFileName.get(nearest(plain, [...this.#byFileName.keys()]) ?? "") };
  }
}

const repairedName = (stored: StoredName): string | undefined =>
  stored.kind === "wrong" || (stored.kind === "namespace" && stored.renamed) ? toFileName(stored.name) : undefined;
