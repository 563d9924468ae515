import { Checkbox, Input, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import type { ColumnDescription, FunctionDefinition } from "../../../../formulas/define/definition";
import { columnLabel } from "../../../../formulas/table/columns";
import { t } from "../../../../i18n/t";
import { comparableText } from "../../../../i18n/typed-text";
import type { FieldDescriptions } from "../../pane-deps";
import { usePane } from "../../state/pane-state";
import { usePromised } from "../../state/use-store";
import { Quiet, Strong, Tight } from "../../ui/layout";
import { RowButton } from "../../ui/row-button";
import { isExpression } from "./formula-input";

const useStyles = makeStyles({
  box: {
    maxHeight: "300px",
    overflowY: "auto",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: tokens.spacingHorizontalS,
  },
});

interface PickerProps {
  readonly definition: FunctionDefinition;
  /** Without columns the function shows none; otherwise it shows its usual ones. */
  readonly required: boolean;
  readonly input: string;
  readonly onChange: (text: string) => void;
}

/** Check boxes for the columns of the result, in the order in which they are checked. */
export const ColumnPicker = (props: PickerProps): ReactNode => {
  const [open, setOpen] = useState(false);
  return (
    <Tight>
      <RowButton
        size="small"
        appearance="subtle"
        aria-expanded={open}
        disabled={isExpression(props.input)}
        onClick={() => setOpen(!open)}
      >
        {t("build.pickFields")}
      </RowButton>
      {open && <Picker {...props} />}
    </Tight>
  );
};

const listColumnNames = (input: string): readonly string[] =>
  input
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Texts of the record's own fields and of the company's, loaded when the picker opens. */
const useFieldTexts = (
  load: () => Promise<FieldDescriptions>,
  resource: string | undefined,
): ((column: string) => string) => {
  const texts = usePromised(load, [load]) ?? {};
  const companies = texts["entity"] ?? {};
  const own = texts[resource ?? ""] ?? {};
  return (column) => own[column] ?? companies[column.replace(companyPrefix, "")] ?? "";
};

const companyPrefix = /^entity\./;

const Picker = ({ definition, required, input, onChange }: PickerProps): ReactNode => {
  const styles = useStyles();
  const { fieldDescriptions, fieldExamples } = usePane().deps;
  const descriptionOf = useFieldTexts(fieldDescriptions, definition.resource);
  const exampleOf = useFieldTexts(fieldExamples, definition.resource);
  const [search, setSearch] = useState("");
  const searched = comparableText(search);
  const fits = ({ name }: ColumnDescription): boolean =>
    comparableText(`${name} ${columnLabel(name)} ${descriptionOf(name)}`).includes(searched);
  const chosen = listColumnNames(input);
  const shown = definition.columns.filter((column) => column.shown).map(({ name }) => name);
  const current = chosen.length > 0 || required ? chosen : shown;
  const toggle = (name: string, on: boolean): void =>
    onChange([...current.filter((one) => one !== name), ...(on ? [name] : [])].join(","));
  const own = definition.columns.filter(fits);
  const companies = definition.companyColumns.filter((column) => !shown.includes(column.name) && fits(column));
  const box = (column: ColumnDescription): ReactNode => (
    <Checkbox
      key={column.name}
      style={{ display: "flex" }}
      checked={current.includes(column.name)}
      label={{
        children: <Label column={column} description={descriptionOf(column.name)} example={exampleOf(column.name)} />,
      }}
      onChange={(_, { checked }) => toggle(column.name, checked === true)}
    />
  );
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
        {own.map(box)}
        {companies.length > 0 && <Strong>{t("build.companyColumns")}</Strong>}
        {companies.map(box)}
        {own.length + companies.length === 0 && <Quiet>{t("build.noColumns")}</Quiet>}
      </div>
    </>
  );
};

const columnType = (type: string): string => {
  if (type === "integer" || type === "number") return t("build.type.number");
  if (type === "date-time" || type === "date") return t("build.type.date");
  return type === "boolean" ? t("build.type.boolean") : t("build.type.text");
};

const Label = ({
  column: { name, type },
  description,
  example,
}: {
  readonly column: ColumnDescription;
  readonly description: string;
  readonly example: string;
}): ReactNode => (
  <>
    <NamedLabel label={columnLabel(name.replace(companyPrefix, ""))} name={name} />
    <Quiet>{[columnType(type), description].filter((part) => part !== "").join(": ")}</Quiet>
    {example !== "" && <Quiet>{t("build.fieldExample", { example })}</Quiet>}
  </>
);

const useNameStyles = makeStyles({
  name: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
});

/** What people call an argument, an option or a column, and in small type what formulas call it where that is another word. */
export const NamedLabel = ({ label, name }: { readonly label: string; readonly name: string }): ReactNode => {
  const styles = useNameStyles();
  if (label.toLowerCase() === name.toLowerCase()) return label;
  return (
    <>
      {label} <span className={styles.name}>{name}</span>
    </>
  );
};
