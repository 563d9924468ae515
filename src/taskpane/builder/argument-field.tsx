import { Button, Field, Input } from "@fluentui/react-components";
import { TableRegular } from "@fluentui/react-icons/svg/table";
import { useId, type ReactNode } from "react";
import type { FunctionDefinition, ParameterDescription } from "../../formula/definition";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import { Tight } from "../parts/layout";
import { useText } from "../text/use-text";
import { FieldPicker } from "./field-picker";
import { OptionEditor } from "./option-editor";
import { asTyped } from "./written";

/** What every argument's editor is given. */
export interface ArgumentProps {
  readonly definition: FunctionDefinition;
  readonly parameter: ParameterDescription;
  readonly written: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
}

/** One argument: a line for a value or a reference (`=B1`), with suggestions, the selection, and a picker where one helps. */
export const ArgumentField = (props: ArgumentProps): ReactNode => {
  const { parameter, definition, written, problem, onChange } = props;
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
          value={written}
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
  const say = useText();
  const { workbook } = usePane().world;
  const label = say("build.takeSelection", { name });
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

const dates = ["today", "-30d", "-3m", "-1y", "ytd"] as const;

/** What the field offers while typing: universes, analyses, choices, spans of time. */
const Suggestions = ({
  id,
  parameter,
}: {
  readonly id: string;
  readonly parameter: ParameterDescription;
}): ReactNode => {
  const say = useText();
  const { runtime } = usePane();
  const catalogue = useStore(runtime.universes.catalogue);
  const analyses = useStore(runtime.analyses.known);
  const offers: Partial<Record<ParameterDescription["control"], readonly (readonly [string, string])[]>> = {
    universe: catalogue.map(({ name, universe_id }) => [asTyped(name), universe_id]),
    instance: analyses.map(({ instance, name }) => [instance, name]),
    date: dates.map((date) => [date, say(`build.date.${date}`)]),
    limit: [["all", say("build.all")]],
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
