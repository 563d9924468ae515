// Examines the formulas of Spillway in a workbook file, and repairs a copy: docs/excel.md.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Cause, causes, type Finding } from "../../src/addin/doctor/causes";
import { type DoctorContext, type Examination, examineWorkbook } from "../../src/addin/doctor/doctor";
import { createNamespace } from "../../src/addin/excel/sheet/namespace";
import { functions } from "../../src/formulas/functions";
import { fileEnding } from "../../src/ooxml/open-workbook";
import { addInAt } from "../manifest/add-in";
import { flag, readOptions, text } from "./command-line";

/** Lines of a cause that are printed; --json has all. */
const mostLines = 100;

const options = {
  repair: text("the name of the file to write", undefined),
  force: flag,
  json: flag,
  formulas: flag,
  environment: text("a name", undefined),
  namespace: text("a name", undefined),
  "no-namespace": flag,
  "from-namespace": text("a prefix of functions, or NONE", undefined),
};

type Given = ReturnType<typeof readCommand>;

const readCommand = () => {
  const withValue = Object.entries(options).filter(([, { takes }]) => takes !== undefined);
  const { tokens } = parseArgs({
    args: process.argv.slice(2),
    options: Object.fromEntries(withValue.map(([name]) => [name, { type: "string" }])),
    strict: false,
    tokens: true,
  });
  const files = tokens.flatMap((token) => (token.kind === "positional" ? [token] : []));
  const rest = process.argv.slice(2).filter((_, index) => !files.some((file) => file.index === index));
  const given = readOptions(options, rest);
  const [file, second] = files.map(({ value }) => value);
  if (file === undefined || second !== undefined)
    throw new Error("Name one file: npm run doctor -- FILE.xlsx [--repair OUT.xlsx]");
  return { ...given, file };
};

const contextOf = (given: Given): DoctorContext => {
  const { environment, "no-namespace": bare, "from-namespace": from } = given;
  const { ids, namespace = "" } = addInAt({ environment, namespace: bare ? false : given.namespace });
  const names = functions.map(({ name }) => name);
  const { nameInCells } = createNamespace(namespace, names);
  const renamed = from === undefined ? [] : [from.toUpperCase() === "NONE" ? "" : from];
  return { functions, namespace, nameInCells, renamed, ids: Object.values(ids) };
};

const readFile = (file: string): Uint8Array => {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? "unknown error"}.`, {
      cause: error,
    });
  }
};

/** Refuses names under which the copy would overwrite something, or under which Excel would not open it. */
const checkTarget = ({ file, repair, force }: Given, bytes: Uint8Array): void => {
  if (repair === undefined) return;
  if (path.resolve(repair) === path.resolve(file))
    throw new Error("--repair never overwrites the file itself: name another one.");
  if (existsSync(repair) && !force) throw new Error(`${repair} exists: name another file, or add --force.`);
  const ending = fileEnding(bytes);
  if (path.extname(repair).toLowerCase() !== ending)
    throw new Error(`The copy must end with ${ending}, as Excel would not open it otherwise.`);
};

interface Repaired {
  readonly file: string;
  readonly repaired: number;
  readonly left: readonly Finding[];
}

const countOf = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

const groupsOf = (findings: readonly Finding[]): (readonly [Cause, readonly Finding[]])[] =>
  (Object.keys(causes) as Cause[])
    .map((cause) => [cause, findings.filter((finding) => finding.cause === cause)] as const)
    .filter(([, found]) => found.length > 0);

const describe = (findings: readonly Finding[], withFormulas: boolean): string[] =>
  groupsOf(findings).flatMap(([cause, found]) => {
    const { title, what, todo } = causes[cause];
    const hidden = found.length - mostLines;
    return [
      "",
      `${title}: ${found.length.toLocaleString("en")} (${cause})`,
      `  ${what}`,
      `  To do: ${todo}`,
      ...found.slice(0, mostLines).map(({ place, detail, repairable, formula }) => {
        const shown = withFormulas && formula !== undefined ? `  ${formula}` : "";
        return `  ${place}  ${detail}  repairable: ${repairable ? "yes" : "no"}${shown}`;
      }),
      ...(hidden > 0 ? [`  … and ${hidden.toLocaleString("en")} more; --json lists all.`] : []),
    ];
  });

const summary = (file: string, { formulas, findings, isManual, isNamed }: Examination): string[] => {
  const repairable = findings.filter((finding) => finding.repairable).length;
  return [
    `${path.basename(file)}: ${countOf(formulas, "cell")} with formulas of Spillway, ${countOf(findings.length, "finding")}, ${repairable.toLocaleString("en")} repairable.`,
    ...(formulas > 0 && !isNamed
      ? ["The file does not name the add-in: with #NAME? in all its cells, open the Spillway pane once."]
      : []),
    ...(isManual ? ["Calculation is set to manual: after opening, press F9 to calculate."] : []),
  ];
};

const report = (given: Given, examined: Examination, repaired: Repaired | undefined): string => {
  const { file, json, formulas: withFormulas, repair } = given;
  const shown = (findings: readonly Finding[]): Partial<Finding>[] =>
    findings.map(({ formula, ...finding }) => ({
      ...finding,
      ...(withFormulas && formula !== undefined && { formula }),
    }));
  if (json) {
    const { formulas, findings, isManual, isNamed } = examined;
    const counts = Object.fromEntries(groupsOf(findings).map(([cause, found]) => [cause, found.length]));
    const copy = repaired && { ...repaired, file: path.basename(repaired.file), left: shown(repaired.left) };
    const whole = {
      file: path.basename(file),
      formulas,
      manualCalculation: isManual,
      namesAddin: isNamed,
      counts,
      findings: shown(findings),
    };
    return JSON.stringify({ ...whole, ...(copy && { copy }) }, null, 2);
  }
  const after =
    repaired === undefined
      ? repair === undefined
        ? []
        : ["", "Nothing can be repaired, so no file was written."]
      : [
          "",
          `${countOf(repaired.repaired, "repair")} in ${repaired.file}. It was examined again: ${countOf(repaired.left.length, "finding is", "findings are")} left.`,
          "Open it in Excel with the add-in, and look at the cells before you pass it on.",
        ];
  return [...summary(file, examined), ...describe(examined.findings, withFormulas), ...after].join("\n");
};

/** The exit code: 0 nothing is wrong (with --repair: in the copy), 1 something is, 2 the file or the command cannot be used. */
const run = (): number => {
  const given = readCommand();
  const context = contextOf(given);
  const bytes = readFile(given.file);
  checkTarget(given, bytes);
  const examined = examineWorkbook(bytes, context);
  const copy = given.repair === undefined ? undefined : examined.repaired();
  let repaired: Repaired | undefined;
  if (copy !== undefined && given.repair !== undefined) {
    const left = examineWorkbook(copy, context).findings;
    writeFileSync(given.repair, copy);
    const count = examined.findings.filter(({ repairable }) => repairable).length;
    repaired = { file: given.repair, repaired: count, left };
  }
  console.log(report(given, examined, repaired));
  return (repaired?.left ?? examined.findings).length === 0 ? 0 : 1;
};

try {
  process.exitCode = run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
