import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { parseAddress } from "../../../../facts/addresses";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import type { FormulaQuestion, QuestionGroup } from "../../../../formulas/define/question";
import { type PlainKey, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, usePromised, useStore } from "../../state/use-store";
import { useShownUniverse } from "../../state/use-shown-universe";
import { ChoiceField, TextField } from "../../ui/fields";
import { InsertBar } from "../../ui/insert-bar";
import { JobAction } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Section } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";
import { callIn, parseFormula } from "./formula-input";
import { useListPlace } from "./list-place";
import { canPreview, type FirstRows, preview, PreviewTable, countRecords } from "./preview";
import { type QuestionInput, addressBeside, formulaFor, listInputs, valuesAtHand } from "./question-values";

interface QuestionDraft {
  /** The id of the chosen question; empty where none is. */
  readonly chosen: string;
  readonly input: QuestionInput;
  /** The first rows of the call in the formula. */
  readonly shown: FirstRows | undefined;
}

const emptyQuestion: QuestionDraft = {
  chosen: "",
  input: { universe: "", list: "", weights: "", analysis: "" },
  shown: undefined,
};

/** "What do you want to know?": questions as starting points, and the chosen one with what the person fills in for it. */
export const useQuestion = () => {
  const { runtime, deps } = usePane();
  const groups = usePromised(deps.questions, [deps]) ?? noGroups;
  const { universe } = useShownUniverse();
  const [draft, change, store] = useDraft("questions", emptyQuestion);
  return {
    groups,
    question: groups.flatMap(({ questions }) => questions).find(({ id }) => id === draft.chosen),
    draft,
    change,
    ask: ({ id }: FormulaQuestion) => {
      const input = valuesAtHand({
        universe,
        catalogue: runtime.universes.catalogue.get(),
        analyses: runtime.analyses.known.get(),
        place: deps.workbook.place.get(),
      });
      store.set({ chosen: id, input, shown: undefined });
    },
    leave: () => change({ chosen: "" }),
  };
};

type ChosenQuestion = ReturnType<typeof useQuestion>;

const noGroups: readonly QuestionGroup[] = [];

/** The sentence of what is missing or no address, by field. */
const findQuestionProblems = (
  input: QuestionInput,
  needed: readonly (keyof QuestionInput)[],
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    needed.map((name) => {
      if (input[name].trim() === "") return [name, name === "universe" ? undefined : t("pane.required")];
      const isAddress = name === "list" || name === "weights";
      return [name, isAddress && parseAddress(input[name].trim()) === undefined ? t("question.noAddress") : undefined];
    }),
  );

/** More rows than a result of most questions has. */
const expectedSize = { rows: 20, columns: 5 };

/** The chosen question: it is filled in, previewed and inserted. */
export const QuestionForm = ({
  chosen: { draft, change, leave },
  question,
  functions,
  open,
}: {
  readonly chosen: ChosenQuestion;
  readonly question: FormulaQuestion;
  readonly functions: readonly FunctionDefinition[];
  /** Opens a formula in the form. */
  readonly open: (formula: string) => void;
}): ReactNode => {
  const { runtime, deps } = usePane();
  const catalogue = useStore(runtime.universes.catalogue);
  const { activeCell = "" } = useStore(deps.workbook.place) ?? {};
  const attempts = useAttempts();
  const needed = listInputs(question);
  const problems = findQuestionProblems(draft.input, needed);
  const formulaAt = (cell: string): string =>
    formulaFor(question, draft.input, { active: activeCell, cell, catalogue });
  const formula = formulaAt(activeCell);
  const place = useListPlace(functions, formulaAt);
  const isComplete = Object.values(problems).every((problem) => problem === undefined);
  return (
    <Section title={t("question.title")}>
      <Strong>{question.question}</Strong>
      <Row>
        <Button size="small" onClick={leave}>
          {t("find.back")}
        </Button>
        {isComplete && parseFormula(formula) !== undefined && (
          <Button size="small" appearance="subtle" onClick={() => open(formula)}>
            {t("question.edit")}
          </Button>
        )}
      </Row>
      <Stack box={attempts.fields}>
        {needed.map((name) => (
          <InputField
            key={name}
            name={name}
            input={draft.input}
            problem={attempts.tried || draft.input[name] !== "" ? problems[name] : undefined}
            onChange={(input) => change({ input, shown: undefined })}
          />
        ))}
      </Stack>
      <CallPreview {...{ question, formula, functions, draft, change }} check={() => attempts.pass(problems)} />
      <InsertBar
        insertion={{
          id: `question:${question.id}`,
          formula: formulaAt,
          size: expectedSize,
          sheetName: t("question.sheet"),
          ...place,
          isIncomplete: !isComplete,
          check: () => attempts.pass(problems),
        }}
      />
    </Section>
  );
};

