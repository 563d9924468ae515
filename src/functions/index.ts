import type { FunctionDefinition } from "../formula/definition";
import { entityResolve } from "./entity-resolve";
import { entitySearch } from "./entity-search";
import { entityUniverses } from "./entity-universes";
import { esgEvents } from "./esg-events";
import { universeEntities } from "./universe-entities";

/** Every worksheet function, in the order of the reference. */
export const functions: readonly FunctionDefinition[] = [
  entitySearch,
  entityResolve,
  entityUniverses,
  universeEntities,
  esgEvents,
];
