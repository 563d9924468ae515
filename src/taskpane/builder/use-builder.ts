import { useEffect, useMemo, useState } from "react";
import type { FunctionDefinition } from "../../formula/definition";
import { formulaText } from "../../formula/text";
import type { Matrix } from "../../table/matrix";
import type { Job, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { canPreview, preview } from "./preview";
import { readFormula, toArgument } from "./written";

interface BuilderDraft {
  readonly name: string;
  /** What the fields hold, by position. */
  readonly written: readonly string[];
  /** The cell whose formula was opened. */
  readonly editing: string;
  readonly shown: Matrix | undefined;
}

/** The formula builder. */
export interface Builder {
  readonly functions: readonly FunctionDefinition[];
  readonly failed: boolean;
  readonly definition: FunctionDefinition | undefined;
  readonly draft: BuilderDraft;
  readonly formula: string;
  readonly job: Job & { readonly now: JobState };
  readonly missing: readonly string[];
  readonly previewable: boolean;
  readonly choose: (name: string) => void;
  readonly write: (index: number, text: string) => void;
  /** Opens a formula in the form; false where it is not one call of ours. */
  readonly open: (formula: string, address: string) => boolean;
  readonly preview: () => void;
}

const empty: BuilderDraft = { name: "", written: [], editing: "", shown: undefined };

const useFunctions = (): { readonly functions: readonly FunctionDefinition[]; readonly failed: boolean } => {
  const { world } = usePane();
  const [functions, setFunctions] = useState<readonly FunctionDefinition[]>([]);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    world.functions().then(setFunctions, () => setFailed(true));
  }, [world]);
  return { functions, failed };
};

/** The parameters that must be filled and are not. */
const missingOf = (definition: FunctionDefinition | undefined, written: readonly string[]): readonly string[] =>
  definition?.parameters
    .filter(({ optional }, index) => !optional && (written[index] ?? "").trim() === "")
    .map(({ name }) => name) ?? [];

/** The builder's form, kept while the pane is closed. */
export const useBuilder = (): Builder => {
  const { runtime, world } = usePane();
  const { functions, failed } = useFunctions();
  const [draft, change, store] = useDraft("builder", empty);
  const job = useJob("builder-preview");
  const definition = functions.find(({ name }) => name === draft.name);
  const formula = useMemo(() => textOf(definition, draft.written), [definition, draft.written]);
  const open = (text: string, address: string): boolean => {
    const read = readFormula(text);
    const known = functions.some(({ name }) => name === read?.name);
    if (read !== undefined && known) store.set({ ...empty, ...read, editing: address });
    return read !== undefined && known;
  };
  const show = (): void => {
    if (definition === undefined) return;
    change({ shown: undefined });
    void job.start({ what: definition.name, query: formula }, async ({ signal }) => {
      const shown = await preview(definition, draft.written, { runtime, workbook: world.workbook, signal });
      change({ shown });
      return shown.length;
    });
  };
  return {
    ...{ functions, failed, definition, draft, formula, job, open },
    missing: missingOf(definition, draft.written),
    previewable: definition !== undefined && canPreview(definition, draft.written),
    choose: (name) => {
      job.reset();
      store.set({ ...empty, name });
    },
    write: (index, text) => change({ written: written(draft.written, index, text), shown: undefined }),
    preview: show,
  };
};

const written = (texts: readonly string[], index: number, text: string): readonly string[] =>
  Array.from({ length: Math.max(texts.length, index + 1) }, (_, at) => (at === index ? text : (texts[at] ?? "")));

const textOf = (definition: FunctionDefinition | undefined, texts: readonly string[]): string => {
  if (definition === undefined) return "";
  const numeric = definition.parameters.map(({ control }) => control === "number" || control === "limit");
  return `=${formulaText(
    definition.name,
    texts.map((text, index) => toArgument(text, numeric[index] === true)),
  )}`;
};
