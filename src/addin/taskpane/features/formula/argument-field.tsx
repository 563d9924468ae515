import { Button, Checkbox, Field, Input, makeStyles, Select, tokens } from "@fluentui/react-components";
import { TableRegular } from "@fluentui/react-icons/svg/table";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { FunctionDefinition, ParameterDescription } from "../../../../formulas/define/definition";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useStore } from "../../state/use-store";
import { TextField } from "../../ui/fields";
import { Quiet, Row, Tight } from "../../ui/layout";
import { asTyped, isExpression } from "./formula-input";

interface ArgumentProps {
  readonly definition: FunctionDefinition;
  readonly parameter: ParameterDescription;
  readonly input: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** The field of one argument: a value or a reference (`=B1`), with suggestions, the selection, and a picker for fields and options. */
export const ArgumentField = (props: ArgumentProps): ReactNode => {
  const { parameter, definition, input, problem, onChange } = props;
  const list = useId();
  return (
    <Tight>
      <Field
        label={parameter.name}
        required={!parameter.optional}
        {...(problem === undefined
          ? { hint: parameter.description }
          : { validationState: "error" as const, validationMessage: problem })}
      >
        <Input
          value={input}
          spellCheck={false}
          list={list}
          style={{ minWidth: 0 }}
          input={{ style: { minWidth: 0 } }}
          contentAfter={<TakeSelection name={parameter.name} onChange={onChange} />}
          onChange={(_, { value }) => onChange(value)}
        />
      </Field>
      <Suggestions id={list} parameter={parameter} />
      {parameter.control === "fields" && definition.columns.length > 0 && <FieldPicker {...props} />}
      {parameter.control === "options" && definition.options.length > 0 && <OptionEditor {...props} />}
    </Tight>
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

const dates = ["today", "wtd", "mtd", "qtd", "ytd", "-30d", "-3m", "-1y"] as const;

/** Suggestions while typing: universes, analyses, choices, relative dates. */
const Suggestions = ({
  id,
  parameter,
}: {
  readonly id: string;
  readonly parameter: ParameterDescription;
}): ReactNode => {
  const { runtime } = usePane();
  const catalogue = useStore(runtime.universes.catalogue);
  const analyses = useStore(runtime.analyses.known);
  const offers: Partial<Record<ParameterDescription["control"], readonly (readonly [string, string])[]>> = {
    universe: catalogue.map(({ name, universe_id }) => [asTyped(name), universe_id]),
    instance: analyses.map(({ instance, name }) => [instance, name]),
    date: dates.map((date) => [date, t(`build.date.${date}`)]),
    limit: [["all", t("build.all")]],
    choice: parameter.choices?.map(({ value, description }) => [String(value), description]) ?? [],
  };
  const shown = parameter.choices?.map(({ value, description }) => [String(value), description] as const);
  return (
    <datalist id={id}>
      {(shown ?? offers[parameter.control] ?? []).map(([value, description]) => (
        <option key={value} value={value}>
          {description}
        </option>
      ))}
    </datalist>
  );
};

const useStyles = makeStyles({
  box: {
    maxHeight: "240px",
    overflowY: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: tokens.spacingHorizontalS,
  },
});

const namesIn = (input: string): readonly string[] =>
  input
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Field descriptions, loaded when the picker opens. */
const useDescriptions = (resource: string | undefined): Readonly<Record<string, string>> => {
  const { fieldDescriptions } = usePane().deps;
  const [descriptions, setDescriptions] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    void fieldDescriptions().then(
      (all) => setDescriptions({ ...all["entity"], ...(resource === undefined ? {} : all[resource]) }),
      () => undefined,
    );
  }, [resource, fieldDescriptions]);
  return descriptions;
};

/** Check boxes for the columns of the result, in the order in which they are checked. */
const FieldPicker = (props: ArgumentProps): ReactNode => {
  const [open, setOpen] = useState(false);
  return (
    <Tight>
      <Row>
        <Button
          size="small"
          appearance="subtle"
          aria-expanded={open}
          disabled={isExpression(props.input)}
          onClick={() => setOpen(!open)}
        >
          {t("build.pickFields")}
        </Button>
      </Row>
      {open && <Picker {...props} />}
    </Tight>
  );
};

const Picker = ({ definition, input, onChange }: ArgumentProps): ReactNode => {
  const styles = useStyles();
  const descriptions = useDescriptions(definition.resource);
  const [search, setSearch] = useState("");
  const chosen = namesIn(input);
  const searched = search.trim().toLowerCase();
  const shown = definition.columns.filter(({ name }) =>
    `${name} ${descriptions[name] ?? ""}`.toLowerCase().includes(searched),
  );
  const current =
    chosen.length > 0 ? chosen : definition.columns.filter((column) => column.shown).map(({ name }) => name);
  const toggle = (name: string, on: boolean): void =>
    onChange([...current.filter((one) => one !== name), ...(on ? [name] : [])].join(","));
  return (
    <>
      <Input
        size="small"
        aria-label={t("build.searchFields")}
        placeholder={t("build.searchFields")}
        value={search}
        onChange={(_, { value }) => setSearch(value)}
      />
      <div className={styles.box} role="group" aria-label={t("build.pickFields")}>
        {shown.map(({ name, type }) => (
          <div key={name}>
            <Checkbox
              checked={current.includes(name)}
              label={{ children: <FieldLabel name={name} description={descriptions[name] ?? type} /> }}
              onChange={(_, { checked }) => toggle(name, checked === true)}
            />
          </div>
        ))}
      </div>
    </>
  );
};

const FieldLabel = ({ name, description }: { readonly name: string; readonly description: string }): ReactNode => (
  <>
    {name}
    <Quiet>{description}</Quiet>
  </>
);

/** The value of `key=value`, in single quotes where it contains a separator. */
const quoted = (value: string): string => (/[;,']/.test(value) ? `'${value.replaceAll("'", "''")}'` : value);

/** Adds options one by one. */
const OptionEditor = ({ definition, input, onChange }: ArgumentProps): ReactNode => {
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const option = definition.options.find((one) => one.key === key);
  const add = (): void => {
    const rest = input
      .split(";")
      .map((pair) => pair.trim())
      .filter((pair) => pair !== "" && !pair.toLowerCase().startsWith(`${key.toLowerCase()}=`));
    onChange([...rest, `${key}=${value.includes(",") ? value : quoted(value)}`].join("; "));
    setKey("");
    setValue("");
  };
  if (isExpression(input)) return null;
  return (
    <Tight>
      <Select size="small" aria-label={t("build.addOption")} value={key} onChange={(_, data) => setKey(data.value)}>
        <option value="">{t("build.addOption")}</option>
        {definition.options.map((one) => (
          <option key={one.key} value={one.key}>
            {one.key}
          </option>
        ))}
      </Select>
      {option !== undefined && (
        <>
          <TextField label={key} hint={option.description} value={value} onChange={setValue} />
          {option.values !== undefined && <Quiet>{option.values.join(", ")}</Quiet>}
          <Row>
            <Button size="small" disabled={value.trim() === ""} onClick={add}>
              {t("pane.add")}
            </Button>
          </Row>
        </>
      )}
    </Tight>
  );
};
