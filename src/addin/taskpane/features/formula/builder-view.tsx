import { Spinner } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { addressSheet, withSheetFrom } from "../../../../facts/sheet-names";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { formulaText } from "../../../../formulas/define/formula-text";
import { t } from "../../../../i18n/t";
import type { SelectionPlace } from "../../../excel/sheet/ranges";
import type { WritableStore } from "../../../../engine/store";
import { addToAccountList } from "../../state/account-list";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, usePromised, useStore } from "../../state/use-store";
import { useTimeZone } from "../../state/use-time-zone";
import { useShownUniverse } from "../../state/use-shown-universe";
import { InsertBar } from "../../ui/insert-bar";
import { JobAction } from "../../ui/job-form";
import { Quiet, Stack, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Page, Section } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";
import { RowButton } from "../../ui/row-button";
import { ArgumentList } from "./argument-list";
import { Finder, recentFunctions } from "./finder";
import { forecast } from "./forecast";
import { asTyped, isExpression, parseFormula, referencedAddress, toArgument } from "./formula-input";
import { useListPlace } from "./list-place";
import { canPreview, type FirstRows, preview, previewFromMemory, PreviewTable, countRecords } from "./preview";
import { QuestionForm, useQuestion } from "./questions";

/** The formula builder: find a function or a question, fill it in, preview five rows, insert. */
export const BuilderView = (): ReactNode => {
  const builder = useBuilder();
  const chosen = useQuestion();
  useOpened(builder);
  if (builder.failed) return <Notice intent="error">{t("pane.chunkFailed")}</Notice>;
  if (builder.functions.length === 0) return <Spinner size="small" label={t("pane.loading")} />;
  const back = (): void => {
    chosen.leave();
    builder.choose("");
  };
  return (
    <Page title={t("view.build")}>
      <FromCell builder={builder} />
      {builder.definition !== undefined ? (
        <FunctionForm key={builder.definition.name} builder={builder} back={back} />
      ) : chosen.question !== undefined ? (
        <QuestionForm
          key={chosen.question.id}
          chosen={chosen}
          question={chosen.question}
          functions={builder.functions}
          open={(formula) => builder.open(formula, "")}
        />
      ) : (
        <Finder functions={builder.functions} groups={chosen.groups} choose={builder.choose} ask={chosen.ask} />
      )}
    </Page>
  );
};

