import { analysisResourceRows } from "./rows/analysis-resources";
import { analysisRouteRows } from "./rows/analysis-routes";
import { entityRouteRows, entityRows, universeAndTaskRows } from "./rows/entity-resources";
import { esgDocumentRows, esgEventRows, esgRouteRows, sdgDocumentRows } from "./rows/esg-resources";
import { purposeRows, stateRows } from "./rows/purpose";
import { ruleRows } from "./rows/rules";

/** Every table row and every listed rule of the specification, in a few words each, by the id that tests name. */
export const specificationRows = {
  ...purposeRows,
  ...esgDocumentRows,
  ...sdgDocumentRows,
  ...esgEventRows,
  ...entityRows,
  ...universeAndTaskRows,
  ...analysisResourceRows,
  ...stateRows,
  ...analysisRouteRows,
  ...esgRouteRows,
  ...entityRouteRows,
  ...ruleRows,
};

export type { Row } from "./rows/rows";

/** The id of a row of the specification. */
export type RowId = keyof typeof specificationRows;
