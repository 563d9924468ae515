import { Button, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { type ReactNode, useEffect, useState } from "react";
import { parseArea } from "../../../../formulas/addresses";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import type { Question, QuestionGroup } from "../../../../formulas/define/question";
import { type PlainKey, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { ChoiceField, TextField } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { InsertBar } from "../../ui/insert-bar";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Section } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";
import { callIn, parseFormula } from "./formula-input";
import { canPreview, type FirstRows, preview, PreviewTable, recordsIn } from "./preview";
import { type QuestionInput, inputsOf, besideOf, formulaFor, searchQuestions, valuesAtHand } from "./question-values";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  question: {
    ...typographyStyles.body1,
    width: "100%",
    justifyContent: "flex-start",
    textAlign: "left",
    paddingLeft: tokens.spacingHorizontalXS,
    paddingRight: tokens.spacingHorizontalXS,
  },
});

interface QuestionDraft {
  readonly search: string;
  /** The id of the chosen question; empty shows all. */
  readonly chosen: string;
  readonly input: QuestionInput;
  /** The first rows of the call in the formula. */
  readonly shown: FirstRows | undefined;
}

const empty: QuestionDraft = {
  search: "",
  chosen: "",
  input: { universe: "", list: "", weights: "", analysis: "" },
  shown: undefined,
};

const useGroups = (): readonly QuestionGroup[] => {
  const { questions } = usePane().deps;
  const [groups, setGroups] = useState<readonly QuestionGroup[]>([]);
  useEffect(() => {
    void questions().then(setGroups, () => undefined);
  }, [questions]);
  return groups;
};

interface QuestionsProps {
  readonly functions: readonly FunctionDefinition[];
  /** Opens a formula in the form. */
  readonly open: (formula: string) => void;
}

/** "What do you want to know?": questions as starting points. The chosen one is filled in, previewed and inserted. */
export const Questions = (props: QuestionsProps): ReactNode => {
  const groups = useGroups();
  const { runtime, deps } = usePane();
  const [draft, change, store] = useDraft("questions", empty);
  const chosen = groups.flatMap(({ questions }) => questions).find(({ id }) => id === draft.chosen);
  const choose = ({ id }: Question): void => {
    const input = valuesAtHand({
      selected: runtime.universes.selected.get(),
      catalogue: runtime.universes.catalogue.get(),
      analyses: runtime.analyses.known.get(),
      place: deps.workbook.place.get(),
    });
    store.set({ ...draft, chosen: id, input, shown: undefined });
  };
  if (groups.length === 0) return null;
  return (
    <Section title={t("question.title")}>
      {chosen === undefined ? (
        <Finder groups={groups} search={draft.search} onSearch={(search) => change({ search })} choose={choose} />
      ) : (
        <Chosen key={chosen.id} {...props} question={chosen} draft={draft} change={change} />
      )}
    </Section>
  );
};

const Finder = ({
  groups,
  search,
  onSearch,
  choose,
}: {
  readonly groups: readonly QuestionGroup[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly choose: (question: Question) => void;
}): ReactNode => {
  const found = searchQuestions(groups, search);
  return (
    <Stack>
      <TextField type="search" label={t("question.search")} value={search} onChange={onSearch} />
      {found.length === 0 && <Quiet>{t("question.none")}</Quiet>}
      <div>
        {found.map((group) =>
          search.trim() === "" ? (
            <Fold key={group.id} title={group.title}>
              <List group={group} choose={choose} />
            </Fold>
          ) : (
            <Stack key={group.id}>
              <Strong>{group.title}</Strong>
              <List group={group} choose={choose} />
            </Stack>
          ),
        )}
      </div>
    </Stack>
  );
};

const List = ({
  group,
  choose,
}: {
  readonly group: QuestionGroup;
  readonly choose: (question: Question) => void;
}): ReactNode => {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={group.title}>
      {group.questions.map((question) => (
        <li key={question.id}>
          <Button appearance="subtle" className={styles.question} onClick={() => choose(question)}>
            {question.question}
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** The sentence of what is missing or no address, by field. */
const problemsOf = (
  input: QuestionInput,
  needed: readonly (keyof QuestionInput)[],
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    needed.map((name) => {
      if (input[name].trim() === "") return [name, name === "universe" ? undefined : t("pane.required")];
      const isAddress = name === "list" || name === "weights";
      return [name, isAddress && parseArea(input[name].trim()) === undefined ? t("question.noAddress") : undefined];
    }),
  );

/** More rows than a result of most questions has. */
const expectedSize = { rows: 20, columns: 5 };

const Chosen = ({
  question,
  draft,
  change,
  functions,
  open,
}: QuestionsProps & {
  readonly question: Question;
  readonly draft: QuestionDraft;
  readonly change: (part: Partial<QuestionDraft>) => void;
}): ReactNode => {
  const { runtime, deps } = usePane();
  const catalogue = useStore(runtime.universes.catalogue);
  const { activeCell = "" } = useStore(deps.workbook.place) ?? {};
  const attempts = useAttempts();
  const needed = inputsOf(question);
  const problems = problemsOf(draft.input, needed);
  const formulaAt = (cell: string): string =>
    formulaFor(question, draft.input, { active: activeCell, cell, catalogue });
  const formula = formulaAt(activeCell);
  const isComplete = Object.values(problems).every((problem) => problem === undefined);
  return (
    <Stack>
      <Strong>{question.question}</Strong>
      <Row>
        <Button size="small" onClick={() => change({ chosen: "" })}>
          {t("question.all")}
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
          check: () => attempts.pass(problems),
        }}
      />
    </Stack>
  );
};

const labels: Readonly<Record<keyof QuestionInput, PlainKey>> = {
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
  const label = t(labels[name]);
  const field = { label, value: input[name], problem, required: name !== "universe" };
  if (name === "list")
    return (
      <TextField
        {...field}
        hint={t("question.listHint")}
        onChange={(list) =>
          onChange({ ...input, list, weights: input.weights === besideOf(input.list) ? besideOf(list) : input.weights })
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
}: {
  readonly question: Question;
  readonly formula: string;
  readonly functions: readonly FunctionDefinition[];
  readonly draft: QuestionDraft;
  readonly change: (part: Partial<QuestionDraft>) => void;
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
    void job.start({ what: definition.name, query: formula.slice(0, 200) }, async ({ signal }) => {
      const { shown } = await preview(definition, call.inputs, deps, signal);
      change({ shown });
      return recordsIn(shown);
    });
  };
  return (
    <>
      <JobNotice job={job} />
      <Row>
        <Button disabledFocusable={job.now.status === "running"} onClick={show}>
          {t("build.previewDo")}
        </Button>
      </Row>
      {!call.isWhole && <Quiet>{t("question.previewOf", { name: definition.name })}</Quiet>}
      {draft.shown !== undefined && <PreviewTable preview={draft.shown} />}
    </>
  );
};
