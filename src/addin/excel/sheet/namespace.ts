/** What Excel puts before the names of our functions, in one environment of several that stand side by side. */
export interface Namespace {
  /** The name of a function as cells have it. */
  readonly nameInCells: (name: string) => string;
  readonly toCells: (formula: string) => string;
  readonly fromCells: (formula: string) => string;
}

/** `prefix` is without the point, and empty where there is no namespace. `names` are those of the worksheet functions. */
export const createNamespace = (prefix: string, names: readonly string[]): Namespace => {
  const nameInCells = (name: string): string =>
    prefix === "" || name.startsWith(`${prefix}.`) ? name : `${prefix}.${name}`;
  if (prefix === "") return { nameInCells, toCells: (formula) => formula, fromCells: (formula) => formula };
  const inCells = new Map(names.map((name) => [name, nameInCells(name)]));
  const inFormulas = new Map([...inCells].map(([name, inCell]) => [inCell, name]));
  return {
    nameInCells,
    toCells: (formula) => replaceCalls(formula, inCells),
    fromCells: (formula) => replaceCalls(formula, inFormulas),
  };
};

/** Replaces the names of called functions, and leaves texts in quotes as they are. */
const replaceCalls = (formula: string, names: ReadonlyMap<string, string>): string =>
  formula.replaceAll(
    /"[^"]*"|(?<![A-Z0-9_.])[A-Z][A-Z0-9_.]*(?=\()/gi,
    (found) => names.get(found.toUpperCase()) ?? found,
  );
