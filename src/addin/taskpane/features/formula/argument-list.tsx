import { Button, Field, Input, makeStyles, Select, Switch, tokens, typographyStyles } from "@fluentui/react-components";
import { TableRegular } from "@fluentui/react-icons";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import type {
  FunctionDefinition,
  OptionDescription,
  ParameterDescription,
} from "../../../../formulas/define/definition";
import { columnLabel } from "../../../../formulas/table/columns";
import { countryOfCode } from "../../../../formulas/table/readable";
import { currentLocale, t } from "../../../../i18n/t";
import { useEditions } from "../../state/editions";
import { usePane } from "../../state/pane-state";
import { useUniverseOrder } from "../../state/use-shown-universe";
import { useStore } from "../../state/use-store";
import { useFirstFocus } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { Tight } from "../../ui/layout";
import { RowButton } from "../../ui/row-button";
import { ColumnPicker, NamedLabel } from "./column-picker";
import { CompanyInput } from "./company-input";
import { asTyped, isExpression } from "./formula-input";
import { readOptionText, writeOption } from "./option-text";
import { SuggestingInput, type Suggestion } from "./suggesting-input";

interface ArgumentListProps {
  readonly definition: FunctionDefinition;
  /** The content of the fields, by position. */
  readonly inputs: readonly string[];
  /** The formula that was opened; empty for a new one. */
  readonly opened: string;
  readonly findProblem: (name: string) => string | undefined;
  readonly write: (index: number, text: string) => void;
}

/** The number of arguments that a form shows at first: those that are needed or filled in, and the first of the others. */
const firstArguments = 4;

/** The fields of a function: the first arguments, and the others in a fold, which opens where one of them is wrong. */
export const ArgumentList = ({ definition, inputs, opened, findProblem, write }: ArgumentListProps): ReactNode => {
  // A field does not move while it is filled in: the cut is made when a function or a formula is opened.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const first = useMemo(() => listFirstArguments(definition, inputs), [definition, opened]);
  const field = (name: string): ReactNode => {
    const index = definition.parameters.findIndex((parameter) => parameter.name === name);
    const parameter = definition.parameters[index];
    if (parameter === undefined) return null;
    const input = inputs[index] ?? "";
    const onChange = (text: string): void => write(index, text);
    return (
      <Fragment key={name}>
        {parameter.control === "options" && <OptionFields {...{ definition, input, opened, onChange }} />}
        <ArgumentField {...{ definition, parameter, input, onChange }} problem={findProblem(name)} />
      </Fragment>
    );
  };
  const rest = definition.parameters.map(({ name }) => name).filter((name) => !first.includes(name));
  const isWrong = rest.some((name) => findProblem(name) !== undefined);
  return (
    <>
      {first.map(field)}
      {rest.length > 0 && (
        <Fold title={t("build.more", { count: rest.length })} open={isWrong}>
          {rest.map(field)}
        </Fold>
      )}
    </>
  );
};

/** The names of the arguments that are shown at once, in the order of the formula. */
const listFirstArguments = ({ parameters }: FunctionDefinition, inputs: readonly string[]): readonly string[] => {
  const needed = parameters.filter(({ optional }, index) => !optional || (inputs[index] ?? "").trim() !== "");
  const others = parameters.filter((parameter) => !needed.includes(parameter) && parameter.control !== "options");
  const first = [...needed, ...others.slice(0, Math.max(0, firstArguments - needed.length))];
  return parameters.filter((parameter) => first.includes(parameter)).map(({ name }) => name);
};

