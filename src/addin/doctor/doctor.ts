import { OpenWorkbook } from "../../ooxml/open-workbook";
import { childOf } from "../../ooxml/xml";
import type { Finding } from "./causes";
import { examineFormulas } from "./formula-faults";
import { examineFrozen } from "./frozen-faults";
import { FunctionNames } from "../excel/function-names";
import { examineParts } from "./part-faults";

export interface DoctorContext {
  /** The worksheet functions, without a namespace. */
  readonly functions: readonly { readonly name: string; readonly result: "value" | "matrix" }[];
  /** The namespace of this release; empty if it has none. */
  readonly namespace: string;
  readonly nameInCells: (name: string) => string;
  /** Namespaces whose functions a repair turns into those of this release. */
  readonly renamed: readonly string[];
  /** The ids of the add-in's manifests. */
  readonly ids: readonly string[];
}

export interface Examination {
  /** How many cells have formulas of ours. */
  readonly formulas: number;
  /** Excel calculates the workbook only when the user asks for it. */
  readonly isManual: boolean;
  /** The file names the add-in, so that Excel offers or starts it. Without settings in the file that is not needed. */
  readonly isNamed: boolean;
  readonly findings: readonly Finding[];
  /** Makes the file with all repairs; undefined if nothing can be repaired. Parts that need none stay byte for byte. Works once. */
  readonly repaired: () => Uint8Array | undefined;
}

/**
 * Finds what is wrong with our formulas in an .xlsx file.
 * @throws OoxmlError with a sentence for the user, if the file cannot be read
 */
export const examineWorkbook = (bytes: Uint8Array, context: DoctorContext): Examination => {
  const open = OpenWorkbook.read(bytes);
  const { functions, namespace, nameInCells, renamed, ids } = context;
  const names = new FunctionNames(
    functions.map(({ name }) => name),
    namespace,
    nameInCells,
    renamed,
  );
  const matrices = functions.filter(({ result }) => result === "matrix").map(({ name }) => nameInCells(name));
  const formulas = examineFormulas(open, names, new Set(matrices));
  const parts = examineParts(open, ids);
  const diagnoses = [...formulas.diagnoses, ...parts.diagnoses, ...examineFrozen(open)];
  const repairs = diagnoses.flatMap(({ repair }) => repair ?? []);
  return {
    formulas: formulas.count,
    isManual: childOf(open.root, "calcPr")?.attributes["calcMode"] === "manual",
    isNamed: parts.isNamed,
    findings: diagnoses.map(({ cause, place, detail, repairable, formula }) => ({
      cause,
      place,
      detail,
      repairable,
      ...(formula !== undefined && { formula }),
    })),
    repaired: () => {
      if (repairs.length === 0) return undefined;
      for (const repair of repairs) repair();
      formulas.write();
      return open.parts.write();
    },
  };
};
