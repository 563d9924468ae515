import { Combobox, makeStyles, Option, tokens, typographyStyles } from "@fluentui/react-components";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { t } from "../../../../i18n/t";
import { comparableText } from "../../../../i18n/typed-text";

/** One entry of a list under an input. */
export interface Suggestion {
  /** What the input gets. */
  readonly value: string;
  /** What it means, in words; "" where the value says it. */
  readonly meaning: string;
}

const useStyles = makeStyles({
  input: { minWidth: 0, width: "100%" },
  list: { maxHeight: "40vh" },
  entry: {
    display: "flex",
    flexWrap: "wrap",
    flexGrow: 1,
    minWidth: 0,
    justifyContent: "space-between",
    alignItems: "baseline",
    columnGap: tokens.spacingHorizontalM,
    overflowWrap: "anywhere",
  },
  value: typographyStyles.caption1,
});

const isSuggested = ({ value, meaning }: Suggestion, typed: string): boolean =>
  comparableText(`${value} ${meaning}`).includes(comparableText(typed));

/** An input with a list: typing narrows the list, an entry replaces what was typed, and any other text stays as it is. */
export const SuggestingInput = ({
  name,
  label,
  value,
  suggestions,
  searched = false,
  onChange,
  onType = onChange,
  onEnter,
}: {
  /** The name of the field, for the button that opens the list. */
  readonly name: string;
  /** For an input without a field around it, and shown in it while it is empty. */
  readonly label?: string;
  readonly value: string;
  readonly suggestions: readonly Suggestion[];
  /** The list is already the answer to what was typed, so typing does not narrow it. */
  readonly searched?: boolean;
  /** An entry was chosen. */
  readonly onChange: (value: string) => void;
  /** Something was typed. */
  readonly onType?: (text: string) => void;
  readonly onEnter?: () => void;
}): ReactNode => {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(false);
  const shown = typed && !searched ? suggestions.filter((one) => isSuggested(one, value)) : suggestions;
  return (
    <Combobox
      freeform
      // Beside the input, because everything of the pane must be inside of its landmark.
      inlinePopup
      {...(label !== undefined && { "aria-label": label, placeholder: label })}
      className={styles.input}
      input={{ className: styles.input, spellCheck: false, autoComplete: "off" }}
      expandIcon={suggestions.length === 0 ? null : { tabIndex: -1, "aria-label": t("build.showList", { name }) }}
      listbox={{ className: styles.list }}
      value={value}
      selectedOptions={[]}
      open={open && shown.length > 0}
      onOpenChange={(_, data) => {
        setOpen(data.open);
        if (!data.open) setTyped(false);
      }}
      onChange={({ target }) => {
        setTyped(true);
        onType(target.value);
      }}
      onKeyDown={({ key }: KeyboardEvent) => key === "Enter" && onEnter?.()}
      // Ctrl+Enter inserts the formula: what was typed is final.
      onKeyUp={({ key, ctrlKey, metaKey }: KeyboardEvent) => key === "Enter" && (ctrlKey || metaKey) && setOpen(false)}
      onOptionSelect={(event, { optionValue }) => {
        // Tab goes on to the next field. It does not replace what was typed.
        if (optionValue === undefined || ("key" in event && event.key === "Tab")) return;
        setTyped(false);
        onChange(optionValue);
      }}
    >
      {shown.map((one) => (
        <Option key={one.value} value={one.value} text={one.value} checkIcon={null}>
          <span className={styles.entry}>
            <span>{one.meaning === "" ? one.value : one.meaning}</span>{" "}
            {one.meaning !== "" && <span className={styles.value}>{one.value}</span>}
          </span>
        </Option>
      ))}
    </Combobox>
  );
};
