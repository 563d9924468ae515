import { type Argument, filled, textOf } from "./argument";
import type { AnyCall } from "./call";
import { checkEntity, entityIdOf } from "./entity-id";

/** An entity of a list, looked up when asked. */
export interface ListedEntity {
  readonly written: string;
  /** Its id. Throws `invalid-argument`, `not-found` or `ambiguous`. */
  readonly id: (call: AnyCall) => Promise<string>;
}

/** Each distinct entity of a list, in order. */
export const entityIdsFrom = (argument: Argument): readonly ListedEntity[] => {
  const cells = new Map(filled(argument).map((cell) => [textOf(cell).toLowerCase(), cell]));
  return [...cells].map(([written, cell]) => ({
    written,
    id: async (call) => {
      checkEntity(cell, "entities");
      return entityIdOf(call, cell);
    },
  }));
};
