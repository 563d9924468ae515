import { Button, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import type { FormEvent, ReactNode } from "react";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import type { FormulaQuestion, QuestionGroup } from "../../../../formulas/define/question";
import { t } from "../../../../i18n/t";
import { useDraft } from "../../state/use-store";
import { TextField } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { Quiet, Stack, Strong } from "../../ui/layout";
import { Section } from "../../ui/page";
import { families, rankFunctions, searchFunctions } from "./function-search";
import { searchQuestions } from "./question-values";

const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  entry: {
    ...typographyStyles.body1,
    width: "100%",
    justifyContent: "flex-start",
    textAlign: "left",
    paddingLeft: tokens.spacingHorizontalXS,
    paddingRight: tokens.spacingHorizontalXS,
  },
  name: { ...typographyStyles.body1Strong, display: "block" },
  description: { ...typographyStyles.caption1, display: "block" },
});

interface FinderProps {
  readonly functions: readonly FunctionDefinition[];
  readonly groups: readonly QuestionGroup[];
  /** Opens the form of a function. */
  readonly choose: (name: string) => void;
  /** Opens a question. */
  readonly ask: (question: FormulaQuestion) => void;
}

/** Where a formula begins: questions by subject and functions by family, with one search over both. Enter opens the first result. */
export const Finder = (props: FinderProps): ReactNode => {
  const [{ search }, change] = useDraft("finder", { search: "" });
  const functions = searchFunctions(props.functions, search);
  const groups = searchQuestions(props.groups, search);
  const openFirst = (event: FormEvent): void => {
    event.preventDefault();
    const [definition] = functions;
    const question = groups[0]?.questions[0];
    if (definition !== undefined) props.choose(definition.name);
    else if (search.trim() !== "" && question !== undefined) props.ask(question);
  };
  return (
    <>
      <form onSubmit={openFirst} role="search">
        <TextField
          type="search"
          label={t("find.search")}
          placeholder={t("find.example")}
          value={search}
          onChange={(text) => change({ search: text })}
        />
      </form>
      {search.trim() === "" ? <Tree {...props} /> : <FoundFunctions {...props} functions={functions} groups={groups} />}
    </>
  );
};

/** Everything, folded. */
const Tree = ({ functions, groups, choose, ask }: FinderProps): ReactNode => (
  <>
    {groups.length > 0 && (
      <Section title={t("question.title")}>
        <div>
          {groups.map((group) => (
            <Fold key={group.id} title={group.title}>
              <QuestionList group={group} ask={ask} />
            </Fold>
          ))}
        </div>
      </Section>
    )}
    <Section title={t("find.functions")}>
      <div>
        {families.map((family) => (
          <Fold key={family} title={t(`build.family.${family}`)}>
            <FunctionList
              label={t(`build.family.${family}`)}
              functions={rankFunctions(functions, family)}
              choose={choose}
            />
          </Fold>
        ))}
      </div>
    </Section>
  </>
);

const FoundFunctions = ({ functions, groups, choose, ask }: FinderProps): ReactNode => {
  const questions = groups.reduce((sum, group) => sum + group.questions.length, 0);
  return (
    <Stack>
      <span role="status">
        <Quiet>
          {functions.length + questions === 0
            ? t("find.none")
            : `${t("find.countFunctions", { count: functions.length })} · ${t("find.countQuestions", { count: questions })}`}
        </Quiet>
      </span>
      {functions.length > 0 && (
        <div>
          <Strong>{t("find.functions")}</Strong>
          <FunctionList label={t("find.functions")} functions={functions} choose={choose} />
        </div>
      )}
      {groups.map((group) => (
        <div key={group.id}>
          <Strong>{group.title}</Strong>
          <QuestionList group={group} ask={ask} />
        </div>
      ))}
    </Stack>
  );
};

const FunctionList = ({
  label,
  functions,
  choose,
}: Pick<FinderProps, "functions" | "choose"> & { readonly label: string }): ReactNode => {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={label}>
      {functions.map(({ name, description }) => (
        <li key={name}>
          <Button appearance="subtle" className={styles.entry} onClick={() => choose(name)}>
            <span>
              <span className={styles.name}>{name}</span> <span className={styles.description}>{description}</span>
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
};

const QuestionList = ({ group, ask }: Pick<FinderProps, "ask"> & { readonly group: QuestionGroup }): ReactNode => {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={group.title}>
      {group.questions.map((question) => (
        <li key={question.id}>
          <Button appearance="subtle" className={styles.entry} onClick={() => ask(question)}>
            {question.question}
          </Button>
        </li>
      ))}
    </ul>
  );
};