interface ArgumentProps {
  readonly definition: FunctionDefinition;
  readonly parameter: ParameterDescription;
  readonly input: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

const useStyles = makeStyles({
  line: { display: "flex", alignItems: "start", gap: tokens.spacingHorizontalXS },
  entry: { flexGrow: 1, minWidth: 0 },
});

/**
 * The field of one argument: a value or a reference (`=B1`). Beside it are a list of the allowed values, the selection, and a picker for
 * dates, fields and options.
 */
const ArgumentField = (props: ArgumentProps): ReactNode => {
  const { parameter, definition, problem } = props;
  const styles = useStyles();
  return (
    <Tight>
      <Field
        label={{ children: <NamedLabel label={parameter.label} name={parameter.name} /> }}
        required={!parameter.optional}
        {...(problem === undefined
          ? { hint: parameter.description }
          : { validationState: "error" as const, validationMessage: problem })}
      >
        {() => (
          <div className={styles.line}>
            <div className={styles.entry}>
              <ArgumentEntry {...props} />
            </div>
            <TakeSelection name={parameter.label} onChange={props.onChange} />
          </div>
        )}
      </Field>
      {parameter.control === "date" && <Calendar {...props} />}
      {parameter.control === "fields" && definition.columns.length > 0 && (
        <ColumnPicker
          definition={definition}
          required={!parameter.optional}
          input={props.input}
          onChange={props.onChange}
        />
      )}
    </Tight>
  );
};

const ArgumentEntry = ({ parameter, input, onChange }: ArgumentProps): ReactNode => {
  const suggestions = useSuggestions(parameter);
  if (parameter.control === "entities" || parameter.control === "entity")
    return (
      <CompanyInput
        name={parameter.label}
        value={input}
        several={parameter.control === "entities"}
        onChange={onChange}
      />
    );
  if (suggestions.length > 0)
    return <SuggestingInput name={parameter.label} value={input} suggestions={suggestions} onChange={onChange} />;
  return (
    <Input
      value={input}
      spellCheck={false}
      autoComplete="off"
      style={{ minWidth: 0, width: "100%" }}
      input={{ style: { minWidth: 0 } }}
      onChange={(_, { value }) => onChange(value)}
    />
  );
};

const TakeSelection = ({
  name,
  onChange,
}: {
  readonly name: string;
  readonly onChange: (text: string) => void;
}): ReactNode => {
  const { workbook } = usePane().deps;
  const label = t("build.takeSelection", { name });
  const take = (): void => {
    const address = workbook.place.get()?.address;
    if (address !== undefined) onChange(`=${address}`);
  };
  return (
    <Button
      appearance="transparent"
      size="small"
      icon={<TableRegular />}
      aria-label={label}
      title={label}
      onClick={take}
    />
  );
};

const dates = ["today", "-7d", "-30d", "-3m", "-1y", "wtd", "mtd", "qtd", "ytd"] as const;

const notCountries = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
let countryList: { readonly locale: string; readonly list: readonly Suggestion[] } | undefined;

/** The countries that the browser knows. Filters take their English names; the list shows those of the pane's language too. */
const countrySuggestions = (locale: string): readonly Suggestion[] => {
  if (countryList?.locale === locale) return countryList.list;
  const names = new Intl.DisplayNames([locale], { type: "region", fallback: "none" });
  const found = new Map<string, Suggestion>();
  for (const first of alphabet)
    for (const second of alphabet) {
      const value = notCountries.has(first + second) ? undefined : countryOfCode(first + second);
      if (value === undefined || value === first + second || found.has(value)) continue;
      const own = names.of(first + second) ?? value;
      found.set(value, { value, meaning: own === value ? "" : own });
    }
  const list = [...found.values()].toSorted((one, other) =>
    (one.meaning || one.value).localeCompare(other.meaning || other.value, locale),
  );
  countryList = { locale, list };
  return list;
};

/** Conditions in words, each with what a formula writes for it; empty for an option that takes none. */
const conditionSuggestions = (key: string): readonly Suggestion[] => {
  if (key === "score") return scoreSuggestions("gte:");
  if (key === "start_date" || key === "last_activity" || key === "extract_date")
    return dates.map((date) => ({ value: `gte:${date}`, meaning: t(`build.since.${date}`) }));
  if (key !== "employee_count" && key !== "revenue") return [];
  return [100, 1_000, 10_000].map((score) => ({ value: `gte:${score}`, meaning: t("build.orMore", { score }) }));
};

const scoreSuggestions = (operator: string): readonly Suggestion[] =>
  [1, 2, 3, 4, 5].map((score) => ({
    value: `${operator}${score}`,
    meaning: t(score === 5 ? "build.only" : "build.orMore", { score }),
  }));

/** What an argument may be: universes, analyses, dates, scores, or the closed set of the function. Empty where it may be anything. */
const useSuggestions = ({ name, control, choices }: ParameterDescription): readonly Suggestion[] => {
  const { runtime } = usePane();
  const universes = useStore(runtime.universes.catalogue).toSorted(useUniverseOrder());
  const analyses = useStore(runtime.analyses.known);
  if (choices !== undefined)
    return choices.map(({ value, description }) => ({ value: String(value), meaning: description }));
  if (name === "minScore") return scoreSuggestions("");
  if (name === "country") return countrySuggestions(currentLocale());
  if (control === "universe") return universes.map(({ name: title }) => ({ value: asTyped(title), meaning: "" }));
  if (control === "instance") return analyses.map(({ instance, name: title }) => ({ value: instance, meaning: title }));
  if (control === "limit")
    return [
      ...["10", "100", "1000"].map((value) => ({ value, meaning: "" })),
      { value: "all", meaning: t("build.all") },
    ];
  if (control !== "date") return [];
  return dates.map((date) => ({
    value: date,
    meaning: t(name === "from" ? `build.since.${date}` : `build.date.${date}`),
  }));
};

/** A calendar for a day that no word of the list means. */
const Calendar = (props: ArgumentProps): ReactNode => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <RowButton size="small" appearance="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("build.pickDate")}
      </RowButton>
      {open && <Day {...props} />}
    </>
  );
};

/** It is shown because somebody asked for it, so it gets the focus. */
const Day = ({ parameter, input, onChange }: ArgumentProps): ReactNode => {
  const field = useFirstFocus();
  return (
    <Input
      type="date"
      size="small"
      input={{ ref: field }}
      aria-label={t("build.dateFor", { name: parameter.label })}
      value={/^\d{4}-\d\d-\d\d$/.test(input) ? input : ""}
      onChange={(_, { value }) => value !== "" && onChange(value)}
    />
  );
};

const useHintStyles = makeStyles({
  hint: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
});

