import type { FunctionDefinition } from "../define/definition";
import { entityGet } from "./entity/entity-get";
import { entityId } from "./entity/entity-id";
import { entitySearch } from "./entity/entity-search";
import { esgDocuments } from "./esg/esg-documents";
import { esgEvents } from "./esg/esg-events";
import { universeEntities } from "./universe/universe-entities";
import { universeList } from "./universe/universe-list";

/** The functions whose definitions load first: companies, universes, and ESG records as the service lists them. */
export const firstFunctions: readonly FunctionDefinition[] = [
  entitySearch,
  entityId,
  entityGet,
  universeEntities,
  universeList,
  esgEvents,
  esgDocuments,
];
