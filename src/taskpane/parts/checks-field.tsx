import { Checkbox, Field } from "@fluentui/react-components";
import { useId, type ReactNode } from "react";

/** Several of a few. */
export const ChecksField = (props: {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly disabled?: boolean;
}): ReactNode => {
  const { label, choices, chosen, hint, problem } = props;
  // A field gives its control one id: without their own all boxes would share it, and every label would mean the first.
  const id = useId();
  const toggle = (value: string, on: boolean): void =>
    props.onChange(choices.map((choice) => choice.value).filter((one) => (one === value ? on : chosen.includes(one))));
  return (
    <Field
      label={label}
      {...(problem === undefined
        ? { hint: hint ?? "" }
        : { validationState: "error" as const, validationMessage: problem })}
    >
      <div role="group" aria-label={label}>
        {choices.map((choice) => (
          <div key={choice.value}>
            <Checkbox
              id={`${id}${choice.value}`}
              label={choice.label}
              checked={chosen.includes(choice.value)}
              disabled={props.disabled === true}
              onChange={(_, { checked }) => toggle(choice.value, checked === true)}
            />
          </div>
        ))}
      </div>
    </Field>
  );
};