/** The options whose label is a text of its own; the label of a filter is the name of its field in words. */
const labelled = [
  "headers",
  "texts",
  "empty",
  "join",
  "dates",
  "cache",
  "onerror",
  "asof",
  "asof_within",
  "source",
  "transpose",
  "sort",
  "distinct",
  "explode",
  "more",
  "order",
  "show",
  "wide",
  "align",
  "outside",
  "total",
  "compare",
  "chains",
  "of",
  "date",
  "translate",
  "latest",
  "leaves",
  "matches",
  "sum",
  "need",
  "benchmark_weights",
] as const;

const optionLabel = (key: string): string => {
  const own = labelled.find((one) => one === key.toLowerCase());
  return own === undefined ? columnLabel(key) : t(`optionLabel.${own}`);
};

interface OptionsProps {
  readonly definition: FunctionDefinition;
  /** The text of the argument `options`. */
  readonly input: string;
  /** The formula that was opened; empty for a new one. */
  readonly opened: string;
  readonly onChange: (text: string) => void;
}

const readOptions = (input: string): ReturnType<typeof readOptionText> =>
  isExpression(input) ? undefined : readOptionText(input);

/**
 * The options of a function, each with a field of its own. Those that an opened formula sets stand first; the rest is folded. Nothing is shown
 * where the argument is a reference or no list of `key=value`, because it cannot be changed piece by piece.
 */
const OptionFields = ({ definition, input, opened, onChange }: OptionsProps): ReactNode => {
  // A field does not move while it is filled in, because it would lose the focus: the cut is made when a function or a formula is opened.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const first = useMemo(() => new Set(readOptions(input)?.map(({ key }) => key)), [definition, opened]);
  const pairs = readOptions(input);
  if (pairs === undefined || definition.options.length === 0) return null;
  const values = new Map(pairs.map(({ key, value }) => [key, value]));
  const field = (option: OptionDescription): ReactNode => (
    <OptionField
      key={option.key}
      option={option}
      value={values.get(option.key.toLowerCase()) ?? ""}
      onChange={(value) => onChange(writeOption(input, option.key.toLowerCase(), value))}
    />
  );
  const isFirst = ({ key }: OptionDescription): boolean => first.has(key.toLowerCase());
  const rest = definition.options.filter((option) => !isFirst(option));
  return (
    <>
      {definition.options.filter(isFirst).map(field)}
      {rest.length > 0 && <Fold title={t("build.options", { count: rest.length })}>{rest.map(field)}</Fold>}
    </>
  );
};

interface OptionProps {
  readonly option: OptionDescription;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The one option that is on unless a formula says no. */
const onByDefault = "more";

/** What a formula may write for a switch. */
const isOn = (value: string): boolean => ["yes", "true"].includes(value.toLowerCase());
const isOff = (value: string): boolean => ["no", "false"].includes(value.toLowerCase());

const OptionField = ({ option, value, onChange }: OptionProps): ReactNode => {
  const styles = useHintStyles();
  const { key, description, values = [] } = option;
  const label = <NamedLabel label={optionLabel(key)} name={key} />;
  if (values.length === 2 && values.includes("yes") && values.includes("no")) {
    return (
      <Tight>
        <Switch
          label={{ children: label }}
          checked={key === onByDefault ? !isOff(value) : isOn(value)}
          onChange={(_, { checked }) => {
            if (key === onByDefault) onChange(checked ? "" : "no");
            else onChange(checked ? "yes" : "");
          }}
        />
        <span className={styles.hint}>{description}</span>
      </Tight>
    );
  }
  return (
    <Field label={{ children: label }} hint={description}>
      {key === "asof" ? (
        <AsOfInput value={value} onChange={onChange} />
      ) : isClosed(option) ? (
        <Select value={value.toLowerCase()} style={{ minWidth: 0 }} onChange={(_, data) => onChange(data.value)}>
          <option value="">{t("build.usual")}</option>
          {values.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      ) : (
        <SuggestingInput
          name={optionLabel(key)}
          value={value}
          suggestions={[...conditionSuggestions(key), ...values.map((one) => ({ value: one, meaning: "" }))]}
          onChange={onChange}
        />
      )}
    </Field>
  );
};

/** One of few values, and nothing else. */
const closedOptions = new Set(["headers", "texts", "dates", "onerror", "of", "date", "compare"]);
const isClosed = ({ key, values }: OptionDescription): boolean => closedOptions.has(key) && values !== undefined;

/** Offers the editions of this device: names, and days without one. */
const AsOfInput = ({ value, onChange }: Omit<OptionProps, "option">): ReactNode => {
  const now = useEditions();
  const editions = now === undefined || now === "failed" ? [] : now.list;
  const all = editions.map(({ name, at }): [string, string] => {
    const day = new Date(at).toISOString().slice(0, 10);
    return name === undefined ? [day, ""] : [name, day];
  });
  const suggestions = [...new Map(all)].map(([value, meaning]) => ({ value, meaning }));
  return <SuggestingInput name={optionLabel("asof")} value={value} suggestions={suggestions} onChange={onChange} />;
};
