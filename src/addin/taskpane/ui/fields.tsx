import { Checkbox, Field, FieldContextProvider, Input, Select, Textarea } from "@fluentui/react-components";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What the field expects. */
  readonly hint?: string | undefined;
  /** The error, shown in place of the hint. */
  readonly problem?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

const fieldProps = ({ label, hint, problem, required }: Omit<FieldProps, "value" | "onChange">): object => ({
  label,
  required: required === true,
  ...(problem === undefined ? { hint } : { validationState: "error" as const, validationMessage: problem }),
});

/** The props of a field that shows one text of a draft. */
export const bindField = <Name extends string>(
  form: {
    readonly draft: Readonly<Record<NoInfer<Name>, string>>;
    readonly problems?: Readonly<Partial<Record<NoInfer<Name>, string | undefined>>>;
    readonly change: (part: Readonly<Record<NoInfer<Name>, string>>) => void;
  },
  name: Name,
): Pick<FieldProps, "value" | "problem" | "onChange"> => ({
  value: form.draft[name],
  problem: form.problems?.[name],
  onChange: (value) => form.change({ [name]: value } as Record<Name, string>),
});

export const TextField = (
  props: FieldProps & {
    readonly secret?: boolean;
    readonly type?: "text" | "date" | "number" | "search";
    readonly placeholder?: string;
    readonly inputRef?: RefObject<HTMLInputElement>;
    readonly name?: string;
  },
): ReactNode => {
  const { secret = false, type = "text", inputRef, name, placeholder } = props;
  return (
    <Field {...fieldProps(props)}>
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

/** A multi-line text input. */
export const LinesField = (
  props: FieldProps & { readonly rows?: number; readonly placeholder?: string; readonly mono?: boolean },
): ReactNode => (
  <Field {...fieldProps(props)}>
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

/** A drop-down list. */
export const ChoiceField = (props: FieldProps & Choices): ReactNode => (
  <Field {...fieldProps(props)}>
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

interface Choices {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

interface ChecksProps extends Omit<FieldProps, "value" | "onChange">, Choices {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

export const ChecksField = (props: ChecksProps): ReactNode => (
  <Field {...fieldProps(props)}>
    {({ "aria-describedby": described }) => (
      <div
        role="group"
        aria-label={props.label}
        aria-describedby={described}
        // The group can take the focus, because it may have no check box.
        {...(props.problem !== undefined && { "data-wrong": true, tabIndex: -1 })}
      >
        {/* A field passes its id and name to one control only. With several controls, every label would refer to the first. */}
        <FieldContextProvider value={undefined}>
          <Boxes {...props} />
        </FieldContextProvider>
      </div>
    )}
  </Field>
);

const Boxes = ({ choices, chosen, disabled, onChange }: ChecksProps): ReactNode => {
  const toggle = (value: string, on: boolean): void =>
    onChange(choices.map((choice) => choice.value).filter((one) => (one === value ? on : chosen.includes(one))));
  return choices.map(({ value, label }) => (
    <div key={value}>
      <Checkbox
        label={label}
        checked={chosen.includes(value)}
        disabled={disabled === true}
        onChange={(_, { checked }) => toggle(value, checked === true)}
      />
    </div>
  ));
};

/** Focuses a text input when it appears. */
export const useFirstFocus = (): RefObject<HTMLInputElement> => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
};
