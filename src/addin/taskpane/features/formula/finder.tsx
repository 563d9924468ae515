import { Button, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import type { FormulaQuestion, QuestionGroup } from "../../../../formulas/define/question";
import { columnLabel } from "../../../../formulas/table/columns";
import { t } from "../../../../i18n/t";
import { type AccountList, useAccountList } from "../../state/account-list";
import { usePane } from "../../state/pane-state";
import { useDraft, usePromised } from "../../state/use-store";
import { TextField } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { GrowButton } from "../../ui/growing-list";
import { Quiet, Stack } from "../../ui/layout";
import { Section } from "../../ui/page";
import {
  createFormulaSearch,
  families,
  type FormulaEntry,
  type FormulaSearch,
  listFamily,
} from "../../../../formulas/search/formula-search";

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
  /** Opens the form of a function, with a column as the only one where it was found by that. */
  readonly choose: (name: string, column?: string) => void;
  readonly ask: (question: FormulaQuestion) => void;
}

/** Where a formula begins: questions by subject and functions by family, with one search over them and all columns. Enter opens the first result. */
export const Finder = (props: FinderProps): ReactNode => {
  const [{ search }, change] = useDraft("finder", { search: "" });
  const entries = useSearch(props)(search);
  const open = (entry: FormulaEntry): void => {
    if (entry.kind === "question") props.ask(entry.question);
    else props.choose(entry.definition.name, entry.kind === "column" ? entry.column.name : undefined);
  };
  const openFirst = (event: FormEvent): void => {
    event.preventDefault();
    const [first] = entries;
    if (first !== undefined) open(first);
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
      {search.trim() === "" ? <Tree {...props} /> : <Results entries={entries} open={open} key={search} />}
    </>
  );
};

/** The index is built when a search begins, and again when the help of the columns has come. */
const useSearch = ({ functions, groups }: FinderProps): FormulaSearch => {
  const { fieldDescriptions } = usePane().deps;
  const columns = usePromised(fieldDescriptions, [fieldDescriptions]);
  return useMemo(() => {
    let search: FormulaSearch | undefined;
    return (text) => {
      search ??= createFormulaSearch(functions, groups, (resource, column) => columns?.[resource]?.[column] ?? "");
      return search(text);
    };
  }, [functions, groups, columns]);
};

/** The functions whose form was opened last. */
export const recentFunctions: AccountList<string> = { key: "recent functions", most: 4, idOf: (name) => name };

/** The functions that were used last, and everything, folded. */
const Tree = ({ functions, groups, choose, ask }: FinderProps): ReactNode => {
  const names = useAccountList(recentFunctions);
  const toEntry = ({ name, description }: FunctionDefinition) => ({
    key: name,
    name,
    description,
    run: () => choose(name),
  });
  const recent = names.flatMap((name) => functions.find((one) => one.name === name) ?? []);
  return (
    <>
      {recent.length > 0 && (
        <Section title={t("find.recent")}>
          <EntryList label={t("find.recent")} entries={recent.map(toEntry)} />
        </Section>
      )}
      {groups.length > 0 && (
        <Section title={t("question.title")}>
          <div>
            {groups.map((group) => (
              <Fold key={group.id} title={group.title}>
                <EntryList
                  label={group.title}
                  entries={group.questions.map((question) => ({
                    key: question.id,
                    name: question.question,
                    isSentence: true,
                    run: () => ask(question),
                  }))}
                />
              </Fold>
            ))}
          </div>
        </Section>
      )}
      <Section title={t("find.functions")}>
        <div>
          {families.map((family) => (
            <Fold key={family} title={t(`build.family.${family}`)}>
              <EntryList label={t(`build.family.${family}`)} entries={listFamily(functions, family).map(toEntry)} />
            </Fold>
          ))}
        </div>
      </Section>
    </>
  );
};

/** The number of results shown at first: who does not find it among them types another word. */
const firstResults = 8;

const Results = ({
  entries,
  open,
}: {
  readonly entries: readonly FormulaEntry[];
  readonly open: (entry: FormulaEntry) => void;
}): ReactNode => {
  const [shown, setShown] = useState(firstResults);
  const left = entries.length - shown;
  return (
    <Stack>
      <span role="status">
        <Quiet>{entries.length === 0 ? t("find.none") : t("find.results", { count: entries.length })}</Quiet>
      </span>
      {entries.length > 0 && (
        <EntryList
          label={t("find.list")}
          entries={entries
            .slice(0, shown)
            .map((entry) => ({ key: entry.key, ...entryText(entry), run: () => open(entry) }))}
        />
      )}
      {left > 0 && <GrowButton left={left} grow={() => setShown(shown + 3 * firstResults)} />}
    </Stack>
  );
};

interface EntryText {
  readonly name: string;
  /** A question says what it is by itself. */
  readonly isSentence?: boolean;
  readonly description?: string;
}

/** A function by its name and help, a question as it is asked, a column by its label and where it stands. */
const entryText = (entry: FormulaEntry): EntryText => {
  if (entry.kind === "question")
    return { name: entry.question.question, isSentence: true, description: t("find.question") };
  const { name, description } = entry.definition;
  if (entry.kind === "function") return { name, description };
  return {
    name: columnLabel(entry.column.name),
    description: t("find.column", { column: entry.column.name, name }),
  };
};

/** What can be opened: its name, and what it is. */
const EntryList = ({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly (EntryText & { readonly key: string; readonly run: () => void })[];
}): ReactNode => {
  const styles = useStyles();
  return (
    <ul className={styles.list} aria-label={label}>
      {entries.map(({ key, name, isSentence = false, description, run }) => (
        <li key={key}>
          <Button appearance="subtle" className={styles.entry} onClick={run}>
            <span>
              {isSentence ? name : <span className={styles.name}>{name}</span>}
              {description !== undefined && (
                <>
                  {" "}
                  <span className={styles.description}>{description}</span>
                </>
              )}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
};
