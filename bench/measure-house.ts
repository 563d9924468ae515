import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { formulaPath } from "./formula-path";
import { type FileNames, nameShares, readNames } from "./names";
import { table } from "./report";

// npm run measure:house: figures of the modules in src/, shares of names, and the files on the path of one formula.
// npm run measure:house -- --names src/engine lists the names of that folder that count in the shares, and ends.

const root = path.join(__dirname, "..");
const few = 25;

interface Module {
  readonly file: string;
  readonly lines: number;
  /** The files that it imports from, with the names. Values and types, also by `import()` and `export … from`. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  readonly exports: readonly string[];
  readonly names: FileNames;
}

const sources = (): readonly string[] =>
  readdirSync(path.join(root, "src"), { recursive: true })
    .map((file) => path.posix.join("src", String(file).replaceAll("\\", "/")))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
    .sort();

const resolve = (from: string, specifier: string, files: ReadonlySet<string>): string | undefined => {
  if (!specifier.startsWith(".")) return undefined;
  const target = path.posix.join(path.posix.dirname(from), specifier);
  return [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((file) => files.has(file));
};

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

const namesOf = (statement: ts.Statement): readonly string[] => {
  if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined)
    return ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [];
  if (!isExported(statement)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as { readonly name?: ts.Identifier };
  return name === undefined ? [] : [name.text];
};

const importedNames = ({ importClause }: ts.ImportDeclaration): readonly string[] => {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined) return [];
  return ts.isNamedImports(bindings)
    ? bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    : ["*"];
};

const parse = (file: string, files: ReadonlySet<string>): Module => {
  const text = readFileSync(path.join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports = new Map<string, readonly string[]>();
  const add = (specifier: ts.Node | undefined, names: readonly string[]): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    const target = resolve(file, specifier.text, files);
    if (target !== undefined) imports.set(target, [...(imports.get(target) ?? []), ...names]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, importedNames(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, namesOf(node));
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], ["*"]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const exports = source.statements.flatMap(namesOf);
  return { file, lines: text.split("\n").length - 1, imports, exports, names: readNames(file, source) };
};

/** The files of the longest chain of imports. A file counts once, also where imports form a cycle. */
const longestChain = (modules: ReadonlyMap<string, Module>): readonly string[] => {
  const longest = new Map<string, readonly string[]>();
  const open = new Set<string>();
  const from = (file: string): readonly string[] => {
    const known = longest.get(file);
    if (known !== undefined || open.has(file)) return known ?? [];
    open.add(file);
    let best: readonly string[] = [];
    for (const target of modules.get(file)?.imports.keys() ?? []) {
      const chain = from(target);
      if (chain.length > best.length) best = chain;
    }
    open.delete(file);
    const chain = [file, ...best];
    longest.set(file, chain);
    return chain;
  };
  return [...modules.keys()].map(from).reduce((one, other) => (other.length > one.length ? other : one), []);
};

const percent = (part: number, whole: number): string => `${part} (${Math.round((100 * part) / whole)} %)`;

const measure = (folder: string, modules: ReadonlyMap<string, Module>): readonly (string | number)[] => {
  const own = [...modules.values()].filter(({ file }) => file.startsWith(folder));
  const lines = own.map((module) => module.lines).sort((one, other) => one - other);
  const importers = (file: string): readonly Module[] =>
    [...modules.values()].filter(({ imports }) => imports.has(file));
  const names = own.flatMap(({ file, exports }) => exports.map((name) => ({ file, name })));
  const usedOnce = names.filter(
    ({ file, name }) =>
      importers(file).filter(({ imports }) => imports.get(file)?.some((each) => each === name || each === "*"))
        .length === 1,
  );
  return [
    folder,
    own.length,
    lines.reduce((sum, count) => sum + count, 0),
    lines[Math.floor(lines.length / 2)] ?? 0,
    lines.filter((count) => count < few).length,
    percent(own.filter(({ file }) => importers(file).length === 1).length, own.length),
    percent(usedOnce.length, names.length),
  ];
};

const main = async (): Promise<void> => {
  const files = sources();
  const all = new Set(files);
  const modules = new Map(files.map((file) => [file, parse(file, all)]));
  const names = [...modules.values()].map((module) => module.names);
  const option = process.argv.indexOf("--names");
  if (option !== -1) {
    console.log(nameShares(names, process.argv[option + 1] ?? "src").join("\n"));
    process.exit(0);
  }
  const folders = ["src/", ...new Set(files.map((file) => file.split("/").slice(0, 2).join("/") + "/"))];
  const columns = [
    "folder",
    "modules",
    "lines",
    "median",
    `< ${few} lines`,
    "one importer",
    "exports with one importer",
  ];
  console.log(
    table(
      columns,
      folders.map((folder) => measure(folder, modules)),
    ),
  );
  console.log(`\n${nameShares(names).join("\n")}`);
  const chain = longestChain(modules);
  console.log(`\nLongest chain of imports: ${chain.length} files\n${chain.join("\n  → ")}`);
  const visited = await formulaPath();
  console.log(`\nFiles on the path of =ESG.EVENTS("EU Banks",3): ${visited.length}\n${visited.join("\n")}`);
  process.exit(0);
};

void main();
