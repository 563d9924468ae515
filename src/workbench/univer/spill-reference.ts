import type { Injector } from "@univerjs/core";
import { ErrorValueObject, type BaseReferenceObject } from "@univerjs/engine-formula";
import { defineSpillOperator, errorType, widen } from "./private-hooks";

/** Univer parses `A1#` and evaluates it to `#VALUE!`; here it is the present spill of A1, `#REF!` where that one is blocked. */
export const enableSpillReferences = (injector: Injector): void => {
  defineSpillOperator(injector, (value, spill) => {
    if (!value.isReferenceObject()) return ErrorValueObject.create(errorType("#REF!"));
    const reference = value as BaseReferenceObject;
    if (!reference.isCell()) return ErrorValueObject.create(errorType("#REF!"));
    const first = reference.getFirstCell();
    if (first.isError() && first.getValue() === "#SPILL!") return ErrorValueObject.create(errorType("#REF!"));
    return spill === undefined ? reference : widen(reference, spill);
  });
};
