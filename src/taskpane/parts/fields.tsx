import { Field, Input, Select, Textarea } from "@fluentui/react-components";
import type { ReactNode, RefObject } from "react";

interface Asked {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Says under the field what is expected. */
  readonly hint?: string | undefined;
  /** What is wrong, shown in place of the hint. */
  readonly problem?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

const fieldOf = ({ label, hint, problem, required }: Asked): object => ({
  label,
  required: required === true,
  ...(problem === undefined ? { hint } : { validationState: "error" as const, validationMessage: problem }),
});

/** One line of text. */
export const TextField = (
  props: Asked & {
    readonly secret?: boolean;
    readonly type?: "text" | "date" | "number" | "search";
    readonly placeholder?: string;
    readonly inputRef?: RefObject<HTMLInputElement>;
    readonly name?: string;
  },
): ReactNode => {
  const { secret = false, type = "text", inputRef, name, placeholder } = props;
  return (
    <Field {...fieldOf(props)}>
      <Input
        {...(name === undefined ? {} : { name })}
        {...(placeholder === undefined ? {} : { placeholder })}
        type={secret ? "password" : type}
        value={props.value}
        disabled={props.disabled === true}
        autoComplete="off"
        spellCheck={false}
        input={{ style: { minWidth: 0 }, ...(inputRef === undefined ? {} : { ref: inputRef }) }}
        style={{ minWidth: 0 }}
        onChange={(_, { value }) => props.onChange(value)}
      />
    </Field>
  );
};

/** Several lines of text. */
export const LinesField = (
  props: Asked & { readonly rows?: number; readonly placeholder?: string; readonly mono?: boolean },
): ReactNode => (
  <Field {...fieldOf(props)}>
    <Textarea
      value={props.value}
      disabled={props.disabled === true}
      resize="vertical"
      textarea={{ rows: props.rows ?? 3, spellCheck: false }}
      {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
      onChange={(_, { value }) => props.onChange(value)}
    />
  </Field>
);

/** One of a few. */
export const ChoiceField = (
  props: Asked & { readonly choices: readonly { readonly value: string; readonly label: string }[] },
): ReactNode => (
  <Field {...fieldOf(props)}>
    <Select
      value={props.value}
      disabled={props.disabled === true}
      onChange={(_, { value }) => props.onChange(value)}
      style={{ minWidth: 0 }}
    >
      {props.choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  </Field>
);