/** Opens the formula that another view has asked for. */
const useOpened = ({ functions, open }: Builder): void => {
  const { formulaToOpen } = usePane().state;
  const wanted = useStore(formulaToOpen);
  useEffect(() => {
    if (wanted === undefined || functions.length === 0) return;
    formulaToOpen.set(undefined);
    open(wanted.formula, wanted.address);
    // Opened once the functions are loaded.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, functions]);
};

const FromCell = ({ builder }: { readonly builder: Builder }): ReactNode => {
  const { workbook } = usePane().deps;
  const place = useStore(workbook.place);
  const cell = usePromised(() => workbook.formulaAt(), [workbook, place?.activeCell]);
  const [refused, setRefused] = useState("");
  if (builder.draft.editing !== "") return <Quiet>{t("build.editing", { address: builder.draft.editing })}</Quiet>;
  if (cell === undefined || !/[A-Z]\.[A-Z]+\(/i.test(cell.formula)) return null;
  const open = (): void => {
    if (!builder.open(cell.formula, cell.address)) setRefused(cell.address);
  };
  return (
    <Stack>
      <RowButton size="small" onClick={open}>
        {t("build.open", { address: cell.address })}
      </RowButton>
      {refused === cell.address && <Notice>{t("build.notOneCall", { address: cell.address })}</Notice>}
    </Stack>
  );
};

const FunctionForm = ({ builder, back }: { readonly builder: Builder; readonly back: () => void }): ReactNode => {
  const { definition, draft, attempts, justChosen } = builder;
  useEffect(() => {
    if (justChosen.current) attempts.fields.current?.querySelector("input")?.focus();
    justChosen.current = false;
  }, [attempts, justChosen]);
  if (definition === undefined) return null;
  return (
    <>
      <Stack>
        <RowButton size="small" onClick={back}>
          {t("find.back")}
        </RowButton>
        <div>
          <Strong>{definition.name}</Strong>
          <Quiet>{definition.description}</Quiet>
        </div>
      </Stack>
      <Examples builder={builder} />
      <Section title={t("build.arguments")} lead={t("build.argumentsLead")}>
        <Stack box={builder.attempts.fields}>
          <ArgumentList
            definition={definition}
            inputs={draft.inputs}
            opened={draft.opened}
            findProblem={(name) => findArgumentProblem(builder, name)}
            write={builder.write}
          />
        </Stack>
      </Section>
      <FormulaPreview builder={builder} />
      <Inserting builder={builder} definition={definition} />
    </>
  );
};

const Inserting = ({
  builder,
  definition,
}: {
  readonly builder: Builder;
  readonly definition: FunctionDefinition;
}): ReactNode => {
  const { attempts, problems, missing, formulaAt, draft } = builder;
  const changes = draft.editing !== "";
  const cost = useForecast(builder);
  const place = useListPlace(builder.functions, formulaAt);
  return (
    <Section title={t("build.insert")} lead={cost}>
      {missing.length > 0 ? (
        <Quiet>
          {t("build.missing", {
            names: missing
              .map((name) => definition.parameters.find((one) => one.name === name)?.label ?? name)
              .join(", "),
          })}
        </Quiet>
      ) : (
        <InsertBar
          insertion={{
            formula: formulaAt,
            sheetName: definition.name,
            id: `builder:${changes ? draft.editing : definition.name}`,
            // An edited formula is inside its own spill range, so only its cell is checked.
            size: definition.result === "value" || changes ? singleCell : spilling,
            check: () => attempts.pass(problems),
            form: attempts.fields,
            ...(!changes && place),
            ...(changes && { target: draft.editing, replaces: { address: draft.editing, formula: draft.opened } }),
          }}
        />
      )}
    </Section>
  );
};

/** A missing argument is no problem before the first attempt. */
const findArgumentProblem = ({ attempts, missing, problems }: Builder, name: string): string | undefined =>
  !attempts.tried && missing.includes(name) ? undefined : problems[name];

const singleCell = { rows: 1, columns: 1 };
const spilling = { rows: 20, columns: 5 };

const Examples = ({ builder }: { readonly builder: Builder }): ReactNode => {
  const examples = builder.definition?.examples.filter(({ formula }) => !formula.includes("{")) ?? [];
  if (examples.length === 0) return null;
  return (
    <Stack>
      {examples.slice(0, 2).map(({ formula, shows }) => (
        <Tight key={formula}>
          <Quiet>{shows}</Quiet>
          <RowButton size="small" title={formula} onClick={() => builder.open(formula, "")}>
            {t("build.example")}
          </RowButton>
        </Tight>
      ))}
    </Stack>
  );
};

/** What the formula will cost where that is much, or its preview, which reads fewer rows. */
const useForecast = (builder: Builder, limit?: string): string => {
  const { settings, universes } = usePane().runtime;
  const { rowCap } = useStore(settings);
  const selected = useStore(universes.selected)?.name;
  const { definition, draft } = builder;
  if (definition === undefined) return "";
  const inputs = Object.fromEntries(definition.parameters.map(({ name }, index) => [name, draft.inputs[index] ?? ""]));
  const fewer = limit !== undefined && definition.parameters.some(({ control }) => control === "limit");
  return forecast(definition, fewer ? { ...inputs, limit } : inputs, { rowCap, total: draft.total, selected });
};

const FormulaPreview = ({ builder }: { readonly builder: Builder }): ReactNode => {
  const { definition, draft, job } = builder;
  const cost = useForecast(builder, "5");
  if (definition === undefined) return null;
  return (
    <Section title={t("build.preview")}>
      {draft.shown === undefined && <Quiet>{builder.previewable ? cost : t("build.noPreview")}</Quiet>}
      <JobAction job={job} run={builder.preview} isUnready={!builder.previewable} retries={false}>
        {t("build.previewDo")}
      </JobAction>
      {draft.shown !== undefined && <PreviewTable preview={draft.shown} />}
    </Section>
  );
};

interface BuilderDraft {
  readonly name: string;
  /** The content of the fields, by position. */
  readonly inputs: readonly string[];
  /** The cell whose formula was opened; empty for a new formula. */
  readonly editing: string;
  /** The formula that was opened. */
  readonly opened: string;
  readonly shown: FirstRows | undefined;
  /** How many records the service has, as its answer to the preview said. */
  readonly total: number | undefined;
}

const emptyBuilder: BuilderDraft = {
  name: "",
  inputs: [],
  editing: "",
  opened: "",
  shown: undefined,
  total: undefined,
};

/** Names of required parameters without input. */
const missingArguments = (definition: FunctionDefinition | undefined, inputs: readonly string[]): readonly string[] =>
  definition?.parameters
    .filter(({ optional }, index) => !optional && (inputs[index] ?? "").trim() === "")
    .map(({ name }) => name) ?? [];

/** What the person works with already: the universe that was looked at last or the default, and the selected column as the list of companies. */
const inputsAtHand = (
  { parameters }: FunctionDefinition,
  {
    universe,
    place,
    column = "",
  }: {
    readonly universe: string | undefined;
    readonly place: SelectionPlace | undefined;
    readonly column: string | undefined;
  },
): readonly string[] => {
  const list = place?.columnCount === 1 && place.rowCount > 1 ? `=${place.address}` : "";
  return parameters.map(({ name, control, optional }) => {
    if (name === "universe") return universe === undefined ? "" : asTyped(universe);
    if (control === "fields") return column;
    return control === "entities" && !optional ? list : "";
  });
};

const useBuilder = () => {
  const pane = usePane();
  const { deps } = pane;
  const { universe } = useShownUniverse();
  const justChosen = useRef(false);
  const loaded = usePromised(() => deps.functions().catch(() => "failed" as const), [deps]);
  const functions = typeof loaded === "object" ? loaded : noFunctions;
  const [draft, change, store] = useDraft("builder", emptyBuilder);
  const job = useJob("builder-preview");
  const definition = functions.find(({ name }) => name === draft.name);
  const { activeCell = "" } = useStore(deps.workbook.place) ?? {};
  const formula = toFormula(definition, draft.inputs);
  const { attempts, problems } = useProblems(definition, draft.inputs);
  const previewable = definition !== undefined && canPreview(definition, draft.inputs);
  const isRight = Object.values(problems).every((problem) => problem === undefined);
  useMemoryPreview(store, definition, previewable && isRight && job.now.status !== "running");
  const open = (text: string, address: string): boolean => {
    const read = parseFormula(text);
    const known = functions.some(({ name }) => name === read?.name);
    if (read === undefined || !known) return false;
    attempts.forget();
    store.set({ ...emptyBuilder, ...read, editing: address, opened: text });
    return true;
  };
  const show = (): void => {
    if (definition === undefined || !attempts.pass(problems)) return;
    change({ shown: undefined, total: undefined });
    void job.start(definition.name, formula, async ({ signal }) => {
      const result = await preview(definition, draft.inputs, deps, signal);
      change(result);
      return countRecords(result.shown);
    });
  };
  return {
    ...{ functions, definition, draft, formula, job, attempts, problems, previewable },
    failed: loaded === "failed",
    /** Set between the choice of a function and its form, whose first field gets the focus. */
    justChosen,
    missing: missingArguments(definition, draft.inputs),
    /** The formula for a cell: on another sheet than the active one, addresses name their sheet. */
    formulaAt: (cell: string) =>
      addressSheet(cell) === addressSheet(activeCell)
        ? formula
        : toFormula(
            definition,
            draft.inputs.map((text) => withSheet(text, activeCell)),
          ),
    choose: (name: string, column?: string) => {
      job.reset();
      attempts.forget();
      justChosen.current = true;
      const chosen = functions.find((one) => one.name === name);
      if (chosen !== undefined) void addToAccountList(pane, recentFunctions, name);
      const place = deps.workbook.place.get();
      store.set({
        ...emptyBuilder,
        name,
        inputs: chosen === undefined ? [] : inputsAtHand(chosen, { universe: universe?.name, place, column }),
      });
    },
    write: (index: number, text: string) =>
      change({ inputs: replaceInput(draft.inputs, index, text), shown: undefined, total: undefined }),
    /** Opens a formula in the form; false where it is not exactly one call of a Spillway function. */
    open,
    preview: show,
  };
};

type Builder = ReturnType<typeof useBuilder>;

const noFunctions: readonly FunctionDefinition[] = [];

/** Milliseconds without a key after which memory is looked at. */
const memoryPause = 400;

/** Shows rows that are in memory as soon as the form has what the function needs. */
const useMemoryPreview = (
  store: WritableStore<BuilderDraft>,
  definition: FunctionDefinition | undefined,
  isReady: boolean,
): void => {
  const { deps } = usePane();
  const { inputs, shown } = useStore(store);
  const isWanted = isReady && shown === undefined;
  useEffect(() => {
    if (definition === undefined || !isWanted) return undefined;
    const controller = new AbortController();
    const look = async (): Promise<void> => {
      const result = await previewFromMemory(definition, inputs, deps, controller.signal);
      if (result !== undefined && !controller.signal.aborted) store.set({ ...store.get(), ...result });
    };
    const cancel = deps.runtime.clock.after(memoryPause, () => void look());
    return () => {
      cancel();
      controller.abort();
    };
  }, [deps, store, definition, inputs, isWanted]);
};

/** Problems of all arguments by their names, missing ones included. */
const useProblems = (definition: FunctionDefinition | undefined, texts: readonly string[]) => {
  const { runtime } = usePane();
  const attempts = useAttempts();
  const timeZone = useTimeZone();
  const missing = missingArguments(definition, texts);
  const problems = definition?.parameters.map((parameter, index) => {
    const lacks = missing.includes(parameter.name) ? t("pane.required") : undefined;
    return [
      parameter.name,
      lacks ?? argumentProblem(definition, index, texts[index] ?? "", { now: runtime.clock.now(), timeZone }),
    ] as const;
  });
  const byName: Readonly<Record<string, string | undefined>> = Object.fromEntries(problems ?? []);
  return { attempts, problems: byName };
};

/** A typed address with the sheet of the active cell, so that it means the same cells on every sheet. */
const withSheet = (text: string, activeCell: string): string =>
  referencedAddress(text) === undefined ? text : `=${withSheetFrom(text.trim().slice(1).trim(), activeCell)}`;

const replaceInput = (texts: readonly string[], index: number, text: string): readonly string[] =>
  Array.from({ length: Math.max(texts.length, index + 1) }, (_, at) => (at === index ? text : (texts[at] ?? "")));

const toFormula = (definition: FunctionDefinition | undefined, texts: readonly string[]): string => {
  if (definition === undefined) return "";
  const numeric = definition.parameters.map(({ control }) => control === "number" || control === "limit");
  return `=${formulaText(
    definition.name,
    texts.map((text, index) => toArgument(text, numeric[index] === true)),
  )}`;
};

/** The function's own check of an argument, which the form names by its label. References are not checked, because only Excel knows their values. */
const argumentProblem = (
  definition: FunctionDefinition,
  place: number,
  input: string,
  moment: Parameters<FunctionDefinition["check"]>[1],
): string | undefined => {
  const { name, label, control } = definition.parameters[place] ?? {};
  if (name === undefined || input.trim() === "" || isExpression(input) || control === "cell") return undefined;
  const problem = definition.check([place, toArgument(input, control === "number" || control === "limit")], moment);
  return problem?.startsWith(`${name} `) === true ? `${label ?? name}${problem.slice(name.length)}` : problem;
};