const inputLabels: Readonly<Record<keyof QuestionInput, PlainKey>> = {
  universe: "question.universe",
  list: "question.list",
  weights: "question.weights",
  analysis: "question.analysis",
};

/** The field of a universe, a list, its weights or an analysis. */
const InputField = ({
  name,
  input,
  problem,
  onChange,
}: {
  readonly name: keyof QuestionInput;
  readonly input: QuestionInput;
  readonly problem: string | undefined;
  readonly onChange: (input: QuestionInput) => void;
}): ReactNode => {
  const { runtime } = usePane();
  const universes = useStore(runtime.universes.catalogue);
  const analyses = useStore(runtime.analyses.known);
  const label = t(inputLabels[name]);
  const field = { label, value: input[name], problem, required: name !== "universe" };
  if (name === "list")
    return (
      <TextField
        {...field}
        hint={t("question.listHint")}
        onChange={(list) =>
          onChange({
            ...input,
            list,
            weights: input.weights === addressBeside(input.list) ? addressBeside(list) : input.weights,
          })
        }
      />
    );
  if (name === "weights")
    return (
      <TextField {...field} hint={t("question.weightsHint")} onChange={(weights) => onChange({ ...input, weights })} />
    );
  const choices =
    name === "universe"
      ? universes.map((universe) => ({ value: universe.name, label: universe.name }))
      : analyses.map(({ instance, name: title }) => ({ value: instance, label: title }));
  const nothing = t(name === "universe" ? "question.noUniverse" : "question.noAnalysis");
  return (
    <ChoiceField
      {...field}
      // Where there is nothing to choose, "fill this in" would be no help.
      problem={choices.length === 0 && problem !== undefined ? nothing : problem}
      hint={choices.length === 0 ? nothing : undefined}
      choices={[...(input[name] === "" ? [{ value: "", label: "" }] : []), ...choices]}
      onChange={(value) => onChange({ ...input, [name]: value })}
    />
  );
};

/** The first rows of the call in a formula: functions of Excel around it are calculated in the cell. */
const CallPreview = ({
  question,
  formula,
  functions,
  draft,
  change,
  check,
}: Pick<ChosenQuestion, "draft" | "change"> & {
  readonly question: FormulaQuestion;
  readonly formula: string;
  readonly functions: readonly FunctionDefinition[];
  readonly check: () => boolean;
}): ReactNode => {
  const { deps } = usePane();
  const job = useJob(`question-preview:${question.id}`);
  const call = callIn(formula);
  const definition = functions.find(({ name }) => name === call?.name);
  if (definition === undefined || call === undefined || !canPreview(definition, call.inputs))
    return <Quiet>{t("build.noPreview")}</Quiet>;
  const show = (): void => {
    if (!check()) return;
    change({ shown: undefined });
    void job.start(definition.name, formula.slice(0, 200), async ({ signal }) => {
      const { shown } = await preview(definition, call.inputs, deps, signal);
      change({ shown });
      return countRecords(shown);
    });
  };
  return (
    <>
      <JobAction job={job} run={show} retries={false}>
        {t("build.previewDo")}
      </JobAction>
      {!call.isWhole && <Quiet>{t("question.previewOf", { name: definition.name })}</Quiet>}
      {draft.shown !== undefined && <PreviewTable preview={draft.shown} />}
    </>
  );
};
