import { Button, Field, Input, makeStyles, tokens } from "@fluentui/react-components";
import { TableRegular } from "@fluentui/react-icons";
import { type ReactNode, useState } from "react";
import type { FunctionDefinition, ParameterDescription } from "../../../../formulas/define/definition";
import { countryOfCode } from "../../../../formulas/table/readable";
import { currentLocale, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useUniverseOrder } from "../../state/use-shown-universe";
import { useStore } from "../../state/use-store";
import { useFirstFocus } from "../../ui/fields";
import { Row, Tight } from "../../ui/layout";
import { ColumnPicker } from "./column-picker";
import { CompanyInput } from "./company-input";
import { asTyped } from "./formula-input";
import { NamedLabel } from "./named-label";
import { type Suggestion, SuggestingInput } from "./suggesting-input";

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
export const ArgumentField = (props: ArgumentProps): ReactNode => {
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

/** What an argument may be: universes, analyses, dates, scores, or the closed set of the function. Empty where it may be anything. */
const useSuggestions = ({ name, control, choices }: ParameterDescription): readonly Suggestion[] => {
  const { runtime } = usePane();
  const universes = useStore(runtime.universes.catalogue).toSorted(useUniverseOrder());
  const analyses = useStore(runtime.analyses.known);
  if (choices !== undefined)
    return choices.map(({ value, description }) => ({ value: String(value), meaning: description }));
  if (name === "minScore")
    return [1, 2, 3, 4, 5].map((score) => ({
      value: String(score),
      meaning: t(score === 5 ? "build.only" : "build.orMore", { score }),
    }));
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
    <Row>
      <Button size="small" appearance="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t("build.pickDate")}
      </Button>
      {open && <Day {...props} />}
    </Row>
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
