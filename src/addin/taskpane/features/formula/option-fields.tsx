import { Field, makeStyles, Select, Switch, tokens, typographyStyles } from "@fluentui/react-components";
import { type ReactNode, useMemo } from "react";
import type { FunctionDefinition, OptionDescription } from "../../../../formulas/define/definition";
import { columnLabel } from "../../../../formulas/table/columns";
import { t } from "../../../../i18n/t";
import { Fold } from "../../ui/fold";
import { Tight } from "../../ui/layout";
import { useEditions } from "../../state/editions";
import { isExpression } from "./formula-input";
import { NamedLabel } from "./named-label";
import { readOptionText, writeOption } from "./option-text";
import { SuggestingInput } from "./suggesting-input";

const useStyles = makeStyles({
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
export const OptionFields = ({ definition, input, opened, onChange }: OptionsProps): ReactNode => {
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
  const styles = useStyles();
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
          suggestions={values.map((one) => ({ value: one, meaning: "" }))}
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
