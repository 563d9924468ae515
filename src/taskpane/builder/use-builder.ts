import { useEffect, useMemo, useState } from "react";
import type { FunctionDefinition } from "../../formula/definition";
import { formulaText } from "../../formula/text";
import type { Matrix } from "../../table/matrix";
import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { Job, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob, useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { problemOf } from "./argument-problem";
import { canPreview, preview } from "./preview";
import { addressOf, readFormula, toArgument } from "./written";

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
  /** The same for another sheet than the active one: addresses name their sheet. */
  readonly formulaElsewhere: string;
  readonly job: Job & { readonly now: JobState };
  readonly missing: readonly string[];
  readonly attempts: Attempts;
  /** What is wrong, by parameter. */
  readonly problems: Readonly<Record<string, string | undefined>>;
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
  const formulas = useFormulas(definition, draft.written);
  const { attempts, problems } = useProblems(definition, draft.written);
  const open = (text: string, address: string): boolean => {
    const read = readFormula(text);
    const known = functions.some(({ name }) => name === read?.name);
    if (read === undefined || !known) return false;
    attempts.forget();
    store.set({ ...empty, ...read, editing: address });
    return true;
  };
  const show = (): void => {
    if (definition === undefined || !attempts.pass(problems)) return;
    change({ shown: undefined });
    void job.start({ what: definition.name, query: formulas.formula }, async ({ signal }) => {
      const shown = await preview(definition, draft.written, { runtime, workbook: world.workbook, signal });
      change({ shown });
      return shown.length;
    });
  };
  return {
    ...{ functions, failed, definition, draft, ...formulas, job, attempts, problems, open },
    missing: missingOf(definition, draft.written),
    previewable: definition !== undefined && canPreview(definition, draft.written),
    choose: (name) => {
      job.reset();
      attempts.forget();
      store.set({ ...empty, name });
    },
    write: (index, text) => change({ written: written(draft.written, index, text), shown: undefined }),
    preview: show,
  };
};

/** What is wrong with the arguments; one that must be filled is only told where somebody wanted rows without it. */
const useProblems = (
  definition: FunctionDefinition | undefined,
  texts: readonly string[],
): Pick<Builder, "attempts" | "problems"> => {
  const say = useText();
  const { runtime } = usePane();
  const attempts = useAttempts();
  const missing = missingOf(definition, texts);
  const problems = definition?.parameters.map((parameter, index) => {
    const lacks = missing.includes(parameter.name) ? say("pane.required") : undefined;
    return [parameter.name, lacks ?? problemOf(definition, [index, texts[index] ?? ""], runtime.clock.now())] as const;
  });
  return { attempts, problems: Object.fromEntries(problems ?? []) };
};

/** What is inserted on the active sheet, and what on another one. */
const useFormulas = (
  definition: FunctionDefinition | undefined,
  texts: readonly string[],
): Pick<Builder, "formula" | "formulaElsewhere"> => {
  const sheet = useSheet();
  return useMemo(() => {
    const elsewhere = texts.map((text) => onSheet(text, sheet));
    return { formula: textOf(definition, texts), formulaElsewhere: textOf(definition, elsewhere) };
  }, [definition, texts, sheet]);
};

/** The active cell's sheet, with its exclamation mark. */
const useSheet = (): string => {
  const { activeCell = "" } = useStore(usePane().world.workbook.place) ?? {};
  return activeCell.slice(0, activeCell.lastIndexOf("!") + 1);
};

/** A typed address with its sheet, so that it means the same cells from everywhere. */
const onSheet = (text: string, sheet: string): string =>
  addressOf(text)?.includes("!") === false ? `=${sheet}${text.trim().slice(1).trim()}` : text;

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
