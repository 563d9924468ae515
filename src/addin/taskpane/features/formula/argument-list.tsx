import { Fragment, type ReactNode, useMemo } from "react";
import type { FunctionDefinition } from "../../../../formulas/define/definition";
import { t } from "../../../../i18n/t";
import { Fold } from "../../ui/fold";
import { ArgumentField } from "./argument-field";
import { OptionFields } from "./option-fields";

interface ArgumentListProps {
  readonly definition: FunctionDefinition;
  /** The content of the fields, by position. */
  readonly inputs: readonly string[];
  /** The formula that was opened; empty for a new one. */
  readonly opened: string;
  readonly findProblem: (name: string) => string | undefined;
  readonly write: (index: number, text: string) => void;
}

/** The number of arguments that a form shows at first: those that are needed or filled in, and the first of the others. */
const firstArguments = 4;

/** The fields of a function: the first arguments, and the others in a fold, which opens where one of them is wrong. */
export const ArgumentList = ({ definition, inputs, opened, findProblem, write }: ArgumentListProps): ReactNode => {
  // A field does not move while it is filled in: the cut is made when a function or a formula is opened.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const first = useMemo(() => listFirstArguments(definition, inputs), [definition, opened]);
  const field = (name: string): ReactNode => {
    const index = definition.parameters.findIndex((parameter) => parameter.name === name);
    const parameter = definition.parameters[index];
    if (parameter === undefined) return null;
    const input = inputs[index] ?? "";
    const onChange = (text: string): void => write(index, text);
    return (
      <Fragment key={name}>
        {parameter.control === "options" && <OptionFields {...{ definition, input, opened, onChange }} />}
        <ArgumentField {...{ definition, parameter, input, onChange }} problem={findProblem(name)} />
      </Fragment>
    );
  };
  const rest = definition.parameters.map(({ name }) => name).filter((name) => !first.includes(name));
  const isWrong = rest.some((name) => findProblem(name) !== undefined);
  return (
    <>
      {first.map(field)}
      {rest.length > 0 && (
        <Fold title={t("build.more", { count: rest.length })} open={isWrong}>
          {rest.map(field)}
        </Fold>
      )}
    </>
  );
};

/** The names of the arguments that are shown at once, in the order of the formula. */
const listFirstArguments = ({ parameters }: FunctionDefinition, inputs: readonly string[]): readonly string[] => {
  const needed = parameters.filter(({ optional }, index) => !optional || (inputs[index] ?? "").trim() !== "");
  const others = parameters.filter((parameter) => !needed.includes(parameter) && parameter.control !== "options");
  const first = [...needed, ...others.slice(0, Math.max(0, firstArguments - needed.length))];
  return parameters.filter((parameter) => first.includes(parameter)).map(({ name }) => name);
};
