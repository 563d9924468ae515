import { checkArgument } from "./check-argument";
import type { FunctionDefinition } from "./definition";
import { describe } from "./describe";
import { invoke } from "./invoke";
import type { OptionKinds } from "./options";
import type { AnySpecification, Parameters, Specification } from "./specification";

/** Makes the definition of a worksheet function: one file each, from which everything else comes. */
export const defineFunction = <const P extends Parameters, O extends OptionKinds = OptionKinds>(
  specification: Specification<P, O>,
): FunctionDefinition => {
  const any = specification as unknown as AnySpecification;
  return {
    ...describe(any),
    check: (argument, now) => checkArgument(any, argument, now),
    invoke: (values, context) => invoke(any, values, context),
    ...(specification.stream && { stream: specification.stream }),
  };
};
