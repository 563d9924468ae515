import ts from "typescript";

// Three shares that tell how many names a reader must look up, for `npm run measure:house`.

/** Past participles that stand for a thing that another noun would name. States (`hidden`, `known`), verbs (`read`) and sides (`left`) are not among them. */
const participles = new Set(
  (
    "added answered asked built called captured chosen compared counted drawn ended entered filled followed found given handed " +
    "held kept learned listed looked lost made matched met missed moved named needed noted offered opened passed " +
    "placed put received refused repaired requested searched seen sent served shown started stored taken told touched " +
    "turned typed used wanted written"
  ).split(" "),
);

export interface FileNames {
  readonly file: string;
  /** Names declared at the top of the file, exported or not. */
  readonly top: readonly string[];
  /** Names of all variables and parameters of the file, as often as they are declared. */
  readonly variables: readonly string[];
}

const bindingNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? bindingNames(element.name) : []));

const declaredNames = (statement: ts.Statement): readonly string[] => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bindingNames(name));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
};

export const readNames = (file: string, source: ts.SourceFile): FileNames => {
  const variables: string[] = [];
  const visit = (node: ts.Node): void => {
    const declares = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
    if (declares && ts.isIdentifier(node.name)) variables.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { file, top: source.statements.flatMap(declaredNames), variables };
};

const share = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(whole, 1)).toFixed(1)} % (${part} of ${whole})`;

/**
 * The three shares, and with a folder the names there that count, the most frequent first: distinct names declared at the top of
 * more than one file; distinct names in `…Of`; variables and parameters named by a participle.
 */
export const nameShares = (files: readonly FileNames[], folder?: string): readonly string[] => {
  const places = new Map<string, Set<string>>();
  for (const { file, top } of files)
    for (const name of top) places.set(name, (places.get(name) ?? new Set<string>()).add(file));
  const inFolder = (file: string): boolean => folder === undefined || file.startsWith(folder);
  const names = [...places].filter(([, of]) => [...of].some(inFolder));
  const repeated = names.filter(([, of]) => of.size > 1);
  const endInOf = names.filter(([name]) => /[a-z]Of$/.test(name));
  const variables = files.filter(({ file }) => inFolder(file)).flatMap((each) => each.variables);
  const nouns = new Map<string, number>();
  for (const name of variables) if (participles.has(name)) nouns.set(name, (nouns.get(name) ?? 0) + 1);
  const nounCount = [...nouns.values()].reduce((sum, count) => sum + count, 0);
  return [
    `names at the top of more than one file: ${share(repeated.length, names.length)}`,
    ...(folder === undefined
      ? []
      : repeated
          .sort(([, one], [, other]) => other.size - one.size)
          .map(([name, of]) => `  ${name} ×${of.size}: ${[...of].join(" ")}`)),
    `names in …Of: ${share(endInOf.length, names.length)}`,
    ...(folder === undefined ? [] : [`  ${endInOf.map(([name]) => name).join(" ")}`]),
    `participles as names of variables: ${share(nounCount, variables.length)}`,
    ...(folder === undefined
      ? []
      : [
          `  ${[...nouns]
            .sort(([, one], [, other]) => other - one)
            .map(([name, count]) => `${name} ×${count}`)
            .join(" ")}`,
        ]),
  ];
};
