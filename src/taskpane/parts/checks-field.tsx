import { Checkbox, Field, FieldContextProvider } from "@fluentui/react-components";
import type { ReactNode } from "react";

interface Checks {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
}

/** Several of a few. */
export const ChecksField = (props: Checks): ReactNode => (
  <Field
    label={props.label}
    required={props.required === true}
    {...(props.problem === undefined
      ? props.hint !== undefined && { hint: props.hint }
      : { validationState: "error" as const, validationMessage: props.problem })}
  >
    {({ "aria-describedby": described }) => (
      <div
        role="group"
        aria-label={props.label}
        aria-describedby={described}
        // Without a box to tick the group itself takes the focus.
        {...(props.problem !== undefined && { "data-wrong": true, tabIndex: -1 })}
      >
        {/* A field gives its id and its name to its one control: in it, every label would mean the first box. */}
        <FieldContextProvider value={undefined}>
          <Boxes {...props} />
        </FieldContextProvider>
      </div>
    )}
  </Field>
);

const Boxes = ({ choices, chosen, disabled, onChange }: Checks): ReactNode => {
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
